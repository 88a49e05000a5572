import { isRecordId } from '#contract/record-id.ts';
import { formatNumber } from '#rules/format/numbers.ts';
import type { SealingKey } from '../checks/individual-verifications/record/encryption.ts';
import { resealCompany } from '../checks/individual-verifications/reseal.ts';
import type { Database } from '../kernel/database/pool.ts';
import { destroyCompanyKeys } from '../kernel/keys/destroy-company-keys.ts';
import { listCompanies } from '../records/company-settings/list-companies.ts';
import { encryptClearFiles } from '../records/documents/encrypt-clear-files.ts';
import { encryptedStorage } from '../records/documents/encrypted-storage.ts';
import type { FileStorage } from '../records/documents/storage.ts';
import { adoptStorage } from '../records/documents/storage-marker.ts';
import { rewrapAuthenticators } from '../records/sign-in/authenticator-apps.ts';

/** Dependencies of commands on keys and files. */
export interface KeyCommandDeps {
  database: Pick<Database, 'db'>;
  now: () => Date;
  sealingKey: SealingKey;
  /** Opened on demand: not every command needs it. */
  files: () => Promise<{ raw: FileStorage; incomingFolder: string }>;
}

type Say = (text: string) => void;

const keysPerBatch = 100;

/**
 * Brings everything under the newest master keys: rewraps the companies' data keys and those of authenticator apps, and encrypts what
 * former versions left in clear text or under `ID_HMAC_KEY`. Each batch is one transaction, so it can be stopped at any time, run again, and run beside the server.
 */
export async function rotateKeys(deps: KeyCommandDeps, say: Say): Promise<string> {
  const { database, sealingKey } = deps;
  const { db } = database;
  const { companyKeys } = sealingKey;
  let rewrapped = 0;
  const rewraps = [
    () => companyKeys.rewrap(db, 'files', keysPerBatch),
    () => companyKeys.rewrap(db, 'fields', keysPerBatch),
    () => rewrapAuthenticators(db, companyKeys, keysPerBatch),
  ];
  for (const rewrapBatch of rewraps) {
    for (;;) {
      const count = await rewrapBatch();
      rewrapped += count;
      if (count > 0) say(`${formatNumber(rewrapped)} keys rewrapped`);
      if (count < keysPerBatch) break;
    }
  }
  let resealed = 0;
  for (const { id } of await listCompanies(db)) {
    const count = await resealCompany(db, sealingKey, id);
    resealed += count;
    if (count > 0) say(`${formatNumber(resealed)} sealed values sealed again`);
  }
  const { raw, incomingFolder } = await deps.files();
  const encrypted = encryptedStorage(raw, { db, companyKeys });
  const { done, unreadable } = await encryptClearFiles({ db, raw, encrypted, incomingFolder }, (so) =>
    say(`${formatNumber(so)} documents encrypted`),
  );
  const result = `${formatNumber(rewrapped)} keys rewrapped, ${formatNumber(resealed)} values sealed again, ${formatNumber(done)} documents encrypted.`;
  if (unreadable > 0) {
    throw new Error(
      `${result} The files of ${formatNumber(unreadable)} documents could not be read and are unchanged. Check the file storage, then run this again.`,
    );
  }
  return `${result} Master keys other than the first are no longer needed for them.`;
}

/** Destroys the data keys of a company: what they encrypt is unreadable for ever, in every backup too. */
export async function destroyKeys(deps: KeyCommandDeps, companyId: string | undefined, isConfirmed: boolean) {
  if (companyId === undefined || !isRecordId(companyId))
    throw new Error('Enter the company’s id as --company.');
  if (!isConfirmed) {
    throw new Error(
      'This makes all files and sealed values of the company unreadable for ever, and cannot be undone. Add --confirm to proceed.',
    );
  }
  const destroyed = await destroyCompanyKeys(deps.database.db, companyId, deps.now);
  if (destroyed === 0) throw new Error('This company has no data keys that can be destroyed.');
  return `${destroyed} data keys of the company are destroyed.`;
}

/** Takes the file storage as this database's own, so that files without a document are deleted again. */
export async function adoptFiles({ database, now, files }: KeyCommandDeps): Promise<string> {
  const { raw } = await files();
  await adoptStorage({ db: database.db, storage: raw, now });
  return 'This file storage belongs to this database. Files without a document are deleted from the next nights on.';
}
