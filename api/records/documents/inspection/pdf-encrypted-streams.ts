import { Readable } from 'node:stream';
import { constants, inflateSync } from 'node:zlib';
import type { FileBytes } from './file-bytes.ts';
import { afterBlanks } from './pdf-actions.ts';
import { decrypted, type StreamCipher } from './pdf-ciphers.ts';
import { getChunks } from './pdf-pieces.ts';
import { endOfDictionary } from './pdf-tokens.ts';

/** Bytes before a place in a dictionary in which the number of its object is searched, and read for it. */
const headerBytes = 4096;
const maxReadBytes = 64 * 1024;
/** More than noise ever unpacks to, and of it. */
const ambiguousBytes = 64;
const startBytes = 272;
/** Bytes decrypted at a time: most object streams are small. */
const chunkBytes = 32 * 1024;

/**
 * Names in the dictionary of an encrypted object stream, each a key or value that leaves no choice to a reader: no other filter, no
 * predictor, no crypt filter of its own, no data elsewhere.
 */
const expectedNames = new Set(['Type', 'ObjStm', 'N', 'First', 'Length', 'Filter', 'FlateDecode', 'Extends']);

/** Whether a dictionary declares a stream that is deflated once, and nothing more. */
function isDeflatedOnce(bytes: Buffer, from: number, to: number): boolean {
  const text = bytes.toString('latin1', from, to);
  // Strings, comments and escapes, which none of these entries needs, could hide one.
  if (/[(%#]/.test(text)) return false;
  const names = text.match(/\/[^\0\t\n\f\r ()<>[\]{}/%]*/g) ?? [];
  if (!names.every((name) => expectedNames.has(name.slice(1)))) return false;
  if (names.filter((name) => name === '/Filter' || name === '/FlateDecode').length !== 2) return false;
  return /\/Filter[\0\t\n\f\r ]*\[?[\0\t\n\f\r ]*\/FlateDecode/.test(text);
}

/** Numbers that a reader can find before `obj`, the whole one first: it may start within the number. */
function numbersBefore(bytes: Buffer, at: number): number[] | undefined {
  const before = bytes.toString('latin1', Math.max(0, at - 40), at);
  const digits = /(?<!\d)(\d{1,10})[\0\t\n\f\r ]+0{1,5}[\0\t\n\f\r ]*$/.exec(before)?.[1];
  if (digits === undefined) return undefined;
  return [...digits].map((_, start) => Number(digits.slice(start)));
}

/**
 * Numbers of the object whose dictionary contains a slash and ends at `end`, the whole one first. Every `obj` that such a dictionary could
 * belong to counts, in strings and comments too, and all must agree: an object has one key by its number.
 * @returns undefined if there is none, they differ, or the stream is packed otherwise than usual
 */
export function objectNumbersAt(bytes: Buffer, slash: number, end: number): number[] | undefined {
  let numbers: number[] | undefined;
  let read = 0;
  for (let at = bytes.lastIndexOf('obj', slash); at !== -1 && at >= slash - headerBytes; ) {
    const open = afterBlanks(bytes.subarray(0, slash), at + 3);
    const isOpen = bytes[open] === 0x3c && bytes[open + 1] === 0x3c && open < slash;
    const closed = isOpen ? endOfDictionary(bytes, open + 2, end) : undefined;
    read += open - at + (isOpen ? (closed ?? end) - open : 0);
    if (read > maxReadBytes) return undefined;
    if (closed === end) {
      const found = numbersBefore(bytes, at);
      if (found === undefined || (numbers !== undefined && numbers[0] !== found[0])) return undefined;
      if (!isDeflatedOnce(bytes, open + 2, end - 2)) return undefined;
      numbers = found;
    }
    if (at === 0) break;
    at = bytes.lastIndexOf('obj', at - 1);
  }
  return numbers;
}

/** Whether bytes start like zlib data. RFC 1950, 2.2. */
const beginsAsZlib = (bytes: Buffer) =>
  bytes.length >= 2 &&
  ((bytes[0] as number) & 0x0f) === 8 &&
  (bytes[0] as number) >> 4 <= 7 &&
  bytes.readUInt16BE(0) % 31 === 0;

/** What is unpacked from the start of data before the first error in them; all that the start unpacks to if there is none. */
function unpackedStart(data: Buffer): { bytes: Buffer; hasError: boolean } {
  const unpack = (length: number) => {
    try {
      return inflateSync(data.subarray(0, length), { finishFlush: constants.Z_SYNC_FLUSH });
    } catch {
      return undefined;
    }
  };
  const whole = unpack(data.length);
  if (whole !== undefined) return { bytes: whole, hasError: false };
  // A start up to the error unpacks, and a longer one does not.
  let [good, bad] = [0, data.length];
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (unpack(middle) === undefined) bad = middle;
    else good = middle;
  }
  return { bytes: (good > 0 ? unpack(good) : undefined) ?? Buffer.alloc(0), hasError: true };
}

/** Whether data unpack to more than noise does, also for a reader that takes what comes before an error. */
function unpacksToContent(data: Buffer): boolean {
  if (!beginsAsZlib(data)) return false;
  const { bytes, hasError } = unpackedStart(data);
  if (!hasError || bytes.length >= ambiguousBytes) return true;
  return /^[\s\0]*(%|\d+[\s\0]+\d)/.test(bytes.toString('latin1'));
}

/**
 * Data of an encrypted object stream, decrypted. Data that also unpack without decryption, or with the key of another number that a reader
 * could find, would show one content here and another there.
 * @param numbers of its object, the whole one first
 * @returns undefined if the data are ambiguous
 */
export async function decryptedStream(
  file: FileBytes,
  dataAt: number,
  { cipher, numbers }: { cipher: StreamCipher; numbers: readonly number[] },
): Promise<AsyncIterable<Buffer> | undefined> {
  const [number, ...others] = numbers;
  if (number === undefined || cipher.method === 'identity') return undefined;
  const start = await file.read(dataAt, startBytes);
  if (unpacksToContent(start)) return undefined;
  for (const other of cipher.method === 'aes256' ? [] : others) {
    const parts: Buffer[] = [];
    for await (const part of decrypted(Readable.from([start]), cipher, other)) parts.push(part);
    if (unpacksToContent(Buffer.concat(parts))) return undefined;
  }
  return decrypted(getChunks(file, dataAt, chunkBytes), cipher, number);
}
