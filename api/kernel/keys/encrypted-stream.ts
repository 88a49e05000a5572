import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { DataKey } from './company-keys.ts';

/**
 * Encrypted files: a header, then frames of 64 kB, each encrypted and authenticated on its own, so that a file is encrypted and decrypted
 * while it streams. A frame's nonce is its number and whether it is the last one: frames cannot be reordered, repeated or cut off. The
 * key is derived from the company's data key for this file alone, by a random salt and the file's place.
 */
const magic = Buffer.from('ASSAYF1\n', 'latin1');
const saltBytes = 16;
const headerBytes = magic.length + 4 + saltBytes;
const frameBytes = 64 * 1024;
const tagBytes = 16;

/** Bytes that a file of this size takes once encrypted. */
export const encryptedSize = (size: number) =>
  headerBytes + size + tagBytes * Math.max(1, Math.ceil(size / frameBytes));

/** Bytes at the start of a stored file by which an encrypted one is recognised. */
export const markBytes = magic.length;
export const isEncrypted = (start: Uint8Array) => magic.equals(start.subarray(0, magic.length));

const fileKey = (dataKey: Uint8Array, salt: Uint8Array, place: string) =>
  Buffer.from(hkdfSync('sha256', dataKey, salt, `assay file ${place}`, 32));

function nonceOf(frame: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(Math.floor(frame / 2 ** 32), 3);
  nonce.writeUInt32BE(frame % 2 ** 32, 7);
  nonce.writeUInt8(isLast ? 1 : 0, 11);
  return nonce;
}

/** Chunks regrouped into those of a size; the last one may be shorter, and is there even if it is empty. */
async function* regrouped(
  chunks: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<{ bytes: Buffer; isLast: boolean }> {
  let parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    parts.push(chunk);
    length += chunk.length;
    // More than a frame, so that the last one is known to be the last.
    if (length <= size) continue;
    const bytes = Buffer.concat(parts, length);
    let at = 0;
    for (; length - at > size; at += size) yield { bytes: bytes.subarray(at, at + size), isLast: false };
    parts = [bytes.subarray(at)];
    length -= at;
  }
  yield { bytes: Buffer.concat(parts, length), isLast: true };
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
  for await (const { bytes, isLast } of regrouped(chunks, frameBytes)) {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(frame, isLast));
    yield cipher.update(bytes);
    cipher.final();
    yield cipher.getAuthTag();
    frame += 1;
  }
}

/** The first bytes of a stream, and all of it again. */
async function peek(
  chunks: AsyncIterator<Uint8Array>,
  length: number,
): Promise<{ start: Buffer; rest: AsyncGenerator<Uint8Array> }> {
  let start = Buffer.alloc(0);
  while (start.length < length) {
    const next = await chunks.next();
    if (next.done) break;
    start = Buffer.concat([start, next.value]);
  }
  async function* rest() {
    if (start.length > 0) yield start;
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
  }
  return { start, rest: rest() };
}

async function* withoutStart(chunks: AsyncIterable<Uint8Array>, length: number): AsyncGenerator<Uint8Array> {
  let left = length;
  for await (const chunk of chunks) {
    const from = Math.min(left, chunk.length);
    left -= from;
    if (from < chunk.length) yield chunk.subarray(from);
  }
}

/**
 * Decrypts a stream that is encrypted, and passes on one that is not: files stored before there was encryption.
 * @param keyOf the company's data key of a version; undefined if it was destroyed
 * @throws Error if the key was destroyed, the bytes were altered, or belong to another place.
 */
export async function* decryptStream(
  chunks: AsyncIterable<Uint8Array>,
  keyOf: (version: number) => Promise<Uint8Array | undefined>,
  place: string,
): AsyncGenerator<Uint8Array> {
  const source = chunks[Symbol.asyncIterator]();
  try {
    yield* decrypted(source, keyOf, place);
  } finally {
    await source.return?.();
  }
}

async function* decrypted(
  source: AsyncIterator<Uint8Array>,
  keyOf: (version: number) => Promise<Uint8Array | undefined>,
  place: string,
): AsyncGenerator<Uint8Array> {
  const { start, rest } = await peek(source, headerBytes);
  if (!isEncrypted(start)) return yield* rest;
  if (start.length < headerBytes) throw new Error('An encrypted file ends in its header.');
  const dataKey = await keyOf(start.readUInt32BE(magic.length));
  if (dataKey === undefined) throw new Error('The key of this file was destroyed.');
  const key = fileKey(dataKey, start.subarray(magic.length + 4, headerBytes), place);
  let frame = 0;
  for await (const { bytes, isLast } of regrouped(withoutStart(rest, headerBytes), frameBytes + tagBytes)) {
    if (bytes.length < tagBytes) throw new Error('An encrypted file ends early.');
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(frame, isLast)).setAuthTag(
      bytes.subarray(bytes.length - tagBytes),
    );
    const clear = decipher.update(bytes.subarray(0, bytes.length - tagBytes));
    // Nothing is passed on before it is authenticated.
    decipher.final();
    if (clear.length > 0) yield clear;
    frame += 1;
  }
}
