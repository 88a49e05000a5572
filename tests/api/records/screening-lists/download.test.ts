import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sandboxReach } from '#api/kernel/network-reach.ts';
import { downloadList } from '#api/records/screening-lists/download.ts';

const list = 'name\nInvented Person\n';

describe('downloading a list', () => {
  let server: Server;
  let origin: string;
  let incomingFolder: string;
  beforeAll(async () => {
    server = createServer((_, response) => response.end(list));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    incomingFolder = await mkdtemp(join(tmpdir(), 'assay-download-'));
  });
  afterAll(async () => {
    await new Promise((done) => server.close(done));
    await rm(incomingFolder, { recursive: true });
  });

  const download = (address: string, bytes: number, reach?: typeof sandboxReach) =>
    downloadList({ incomingFolder, ...(reach && { reach }) }, address, { bytes, timeMs: 60_000 });

  test('stores it up to the limit, and leaves no file beyond it', async () => {
    const { path, name } = await download(`${origin}/list.csv`, list.length, sandboxReach);
    expect([name, await readFile(path, 'utf8')]).toEqual(['list.csv', list]);
    await rm(path);
    await expect(download(`${origin}/list.csv`, list.length - 1, sandboxReach)).rejects.toThrow(
      'larger than a list may be',
    );
    expect(await readdir(incomingFolder)).toEqual([]);
  });

  test.each([
    ['no address', 'It is not a URL'],
    ['http://example.com/list.csv', 'does not start with https'],
    ['https://127.0.0.1/list.csv', 'not a public one'],
    ['https://[::1]/list.csv', 'not a public one'],
  ])('accepts a public https address, not %s', async (address, message) => {
    await expect(download(address, list.length)).rejects.toThrow(message);
  });
});
