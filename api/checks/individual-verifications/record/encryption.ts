import { createHmac, hkdfSync } from 'node:crypto';
import type { Trx } from '../../../kernel/database/tables/schema.ts';
import type { CompanyKeys } from '../../../kernel/keys/company-keys.ts';
import { decrypt } from '../../../kernel/keys/key-ring.ts';
import { isSealedByCompanyKey, openField, sealField } from '../../../kernel/keys/seal-field.ts';

/** Keys for digests and sealed values of identity documents. */
export interface SealingKey {
  /** The newest `ID_HMAC_KEY`. */
  idHmacKey: string;
  /** Those before it, newest first. */
  pastIdHmacKeys?: readonly string[];
  /** Seal values under their company's data key. */
  companyKeys: CompanyKeys;
}

/** Where a sealed value is stored: a ciphertext copied to another row cannot be opened. */
export interface SealedPlace {
  companyId: string;
  place: string;
}

/** Seals data that only a later check needs. */
export const seal = (
  trx: Trx,
  { companyKeys }: SealingKey,
  at: SealedPlace,
  value: unknown,
): Promise<string> => sealField(trx, companyKeys, at, value);

/** Opens what former versions sealed, under a key derived from `ID_HMAC_KEY`. */
function openFormer<T>(
  { idHmacKey, pastIdHmacKeys = [] }: SealingKey,
  place: string,
  sealed: string,
): T | undefined {
  for (const secret of [idHmacKey, ...pastIdHmacKeys]) {
    const key = Buffer.from(hkdfSync('sha256', secret, '', 'assay sealed identity document', 32));
    const clear = decrypt(key, place, Buffer.from(sealed, 'base64'));
    if (clear !== undefined) return JSON.parse(clear.toString('utf8')) as T;
  }
  return undefined;
}

/** Opens a value; undefined if the key or place differs, or the ciphertext was altered. */
export async function unseal<T>(
  trx: Trx,
  key: SealingKey,
  at: SealedPlace,
  sealed: string,
): Promise<T | undefined> {
  if (isSealedByCompanyKey(sealed)) return openField<T>(trx, key.companyKeys, at, sealed);
  return openFormer<T>(key, at.place, sealed);
}

/**
 * Keyed digest by which a company recognises a document; another company's digest of the same document differs. The oldest key makes it,
 * because a digest cannot be recomputed without the number, which is deleted: under another key no document would match a former one.
 */
export function fingerprint(
  { idHmacKey, pastIdHmacKeys = [] }: SealingKey,
  companyId: string,
  text: string,
): string {
  return createHmac('sha256', pastIdHmacKeys.at(-1) ?? idHmacKey)
    .update(`${companyId}\n${text}`)
    .digest('hex');
}
