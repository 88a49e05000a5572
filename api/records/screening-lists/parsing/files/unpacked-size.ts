import { open } from 'node:fs/promises';
import { createInflateRaw } from 'node:zlib';
import { getZipParts } from '#rules/documents/zip-parts.ts';
import { listError } from './list-error.ts';
import type { ListFile } from './list-file.ts';

/** Maximum unpacked size of a spreadsheet, all parts together. */
const maxUnpackedBytes = 64 * 1024 * 1024;
const maxPackedBytes = 16 * 1024 * 1024;

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

/**
 * The bytes of a spreadsheet, once it has been decompressed to measure it: a small file may decompress to more than memory
 * holds.
 * @throws ListError if it is too large or unreadable.
 */
export async function getMeasuredZip(file: ListFile): Promise<Buffer> {
  const handle = await open(file.path, 'r');
  try {
    const { size } = await handle.stat();
    if (size > maxPackedBytes)
      throw listError(file.name, null, 'A spreadsheet may be 16 MB at most. Save it as CSV.');
    const zip = await handle.readFile();
    const parts = getZipParts(zip);
    if (parts === undefined) throw listError(file.name, null, 'The spreadsheet is truncated or damaged.');
    let left = maxUnpackedBytes;
    for (const { method, size: packed, start } of parts) {
      const bytes = zip.subarray(start, start + packed);
      if (bytes.length !== packed) throw listError(file.name, null, 'The spreadsheet is truncated.');
      left -= method === 0 ? packed : await unpackedBytes(bytes, left);
      if (left < 0)
        throw listError(file.name, null, 'The spreadsheet unpacks to more than 64 MB. Save it as CSV.');
    }
    return zip;
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
