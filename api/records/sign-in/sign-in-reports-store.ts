import { type Kysely, type Selectable, sql } from 'kysely';
import type { Schema, Trx } from '../../kernel/database/tables/schema.ts';

export type SignInReport = Selectable<Schema['sign_in_reports']>;

/** Reports of one event, method and address are added up until the job has recorded them. */
export async function noteSignIn(
  db: Kysely<Schema>,
  {
    loginId,
    event,
    method,
    address,
    at,
  }: { loginId: string; event: SignInReport['event']; method: string; address: string; at: string },
): Promise<void> {
  await sql`SELECT note_sign_in(${loginId}, ${event}, ${method}, ${address}, ${at})`.execute(db);
}

/** Login IDs with reports, in order, after one. */
export async function listReportedLoginIds(trx: Trx, after: string, limit: number): Promise<string[]> {
  const rows = await trx
    .selectFrom('sign_in_reports')
    .select('login_id')
    .distinct()
    .where('login_id', '>', after)
    .orderBy('login_id')
    .limit(limit)
    .execute();
  return rows.map(({ login_id }) => login_id);
}

/** Deletes the reports of login IDs and returns them, in order. Concurrent runs get different ones. */
export async function takeReports(trx: Trx, loginIds: readonly string[]): Promise<SignInReport[]> {
  const rows = await trx
    .deleteFrom('sign_in_reports')
    .where('login_id', 'in', loginIds)
    .returningAll()
    .execute();
  return rows.sort((a, b) => Date.parse(a.first_at) - Date.parse(b.first_at));
}

export interface KnownPerson {
  loginId: string;
  id: string;
  /** Null for a platform admin. */
  companyId: string | null;
}

/** Members, in each of their companies, and platform admins with one of the login IDs. */
export async function findPeople(trx: Trx, loginIds: readonly string[]): Promise<KnownPerson[]> {
  const members = await trx
    .selectFrom('members')
    .select(['login_id as loginId', 'id', 'company_id as companyId'])
    .where('login_id', 'in', loginIds)
    .where('status', 'in', ['active', 'suspended'])
    .execute();
  const admins = await trx
    .selectFrom('admins')
    .select(['login_id as loginId', 'id'])
    .where('login_id', 'in', loginIds)
    .execute();
  return [...members, ...admins.map((admin) => ({ ...admin, companyId: null }))];
}
