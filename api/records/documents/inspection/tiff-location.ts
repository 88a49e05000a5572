/** TIFF 6.0 and Exif 2.32: tags of an image file directory that this needs. */
const gpsDirectoryTag = 0x8825;
const exifDirectoryTag = 0x8769;
const xmpTag = 0x02bc;
const iptcTag = 0x83bb;

const typeBytes: Record<number, number> = {
  1: 1,
  2: 1,
  3: 2,
  4: 4,
  5: 8,
  6: 1,
  7: 1,
  8: 2,
  9: 4,
  10: 8,
  11: 4,
  12: 8,
};

const maxDirectories = 16;

interface Order {
  u16(at: number): number;
  u32(at: number): number;
  put16(value: number, at: number): void;
}

function getOrder(block: Buffer): Order | undefined {
  const mark = block.toString('latin1', 0, 2);
  if (mark === 'II' && block.readUInt16LE(2) === 42) {
    return {
      u16: (at) => block.readUInt16LE(at),
      u32: (at) => block.readUInt32LE(at),
      put16: (value, at) => void block.writeUInt16LE(value, at),
    };
  }
  if (mark === 'MM' && block.readUInt16BE(2) === 42) {
    return {
      u16: (at) => block.readUInt16BE(at),
      u32: (at) => block.readUInt32BE(at),
      put16: (value, at) => void block.writeUInt16BE(value, at),
    };
  }
  return undefined;
}

/**
 * Blanks an entry's value outside the entry; values of up to four bytes are inside it. `fill` throws RangeError if the value ends
 * outside the block.
 */
function blankValue(block: Buffer, { u16, u32 }: Order, entry: number): void {
  const bytes = (typeBytes[u16(entry + 2)] ?? 1) * u32(entry + 4);
  if (bytes <= 4) return;
  const at = u32(entry + 8);
  block.fill(0, at, at + bytes);
}

/** Blanks a directory with all its values. `fill` throws RangeError if it ends outside the block. */
function blankDirectory(block: Buffer, order: Order, at: number): void {
  const count = order.u16(at);
  for (let index = 0; index < count; index += 1) blankValue(block, order, at + 2 + index * 12);
  block.fill(0, at, at + 2 + count * 12 + 4);
}

/** Removes an entry from its directory; later entries move up. */
function dropEntry(block: Buffer, { u16, put16 }: Order, directory: number, entry: number): void {
  const count = u16(directory);
  const end = directory + 2 + count * 12 + 4;
  block.copyWithin(entry, entry + 12, end);
  block.fill(0, end - 12, end);
  put16(count - 1, directory);
}

/**
 * Blanks location data in a block of Exif data (a TIFF file), in place, its length unchanged: the GPS directory and its values,
 * and embedded XMP and IPTC texts, which repeat it. Time, camera and orientation stay.
 * @returns whether the block changed.
 * @throws RangeError if the block is not TIFF or contradicts itself; its content is then undefined.
 */
function blankLocation(block: Buffer): boolean {
  const order = block.length >= 8 ? getOrder(block) : undefined;
  if (order === undefined) throw new RangeError('This is no block of Exif data.');
  const waiting = [order.u32(4)];
  const seen = new Set<number>();
  let isChanged = false;
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (at === 0 || seen.has(at)) continue;
    seen.add(at);
    if (seen.size > maxDirectories) throw new RangeError('There are too many directories.');
    for (let index = 0; index < order.u16(at); ) {
      const entry = at + 2 + index * 12;
      const tag = order.u16(entry);
      const isLocation = tag === gpsDirectoryTag || tag === xmpTag || tag === iptcTag;
      if (!isLocation) {
        if (tag === exifDirectoryTag) waiting.push(order.u32(entry + 8));
        index += 1;
        continue;
      }
      if (tag === gpsDirectoryTag) blankDirectory(block, order, order.u32(entry + 8));
      else blankValue(block, order, entry);
      dropEntry(block, order, at, entry);
      isChanged = true;
    }
    waiting.push(order.u32(at + 2 + order.u16(at) * 12));
  }
  return isChanged;
}

/** As `blankLocation`; a block that cannot be read is blanked as a whole, because a place could be anywhere in it. */
export function blankLocationOrAll(block: Buffer): boolean {
  try {
    return blankLocation(block);
  } catch {
    block.fill(0);
    return true;
  }
}

/** Texts (XMP, comments) that may name a place. */
export const namesAPlace = (text: string): boolean =>
  /gps|latitude|longitude|location|geotag|photoshop:(city|state|country)|iptc4xmp/i.test(text);
