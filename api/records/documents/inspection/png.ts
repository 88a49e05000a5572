import { crc32 } from 'node:zlib';
import { maxPixels, maxPixelsDecoded } from '#rules/documents/file-limits.ts';
import { damaged, type FileBytes, type Inspection, problemWithPixels } from './file-bytes.ts';
import { blankLocationOrAll, namesAPlace } from './tiff-location.ts';

const maxChunks = 100_000;
/** Larger blocks of texts or Exif data than any camera writes are blanked unread. */
const maxReads = 256 * 1024;

/** Ancillary, private, safe to copy: a chunk that every reader passes over. PNG, third edition, 5.4. */
const passedOver = Buffer.from('voId', 'latin1');

function checksum(type: Buffer, data: Uint8Array): Buffer {
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(data, crc32(type)));
  return sum;
}

/** Empties a chunk, its length unchanged. */
async function emptyChunk(file: FileBytes, at: number, length: number): Promise<void> {
  await file.write(at + 4, passedOver);
  await file.fill(at + 8, length, 0);
  const zeros = Buffer.alloc(Math.min(length, 64 * 1024));
  let sum = crc32(passedOver);
  for (let left = length; left > 0; left -= zeros.length)
    sum = crc32(zeros.subarray(0, Math.min(left, zeros.length)), sum);
  const written = Buffer.alloc(4);
  written.writeUInt32BE(sum);
  await file.write(at + 8 + length, written);
}

async function cleanChunk(file: FileBytes, type: string, at: number, length: number): Promise<void> {
  const isText = type === 'tEXt' || type === 'zTXt' || type === 'iTXt';
  if (!isText && type !== 'eXIf') return;
  if (length > maxReads) return emptyChunk(file, at, length);
  const data = await file.read(at + 8, length);
  if (type === 'eXIf') {
    if (!blankLocationOrAll(data)) return;
    await file.write(at + 8, Buffer.concat([data, checksum(Buffer.from(type, 'latin1'), data)]));
    return;
  }
  const text = data.toString('latin1');
  // Compressed text cannot be inspected; Exif and XMP are stored under these names.
  const isOpaque = type === 'zTXt' || (type === 'iTXt' && data[text.indexOf('\0') + 1] === 1);
  if (isOpaque || /^(XML:|Raw profile type)/i.test(text) || namesAPlace(text))
    await emptyChunk(file, at, length);
}

/**
 * Reads a PNG's chunks in order, blanks location data, and cuts off whatever follows the picture. The picture itself is unchanged.
 * Rejects a truncated file.
 */
export async function inspectPng(file: FileBytes): Promise<Inspection> {
  let drawable: boolean | undefined;
  let at = 8;
  for (let count = 0; count < maxChunks; count += 1) {
    const head = await file.read(at, 8);
    if (head.length < 8) return damaged;
    const length = head.readUInt32BE(0);
    const type = head.toString('latin1', 4, 8);
    if (at + 12 + length > file.size || !/^[A-Za-z]{4}$/.test(type)) return damaged;
    if (count === 0) {
      if (type !== 'IHDR' || length !== 13) return damaged;
      const header = await file.read(at + 8, 13);
      const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
      const problem = problemWithPixels(width, height, maxPixels);
      if (problem !== undefined) return problem;
      drawable = header[12] === 0 || width * height <= maxPixelsDecoded;
    }
    if (type === 'IEND') {
      await file.cut(at + 12 + length);
      return { ok: true, drawable: drawable ?? false };
    }
    await cleanChunk(file, type, at, length);
    at += 12 + length;
  }
  return damaged;
}
