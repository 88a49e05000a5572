import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createDeflate } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DocumentFiles, discardFiles, receiveFile } from '#api/records/documents/receive-file.ts';
import { pdfObjectStream, samplePdf } from '#tests/support/files/sample-files.ts';

// The memory of a process is measured: files of this project have one of their own each.

const megabyte = 1024 * 1024;
const unpackedMegabytes = 600;

let files: DocumentFiles;
beforeAll(async () => {
  files = { storage: undefined as never, incomingFolder: await mkdtemp(join(tmpdir(), 'assay-bomb-')) };
});
afterAll(() => rm(files.incomingFolder, { recursive: true, force: true }));

/** Packs as many spaces, a megabyte at a time: the test itself must not need the memory. */
const packSpaces = async (): Promise<Buffer> => {
  const spaces = Array(unpackedMegabytes).fill(Buffer.alloc(megabyte, ' '));
  return Buffer.concat(await Readable.from(spaces).pipe(createDeflate()).toArray());
};

/** The reason of a rejection. */
async function inspect(pdf: Buffer): Promise<string | undefined> {
  const file = await receiveFile(files, { field: 'file', fileName: 'a.pdf', stream: Readable.from([pdf]) });
  if (!file.ok) return file.message;
  await discardFiles([file]);
  return undefined;
}

/** The largest resident memory of this process so far, in megabytes. */
const peakMemory = () => process.resourceUsage().maxRSS / 1024;

it('does not unpack a decompression bomb', async () => {
  const packed = await packSpaces();
  const bomb = samplePdf([pdfObjectStream('x', '/Filter /FlateDecode', () => packed)]);
  expect(await inspect(samplePdf([pdfObjectStream('<< /Title (Minutes) >>')]))).toBeUndefined();
  const before = peakMemory();
  expect(await inspect(bomb)).toContain('cannot be checked');
  const more = peakMemory() - before;
  console.log(`${unpackedMegabytes} MB packed into ${packed.length} bytes: ${Math.round(more)} MB more`);
  expect(more).toBeLessThan(150);
});
