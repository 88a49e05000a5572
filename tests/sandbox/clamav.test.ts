import { createServer } from 'node:net';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { createClamavScanner } from '#api/integrations/file-scanner/clamav.ts';
import { startClamav } from '#sandbox/clamav/clamav.ts';
import { eicar } from '#tests/support/files/sample-files.ts';

const scannerAt = (address: string, nowMs?: () => number) => {
  const at = address.lastIndexOf(':');
  return createClamavScanner({ host: address.slice(0, at), port: Number(address.slice(at + 1)) }, nowMs);
};

it('finds the test file across chunks, and nothing in others', async () => {
  const sizes: number[] = [];
  const clamav = await startClamav({ onScan: (bytes) => void sizes.push(bytes) });
  try {
    const { scan } = scannerAt(clamav.address);
    const large = Array.from({ length: 40 }, () => Buffer.alloc(256 * 1024, 'a'));
    expect(await scan(Readable.from(large))).toMatchObject({ status: 'clean', threat: null });
    expect(await scan(Readable.from([eicar.subarray(0, 30), eicar.subarray(30)]))).toEqual({
      status: 'infected',
      threat: 'Eicar-Test-Signature',
      isReachable: true,
    });
    expect(sizes).toEqual([40 * 256 * 1024, eicar.length]);
    const many = await Promise.all(Array.from({ length: 12 }, () => scan(Readable.from([eicar]))));
    expect(many.every(({ status }) => status === 'infected')).toBe(true);
  } finally {
    await clamav.close();
  }
});

it('does not scan a file above the scanner’s limit, and says so', async () => {
  const clamav = await startClamav({ maxStreamBytes: 100_000 });
  try {
    const { scan } = scannerAt(clamav.address);
    const large = Readable.from(Array.from({ length: 80 }, () => Buffer.alloc(64 * 1024)));
    expect(await scan(large)).toEqual({ status: 'notScanned', threat: null, isReachable: true });
    expect((await scan(Readable.from([Buffer.from('x')]))).status).toBe('clean');
  } finally {
    await clamav.close();
  }
});

it.each([
  ['closes the connection', ''],
  ['answers something else', 'HTTP/1.1 400 Bad Request\r\n\r\n'],
])('treats a server that %s as unreachable, and tries it again later', async (_, answer) => {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.on('error', () => undefined).end(answer);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as { port: number };
  let nowMs = 0;
  const { scan } = scannerAt(`127.0.0.1:${port}`, () => nowMs);
  const source = () => Readable.from([Buffer.alloc(100_000)]);
  try {
    for (let times = 0; times < 3; times += 1) {
      expect(await scan(source())).toEqual({ status: 'notScanned', threat: null, isReachable: false });
    }
    expect(connections).toBe(1);
    nowMs = 30_001;
    await scan(source());
    expect(connections).toBe(2);
  } finally {
    server.close();
  }
});
