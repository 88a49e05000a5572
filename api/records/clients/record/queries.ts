import type { Kysely } from 'kysely';
import type { readClient as readEndpoint } from '#contract/clients/clients.ts';
import type { EndpointResponse } from '#contract/endpoint.ts';
import { can } from '#rules/permissions.ts';
import type { Schema } from '../../../kernel/database/tables/schema.ts';
import { asTenant } from '../../../kernel/database/tenancy.ts';
import { apiError } from '../../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../../kernel/http/bind-endpoint.ts';
import { isOnHold, readClientById, readMergedClients, readSurvivor } from './store.ts';

export interface ClientsDeps {
  db: Kysely<Schema>;
  now: () => Date;
}

/** Throws `record.notFound` for a client of another company. */
export function readClient(
  deps: ClientsDeps,
  { member, company }: MemberCaller,
  id: string,
): Promise<EndpointResponse<typeof readEndpoint>> {
  const right = can({ kind: 'member', ...member }, 'legalHolds.manage', company, deps.now().toISOString());
  return asTenant(deps.db, company.id, async (trx) => {
    const client = await readClientById(trx, id);
    if (client === null) throw apiError('record.notFound');
    const opened = {
      ...client,
      mergedInto: client.status === 'merged' ? await readSurvivor(trx, id) : null,
      mergedRecords: await readMergedClients(trx, id),
    };
    return right.allowed ? { ...opened, onLegalHold: await isOnHold(trx, id) } : opened;
  });
}
