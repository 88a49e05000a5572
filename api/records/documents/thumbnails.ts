import sharp from 'sharp';

/** Longest side, in dots: twice what the page shows, for dense screens. */
const thumbnailSide = 192;
const givenUpAfterSeconds = 10;

// Nothing of one company's pictures stays in memory for the next; one processor is enough for pictures one at a time.
sharp.cache(false);
sharp.concurrency(1);

/**
 * Draws a picture small, the right way up, as a JPEG without anything else of it. Undefined where it cannot be drawn: the picture is
 * kept all the same. `maxPixels` is looked at before anything is opened.
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
