import { sql } from 'kysely';
import type { RefreshCause } from '#rules/clients/client-refresh.ts';
import { riskLevels } from '#rules/clients/client-types.ts';
import { endedClientStatuses } from '#rules/lifecycles/clients.ts';
import type { Trx } from '../../../kernel/database/tables/schema.ts';

/** Makes the CDD of approved clients due again; the exceptions they were approved under, if any, end. */
export async function writeRefreshDue(trx: Trx, clientIds: readonly string[]): Promise<void> {
  if (clientIds.length === 0) return;
  await trx
    .updateTable('clients')
    .set({
      cdd_status: 'refreshDue',
      cdd_submitted_by: null,
      cdd_exception_reason: null,
      cdd_exception_ends_on: null,
      cdd_exception_by: null,
    })
    .where('id', 'in', [...clientIds])
    .execute();
}

/** Adds a cause to those for which the CDD of clients is due again, once. Without effect before the first approval. */
export async function addRefreshCause(
  trx: Trx,
  clientIds: readonly string[],
  cause: RefreshCause,
): Promise<void> {
  if (clientIds.length === 0) return;
  await trx
    .updateTable('clients')
    .set({ refresh_causes: sql`array_append(refresh_causes, ${cause}::text)` })
    .where('id', 'in', [...clientIds])
    .where('cdd_decided_at', 'is not', null)
    .where(sql<boolean>`NOT ${cause}::text = ANY (refresh_causes)`)
    .execute();
}

/** Clients with a relationship of which a client is a current related party and whose CDD was approved, those of the highest risk first. */
export async function approvedWithParty(trx: Trx, partyClientId: string, limit: number): Promise<string[]> {
  const rows = await trx
    .selectFrom('client_parties as p')
    .innerJoin('clients as c', (join) =>
      join.onRef('c.company_id', '=', 'p.company_id').onRef('c.id', '=', 'p.client_id'),
    )
    .select('c.id')
    .where('p.party_client_id', '=', partyClientId)
    .where('p.valid_to', 'is', null)
    .where('c.cdd_status', '=', 'verified')
    .where('c.status', 'not in', endedClientStatuses)
    .orderBy(sql`array_position(${[...riskLevels]}::text[], c.risk_level)`, (order) =>
      order.desc().nullsFirst(),
    )
    .orderBy('c.id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
