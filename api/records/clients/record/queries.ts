import type { Kysely } from 'kysely';
import { readClient as readEndpoint } from '#contract/clients/clients.ts';
import { can } from '#rules/permissions.ts';
import { queriesFor } from '../../../kernel/command/query.ts';
import type { Schema } from '../../../kernel/database/tables/schema.ts';
import { isOnHold, readClientById, readMergedClients, readSurvivor } from './store.ts';

export interface ClientsDeps {
  db: Kysely<Schema>;
  now: () => Date;
}

const query = queriesFor<ClientsDeps>();

/** GET /clients/:id. */
export const readClient = query(
  readEndpoint,
  async ({ trx, deps, caller: { member, company }, params: { id } }) => {
    const client = await readClientById(trx, id);
    if (client === null) return null;
    const opened = {
      ...client,
      mergedInto: client.status === 'merged' ? await readSurvivor(trx, id) : null,
      mergedRecords: await readMergedClients(trx, id),
    };
    const right = can({ kind: 'member', ...member }, 'legalHolds.manage', company, deps.now().toISOString());
    return right.allowed ? { ...opened, onLegalHold: await isOnHold(trx, id) } : opened;
  },
);
