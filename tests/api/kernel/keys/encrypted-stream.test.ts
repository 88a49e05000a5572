import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decryptStream, encryptedSize, encryptStream } from '#api/kernel/keys/encrypted-stream.ts';

const dataKey = { version: 3, key: randomBytes(32) };
const getKey = async (version: number) => (version === 3 ? dataKey.key : undefined);
const kilobytes = 1024;

/** The bytes in chunks of a size. */
const inChunks = (bytes: Buffer, size: number) =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
      bytes.subarray(at * size, (at + 1) * size),
    ),
  );
const encrypted = (bytes: Buffer, size = 10_000, place = 'a/file') =>
  buffer(Readable.from(encryptStream(inChunks(bytes, size), dataKey, place)));
const decrypted = (bytes: Buffer, size = 10_000, place = 'a/file') =>
  buffer(Readable.from(decryptStream(inChunks(bytes, size), getKey, place), { objectMode: false }));

it('returns what was encrypted, whatever its size and chunks, at the size it announces', async () => {
  const frame = 256 * kilobytes;
  for (const size of [0, 1, frame - 1, frame, frame + 1, 2 * frame, 3 * frame + 17]) {
    const clear = randomBytes(size);
    for (const chunk of [997, frame, frame + 16, 10_000_000]) {
      const sealed = await encrypted(clear, chunk);
      expect(sealed).toHaveLength(encryptedSize(size));
      expect((await decrypted(sealed, chunk)).equals(clear)).toBe(true);
    }
    if (size > 16) expect((await encrypted(clear)).includes(clear.subarray(0, 16))).toBe(false);
  }
});

it('passes on a file that was never encrypted, however short', async () => {
  for (const text of ['', '%PDF', '%PDF-1.7 and more than a header has'])
    expect(String(await decrypted(Buffer.from(text), 3))).toBe(text);
});

it('rejects a file that was altered, cut, extended, reordered or moved, and never returns other bytes', async () => {
  const clear = randomBytes(600 * kilobytes);
  const sealed = await encrypted(clear);
  const frame = 256 * kilobytes + 16;
  const header = sealed.length - encryptedSize(clear.length) + 28;
  const frames = [0, 1, 2].map((at) => sealed.subarray(header + at * frame, header + (at + 1) * frame));
  const [one = clear, two = clear, three = clear] = frames;
  const head = sealed.subarray(0, header);
  for (const bad of [
    Buffer.concat([head, two, one, three]),
    Buffer.concat([head, one, two]),
    Buffer.concat([head, one, three]),
    Buffer.concat([head, one, two, three, three]),
    Buffer.concat([sealed, Buffer.from('x')]),
    sealed.subarray(0, 20),
    head,
  ]) {
    await expect(decrypted(bad)).rejects.toThrow();
  }
  await expect(decrypted(sealed, 10_000, 'another/file')).rejects.toThrow();
  await fc.assert(
    fc.asyncProperty(fc.nat(), fc.integer({ min: 1, max: 255 }), async (place, change) => {
      const altered = Buffer.from(sealed);
      // Of the first eight bytes the file would be taken for one in clear text.
      const at = 8 + (place % (sealed.length - 8));
      altered[at] = (altered[at] ?? 0) ^ change;
      await expect(decrypted(altered)).rejects.toThrow();
    }),
    { numRuns: 60 },
  );
});

it('does not open a file whose key was destroyed', async () => {
  const sealed = await encrypted(Buffer.from('x'));
  const opened = buffer(Readable.from(decryptStream(inChunks(sealed, 100), async () => undefined, 'a/file')));
  await expect(opened).rejects.toThrow('The key of this file was destroyed.');
});

it('closes the source when its reader stops early', async () => {
  const source = inChunks(await encrypted(randomBytes(900 * kilobytes)), 4096);
  for await (const _ of decryptStream(source, getKey, 'a/file')) break;
  expect(source.destroyed).toBe(true);
});
