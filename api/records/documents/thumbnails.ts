import sharp from 'sharp';

/** Longest side, in pixels: twice the displayed size, for high-density screens. */
const thumbnailSide = 192;
const givenUpAfterSeconds = 10;

// One company's pictures must not stay in memory for the next; one processor suffices for pictures one at a time.
sharp.cache(false);
sharp.concurrency(1);

/**
 * Renders a thumbnail, upright, as a JPEG without metadata. Undefined if it cannot be rendered: the picture is stored anyway.
 * `maxPixels` is checked before anything is decoded.
 */
export async function renderThumbnail(
  path: string,
  { maxPixels }: { maxPixels: number },
): Promise<Buffer | undefined> {
  try {
    return await sharp(path, { limitInputPixels: maxPixels, sequentialRead: true, failOn: 'error' })
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
