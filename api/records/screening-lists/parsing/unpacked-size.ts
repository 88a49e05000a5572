import { open } from 'node:fs/promises';
import { createInflateRaw } from 'node:zlib';
import { listError } from './list-error.ts';
import type { ListFile } from './list-format.ts';

/** Maximum unpacked size of a spreadsheet, all parts together. */
const maxUnpackedBytes = 64 * 1024 * 1024;
const maxPackedBytes = 16 * 1024 * 1024;
const maxParts = 2000;

const endSignature = 0x06054b50;
const partSignature = 0x02014b50;

/** Decompressed size of a deflated part, counted without storing it; stops beyond `most`. */
function unpackedBytes(packed: Buffer, most: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let bytes = 0;
    const inflate = createInflateRaw();
    inflate.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > most) inflate.destroy();
    });
    inflate.on('error', reject);
    inflate.on('close', () => resolve(bytes));
    inflate.end(packed);
  });
}

interface Part {
  method: number;
  size: number;
  /** Offset of its local header, and its packed bytes. */
  local: number;
  start: number;
}

/** Maximum length of a data descriptor after a part. */
const maxDescriptorLength = 24;

/** Whether the parts are contiguous with nothing hidden between them: streaming readers then see exactly these. */
function areGapless(parts: readonly Part[], end: number): boolean {
  let expected = 0;
  for (const { local, start, size } of [...parts].sort((a, b) => a.local - b.local)) {
    if (local < expected || local > expected + maxDescriptorLength) return false;
    expected = start + size;
  }
  return end >= expected && end <= expected + maxDescriptorLength;
}

/** Parts from the archive's central directory; undefined if it is malformed. */
function getParts(zip: Buffer): Part[] | undefined {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || end + 22 > zip.length || zip.readUInt32LE(end) !== endSignature) return undefined;
  const count = zip.readUInt16LE(end + 10);
  const contents = zip.readUInt32LE(end + 16);
  let at = contents;
  const parts: Part[] = [];
  if (count > maxParts) return undefined;
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > zip.length || zip.readUInt32LE(at) !== partSignature) return undefined;
    const local = zip.readUInt32LE(at + 42);
    if (local + 30 > zip.length) return undefined;
    parts.push({
      method: zip.readUInt16LE(at + 10),
      size: zip.readUInt32LE(at + 20),
      local,
      start: local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28),
    });
    at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return areGapless(parts, contents) ? parts : undefined;
}

/**
 * Decompresses a spreadsheet once to measure it, before storing any content: a small file may decompress to more than
 * memory holds.
 * @throws ListError if it is too large or unreadable.
 */
export async function checkUnpackedSize(file: ListFile): Promise<void> {
  const handle = await open(file.path, 'r');
  try {
    const { size } = await handle.stat();
    if (size > maxPackedBytes)
      throw listError(file.name, null, 'A spreadsheet may be 16 MB at most. Save it as CSV.');
    const zip = await handle.readFile();
    const parts = getParts(zip);
    if (parts === undefined) throw listError(file.name, null, 'The spreadsheet is truncated or damaged.');
    let left = maxUnpackedBytes;
    for (const { method, size: packed, start } of parts) {
      const bytes = zip.subarray(start, start + packed);
      if (bytes.length !== packed) throw listError(file.name, null, 'The spreadsheet is truncated.');
      left -= method === 0 ? packed : await unpackedBytes(bytes, left);
      if (left < 0)
        throw listError(file.name, null, 'The spreadsheet unpacks to more than 64 MB. Save it as CSV.');
    }
  } catch (error) {
    if (
      error instanceof Error &&
      'errno' in error &&
      String((error as NodeJS.ErrnoException).code).startsWith('Z_')
    ) {
      throw listError(file.name, null, 'The spreadsheet is damaged.');
    }
    throw error;
  } finally {
    await handle.close();
  }
}
