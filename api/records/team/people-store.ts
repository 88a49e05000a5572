import { sql } from 'kysely';
import type { MembersTable } from '../../kernel/database/tables/foundation-tables.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';

/** What determined what a person may do, for a time. */
export interface Access {
  /** The membership that the person has today. */
  id: string;
  role: MembersTable['role'];
  designations: ('complianceOfficer' | 'seniorManager')[];
  accessEndsAt: string | null;
  /** Until when it was so; null for what is so today. */
  until: string | null;
}

/** The access of the company's active members, and what it was before each change since an instant. */
export async function readAccessSince(trx: Trx, since: string): Promise<Access[]> {
  const present = await trx
    .selectFrom('members')
    .select(['id', 'role', 'designations', 'access_ends_at as accessEndsAt', sql<null>`NULL`.as('until')])
    .where('status', '=', 'active')
    .execute();
  const former = await trx
    .selectFrom('former_member_access')
    .select([
      sql<string>`present_member(member_id)`.as('id'),
      'role',
      'designations',
      'access_ends_at as accessEndsAt',
      'until',
    ])
    .where('until', '>', since)
    .execute();
  return [...present, ...former];
}

/**
 * The membership that the person of a membership has today: another one if they were removed and invited again. Who acted before is
 * compared by it with who acts now.
 */
export async function readPresentMember(trx: Trx, memberId: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`SELECT present_member(${memberId}::uuid) AS id`.execute(trx);
  return rows[0]?.id ?? memberId;
}
