import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** Key for fingerprints and encryption: `ID_HMAC_KEY`. */
export interface SealingKey {
  idHmacKey: string;
}

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** A separate encryption key, so that fingerprints reveal nothing about ciphertexts. */
function sealingKey({ idHmacKey }: SealingKey): Buffer {
  return Buffer.from(hkdfSync('sha256', idHmacKey, '', 'assay sealed identity document', 32));
}

/**
 * Encrypts data that only a later check needs. `place`: where it is stored, so that a ciphertext copied to another row
 * cannot be decrypted.
 */
export function seal(key: SealingKey, place: string, value: unknown): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, sealingKey(key), nonce).setAAD(Buffer.from(place));
  const sealed = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
}

/** Decrypts a value; undefined if the key or place differs, or the ciphertext was altered. */
export function unseal<T>(key: SealingKey, place: string, sealed: string): T | undefined {
  const bytes = Buffer.from(sealed, 'base64');
  try {
    const decipher = createDecipheriv(algorithm, sealingKey(key), bytes.subarray(0, nonceBytes))
      .setAAD(Buffer.from(place))
      .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
    const text = Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]);
    return JSON.parse(text.toString('utf8')) as T;
  } catch {
    return undefined;
  }
}

/** Keyed digest by which a company recognises a document; another company's digest of the same document differs. */
export function fingerprint({ idHmacKey }: SealingKey, companyId: string, text: string): string {
  return createHmac('sha256', idHmacKey).update(`${companyId}\n${text}`).digest('hex');
}
