import type { Kysely } from 'kysely';
import type { Schema, Trx } from '../database/tables/schema.ts';
import { asJobs } from '../database/tenancy.ts';
import type { KeyUse } from './key-ring.ts';

/** A company's data key as stored; `wrapped` is null once it was destroyed. */
export interface StoredKey {
  version: number;
  master_key_id: string;
  wrapped: string | null;
}

const columns = ['version', 'master_key_id', 'wrapped'] as const;

/** A data key of the transaction's company: of a version, or the newest. */
export function readCompanyKey(trx: Trx, use: KeyUse, version?: number): Promise<StoredKey | undefined> {
  let query = trx.selectFrom('company_keys').select(columns).where('use', '=', use);
  if (version !== undefined) query = query.where('version', '=', version);
  return query.orderBy('version', 'desc').limit(1).executeTakeFirst();
}

/** Inserts a company's first data key, unless a concurrent transaction did. */
export async function insertCompanyKey(
  trx: Trx,
  key: { companyId: string; use: KeyUse; masterKeyId: string; wrapped: string; at: string },
): Promise<void> {
  await trx
    .insertInto('company_keys')
    .values({
      company_id: key.companyId,
      use: key.use,
      version: 1,
      master_key_id: key.masterKeyId,
      wrapped: key.wrapped,
      created_at: key.at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Destroys the data keys of a company, with the rights of background jobs. @returns how many there were */
export async function destroyStoredKeys(trx: Trx, companyId: string, at: string): Promise<number> {
  const rows = await trx
    .updateTable('company_keys')
    .set({ wrapped: null, destroyed_at: at })
    .where('company_id', '=', companyId)
    .where('destroyed_at', 'is', null)
    .returning('version')
    .execute();
  return rows.length;
}

/**
 * Rewraps a batch of data keys that another master key wraps, in one transaction; those that another process rewraps are left to it.
 * @returns how many were rewrapped
 */
export function rewrapBatch(
  db: Kysely<Schema>,
  { use, newestId, limit }: { use: KeyUse; newestId: string; limit: number },
  rewrap: (key: StoredKey & { companyId: string }) => { masterKeyId: string; wrapped: string },
): Promise<number> {
  return asJobs(db, async (trx) => {
    const rows = await trx
      .selectFrom('company_keys')
      .select(['company_id', ...columns])
      .where('use', '=', use)
      .where('master_key_id', '!=', newestId)
      .where('wrapped', 'is not', null)
      .orderBy('company_id')
      .orderBy('version')
      .limit(limit)
      .forUpdate()
      .skipLocked()
      .execute();
    for (const row of rows) {
      const { masterKeyId, wrapped } = rewrap({ ...row, companyId: row.company_id });
      await trx
        .updateTable('company_keys')
        .set({ master_key_id: masterKeyId, wrapped })
        .where('company_id', '=', row.company_id)
        .where('use', '=', use)
        .where('version', '=', row.version)
        .execute();
    }
    return rows.length;
  });
}
