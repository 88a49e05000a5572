import type { FileBytes } from './file-bytes.ts';

const maxBoxes = 1000;

export interface Box {
  type: string;
  /** Offsets of the box, its content and its end. */
  at: number;
  from: number;
  to: number;
}

/** Sibling boxes of ISO/IEC 14496-12 in a buffer. @throws RangeError if a box exceeds it. */
export function boxesIn(bytes: Buffer, from: number, to: number): Box[] {
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
export async function topBoxes(file: FileBytes): Promise<Box[]> {
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

/** Types of items by their ids, such as `Exif` or `grid`, from the `infe` entries of `iinf`. ISO/IEC 14496-12, 8.11.6. */
export function itemTypes(meta: Buffer, iinf: Box): Map<number, string> {
  const types = new Map<number, string>();
  const version = meta.readUInt8(iinf.from);
  for (const box of boxesIn(meta, iinf.from + (version === 0 ? 6 : 8), iinf.to)) {
    if (box.type !== 'infe') continue;
    const infeVersion = meta.readUInt8(box.from);
    if (infeVersion < 2) throw new RangeError('Entries of this age are not read.');
    const wide = infeVersion >= 3;
    const id = wide ? meta.readUInt32BE(box.from + 4) : meta.readUInt16BE(box.from + 4);
    const typeAt = box.from + (wide ? 10 : 8);
    types.set(id, meta.toString('latin1', typeAt, typeAt + 4));
  }
  return types;
}

export interface Extent {
  /** 0: from the start of the file; 1: from the start of `idat`. */
  method: number;
  offset: number;
  length: number;
}

/** Byte ranges of each item. ISO/IEC 14496-12, 8.11.3. */
export function locations(meta: Buffer, iloc: Box): Map<number, Extent[]> {
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
