import { sql, type Transaction } from 'kysely';
import type { Client } from '#contract/clients.ts';
import type { Schema } from '../database/schema.ts';
import { searchQueriesOf } from './search-query.ts';

/** Clients looked at for one name before the most alike are taken. */
const lookedAtPerName = 500;

/**
 * Ids of the clients whose names are most like these names, `atMost` of them, slips and other orders of the words included.
 */
export async function clientsNamedLike(
  trx: Transaction<Schema>,
  names: readonly string[],
  kind: Client['kind'],
  atMost: number,
): Promise<string[]> {
  const queries = await searchQueriesOf(trx, names);
  const alike = queries.flatMap(({ exact, direct, near }) =>
    [exact, near.length > 0 ? near : direct].map(
      (conditions) => sql`SELECT id, score FROM matching_clients(${JSON.stringify(conditions)}::jsonb, NULL,
        ${JSON.stringify({ kind })}::jsonb, 'newest', NULL, NULL, ${lookedAtPerName})`,
    ),
  );
  if (alike.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM (${sql.join(alike, sql` UNION ALL `)}) AS alike
     GROUP BY id ORDER BY max(score) DESC, id LIMIT ${atMost}`.execute(trx);
  return rows.map(({ id }) => id);
}
