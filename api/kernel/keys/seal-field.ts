import type { Trx } from '../database/tables/schema.ts';
import type { CompanyKeys } from './company-keys.ts';
import { decrypt, encrypt } from './key-ring.ts';

/** `k`, the version of the company's data key, and the ciphertext. */
const sealedField = /^k(\d{1,9})\.([A-Za-z0-9+/]+={0,2})$/;

/** Whether a sealed value is sealed under its company's data key. */
export const isSealedByCompanyKey = (sealed: string) => sealedField.test(sealed);

/**
 * Seals a value under the data key of the transaction's company.
 * @param place where it is stored, so that a ciphertext copied to another row cannot be opened
 */
export async function sealField(
  trx: Trx,
  keys: CompanyKeys,
  { companyId, place }: { companyId: string; place: string },
  value: unknown,
): Promise<string> {
  const { version, key } = await keys.newest(trx, companyId, 'fields');
  return `k${version}.${encrypt(key, place, Buffer.from(JSON.stringify(value))).toString('base64')}`;
}

/** Opens a sealed value; undefined if its key was destroyed, the place differs, or it was altered. */
export async function openField<T>(
  trx: Trx,
  keys: CompanyKeys,
  { companyId, place }: { companyId: string; place: string },
  sealed: string,
): Promise<T | undefined> {
  const [, version = '', ciphertext = ''] = sealedField.exec(sealed) ?? [];
  const key = version === '' ? undefined : await keys.ofVersion(trx, companyId, 'fields', Number(version));
  const clear = key && decrypt(key, place, Buffer.from(ciphertext, 'base64'));
  return clear === undefined ? undefined : (JSON.parse(clear.toString('utf8')) as T);
}
