import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';

const keyOf = (secret: string, purpose: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', `assay ${purpose}`, 32));

/**
 * Encrypts a text for those who have the secret, by AES-256-GCM. The same text is sealed the same way, with a nonce derived from it: responses
 * that set a cookie twice then set equal ones.
 * @param purpose what the text is; it is opened for the same purpose only
 */
export function sealText(text: string, secret: string, purpose: string): string {
  const key = keyOf(secret, purpose);
  const iv = createHmac('sha256', key).update(text).digest().subarray(0, 12);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), bytes]).toString('base64url');
}

/** The sealed text; undefined for one that was changed, or sealed with another secret or for another purpose. */
export function openSealedText(sealed: string, secret: string, purpose: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url');
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyOf(secret, purpose), bytes.subarray(0, 12));
    decipher.setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
