import { once } from 'node:events';
import { type ClientRequest, createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { serverTimeouts } from '#api/kernel/http/server-timeouts.ts';
import { closeSlowRequests, createUploadCheck } from '#api/kernel/http/slow-requests.ts';
import { endpoints } from '#contract/endpoints.ts';

const minuteMs = 60_000;

/** Bytes received so far, by path. */
const received = new Map<string, number>();

const server = createServer(serverTimeouts(), async (incoming, outgoing) => {
  const path = incoming.url ?? '';
  received.set(path, 0);
  try {
    for await (const piece of incoming) received.set(path, (received.get(path) ?? 0) + piece.length);
    outgoing.end(String(received.get(path)));
  } catch {
    // The connection was closed.
  }
});
closeSlowRequests(server, ({ url }) => url === '/upload');

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
// Minutes pass when the test says so. Sockets and the server's own timeouts keep the machine's time.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

interface SlowPost {
  path: string;
  post: ClientRequest;
  /** The response, or that the connection was closed without one. */
  answered: Promise<string>;
  isOver: boolean;
}

function begin(path: string): SlowPost {
  const { port } = server.address() as AddressInfo;
  const post = request({ port, path, method: 'POST', agent: false });
  post.on('error', () => undefined);
  const answered = once(post, 'response').then(
    async ([response]) => String(await (response as IncomingMessage).toArray()),
    () => 'closed',
  );
  const slow: SlowPost = { path, post, answered, isOver: false };
  void answered.then(() => {
    slow.isOver = true;
  });
  return slow;
}

/** Sends ten bytes more with each post, waits until they have arrived, and lets a minute pass. */
async function passMinute(posts: readonly SlowPost[]): Promise<void> {
  const before = posts.map(({ path }) => received.get(path) ?? 0);
  for (const { post } of posts) post.write('0123456789');
  // By immediates: the timers of this process stand still.
  const isOnItsWay = ({ path, isOver }: SlowPost, at: number) =>
    !isOver && (received.get(path) ?? 0) < (before[at] ?? 0) + 10;
  while (posts.some(isOnItsWay)) await new Promise((resolve) => setImmediate(resolve));
  await vi.advanceTimersByTimeAsync(minuteMs);
}

it('disconnects a form that arrives byte by byte, and lets a slow upload finish', async () => {
  const [form, upload, short] = [begin('/form'), begin('/upload'), begin('/short')];
  for (let minute = 0; minute < 4; minute += 1) await passMinute([form, upload, short]);
  short.post.end();
  expect(await short.answered).toBe('40');
  await passMinute([form, upload]);
  form.post.end();
  expect(await form.answered).toBe('closed');
  for (let minute = 5; minute < 20; minute += 1) await passMinute([upload]);
  upload.post.end();
  expect(await upload.answered).toBe('200');
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
