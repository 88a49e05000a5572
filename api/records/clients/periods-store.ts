import { sql } from 'kysely';
import type { ClientPeriod } from '#contract/clients/client-record.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';

/** Far more changes than any client has. */
const maxPeriods = 1000;

/** The periods of a client's values, by kind, then oldest first. Written at COMMIT, only by migration 0037's trigger. Events have their numbers in the chain. */
export async function readClientPeriods(trx: Trx, clientId: string): Promise<ClientPeriod[]> {
  const rows = await trx
    .selectFrom('client_periods as p')
    .leftJoin('audit_events as e', (join) =>
      join.on(sql`p.company_id::text`, '=', sql.ref('e.chain')).onRef('e.seq', '=', 'p.cause_seq'),
    )
    .select([
      'p.kind',
      'p.value',
      'p.from_at as from',
      sql<string | null>`nullif(p.to_at, 'infinity')`.as('to'),
      'p.cause',
      'p.cause_seq as seq',
      'e.action',
    ])
    .where('p.client_id', '=', clientId)
    .orderBy('p.kind')
    .orderBy('p.to_at')
    .limit(maxPeriods)
    .execute();
  return rows.map(({ seq, action, ...period }) => ({
    ...period,
    event: seq === null || action === null ? null : { seq, action },
  }));
}

/**
 * Recorded values of a client at an instant. A kind is absent before the client existed, and before its first known day: a value known
 * only from a day does not apply to the time before.
 */
export async function readClientAsAt(
  trx: Trx,
  clientId: string,
  at: Date,
): Promise<Pick<ClientPeriod, 'kind' | 'value'>[]> {
  return trx
    .selectFrom('client_periods')
    .select(['kind', 'value'])
    .where('client_id', '=', clientId)
    .where('from_at', '<=', at.toISOString())
    .where('to_at', '>', at.toISOString())
    .orderBy('kind')
    .execute();
}
