import { type Kysely, type Selectable, sql } from 'kysely';
import type { SubscriptionsTable } from './billing-tables.ts';
import type { CompaniesTable, Country, Instant, MembersTable } from './foundation-tables.ts';
import { withKeptPlan } from './kept-plans.ts';
import type { Schema } from './schema.ts';

/** A member with the company's flags, as one call of the standing role returns them. */
export interface MemberBySubject {
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
}

export interface AdminBySubject {
  id: string;
  login_id: string;
  name: string;
  status: 'active' | 'suspended';
}

/** The member whom a verified token's `sub` names, in any status, or null. One round trip, outside a transaction. */
export async function memberBySubject(db: Kysely<Schema>, subject: string): Promise<MemberBySubject | null> {
  const { rows } = await db.executeQuery(
    withKeptPlan(
      db,
      sql<MemberBySubject>`
      SELECT id, company_id, login_id, name, role, designations, status, access_ends_at, company_name,
             billing_country_code, regulated_in, access_restricted, access_restricted_reason, subscription_active,
             default_worklist_id, onboarding_step, time_zone, subscription_status, plan, grace_until, open_alerts
        FROM member_by_subject(${subject})`,
    ),
  );
  return rows[0] ?? null;
}

/** The platform admin whom a verified token's `sub` names, in any status, or null. */
export async function adminBySubject(db: Kysely<Schema>, subject: string): Promise<AdminBySubject | null> {
  const { rows } = await sql<AdminBySubject>`SELECT * FROM admin_by_subject(${subject})`.execute(db);
  return rows[0] ?? null;
}
