import { once } from 'node:events';
import { type ClientRequest, createServer, type IncomingMessage, request, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serverTimeouts } from '#api/kernel/http/server-timeouts.ts';

/**
 * Milliseconds that stand for a minute. Node times connections by itself, so the tests compare who is disconnected first: the limits
 * compared are minutes apart, whatever the machine takes for the work between.
 */
const minuteMs = 480;

const timeouts = serverTimeouts(minuteMs);
const countBytes = (limits: Partial<typeof timeouts>) =>
  createServer({ ...timeouts, ...limits }, async (incoming, outgoing) => {
    let size = 0;
    try {
      for await (const piece of incoming) size += (piece as Buffer).length;
      outgoing.end(String(size));
    } catch {
      // The connection was closed.
    }
  });
const server = countBytes({});
/** With the limit of a server that sets none. */
const plainServer = countBytes({ requestTimeout: 5 * minuteMs });
const port = (of: Server) => (of.address() as AddressInfo).port;

beforeAll(async () => {
  for (const one of [server, plainServer]) {
    one.listen(0, '127.0.0.1');
    await once(one, 'listening');
  }
});
afterAll(() => {
  for (const one of [server, plainServer]) {
    one.closeAllConnections();
    one.close();
  }
});

/** Sends the first ten of twenty bytes. Resolves once the request has reached the server. */
async function beginUpload(to: Server): Promise<{ post: ClientRequest; answered: Promise<string> }> {
  const reached = once(to, 'request');
  const post = request({ port: port(to), method: 'POST', agent: false, headers: { 'content-length': 20 } });
  post.on('error', () => undefined);
  const answered = once(post, 'response').then(
    async ([response]) => `${response.statusCode} ${await (response as IncomingMessage).toArray()}`,
    () => 'closed',
  );
  post.write('0123456789');
  await reached;
  return { post, answered };
}

it('accepts a slow upload, far beyond the five minutes of a plain server', async () => {
  const upload = await beginUpload(server);
  const plain = await beginUpload(plainServer);
  expect(await plain.answered).toMatch(/^(408 |closed)/);
  upload.post.end('0123456789');
  expect(await upload.answered).toBe('200 20');
});

it('disconnects a caller who sends no request', async () => {
  const upload = await beginUpload(server);
  const socket = connect(port(server), '127.0.0.1');
  socket.write('POST / HTTP/1.1\r\nHost: ');
  socket.resume();
  await once(socket, 'close');
  upload.post.end('0123456789');
  expect(await upload.answered).toBe('200 20');
});
