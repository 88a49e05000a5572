import { type RawBuilder, sql } from 'kysely';
import type { CappedCount } from '#contract/clients/client-record.ts';
import { readCappedCount } from '../../../kernel/database/keyset.ts';
import type { DecisionsByOneView } from '../../../kernel/database/tables/due-diligence-tables.ts';
import type { Trx } from '../../../kernel/database/tables/schema.ts';

/** A decision that one person made because no second person was eligible. `at`: instant. */
export type DecisionByOne = Pick<DecisionsByOneView, 'kind' | 'at'>;

/** Whether clients `c` have such a decision on record, also where a later one replaced it. */
export const isDecidedByOne: RawBuilder<boolean> = sql<boolean>`c.id IN (SELECT o.client_id FROM decisions_by_one o)`;

/** Number of clients with such a decision. `max`: limit of the count. */
export function countDecidedByOne(trx: Trx, max?: number): Promise<CappedCount> {
  return readCappedCount(
    trx,
    sql`SELECT FROM clients c WHERE c.status <> 'merged' AND ${isDecidedByOne}`,
    max,
  );
}

/** Such decisions about these clients, oldest first; clients without any are not in the map. */
export async function readDecisionsByOne(
  trx: Trx,
  clientIds: readonly string[],
): Promise<Map<string, DecisionByOne[]>> {
  const found = new Map<string, DecisionByOne[]>();
  if (clientIds.length === 0) return found;
  const rows = await trx
    .selectFrom('decisions_by_one')
    .select(['client_id', 'kind', 'at'])
    .where('client_id', 'in', [...clientIds])
    .orderBy('at')
    .orderBy('kind')
    .execute();
  for (const { client_id, ...decision } of rows) {
    found.set(client_id, [...(found.get(client_id) ?? []), decision]);
  }
  return found;
}
