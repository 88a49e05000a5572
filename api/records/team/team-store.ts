import { type Kysely, type Selectable, sql } from 'kysely';
import type { TeamMember } from '#contract/company/members.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import type { MemberStatus } from '#rules/lifecycles/company.ts';
import type { Instant, MembersTable } from '../../kernel/database/tables/foundation-tables.ts';
import type { Schema, Trx } from '../../kernel/database/tables/schema.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';

const columns = [
  'id',
  'version',
  'identity_user_id',
  'login_id',
  'name',
  'role',
  'designations',
  'status',
  'access_ends_at',
  'last_sign_in_at',
  'invited_at',
  'invite_expires_at',
  'invite_hash',
] as const;

export type MemberRow = Pick<Selectable<MembersTable>, (typeof columns)[number]>;

/** More members than any company has; the list is read without paging. */
const maxMembers = 1000;

/** Maps a row to the contract. `timeZone`: the company's, which determines when access ends. */
export function getTeamMember(row: MemberRow, timeZone: string): TeamMember {
  return {
    id: row.id,
    version: row.version,
    loginId: row.login_id,
    name: row.name,
    role: row.role,
    designations: row.designations,
    status: row.status,
    accessEndsOn: row.access_ends_at === null ? null : companyDay(new Date(row.access_ends_at), timeZone),
    lastSignInAt: row.last_sign_in_at,
    invitedAt: row.invited_at,
    inviteExpiresAt: row.invite_expires_at,
  };
}

/** Excludes invitations revoked before the member joined. */
export const hasJoinedTeam = sql<boolean>`NOT (status = 'removed' AND invited_at IS NOT NULL AND last_sign_in_at IS NULL)`;

/** All members: active ones first, removed ones last, each by name. */
export async function listTeam(trx: Trx, companyId: string): Promise<MemberRow[]> {
  return trx
    .selectFrom('members')
    .select(columns)
    .where('company_id', '=', companyId)
    .where(hasJoinedTeam)
    .orderBy(sql`array_position(ARRAY['active', 'invited', 'suspended', 'removed'], status)`)
    .orderBy('name')
    .orderBy('id')
    .limit(maxMembers)
    .execute();
}

/** One person of the company; `lock`: until the transaction ends. */
export function readTeamRow(trx: Trx, id: string, lock: boolean): Promise<MemberRow | undefined> {
  const query = trx.selectFrom('members').select(columns).where('id', '=', id);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
}

/** Locks the company's team until the transaction ends, so that two concurrent commands cannot each rely on the other's owner. */
export async function lockTeam(trx: Trx, companyId: string): Promise<void> {
  await trx
    .selectFrom('companies')
    .select('id')
    .where('id', '=', companyId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Owners who can sign in. Call `lockTeam` first. */
export function activeOwners(
  trx: Trx,
  companyId: string,
): Promise<{ id: string; role: 'owner'; status: 'active' }[]> {
  return trx
    .selectFrom('members')
    .select(['id', sql<'owner'>`role`.as('role'), sql<'active'>`status`.as('status')])
    .where('company_id', '=', companyId)
    .where('role', '=', 'owner')
    .where('status', '=', 'active')
    .limit(maxMembers)
    .execute();
}

/** Who cannot be invited with a sign-in address: a member of this company who was not removed, or a platform admin. */
export async function getHolder(trx: Trx, loginId: string): Promise<'team' | 'admin' | null> {
  const own = await trx
    .selectFrom('members')
    .select('id')
    .where('login_id', '=', loginId)
    .where('status', '!=', 'removed')
    .executeTakeFirst();
  if (own !== undefined) return 'team';
  const { rows } = await sql<{ holder: 'admin' | null }>`
    SELECT login_id_holder(${loginId}) AS holder`.execute(trx);
  return rows[0]?.holder ?? null;
}

/** The member an invitation link belongs to. */
export interface Invited {
  id: string;
  company_id: string;
  company_name: string;
  login_id: string;
  role: MembersTable['role'];
  status: MembersTable['status'];
  invite_expires_at: string;
  /** The address belongs to a person with an account. */
  known: boolean;
}

/** The member whose invitation has this hash, in any company. One call as `assay_app`, outside a transaction. */
export async function memberByInvite(db: Kysely<Schema>, hash: string): Promise<Invited | undefined> {
  const { rows } = await sql<Invited>`SELECT * FROM member_by_invite(${hash})`.execute(db);
  return rows[0];
}

export interface NewInvitation {
  id: string;
  companyId: string;
  loginId: string;
  role: MemberRow['role'];
  designations: MemberRow['designations'];
  accessEndsAt: Instant | null;
  inviteHash: string;
  at: Instant;
  expiresAt: Instant;
  by: string;
}

export async function insertInvited(trx: Trx, invitation: NewInvitation): Promise<void> {
  await trx
    .insertInto('members')
    .values({
      id: invitation.id,
      company_id: invitation.companyId,
      identity_user_id: null,
      login_id: invitation.loginId,
      name: invitation.loginId.slice(0, 200),
      role: invitation.role,
      designations: invitation.designations,
      access_ends_at: invitation.accessEndsAt,
      status: 'invited',
      invited_at: invitation.at,
      invite_expires_at: invitation.expiresAt,
      invite_hash: invitation.inviteHash,
      created_at: invitation.at,
      created_by: invitation.by,
      updated_at: invitation.at,
    })
    .execute();
}

export interface MemberChanges {
  role?: MemberRow['role'];
  designations?: MemberRow['designations'];
  access_ends_at?: Instant | null;
  status?: MemberStatus;
  identity_user_id?: string | null;
  name?: string;
  last_sign_in_at?: Instant;
  invited_at?: Instant;
  invite_expires_at?: Instant;
  invite_hash?: string | null;
}

/** Updates a locked row and increments its version. */
export async function changeMemberRow(
  trx: Trx,
  id: string,
  changes: MemberChanges,
  at: Instant,
): Promise<void> {
  await trx
    .updateTable('members')
    .set((values) => ({ ...changes, updated_at: at, version: values('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** Excludes sign-ins, which are frequent and do not affect permissions. */
const visibleChanges = 50;

/** Changes of a person's permissions, newest first, with actor and reason, and their numbers in the chain. */
export async function recentChanges(
  trx: Trx,
  { companyId, memberId }: { companyId: string; memberId: string },
): Promise<{ seq: number; at: string; action: string; actorName: string; reason: string | null }[]> {
  const rows = await trx
    .selectFrom('audit_events as e')
    .leftJoin('audit_details as d', 'd.id', 'e.detail_id')
    .leftJoin('members as m', (join) =>
      join.on((on) => on(on.cast<string>('m.id', 'text'), '=', on.ref('e.actor_id'))),
    )
    .select([
      'e.seq',
      'e.at',
      'e.action',
      sql<string | null>`coalesce(e.reason, d.reason)`.as('reason'),
      'e.actor_type',
      'm.name',
    ])
    .where('e.chain', '=', companyId)
    .where('e.resource_type', '=', 'member')
    .where('e.resource_id', '=', memberId)
    .where('e.action', 'not in', ['member.signedIn', 'member.signedOut'])
    .orderBy('e.seq', 'desc')
    .limit(visibleChanges)
    .execute();
  return rows.map(({ seq, at, action, reason, actor_type, name }) => ({
    seq,
    at,
    action,
    actorName: actor_type === 'admin' ? 'Platform admin' : (name ?? 'Assay'),
    reason,
  }));
}

/** Returns true if a member's form about a record was already processed with the same key. */
export async function wasAnswered(
  trx: Trx,
  { member, request: { requestKey, endpointId } }: MemberCaller,
  record: string,
): Promise<boolean> {
  if (requestKey === undefined) return false;
  const before = await trx
    .selectFrom('request_keys')
    .select('key')
    .where('subject', '=', member.id)
    .where('endpoint', '=', `${endpointId} ${record}`)
    .where('key', '=', requestKey)
    .where('status', 'is not', null)
    .executeTakeFirst();
  return before !== undefined;
}
