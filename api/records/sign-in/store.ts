import { type Kysely, sql } from 'kysely';
import type { BillingCountry } from '#contract/company/accounts.ts';
import { adminBySubject, getSessionEnds, memberBySubject } from '../../kernel/database/people-store.ts';
import type { Schema, Trx } from '../../kernel/database/tables/schema.ts';
import type { AdminRecord, MemberRecord } from '../../kernel/http/authenticate.ts';
import type { SessionEnds } from '../../kernel/http/session-tokens.ts';
import { adminRecord, memberRecord, sessionEnds } from './records.ts';

/**
 * The member behind a token's `sub`, in any status, with the session of a secret's hash: of that session's company, else of the one last
 * signed in to.
 */
export async function findMember(
  db: Kysely<Schema>,
  subject: string,
  { secretHash, now }: { secretHash?: string | undefined; now: Date },
): Promise<MemberRecord | undefined> {
  const row = await memberBySubject(db, subject, { secretHash, at: now.toISOString() });
  return row === null ? undefined : memberRecord(row);
}

/** The platform admin behind a token's `sub`, in any status, with the session of a secret's hash. */
export async function findAdmin(
  db: Kysely<Schema>,
  subject: string,
  secretHash?: string,
): Promise<AdminRecord | undefined> {
  const row = await adminBySubject(db, subject, secretHash);
  return row === null ? undefined : adminRecord(row);
}

/** Session tokens of a person that are rejected before they expire. */
export async function findSessionEnds(db: Kysely<Schema>, subject: string): Promise<SessionEnds> {
  return sessionEnds(await getSessionEnds(db, subject));
}

/** Records a sign-in without incrementing the version, so that no edit becomes stale. */
export async function setLastSignIn(trx: Trx, memberId: string, at: string): Promise<void> {
  await trx.updateTable('members').set({ last_sign_in_at: at }).where('id', '=', memberId).execute();
}

/** Where to email an active member; undefined for one who has left. */
export function readMemberToEmail(
  trx: Trx,
  memberId: string,
): Promise<{ loginId: string; companyId: string; companyName: string; timeZone: string } | undefined> {
  return trx
    .selectFrom('members as m')
    .innerJoin('companies as c', 'c.id', 'm.company_id')
    .select([
      'm.login_id as loginId',
      'c.id as companyId',
      'c.name as companyName',
      'c.time_zone as timeZone',
    ])
    .where('m.id', '=', memberId)
    .where('m.status', '=', 'active')
    .executeTakeFirst();
}

/** Companies of a person with an identity provider for the person's address there. */
export async function ssoOfPerson(
  db: Kysely<Schema>,
  subject: string,
  at: string,
): Promise<{ company_id: string; mode: 'optional' | 'required'; role: 'owner' | 'member' | 'auditor' }[]> {
  const { rows } = await sql<{
    company_id: string;
    mode: 'optional' | 'required';
    role: 'owner' | 'member' | 'auditor';
  }>`
    SELECT company_id, mode, role FROM sso_of_person(${subject}, ${at}::timestamptz)`.execute(db);
  return rows;
}

/** True for a person who belongs to no company. Others who ask about the same person wait until the transaction ends. */
export async function isNewcomer(trx: Trx, subject: string): Promise<boolean> {
  const { rows } = await sql<{ newcomer: boolean }>`SELECT is_newcomer(${subject}) AS newcomer`.execute(trx);
  return rows[0]?.newcomer === true;
}

/** Changes the name of a member or platform admin. @returns the earlier name */
export async function updateOwnName(
  trx: Trx,
  table: 'members' | 'admins',
  { id, name, at }: { id: string; name: string; at: string },
): Promise<string> {
  const { name: before } = await trx
    .selectFrom(table)
    .select('name')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (before === name) return before;
  await trx
    .updateTable(table)
    .set((values) => ({ name, updated_at: at, version: values('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
  return before;
}

export interface NewCompany {
  companyId: string;
  memberId: string;
  subject: string;
  loginId: string;
  ownerName: string;
  companyName: string;
  billingCountryCode: BillingCountry;
  timeZone: string;
  at: string;
}

/**
 * A company as the specification has it at first (restricted, no subscription, no worklist: the columns'
 * defaults, as are those of its policy) with its owner.
 */
export async function insertCompanyWithOwner(trx: Trx, company: NewCompany): Promise<void> {
  const written = { created_at: company.at, created_by: company.memberId, updated_at: company.at };
  await trx
    .insertInto('companies')
    .values({
      id: company.companyId,
      name: company.companyName,
      billing_country_code: company.billingCountryCode,
      regulated_in: [company.billingCountryCode],
      time_zone: company.timeZone,
      ...written,
    })
    .execute();
  await trx
    .insertInto('members')
    .values({
      id: company.memberId,
      company_id: company.companyId,
      identity_user_id: company.subject,
      login_id: company.loginId,
      name: company.ownerName,
      role: 'owner',
      status: 'active',
      last_sign_in_at: company.at,
      ...written,
    })
    .execute();
}

/** Whether a company has proven an email domain. None can prove it until the transaction ends. */
export async function isProvenDomain(trx: Trx, domain: string): Promise<boolean> {
  const { rows } = await sql<{ proven: boolean }>`SELECT is_proven_domain(${domain}) AS proven`.execute(trx);
  return rows[0]?.proven === true;
}

/** Locks the admin with this login id or this user of the identity service. */
export async function lockAdmin(
  trx: Trx,
  { loginId, subject }: { loginId: string; subject: string },
): Promise<
  | { id: string; identity_user_id: string | null; login_id: string; status: string; version: number }
  | undefined
> {
  return trx
    .selectFrom('admins')
    .select(['id', 'identity_user_id', 'login_id', 'status', 'version'])
    .where((where) => where.or([where('login_id', '=', loginId), where('identity_user_id', '=', subject)]))
    .forUpdate()
    .executeTakeFirst();
}

export interface AdminToWrite {
  id: string;
  subject: string;
  loginId: string;
  name: string;
  at: string;
}

export async function insertAdmin(trx: Trx, admin: AdminToWrite): Promise<void> {
  await trx
    .insertInto('admins')
    .values({
      id: admin.id,
      identity_user_id: admin.subject,
      login_id: admin.loginId,
      name: admin.name,
      status: 'active',
      created_at: admin.at,
      created_by: 'system',
      updated_at: admin.at,
    })
    .execute();
}

export async function activateAdmin(
  trx: Trx,
  { id, subject, loginId, at }: Omit<AdminToWrite, 'name'>,
): Promise<void> {
  await trx
    .updateTable('admins')
    .set((columns) => ({
      identity_user_id: subject,
      login_id: loginId,
      status: 'active',
      updated_at: at,
      version: columns('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute();
}
