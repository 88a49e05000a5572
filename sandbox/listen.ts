import type { AddressInfo } from 'node:net';
import { type HttpBindings, serve } from '@hono/node-server';
import type { Hono } from 'hono';

/** What each request carries beside itself: Node's own request and response, needed to cut a connection. */
export type NodeEnv = { Bindings: HttpBindings };

export type Listening = {
  /** `http://host:port`, no slash at the end. */
  url: string;
  /** Stops listening and cuts what is still open, hanging requests included. */
  close(): Promise<void>;
};

/**
 * Serves an app over HTTP and waits until it listens.
 * @param port 0 takes any free one.
 * @throws the system's error (EADDRINUSE, EACCES) when the port cannot be had.
 */
export async function listen(app: Hono<NodeEnv>, host: string, port: number): Promise<Listening> {
  const server = await new Promise<ReturnType<typeof serve>>((resolve, reject) => {
    const started = serve({ fetch: app.fetch, hostname: host, port, overrideGlobalObjects: false }, () =>
      resolve(started),
    );
    started.once('error', reject);
  });
  const address = server.address() as AddressInfo;
  const shownHost = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return {
    url: `http://${shownHost}:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        if ('closeAllConnections' in server) server.closeAllConnections();
      }),
  };
}
