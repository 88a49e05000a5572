import { maxPixels } from '#rules/documents/file-limits.ts';
import {
  damaged,
  type FileBytes,
  type Inspection,
  problemWithPixels,
  type RefusedFile,
} from './file-bytes.ts';
import { type Box, boxesIn, itemTypes, locations, topBoxes } from './heic-boxes.ts';
import { declaredSizes } from './heic-sizes.ts';
import { blankLocationOrAll, namesAPlace } from './tiff-location.ts';

/** Maximum size of a `meta` box; phones write a few kilobytes. */
const maxMetaBytes = 1024 * 1024;
const maxItemBytes = 1024 * 1024;

async function blankExtent(
  file: FileBytes,
  kind: 'exif' | 'text',
  at: number,
  length: number,
): Promise<void> {
  if (at < 0 || at + length > file.size) throw new RangeError('An item lies outside.');
  if (length > maxItemBytes) return file.fill(at, length, 0);
  const bytes = await file.read(at, length);
  if (kind === 'text') {
    if (namesAPlace(bytes.toString('latin1'))) await file.fill(at, length, 0x20);
    return;
  }
  // The item starts with the offset of the TIFF header. ISO/IEC 23008-12, annex A.
  const start = 4 + (length >= 4 ? bytes.readUInt32BE(0) : 0);
  if (start >= length) return file.fill(at, length, 0);
  if (blankLocationOrAll(bytes.subarray(start))) await file.write(at, bytes);
}

const contentKinds: Partial<Record<string, 'exif' | 'text'>> = { Exif: 'exif', mime: 'text', 'uri ': 'text' };

/** Blanks the location in the items that the file describes, unless a picture of it is too large. */
async function cleanMeta(file: FileBytes, box: Box): Promise<RefusedFile | undefined> {
  if (box.to - box.at > maxMetaBytes) throw new RangeError('The description is too long.');
  const meta = await file.read(box.from, box.to - box.from);
  const inner = boxesIn(meta, 4, meta.length);
  const find = (type: string) => inner.find((item) => item.type === type);
  const [iinf, iloc, idat] = [find('iinf'), find('iloc'), find('idat')];
  if (iinf === undefined || iloc === undefined) throw new RangeError('The description is incomplete.');
  const where = locations(meta, iloc);
  const types = itemTypes(meta, iinf);
  const content = { file, meta, idat, at: box.from, types, where };
  for (const { width, height } of await declaredSizes(content, find('iprp'))) {
    const problem = problemWithPixels(width, height, maxPixels);
    if (problem !== undefined) return problem;
  }
  for (const [id, type] of types) {
    const kind = contentKinds[type];
    if (kind === undefined) continue;
    const extents = where.get(id) ?? [];
    for (const { method, offset, length } of extents) {
      if (method > 1 || (method === 1 && idat === undefined))
        throw new RangeError('An item is out of reach.');
      const start = method === 0 ? offset : box.from + (idat?.from ?? 0) + offset;
      // Exif data in several extents cannot be parsed, so all of it is blanked.
      if (extents.length > 1) await file.fill(start, length, 0);
      else await blankExtent(file, kind, start, length);
    }
  }
  return undefined;
}

const savedBoxes = new Set(['ftyp', 'meta', 'mdat', 'free', 'skip', 'wide']);
const freeBox = Buffer.from('free', 'latin1');

/**
 * Blanks all location data of a HEIC picture in place, so that offsets stay valid: Exif data, texts, and whole boxes beside the
 * picture (a video, vendor data). Rejects a picture of too many pixels by the sizes that it declares; nothing is decoded.
 */
export async function inspectHeic(file: FileBytes): Promise<Inspection> {
  try {
    const boxes = await topBoxes(file);
    const meta = boxes.filter(({ type }) => type === 'meta');
    if (boxes[0]?.type !== 'ftyp' || meta[0] === undefined || meta.length > 1) return damaged;
    const problem = await cleanMeta(file, meta[0]);
    if (problem !== undefined) return problem;
    for (const { type, at, from, to } of boxes) {
      if (savedBoxes.has(type)) continue;
      await file.write(at + 4, freeBox);
      await file.fill(from, to - from, 0);
    }
    return { ok: true, drawable: true };
  } catch (error) {
    if (error instanceof RangeError) return damaged;
    throw error;
  }
}
