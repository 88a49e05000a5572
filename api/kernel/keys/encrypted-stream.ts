import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { DataKey } from './company-keys.ts';

/**
 * Encrypted files: a header, then frames of 256 kB, each encrypted and authenticated on its own, so that a file is encrypted and decrypted
 * while it streams. A frame's nonce is its number and whether it is the last one: frames cannot be reordered, repeated or cut off. The
 * key is derived from the company's data key for this file alone, by a random salt and the file's place.
 */
const magic = Buffer.from('ASSAYF1\n', 'latin1');
const saltBytes = 16;
const headerBytes = magic.length + 4 + saltBytes;
const frameBytes = 256 * 1024;
const tagBytes = 16;

/** Bytes that a file of this size takes once encrypted. */
export const encryptedSize = (size: number) =>
  headerBytes + size + tagBytes * Math.max(1, Math.ceil(size / frameBytes));

/** Bytes at the start of a stored file by which an encrypted one is recognised. */
export const markBytes = magic.length;
export const isEncrypted = (start: Uint8Array) => magic.equals(start.subarray(0, magic.length));

const fileKey = (dataKey: Uint8Array, salt: Uint8Array, place: string) =>
  Buffer.from(hkdfSync('sha256', dataKey, salt, `assay file ${place}`, 32));

function getNonce(frame: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(Math.floor(frame / 2 ** 32), 3);
  nonce.writeUInt32BE(frame % 2 ** 32, 7);
  nonce.writeUInt8(isLast ? 1 : 0, 11);
  return nonce;
}

interface Frame {
  parts: Uint8Array[];
  length: number;
  isLast: boolean;
}

/** Chunks regrouped into frames of a size, without copying; the last one may be shorter, and is there even if it is empty. */
async function* getFrames(chunks: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Frame> {
  let parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    let rest = chunk;
    // More than a frame, so that the last one is known to be the last.
    while (length + rest.length > size) {
      parts.push(rest.subarray(0, size - length));
      rest = rest.subarray(size - length);
      yield { parts, length: size, isLast: false };
      parts = [];
      length = 0;
    }
    parts.push(rest);
    length += rest.length;
  }
  yield { parts, length, isLast: true };
}

/** The parts of a frame before its last bytes, and those. */
function splitEnd({ parts, length }: Frame, endBytes: number): { before: Uint8Array[]; end: Buffer } {
  const before: Uint8Array[] = [];
  const end: Uint8Array[] = [];
  let left = length - endBytes;
  for (const part of parts) {
    const at = Math.min(part.length, left);
    left -= at;
    if (at > 0) before.push(part.subarray(0, at));
    if (at < part.length) end.push(part.subarray(at));
  }
  return { before, end: Buffer.concat(end) };
}

/** Encrypts a stream. @param place the file's key in the storage */
export async function* encryptStream(
  chunks: AsyncIterable<Uint8Array>,
  { version, key: dataKey }: DataKey,
  place: string,
): AsyncGenerator<Buffer> {
  const header = Buffer.alloc(headerBytes);
  magic.copy(header);
  header.writeUInt32BE(version, magic.length);
  const salt = randomBytes(saltBytes);
  salt.copy(header, magic.length + 4);
  yield header;
  const key = fileKey(dataKey, salt, place);
  let frame = 0;
  for await (const { parts, isLast } of getFrames(chunks, frameBytes)) {
    const cipher = createCipheriv('aes-256-gcm', key, getNonce(frame, isLast));
    for (const part of parts) yield cipher.update(part);
    cipher.final();
    yield cipher.getAuthTag();
    frame += 1;
  }
}

/** The first bytes of a stream, as many as there are up to a length, and those read with them. */
async function readStart(chunks: AsyncIterator<Uint8Array>, length: number): Promise<Buffer> {
  let start = Buffer.alloc(0);
  while (start.length < length) {
    const next = await chunks.next();
    if (next.done) break;
    start = Buffer.concat([start, next.value]);
  }
  return start;
}

/** The rest of a stream after bytes of it that were read before. */
async function* continued(read: Uint8Array, chunks: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (read.length > 0) yield read;
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
}

/**
 * Decrypts a stream that is encrypted, and passes on one that is not: files stored before there was encryption.
 * @param getKey the company's data key of a version; undefined if it was destroyed
 * @throws Error if the key was destroyed, the bytes were altered, or belong to another place.
 */
export async function* decryptStream(
  chunks: AsyncIterable<Uint8Array>,
  getKey: (version: number) => Promise<Uint8Array | undefined>,
  place: string,
): AsyncGenerator<Uint8Array> {
  const source = chunks[Symbol.asyncIterator]();
  try {
    yield* decrypted(source, getKey, place);
  } finally {
    await source.return?.();
  }
}

async function* decrypted(
  source: AsyncIterator<Uint8Array>,
  getKey: (version: number) => Promise<Uint8Array | undefined>,
  place: string,
): AsyncGenerator<Uint8Array> {
  const start = await readStart(source, headerBytes);
  if (!isEncrypted(start)) return yield* continued(start, source);
  if (start.length < headerBytes) throw new Error('An encrypted file ends in its header.');
  const dataKey = await getKey(start.readUInt32BE(magic.length));
  if (dataKey === undefined) throw new Error('The key of this file was destroyed.');
  const key = fileKey(dataKey, start.subarray(magic.length + 4, headerBytes), place);
  const rest = continued(start.subarray(headerBytes), source);
  let frame = 0;
  for await (const item of getFrames(rest, frameBytes + tagBytes)) {
    if (item.length < tagBytes) throw new Error('An encrypted file ends early.');
    const { before, end } = splitEnd(item, tagBytes);
    const decipher = createDecipheriv('aes-256-gcm', key, getNonce(frame, item.isLast)).setAuthTag(end);
    const clear = before.map((part) => decipher.update(part));
    // Nothing is passed on before it is authenticated.
    decipher.final();
    yield* clear;
    frame += 1;
  }
}
