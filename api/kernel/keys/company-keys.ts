import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Schema, Trx } from '../database/tables/schema.ts';
import { insertCompanyKey, readCompanyKey, rewrapBatch, type StoredKey } from './company-keys-store.ts';
import { type KeyRing, type KeyUse, openKeyRing } from './key-ring.ts';

/** A company's data key, unwrapped. */
export interface DataKey {
  version: number;
  key: Buffer;
}

/**
 * Data keys of companies, wrapped by the operator's master keys. They are read for every use and never cached, so that a destroyed key is
 * gone everywhere at once; a read by primary key costs little beside what it encrypts.
 */
export interface CompanyKeys {
  /** The newest data key of the transaction's company; the first use makes it. @throws Error if it was destroyed. */
  newest(trx: Trx, companyId: string, use: KeyUse): Promise<DataKey>;
  /** A data key of the transaction's company by its version; undefined if it does not exist or was destroyed. */
  ofVersion(trx: Trx, companyId: string, use: KeyUse, version: number): Promise<Buffer | undefined>;
  /** Rewraps a batch of data keys that are not wrapped by the newest master key. @returns how many */
  rewrap(db: Kysely<Schema>, use: KeyUse, limit: number): Promise<number>;
  /** The master keys of fields, for keys of people, who may belong to several companies or none. */
  ofPeople: KeyRing;
}

const getPlace = (companyId: string, use: KeyUse, version: number) => `${companyId} ${use} ${version}`;

/** @param secrets the master keys by use, newest first */
export function createCompanyKeys(
  secrets: Readonly<Record<KeyUse, readonly string[]>>,
  now: () => Date,
): CompanyKeys {
  const rings = { files: openKeyRing(secrets.files, 'files'), fields: openKeyRing(secrets.fields, 'fields') };

  function unwrap(companyId: string, use: KeyUse, stored: StoredKey | undefined): Buffer | undefined {
    if (stored === undefined || stored.wrapped === null) return undefined;
    const { version, master_key_id: masterKeyId, wrapped } = stored;
    return rings[use].unwrap(getPlace(companyId, use, version), { masterKeyId, wrapped });
  }

  return {
    ofPeople: rings.fields,
    async newest(trx, companyId, use) {
      let stored = await readCompanyKey(trx, use);
      if (stored === undefined) {
        const { masterKeyId, wrapped } = rings[use].wrap(getPlace(companyId, use, 1), randomBytes(32));
        await insertCompanyKey(trx, { companyId, use, masterKeyId, wrapped, at: now().toISOString() });
        // Another transaction's may have come first.
        stored = await readCompanyKey(trx, use);
      }
      const key = unwrap(companyId, use, stored);
      if (stored === undefined || key === undefined) {
        throw new Error('The data key of this company was destroyed: nothing more can be stored for it.');
      }
      return { version: stored.version, key };
    },
    ofVersion: async (trx, companyId, use, version) =>
      unwrap(companyId, use, await readCompanyKey(trx, use, version)),
    rewrap: (db, use, limit) =>
      rewrapBatch(db, { use, newestId: rings[use].newestId, limit }, (stored) => {
        const key = unwrap(stored.companyId, use, stored);
        if (key === undefined) throw new Error('A data key without content was selected.');
        return rings[use].wrap(getPlace(stored.companyId, use, stored.version), key);
      }),
  };
}
