import type { AddressInfo } from 'node:net';
import { type HttpBindings, serve } from '@hono/node-server';
import type { Hono } from 'hono';

/** Node's own request and response, needed to cut a connection. */
export type NodeEnv = { Bindings: HttpBindings };

export type Listening = {
  /** `http://host:port`, without a trailing slash. */
  url: string;
  /** Stops listening and cuts open connections, including hanging requests. */
  close(): Promise<void>;
};

/**
 * A request with a body as the platform's own. Hono's `bodyLimit` makes a request out of one that announces no length (a DELETE, or one sent in
 * chunks), and the platform's constructor does not take the stand-in of Hono's server.
 */
function toPlatformRequest(request: Request): Request {
  const { method, headers, body, signal } = request;
  if (body === null) return request;
  return new Request(request.url, { method, headers, body, signal, duplex: 'half' });
}

/**
 * Serves an app over HTTP; resolves once it listens.
 *
 * @param port 0 for any free port
 * @throws the system's error (EADDRINUSE, EACCES)
 */
export async function listen(app: Hono<NodeEnv>, host: string, port: number): Promise<Listening> {
  const server = await new Promise<ReturnType<typeof serve>>((resolve, reject) => {
    const started = serve(
      {
        fetch: (request, bindings) => app.fetch(toPlatformRequest(request), bindings),
        hostname: host,
        port,
        overrideGlobalObjects: false,
      },
      () => resolve(started),
    );
    started.once('error', reject);
  });
  const address = server.address() as AddressInfo;
  const visibleHost = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return {
    url: `http://${visibleHost}:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        if ('closeAllConnections' in server) server.closeAllConnections();
      }),
  };
}
