import type { Trx } from '../../kernel/database/tables/schema.ts';

/**
 * Locks the activities that clients take part in and that are under way, in the order of their ids, until the transaction ends. Rows that refer to
 * an activity can still be written meanwhile.
 *
 * @returns their ids.
 */
export async function lockWorkUnderWay(trx: Trx, clientIds: readonly string[]): Promise<string[]> {
  const rows = await trx
    .selectFrom('activities as a')
    .select('a.id')
    .where('a.status', 'in', ['toDo', 'inProgress', 'inReview'])
    .where((where) =>
      where.exists(
        where
          .selectFrom('activity_parties as p')
          .select('p.client_id')
          .whereRef('p.company_id', '=', 'a.company_id')
          .whereRef('p.activity_id', '=', 'a.id')
          .where('p.client_id', 'in', [...clientIds]),
      ),
    )
    .orderBy('a.id')
    .forNoKeyUpdate()
    .execute();
  return rows.map(({ id }) => id);
}
