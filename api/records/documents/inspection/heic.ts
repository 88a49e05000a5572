import { damaged, type FileBytes, type Inspection } from './file-bytes.ts';
import { blankLocationOrAll, namesAPlace } from './tiff-location.ts';

/** Maximum size of a `meta` box; phones write a few kilobytes. */
const maxMetaBytes = 1024 * 1024;
const maxItemBytes = 1024 * 1024;
const maxBoxes = 1000;

interface Box {
  type: string;
  /** Offsets of the box, its content and its end. */
  at: number;
  from: number;
  to: number;
}

/** Sibling boxes of ISO/IEC 14496-12 in a buffer. @throws RangeError if a box exceeds it. */
function boxesIn(bytes: Buffer, from: number, to: number): Box[] {
  const boxes: Box[] = [];
  for (let at = from; at < to; ) {
    const size = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    const header = size === 1 ? 16 : 8;
    const length = size === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : size === 0 ? to - at : size;
    if (length < header || at + length > to || boxes.length > maxBoxes)
      throw new RangeError('A box lies outside.');
    boxes.push({ type, at, from: at + header, to: at + length });
    at += length;
  }
  return boxes;
}

/** Boxes side by side in the file itself; their content stays unread. */
async function topBoxes(file: FileBytes): Promise<Box[]> {
  const boxes: Box[] = [];
  for (let at = 0; at < file.size; ) {
    // Fewer than eight bytes are no box: reading them throws RangeError, or their length is too small.
    const head = await file.read(at, 16);
    const size = head.readUInt32BE(0);
    const header = size === 1 ? 16 : 8;
    const length = size === 1 ? Number(head.readBigUInt64BE(8)) : size === 0 ? file.size - at : size;
    if (length < header || at + length > file.size || boxes.length > maxBoxes)
      throw new RangeError('A box lies outside.');
    boxes.push({ type: head.toString('latin1', 4, 8), at, from: at + header, to: at + length });
    at += length;
  }
  return boxes;
}

/** Ids of items with Exif data or text, by the `infe` entries of `iinf`. ISO/IEC 14496-12, 8.11.6. */
function describedItems(meta: Buffer, iinf: Box): Map<number, 'exif' | 'text'> {
  const items = new Map<number, 'exif' | 'text'>();
  const version = meta.readUInt8(iinf.from);
  for (const box of boxesIn(meta, iinf.from + (version === 0 ? 6 : 8), iinf.to)) {
    if (box.type !== 'infe') continue;
    const infeVersion = meta.readUInt8(box.from);
    if (infeVersion < 2) throw new RangeError('Entries of this age are not read.');
    const wide = infeVersion >= 3;
    const id = wide ? meta.readUInt32BE(box.from + 4) : meta.readUInt16BE(box.from + 4);
    const typeAt = box.from + (wide ? 10 : 8);
    const type = meta.toString('latin1', typeAt, typeAt + 4);
    if (type === 'Exif') items.set(id, 'exif');
    if (type === 'mime' || type === 'uri ') items.set(id, 'text');
  }
  return items;
}

interface Extent {
  /** 0: from the start of the file; 1: from the start of `idat`. */
  method: number;
  offset: number;
  length: number;
}

/** Byte ranges of each item. ISO/IEC 14496-12, 8.11.3. */
function locations(meta: Buffer, iloc: Box): Map<number, Extent[]> {
  let at = iloc.from + 4;
  const version = meta.readUInt8(iloc.from);
  const take = (bytes: number): number => {
    const value =
      bytes === 0 ? 0 : bytes === 8 ? Number(meta.readBigUInt64BE(at)) : meta.readUIntBE(at, bytes);
    at += bytes;
    return value;
  };
  const sizes = take(2);
  const [offsetBytes, lengthBytes, baseBytes, indexBytes] = [
    sizes >> 12,
    (sizes >> 8) & 15,
    (sizes >> 4) & 15,
    sizes & 15,
  ];
  const count = take(version < 2 ? 2 : 4);
  const found = new Map<number, Extent[]>();
  let total = 0;
  for (let item = 0; item < count; item += 1) {
    const id = take(version < 2 ? 2 : 4);
    const method = version === 0 ? 0 : take(2) & 15;
    take(2);
    const base = take(baseBytes);
    const chunks = take(2);
    total += chunks;
    // Extents can take zero bytes each, so a short file could declare billions.
    if (total > maxBoxes) throw new RangeError('There are too many pieces.');
    const extents = Array.from({ length: chunks }, () => {
      if (version > 0) take(indexBytes);
      return { method, offset: base + take(offsetBytes), length: take(lengthBytes) };
    });
    found.set(id, extents);
  }
  return found;
}

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

async function cleanMeta(file: FileBytes, box: Box): Promise<void> {
  if (box.to - box.at > maxMetaBytes) throw new RangeError('The description is too long.');
  const meta = await file.read(box.from, box.to - box.from);
  const inner = boxesIn(meta, 4, meta.length);
  const find = (type: string) => inner.find((item) => item.type === type);
  const [iinf, iloc, idat] = [find('iinf'), find('iloc'), find('idat')];
  if (iinf === undefined || iloc === undefined) throw new RangeError('The description is incomplete.');
  const where = locations(meta, iloc);
  for (const [id, kind] of describedItems(meta, iinf)) {
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
}

const savedBoxes = new Set(['ftyp', 'meta', 'mdat', 'free', 'skip', 'wide']);
const freeBox = Buffer.from('free', 'latin1');

/**
 * Blanks all location data of a HEIC picture in place, so that offsets stay valid: Exif data, texts, and whole boxes beside the
 * picture (a video, vendor data). The picture is never decoded: it is stored without a thumbnail.
 */
export async function inspectHeic(file: FileBytes): Promise<Inspection> {
  try {
    const boxes = await topBoxes(file);
    const meta = boxes.filter(({ type }) => type === 'meta');
    if (boxes[0]?.type !== 'ftyp' || meta[0] === undefined || meta.length > 1) return damaged;
    await cleanMeta(file, meta[0]);
    for (const { type, at, from, to } of boxes) {
      if (savedBoxes.has(type)) continue;
      await file.write(at + 4, freeBox);
      await file.fill(from, to - from, 0);
    }
    return { ok: true, drawable: false };
  } catch (error) {
    if (error instanceof RangeError) return damaged;
    throw error;
  }
}
