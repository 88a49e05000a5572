import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serverTimeouts } from '#api/kernel/http/server-timeouts.ts';
import { closeSlowRequests, createUploadCheck } from '#api/kernel/http/slow-requests.ts';
import { endpoints } from '#contract/endpoints.ts';

/** Milliseconds that stand for a minute. */
const minuteMs = 120;

const server = createServer(serverTimeouts(minuteMs), async (incoming, outgoing) => {
  let size = 0;
  try {
    for await (const piece of incoming) size += (piece as Buffer).length;
    outgoing.end(String(size));
  } catch {
    // The connection was closed.
  }
});
closeSlowRequests(server, ({ url }) => url === '/upload', minuteMs);

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Sends ten bytes a minute until a response, the end of the connection, or a number of minutes. */
async function sendSlowly(path: string, minutes: number): Promise<string> {
  const { port } = server.address() as AddressInfo;
  const post = request({ port, path, method: 'POST' });
  let isOver = false;
  const answered = once(post, 'response').then(
    async ([response]) => String(await (response as IncomingMessage).toArray()),
    () => 'closed',
  );
  void answered.then(() => {
    isOver = true;
  });
  post.on('error', () => undefined);
  for (let minute = 0; minute < minutes && !isOver; minute += 1) {
    post.write('0123456789');
    await pause(minuteMs);
  }
  post.end();
  return answered;
}

it('disconnects a form that arrives byte by byte, and lets a slow upload finish', async () => {
  const [form, upload, short] = await Promise.all([
    sendSlowly('/form', 20),
    sendSlowly('/upload', 20),
    sendSlowly('/form', 2),
  ]);
  expect([form, upload, short]).toEqual(['closed', '200', '20']);
});

it('the API recognises uploads by endpoint and type alone', () => {
  const isUpload = createUploadCheck(endpoints);
  const multipart = { 'content-type': 'multipart/form-data; boundary=x' };
  const verdict = (url: string, headers = {}) => isUpload({ url, headers } as IncomingMessage);
  expect(verdict('/api/v1/documents/of/client/1?replaces=2', multipart)).toBe(true);
  expect(verdict('/api/v1/documents/of/client/1', { 'content-type': 'application/json' })).toBe(false);
  expect(verdict('/api/v1/clients', multipart)).toBe(false);
  expect(verdict('/api/v1/documents/of/client/1/2/3', multipart)).toBe(false);
});
