import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serverTimeouts } from '#api/kernel/http/server-timeouts.ts';

/** Milliseconds that stand for a minute. */
const minuteMs = 120;

const server = createServer(serverTimeouts(minuteMs), async (incoming, outgoing) => {
  let size = 0;
  for await (const piece of incoming) size += (piece as Buffer).length;
  outgoing.end(String(size));
});
const port = () => (server.address() as AddressInfo).port;

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

it('accepts a slow upload, far beyond the five minutes of a plain server', async () => {
  const pieces = 12;
  const post = request({ port: port(), method: 'POST', headers: { 'content-length': pieces * 10 } });
  const answered = once(post, 'response') as Promise<[IncomingMessage]>;
  for (let piece = 0; piece < pieces; piece += 1) {
    post.write('0123456789');
    await pause(minuteMs);
  }
  post.end();
  const [response] = await answered;
  expect(response.statusCode).toBe(200);
  expect(String(await response.toArray())).toBe(String(pieces * 10));
});

it('disconnects a caller who sends no request', async () => {
  const socket = connect(port(), '127.0.0.1');
  socket.write('POST / HTTP/1.1\r\nHost: ');
  socket.resume();
  // Compared with an upload of the same length, which a slow machine delays equally.
  const closed = once(socket, 'close').then(() => 'let go');
  const post = request({ port: port(), method: 'POST' });
  const answered = once(post, 'response') as Promise<[IncomingMessage]>;
  let minutes = 0;
  for (; minutes < 20; minutes += 1) {
    post.write('0123456789');
    if ((await Promise.race([closed, pause(minuteMs)])) === 'let go') break;
  }
  post.end();
  const [response] = await answered;
  expect(await response.toArray()).toHaveLength(1);
  expect(minutes).toBeLessThan(20);
});
