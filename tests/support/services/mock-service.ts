import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { FaultRequest } from '#sandbox/controls.ts';

type Answer = (request: Request) => Response | Promise<Response>;

/** Controls of a mock service for a test. */
export interface MockServiceControls {
  fault(fault: FaultRequest): Promise<void>;
  clearFaults(): Promise<void>;
  /** Requests received by the service: method and path. */
  requests(): Promise<string[]>;
}

/** The controls of a mock service that listens at `url`. */
export function mockServiceControls(url: string): MockServiceControls {
  const control = (path: string, init?: RequestInit) => fetch(`${url}/__sandbox/${path}`, init);
  return {
    async fault(fault) {
      const answered = await control('faults', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(fault),
      });
      if (!answered.ok) throw new Error(await answered.text());
    },
    clearFaults: async () => void (await control('faults', { method: 'DELETE' })),
    async requests() {
      const { requests } = (await (await control('log')).json()) as {
        requests: { method: string; path: string }[];
      };
      return requests.map(({ method, path }) => `${method} ${path}`);
    },
  };
}

/** Receiver of a mock service's calls to the product: an address known before its handler exists. */
export interface CallbackServer {
  url: string;
  /** The handler from now on; until then every request gets 503. */
  response(next: Answer): void;
  close(): Promise<void>;
}

export async function startCallbackServer(): Promise<CallbackServer> {
  let response: Answer = () => new Response(null, { status: 503 });
  const server = createServer(
    getRequestListener((request) => response(request), { overrideGlobalObjects: false }),
  );
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    response(next) {
      response = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
