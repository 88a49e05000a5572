import type { Trx } from '../../kernel/database/tables/schema.ts';
import { hasJoinedTeam } from './team-store.ts';

/** The company's members by name, including former ones as inactive: a client may still name them as relationship owner. */
export async function companyMembers(trx: Trx): Promise<{ id: string; name: string; active: boolean }[]> {
  const rows = await trx
    .selectFrom('members')
    .select(['id', 'name', 'status'])
    .where('status', '!=', 'invited')
    .where(hasJoinedTeam)
    .orderBy('name')
    .orderBy('id')
    .execute();
  return rows.map(({ id, name, status }) => ({ id, name, active: status === 'active' }));
}

/** The company's active members with their sign-in addresses. */
export async function activePeople(trx: Trx): Promise<{ id: string; name: string; loginId: string }[]> {
  const rows = await trx
    .selectFrom('members')
    .select(['id', 'name', 'login_id'])
    .where('status', '=', 'active')
    .where('role', '!=', 'auditor')
    .execute();
  return rows.map(({ id, name, login_id }) => ({ id, name, loginId: login_id }));
}

/** The company's active members with the fields that determine their permissions, by name. */
export function activeMembers(trx: Trx) {
  return trx
    .selectFrom('members')
    .select(['id', 'name', 'role', 'designations', 'access_ends_at as accessEndsAt'])
    .where('status', '=', 'active')
    .orderBy('name')
    .orderBy('id')
    .execute();
}
