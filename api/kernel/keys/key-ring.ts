import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

/** What a company's data key encrypts. Each use has its own master keys. */
export type KeyUse = 'files' | 'fields';

const nonceBytes = 12;
const tagBytes = 16;

/** Encrypts with AES-256-GCM; `place` is where it is stored, so that a ciphertext copied elsewhere cannot be decrypted. */
export function encrypt(key: Uint8Array, place: string, clear: Uint8Array): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place));
  const sealed = Buffer.concat([cipher.update(clear), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Decrypts; undefined if the key or the place differs, or the ciphertext was altered. */
export function decrypt(key: Uint8Array, place: string, bytes: Uint8Array): Buffer | undefined {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes))
      .setAAD(Buffer.from(place))
      .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
    return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]);
  } catch {
    return undefined;
  }
}

/** The operator's master keys of one use: the first wraps, all of them unwrap. */
export interface KeyRing {
  /** Identifies the first key without revealing it. */
  newestId: string;
  wrap(place: string, dataKey: Uint8Array): { masterKeyId: string; wrapped: string };
  /** @throws Error, for the operator, if the ring no longer has the master key or the wrapped key was altered. */
  unwrap(place: string, stored: { masterKeyId: string; wrapped: string }): Buffer;
}

/** Opens a ring of secrets of 32 characters or more, newest first. */
export function openKeyRing(secrets: readonly string[], use: KeyUse): KeyRing {
  const keys = secrets.map((secret) => {
    const key = Buffer.from(hkdfSync('sha256', secret, '', `assay master key of ${use}`, 32));
    return { id: createHash('sha256').update(key).digest('hex').slice(0, 16), key };
  });
  const [newest] = keys;
  if (newest === undefined) throw new Error(`There is no master key of ${use}.`);
  return {
    newestId: newest.id,
    wrap: (place, dataKey) => ({
      masterKeyId: newest.id,
      wrapped: encrypt(newest.key, place, dataKey).toString('base64'),
    }),
    unwrap(place, { masterKeyId, wrapped }) {
      const found = keys.find(({ id }) => id === masterKeyId);
      const variable = use === 'files' ? 'FILE_KEYS' : 'FIELD_KEYS';
      if (found === undefined) {
        throw new Error(
          `A data key is wrapped by a master key (${masterKeyId}) that ${variable} no longer has. Add that key at the end of ${variable}, then run keys:rotate before you remove it.`,
        );
      }
      const dataKey = decrypt(found.key, place, Buffer.from(wrapped, 'base64'));
      if (dataKey === undefined) throw new Error(`The wrapped data key of ${place} was altered.`);
      return dataKey;
    },
  };
}
