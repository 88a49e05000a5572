const maxParts = 2000;

const endSignature = 0x06054b50;
const partSignature = 0x02014b50;

/** A file packed in a ZIP archive. */
export interface ZipPart {
  name: string;
  /** 0: stored; 8: deflated. */
  method: number;
  /** CRC-32 of its unpacked bytes. */
  checksum: number;
  /** Packed bytes. */
  size: number;
  /** Offset of its local header, and of its packed bytes. */
  local: number;
  start: number;
}

/** Maximum length of a data descriptor after a part. */
const maxDescriptorLength = 24;

/** Whether the parts are contiguous with nothing hidden between them: streaming readers then see exactly these. */
function areGapless(parts: readonly ZipPart[], end: number): boolean {
  let expected = 0;
  for (const { local, start, size } of [...parts].sort((a, b) => a.local - b.local)) {
    if (local < expected || local > expected + maxDescriptorLength) return false;
    expected = start + size;
  }
  return end >= expected && end <= expected + maxDescriptorLength;
}

/** Parts from an archive's central directory; undefined if it is malformed or has more than 2,000. */
export function getZipParts(zip: Buffer): ZipPart[] | undefined {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || end + 22 > zip.length || zip.readUInt32LE(end) !== endSignature) return undefined;
  const count = zip.readUInt16LE(end + 10);
  const contents = zip.readUInt32LE(end + 16);
  let at = contents;
  const parts: ZipPart[] = [];
  if (count > maxParts) return undefined;
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > zip.length || zip.readUInt32LE(at) !== partSignature) return undefined;
    const local = zip.readUInt32LE(at + 42);
    if (local + 30 > zip.length) return undefined;
    const nameLength = zip.readUInt16LE(at + 28);
    parts.push({
      name: zip.toString('utf8', at + 46, at + 46 + nameLength),
      method: zip.readUInt16LE(at + 10),
      checksum: zip.readUInt32LE(at + 16),
      size: zip.readUInt32LE(at + 20),
      local,
      start: local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28),
    });
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return areGapless(parts, contents) ? parts : undefined;
}
