/** Bytes that a name may take in the pack; file systems allow 255, and folders and numbers stand before it. */
const longestName = 120;

/** What a device is called on Windows, whatever comes after the first dot. */
const deviceName = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/**
 * A name that somebody gave a file, as a file may be called in every folder: nothing that leads elsewhere, hides, reverses the
 * text or means something to a shell. Letters of every language stay. The ending is kept where it is a plain one.
 */
export function safeFileName(name: string): string {
  const plain = name
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu, '')
    .replace(/[\s\p{Z}]+/gu, ' ')
    .replace(/[^\p{L}\p{M}\p{N} ._()-]/gu, '_')
    .replace(/\.{2,}/g, '.')
    .replace(/^[. -]+|[. ]+$/g, '');
  const ending = /\.[A-Za-z0-9]{1,8}$/.exec(plain)?.[0] ?? '';
  const stem = ending === '' ? plain : plain.slice(0, -ending.length);
  const short = cutToBytes(stem, longestName - ending.length).trim() || 'file';
  return deviceName.test(`${short}${ending}`) ? `_${short}${ending}` : `${short}${ending}`;
}

/** As many whole characters as fit into so many bytes of UTF-8. */
function cutToBytes(text: string, most: number): string {
  let kept = '';
  let bytes = 0;
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    if (bytes > most) break;
    kept += character;
  }
  return kept;
}

/** Where the n-th document (from 1) stands in the pack: the number keeps names apart and in order. */
export function documentPath(number: number, fileName: string): string {
  return `documents/${String(number).padStart(4, '0')} ${safeFileName(fileName)}`;
}
