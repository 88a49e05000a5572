import { windowsLetters } from '#rules/clients/windows-letters.ts';

/** Bytes without a meaning are read as U+FFFD, which a file is refused for. */
const letters = windowsLetters.replace(/[\x80-\x9f]/g, '\ufffd');

/**
 * The text of bytes in Windows-1252, which Excel calls CSV without a further name. Some of the versions of Node that the app runs on decode
 * it as Latin-1: https://github.com/nodejs/node/issues/56542.
 */
export function decodeWindows1252(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    .toString('latin1')
    .replace(/[\x80-\x9f]/g, (letter) => letters.charAt(letter.charCodeAt(0) - 0x80));
}
