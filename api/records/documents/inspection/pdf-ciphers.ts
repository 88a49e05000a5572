import { createDecipheriv, createHash } from 'node:crypto';

/**
 * RC4 in a stream. Our own, because OpenSSL 3 has it only in its legacy provider, which Node does not load. It protects nothing here: it
 * reads what others have protected.
 */
export function rc4(key: Uint8Array): (bytes: Uint8Array) => Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  for (let i = 0, j = 0; i < 256; i += 1) {
    const value = state[i] as number;
    j = (j + value + (key[i % key.length] as number)) & 0xff;
    state[i] = state[j] as number;
    state[j] = value;
  }
  let i = 0;
  let j = 0;
  return (bytes) => {
    const result = Buffer.alloc(bytes.length);
    for (let at = 0; at < bytes.length; at += 1) {
      i = (i + 1) & 0xff;
      const value = state[i] as number;
      j = (j + value) & 0xff;
      const other = state[j] as number;
      state[i] = other;
      state[j] = value;
      result[at] = (bytes[at] as number) ^ (state[(value + other) & 0xff] as number);
    }
    return result;
  };
}

/** How the streams of a document are encrypted, and the key of the file. ISO 32000-2, 7.6.3. */
export interface StreamCipher {
  method: 'rc4' | 'aes128' | 'aes256' | 'identity';
  key: Buffer;
}

/** The key of one object of generation 0. ISO 32000-2, 7.6.3.2, algorithm 1. */
function objectKey({ method, key }: StreamCipher, object: number): Buffer {
  const numbers = Buffer.alloc(5);
  numbers.writeUIntLE(object & 0xffffff, 0, 3);
  const hash = createHash('md5').update(key).update(numbers);
  if (method === 'aes128') hash.update('sAlT');
  return hash.digest().subarray(0, Math.min(key.length + 5, 16));
}

/**
 * Decrypts a stream of an object, chunk by chunk, from its start on. What follows the end of the stream is decrypted to noise, so the
 * declared length need not be true.
 */
export async function* decrypted(
  chunks: AsyncIterable<Buffer>,
  cipher: StreamCipher,
  object: number,
): AsyncGenerator<Buffer> {
  if (cipher.method === 'rc4') {
    const next = rc4(objectKey(cipher, object));
    for await (const chunk of chunks) yield next(chunk);
    return;
  }
  const key = cipher.method === 'aes256' ? cipher.key : objectKey(cipher, object);
  const algorithm = cipher.method === 'aes256' ? 'aes-256-cbc' : 'aes-128-cbc';
  let start = Buffer.alloc(0);
  let decipher: ReturnType<typeof createDecipheriv> | undefined;
  for await (const chunk of chunks) {
    if (decipher !== undefined) {
      yield decipher.update(chunk);
      continue;
    }
    start = Buffer.concat([start, chunk]);
    if (start.length < 16) continue;
    decipher = createDecipheriv(algorithm, key, start.subarray(0, 16)).setAutoPadding(false);
    yield decipher.update(start.subarray(16));
  }
}
