/** Most that one file may have: 10 MB, as people count them. Source: domain 11.8. */
export const largestFileBytes = 10 * 1024 * 1024;

/** Most files in one form. */
export const mostFilesAtOnce = 10;

/** Most documents that one record may have, removed ones aside. */
export const mostDocumentsOfOne = 200;

/** Most dots of a picture. A phone's largest pictures have 50 million; what has more would take too much memory to open. */
export const mostPixels = 64_000_000;

/**
 * Most dots of a picture that has to be opened as a whole before anything of it can be drawn smaller (a progressive JPEG, an
 * interlaced PNG). Larger ones are kept without a thumbnail.
 */
export const mostPixelsOpenedWhole = 12_000_000;

/** A size as people read it: "812 kB", "9.4 MB". */
export function fileSizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  const kilobytes = bytes / 1024;
  if (kilobytes < 1000) return `${Math.round(kilobytes)} kB`;
  return `${(kilobytes / 1024).toFixed(1)} MB`;
}
