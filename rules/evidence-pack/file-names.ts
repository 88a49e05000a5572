/** Maximum bytes of a name in the pack; file systems allow 255, including folders and number. */
const maxNameLength = 120;

/** Reserved device names on Windows, with any extension. */
const deviceName = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/**
 * Sanitises an uploaded file name for every file system: no paths, hidden names, text direction overrides or shell syntax.
 * Letters of every language are preserved, and a plain extension.
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
  const short = cutToBytes(stem, maxNameLength - ending.length).trim() || 'file';
  return deviceName.test(`${short}${ending}`) ? `_${short}${ending}` : `${short}${ending}`;
}

/** Truncates a string to a number of UTF-8 bytes without splitting a character. */
function cutToBytes(text: string, most: number): string {
  let prefix = '';
  let bytes = 0;
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    if (bytes > most) break;
    prefix += character;
  }
  return prefix;
}

/** Path of the n-th document (from 1) in the pack: the number keeps names distinct and ordered. */
export function documentPath(number: number, fileName: string): string {
  return `documents/${String(number).padStart(4, '0')} ${safeFileName(fileName)}`;
}
