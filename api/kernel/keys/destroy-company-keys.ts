import type { Kysely } from 'kysely';
import { inWork } from '../command/work.ts';
import type { Schema } from '../database/tables/schema.ts';
import { destroyStoredKeys } from './company-keys-store.ts';

/**
 * Destroys the data keys of a company, with an audit event: what they encrypt can never be read again, not even from a backup of the
 * files. A backup of the database from before still has the keys, wrapped.
 * @returns how many keys were destroyed
 */
export async function destroyCompanyKeys(
  db: Kysely<Schema>,
  companyId: string,
  now: () => Date,
): Promise<number> {
  const by = {
    companyId,
    actor: { type: 'system', id: 'keys:destroy', role: 'operator' },
    requestId: 'keys:destroy',
    rights: 'jobs',
  } as const;
  return inWork({ db, now }, by, async ({ trx, at, record }) => {
    const destroyed = await destroyStoredKeys(trx, companyId, at);
    if (destroyed > 0) {
      record({
        action: 'company.keysDestroyed',
        resourceType: 'company',
        resourceId: companyId,
        detail: { destroyed },
      });
    }
    return destroyed;
  });
}
