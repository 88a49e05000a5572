import type { Trx } from '../../kernel/database/tables/schema.ts';

/** Names of members of the transaction’s company by id, former members included. */
export async function readMemberNames(trx: Trx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await trx
    .selectFrom('members')
    .select(['id', 'name'])
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
