import { type Kysely, type Selectable, sql } from 'kysely';
import { withPreparedStatement } from './prepared-statements.ts';
import type { SubscriptionsTable } from './tables/billing-tables.ts';
import type { CompaniesTable, Country, Instant, MembersTable } from './tables/foundation-tables.ts';
import type { Schema } from './tables/schema.ts';

/** A member with the company's flags, as returned by one function of `assay_app`. */
export interface MemberBySubject extends SessionEndsRow, SessionRow {
  id: string;
  company_id: string;
  login_id: string;
  name: string;
  role: MembersTable['role'];
  designations: ('complianceOfficer' | 'seniorManager')[];
  status: MembersTable['status'];
  access_ends_at: Instant | null;
  company_name: string;
  billing_country_code: Country;
  regulated_in: Country[];
  sector: CompaniesTable['sector'];
  other_sectors: NonNullable<CompaniesTable['sector']>[];
  australian_tranche: 'T1' | 'T2' | null;
  first_service_nz: string | null;
  first_service_au: string | null;
  access_restricted: boolean;
  access_restricted_reason: string | null;
  subscription_active: boolean;
  default_worklist_id: number;
  onboarding_step: Selectable<CompaniesTable>['onboarding_step'];
  subscription_status: SubscriptionsTable['status'] | null;
  plan: SubscriptionsTable['plan'];
  grace_until: Instant | null;
  time_zone: string;
  open_alerts: number;
  /** Counted up to 100. */
  unread_notifications: number;
  session_idle_minutes: number;
  session_max_hours: number;
  second_factor: 'optional' | 'required';
  /** The session is in this company; false for one whose person has yet to select a company. */
  company_chosen: boolean;
  /** Other companies that the person can use. */
  other_companies: number;
  /** The person is an owner of this company or of another. */
  owns_company: boolean;
}

/** A membership with which a person can be signed in. */
export interface MembershipRow {
  member_id: string;
  company_id: string;
  company_name: string;
  login_id: string;
  name: string;
  role: MembersTable['role'];
  designations: ('complianceOfficer' | 'seniorManager')[];
  access_ends_at: Instant | null;
  last_sign_in_at: Instant | null;
}

/** Columns of the session that was looked up with the person; all null without one. */
interface SessionRow {
  session_id: string | null;
  session_started_at: Instant | null;
  session_last_seen_at: Instant | null;
  session_factor_at: Instant | null;
  session_password_at: Instant | null;
  /** The person has a second factor. */
  has_factor: boolean;
}

export interface AdminBySubject extends SessionEndsRow, SessionRow {
  id: string;
  login_id: string;
  name: string;
  status: 'active' | 'suspended';
}

/** Session tokens of a person that are revoked before they expire. */
export interface SessionEndsRow {
  /** Unix seconds: tokens issued earlier are revoked. Null if sessions were never ended that way. */
  sessions_valid_from: number | null;
  /** SHA-256, base64, of signed-out tokens. */
  ended_tokens: string[];
}

/**
 * The member of a verified token's `sub`, in any status, with the session of the secret's hash; null for an unknown person. Of several
 * memberships it is that of the session's company, else the one last signed in to. One round trip, outside a transaction.
 */
export async function memberBySubject(
  db: Kysely<Schema>,
  subject: string,
  { secretHash, at }: { secretHash?: string | undefined; at: Instant },
): Promise<MemberBySubject | null> {
  const { rows } = await db.executeQuery(
    withPreparedStatement(
      db,
      sql<MemberBySubject>`
      SELECT id, company_id, login_id, name, role, designations, status, access_ends_at, company_name,
             billing_country_code, regulated_in, sector, other_sectors, australian_tranche, first_service_nz, first_service_au,
             access_restricted, access_restricted_reason, subscription_active,
             default_worklist_id, onboarding_step, time_zone, subscription_status, plan, grace_until, open_alerts,
             sessions_valid_from, ended_tokens, session_id, session_started_at, session_last_seen_at,
             session_factor_at, session_password_at, has_factor, session_idle_minutes, session_max_hours, second_factor,
             company_chosen, other_companies, owns_company, unread_notifications(company_id, id)
        FROM member_by_subject(${subject}, ${secretHash ?? null}, ${at})`,
    ),
  );
  return rows[0] ?? null;
}

/** The platform admin of a verified token's `sub`, in any status, with the session of the secret's hash, or null. */
export async function adminBySubject(
  db: Kysely<Schema>,
  subject: string,
  secretHash?: string,
): Promise<AdminBySubject | null> {
  const { rows } = await sql<AdminBySubject>`
    SELECT id, login_id, name, status, sessions_valid_from, ended_tokens, session_id, session_started_at, session_last_seen_at,
           session_factor_at, session_password_at, has_factor
      FROM admin_by_subject(${subject}, ${secretHash ?? null})`.execute(db);
  return rows[0] ?? null;
}

/** Memberships with which a person can be signed in at an instant, by the company's name. */
export async function membershipsOf(
  db: Kysely<Schema>,
  subject: string,
  at: Instant,
): Promise<MembershipRow[]> {
  const { rows } = await sql<MembershipRow>`
    SELECT member_id, company_id, company_name, login_id, name, role, designations, access_ends_at, last_sign_in_at
      FROM memberships_of(${subject}, ${at}::timestamptz)`.execute(db);
  return rows;
}

/** Revoked session tokens of a person, who may be unknown here. */
export async function getSessionEnds(db: Kysely<Schema>, subject: string): Promise<SessionEndsRow> {
  const { rows } = await sql<SessionEndsRow>`
    SELECT sessions_valid_from, ended_tokens FROM session_ends_of(${subject})`.execute(db);
  return rows[0] ?? { sessions_valid_from: null, ended_tokens: [] };
}

/** Revokes a person's session tokens issued before, in Unix seconds by the identity service's clock. */
export async function endSessionsBefore(
  db: Kysely<Schema>,
  subject: string,
  issuedAt: number,
): Promise<void> {
  await sql`SELECT end_sessions_before(${subject}, ${issuedAt})`.execute(db);
}

/** Revokes one session token until it expires. */
export async function endSessionToken(
  db: Kysely<Schema>,
  { subject, hash, expiresAt, at }: { subject: string; hash: string; expiresAt: Instant; at: Instant },
): Promise<void> {
  await sql`SELECT end_session_token(${subject}, ${hash}, ${expiresAt}, ${at})`.execute(db);
}
