import { open } from 'node:fs/promises';
import { createInflateRaw } from 'node:zlib';
import { listFault } from './list-fault.ts';
import type { ListFile } from './reading.ts';

/** What a spreadsheet may unpack to, all its parts together. */
const mostUnpackedBytes = 64 * 1024 * 1024;
const mostPackedBytes = 16 * 1024 * 1024;
const mostParts = 2000;

const endSignature = 0x06054b50;
const partSignature = 0x02014b50;

/** Bytes that a deflated part unpacks to, counted as it unpacks and never held; stops beyond `most`. */
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
  /** Where its own heading begins, and its packed bytes. */
  local: number;
  start: number;
}

/** After a part there may be a descriptor of it. */
const longestDescriptor = 24;

/** Whether the parts stand one after the other and nothing hides between them: readers that go from part to part see no more than these. */
function areGapless(parts: readonly Part[], end: number): boolean {
  let expected = 0;
  for (const { local, start, size } of [...parts].sort((a, b) => a.local - b.local)) {
    if (local < expected || local > expected + longestDescriptor) return false;
    expected = start + size;
  }
  return end >= expected && end <= expected + longestDescriptor;
}

/** Packed parts by the archive's table of contents; undefined where it is none that can be trusted. */
function partsOf(zip: Buffer): Part[] | undefined {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || end + 22 > zip.length || zip.readUInt32LE(end) !== endSignature) return undefined;
  const count = zip.readUInt16LE(end + 10);
  const contents = zip.readUInt32LE(end + 16);
  let at = contents;
  const parts: Part[] = [];
  if (count > mostParts) return undefined;
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
 * Unpacks a spreadsheet once for its size alone, before anything keeps what is in it: a small file may unpack to more than memory holds.
 *
 * @throws ListFault where it is too large, or no archive that can be read.
 */
export async function checkUnpackedSize(file: ListFile): Promise<void> {
  const handle = await open(file.path, 'r');
  try {
    const { size } = await handle.stat();
    if (size > mostPackedBytes)
      throw listFault(file.name, null, 'A spreadsheet may be 16 MB at most. Save it as CSV.');
    const zip = await handle.readFile();
    const parts = partsOf(zip);
    if (parts === undefined) throw listFault(file.name, null, 'The spreadsheet is cut off or damaged.');
    let left = mostUnpackedBytes;
    for (const { method, size: packed, start } of parts) {
      const bytes = zip.subarray(start, start + packed);
      if (bytes.length !== packed) throw listFault(file.name, null, 'The spreadsheet is cut off.');
      left -= method === 0 ? packed : await unpackedBytes(bytes, left);
      if (left < 0)
        throw listFault(file.name, null, 'The spreadsheet unpacks to more than 64 MB. Save it as CSV.');
    }
  } catch (error) {
    if (
      error instanceof Error &&
      'errno' in error &&
      String((error as NodeJS.ErrnoException).code).startsWith('Z_')
    ) {
      throw listFault(file.name, null, 'The spreadsheet is damaged.');
    }
    throw error;
  } finally {
    await handle.close();
  }
}
