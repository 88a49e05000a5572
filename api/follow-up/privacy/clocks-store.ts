import type { Trx } from '../../kernel/database/tables/schema.ts';

/** States of open breaches under each country’s law. */
export function readOpenBreachClocks(trx: Trx) {
  return trx
    .selectFrom('privacy_breach_countries as s')
    .innerJoin('privacy_breaches as b', (join) =>
      join.onRef('b.company_id', '=', 's.company_id').onRef('b.id', '=', 's.breach_id'),
    )
    .select([
      's.breach_id',
      's.country',
      's.due_at',
      's.due_on',
      's.outcome',
      's.regulator_on',
      's.people_how',
    ])
    .where('b.closed_at', 'is', null)
    .orderBy('s.breach_id')
    .orderBy('s.country')
    .execute();
}

/** Requests for access or correction without a decision. */
export function readOpenRequestClocks(trx: Trx) {
  return trx
    .selectFrom('privacy_requests')
    .select(['id', 'client_id', 'kind', 'due_on', 'extended_until'])
    .where('decision', 'is', null)
    .orderBy('id')
    .execute();
}

/** Whether the alert of this key is open. */
export async function isAlertOpen(trx: Trx, dedupeKey: string): Promise<boolean> {
  const row = await trx
    .selectFrom('alerts')
    .select('id')
    .where('dedupe_key', '=', dedupeKey)
    .where('status', '!=', 'closed')
    .executeTakeFirst();
  return row !== undefined;
}
