import type { Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';

/**
 * The company's people by name. Those who have left are there too, not active: a client may still name them as responsible.
 */
export async function companyMembers(
  trx: Transaction<Schema>,
): Promise<{ id: string; name: string; active: boolean }[]> {
  const rows = await trx
    .selectFrom('members')
    .select(['id', 'name', 'status'])
    .where('status', '!=', 'invited')
    .orderBy('name')
    .orderBy('id')
    .execute();
  return rows.map(({ id, name, status }) => ({ id, name, active: status === 'active' }));
}
