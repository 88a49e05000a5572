import type { FileBytes } from './file-bytes.ts';
import { type Box, boxesIn, type Extent } from './heic-boxes.ts';

interface Size {
  width: number;
  height: number;
}

/** A file's description, from `at` on in the file, with its items. */
interface Description {
  file: FileBytes;
  meta: Buffer;
  at: number;
  idat: Box | undefined;
  types: ReadonlyMap<number, string>;
  where: ReadonlyMap<number, readonly Extent[]>;
}

/** Bytes at the start of an item that is put together from others; longer ones continue with what is not read. */
const derivedBytes = 18;

/** Sizes by the `ispe` properties. ISO/IEC 23008-12, 6.5.3. */
function propertySizes(meta: Buffer, iprp: Box): Size[] {
  return boxesIn(meta, iprp.from, iprp.to)
    .filter(({ type }) => type === 'ipco')
    .flatMap((ipco) => boxesIn(meta, ipco.from, ipco.to))
    .filter(({ type }) => type === 'ispe')
    .map(({ from }) => ({ width: meta.readUInt32BE(from + 4), height: meta.readUInt32BE(from + 8) }));
}

async function startOfItem(
  { file, meta, at, idat }: Description,
  extents: readonly Extent[],
): Promise<Buffer> {
  let start = Buffer.alloc(0);
  for (const { method, offset, length } of extents) {
    const left = Math.min(length, derivedBytes - start.length);
    const from = method === 1 ? (idat?.from ?? meta.length) + at + offset : offset;
    start = Buffer.concat([start, await file.read(from, left)]);
  }
  return start;
}

/** Size of a picture put together from tiles or laid over each other. ISO/IEC 23008-12, 6.6.2.2 and 6.6.2.3. */
function derivedSize(type: string, content: Buffer): Size {
  const bytes = (content.readUInt8(1) & 1) === 0 ? 2 : 4;
  const from = type === 'grid' ? 4 : 10;
  return { width: content.readUIntBE(from, bytes), height: content.readUIntBE(from + bytes, bytes) };
}

/** Sizes of all pictures in a HEIC file, as it declares them. @throws RangeError if it ends before. */
export async function declaredSizes(description: Description, iprp: Box | undefined): Promise<Size[]> {
  const sizes = iprp === undefined ? [] : propertySizes(description.meta, iprp);
  for (const [id, type] of description.types) {
    if (type !== 'grid' && type !== 'iovl') continue;
    const content = await startOfItem(description, description.where.get(id) ?? []);
    sizes.push(derivedSize(type, content));
  }
  return sizes;
}
