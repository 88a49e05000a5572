import sharp from 'sharp';
import type { FileKind } from '#rules/documents/file-kinds.ts';
import { maxPixels } from '#rules/documents/file-limits.ts';
import { damaged, problemWithPixels, type RefusedFile } from '../inspection/file-bytes.ts';
import { type DecodingLimits, decodeHeic } from './decode-heic.ts';

/** Longest side, in pixels: twice the displayed size, for high-density screens. */
const thumbnailSide = 192;
/** Longest side, in pixels, of the picture of a HEIC file: enough to read an identity document. */
const pictureSide = 2000;
const givenUpAfterSeconds = 10;

// One company's pictures must not stay in memory for the next; one processor suffices for pictures one at a time.
sharp.cache(false);
sharp.concurrency(1);

/**
 * Renders a thumbnail, upright, as a JPEG without metadata. Undefined if it cannot be rendered: the picture is stored anyway.
 * The limit of pixels is checked before anything is decoded.
 */
export async function renderThumbnail(file: string | Buffer): Promise<Buffer | undefined> {
  try {
    return await sharp(file, { limitInputPixels: maxPixels, sequentialRead: true, failOn: 'error' })
      .autoOrient()
      .resize(thumbnailSide, thumbnailSide, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .timeout({ seconds: givenUpAfterSeconds })
      .jpeg({ quality: 70 })
      .toBuffer();
  } catch {
    return undefined;
  }
}

export type Rendering = { picture: Buffer | undefined } | RefusedFile;

/**
 * Renders the picture that a browser displays in place of a HEIC file, upright, as a JPEG without metadata. Undefined if the decoder does
 * not support the file; rejected if the file is damaged, because no one could view it.
 */
export async function renderHeic(path: string, limits?: Partial<DecodingLimits>): Promise<Rendering> {
  const decoded = await decodeHeic(path, { side: pictureSide, limits });
  if ('failed' in decoded) {
    const tooLarge =
      decoded.failed === 'tooLarge'
        ? problemWithPixels(decoded.width, decoded.height, limits?.maxPixels ?? maxPixels)
        : undefined;
    return tooLarge ?? (decoded.failed === 'damaged' ? damaged : { picture: undefined });
  }
  const { pixels, width, height } = decoded;
  const picture = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .resize(pictureSide, pictureSide, { fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: 80 })
    .toBuffer();
  return { picture };
}

/** The picture to store beside a file: of a HEIC one to display in its place, else a thumbnail. */
export async function renderPicture(
  path: string,
  { kind, limits }: { kind: FileKind; limits: Partial<DecodingLimits> | undefined },
): Promise<Rendering> {
  return kind === 'heic' ? renderHeic(path, limits) : { picture: await renderThumbnail(path) };
}
