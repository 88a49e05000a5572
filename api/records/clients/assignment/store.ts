import { sql } from 'kysely';
import type { Trx } from '../../../kernel/database/tables/schema.ts';

export interface AssignedClient {
  id: string;
  name: string;
  responsible: { id: string; name: string } | null;
}

/**
 * Locks clients of these ids until the transaction ends, in one order, so that concurrent assignments cannot deadlock.
 * Merged clients are left out: they are no longer worked on.
 */
export async function lockForAssignment(trx: Trx, ids: readonly string[]): Promise<AssignedClient[]> {
  // Before the join: otherwise a row that had to be waited for would have its former owner's name.
  await trx
    .selectFrom('clients')
    .select('id')
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute();
  const rows = await trx
    .selectFrom('clients as c')
    .leftJoin('members as m', 'm.id', 'c.responsible_member_id')
    .select(['c.id', 'c.display_name', 'c.responsible_member_id', 'm.name'])
    .where('c.id', 'in', [...ids])
    .where('c.status', '!=', 'merged')
    .orderBy('c.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.display_name,
    responsible:
      row.responsible_member_id === null ? null : { id: row.responsible_member_id, name: row.name ?? '' },
  }));
}

/** Sets the relationship owner, or none, of locked clients, and increments their versions. */
export async function writeResponsible(
  trx: Trx,
  change: { ids: readonly string[]; memberId: string | null; at: string; by: string },
): Promise<void> {
  await trx
    .updateTable('clients')
    .set({
      responsible_member_id: change.memberId,
      version: sql`version + 1`,
      updated_at: change.at,
      updated_by: change.by,
    })
    .where('id', 'in', [...change.ids])
    .execute();
}

/** The name of an active member of the company, or null. */
export async function activeMemberName(trx: Trx, id: string): Promise<string | null> {
  const row = await trx
    .selectFrom('members')
    .select('name')
    .where('id', '=', id)
    .where('status', '=', 'active')
    .executeTakeFirst();
  return row?.name ?? null;
}
