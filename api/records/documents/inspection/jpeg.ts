import { maxPixels, maxPixelsDecoded } from '#rules/documents/file-limits.ts';
import { damaged, type FileBytes, type Inspection, problemWithPixels } from './file-bytes.ts';
import { blankLocationOrAll, namesAPlace } from './tiff-location.ts';

/** ITU-T T.81, table B.1: start-of-frame markers, which contain the size; C4, C8 and CC have other meanings. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
const isBaseline = (marker: number) => marker === 0xc0 || marker === 0xc1;

const exifHeader = Buffer.from('Exif\0\0', 'latin1');
const maxSegments = 20_000;

/** Blanks location data in an application segment or comment; the segment's frame stays. */
async function cleanSegment(file: FileBytes, marker: number, from: number, length: number): Promise<void> {
  const isApplication = marker >= 0xe0 && marker <= 0xef;
  if (!isApplication && marker !== 0xfe) return;
  const content = await file.read(from, length);
  if (marker === 0xe1 && content.subarray(0, 6).equals(exifHeader)) {
    if (blankLocationOrAll(content.subarray(6))) await file.write(from, content);
    return;
  }
  const text = content.toString('latin1');
  // Further pictures after this one, which are cut off; and Photoshop's block, in which IPTC stores city and country as
  // numbers.
  const always = (marker === 0xe2 && text.startsWith('MPF\0')) || marker === 0xed;
  if (!always && !namesAPlace(text)) return;
  const header = Math.max(0, text.indexOf('\0') + 1);
  const blank = text.startsWith('http://') ? 0x20 : 0;
  await file.fill(from + header, length - header, blank);
}

/**
 * Offset of the next marker in entropy-coded data, skipping stuffed zeros and restart markers; undefined at the end of the file.
 */
async function nextMarker(file: FileBytes, from: number): Promise<number | undefined> {
  const chunk = 64 * 1024;
  for (let start = from; start < file.size; start += chunk) {
    const bytes = await file.read(start, chunk + 1);
    for (let at = bytes.indexOf(0xff); at !== -1 && at < chunk; at = bytes.indexOf(0xff, at + 1)) {
      const code = bytes[at + 1];
      if (code === undefined) return undefined;
      const isData = code === 0 || code === 0xff || (code >= 0xd0 && code <= 0xd7);
      if (!isData) return start + at;
    }
  }
  return undefined;
}

/**
 * Reads a JPEG's segments in order, blanks location data, and cuts off whatever follows the picture: a second picture, a video, an
 * archive. The picture itself is unchanged. Rejects a truncated file.
 */
export async function inspectJpeg(file: FileBytes): Promise<Inspection> {
  let frame: { pixels: number; isBaseline: boolean } | undefined;
  let at = 2;
  for (let count = 0; count < maxSegments; count += 1) {
    const head = await file.read(at, 11);
    const marker = head[1];
    if (head[0] !== 0xff || marker === undefined) return damaged;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === 0xd9) {
      if (frame === undefined) return damaged;
      await file.cut(at + 2);
      return { ok: true, drawable: frame.isBaseline || frame.pixels <= maxPixelsDecoded };
    }
    const length = head.length >= 4 ? head.readUInt16BE(2) : 0;
    if (length < 2 || at + 2 + length > file.size) return damaged;
    if (isFrame(marker)) {
      if (head.length < 9) return damaged;
      const [height, width] = [head.readUInt16BE(5), head.readUInt16BE(7)];
      const problem = problemWithPixels(width, height, maxPixels);
      if (problem !== undefined) return problem;
      frame = { pixels: width * height, isBaseline: isBaseline(marker) };
    }
    await cleanSegment(file, marker, at + 4, length - 2);
    at += 2 + length;
    if (marker !== 0xda) continue;
    const next = await nextMarker(file, at);
    if (next === undefined) return damaged;
    at = next;
  }
  return damaged;
}
