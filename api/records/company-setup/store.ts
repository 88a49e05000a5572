import { type Selectable, sql } from 'kysely';
import { joiningMemberStatuses } from '#rules/lifecycles/company.ts';
import { literals } from '../../kernel/database/literals.ts';
import type { CompaniesTable, CompanyPolicy } from '../../kernel/database/tables/foundation-tables.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import { type FactColumns, factColumns } from '../company-settings/fact-columns.ts';

const columns = [
  'id',
  'version',
  'name',
  'legal_name',
  'sector',
  ...factColumns,
  'regulated_in',
  'time_zone',
  'nzbn',
  'abn',
  'address',
  'policy',
] as const;

export type CompanyRow = Pick<Selectable<CompaniesTable>, (typeof columns)[number]>;

/** The company of the transaction. */
export function readCompany(trx: Trx, companyId: string): Promise<CompanyRow> {
  return trx.selectFrom('companies').select(columns).where('id', '=', companyId).executeTakeFirstOrThrow();
}

/**
 * Locks the company until the transaction ends. Each setup step locks it first, since any can complete setup. The row's key stays
 * unlocked, so records of the company can still be inserted.
 */
export function lockCompany(trx: Trx, companyId: string): Promise<CompanyRow> {
  return trx
    .selectFrom('companies')
    .select(columns)
    .where('id', '=', companyId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

/** Inputs of the setup steps. */
export interface OnboardingFacts
  extends Pick<
    Selectable<CompaniesTable>,
    | 'legal_name'
    | 'sector'
    | 'address'
    | 'regulated_in'
    | 'onboarding_step'
    | 'access_restricted'
    | 'access_restricted_reason'
    | 'access_restricted_by'
    | 'subscription_active'
  > {
  has_officer: boolean;
  has_templates: boolean;
  has_team: boolean;
  owner_id: string | null;
}

/** Reads all inputs of the setup steps in one query. */
export async function readFacts(trx: Trx, companyId: string): Promise<OnboardingFacts> {
  const { rows } = await sql<OnboardingFacts>`
    SELECT c.legal_name, c.sector, c.address, c.regulated_in, c.onboarding_step, c.access_restricted,
           c.access_restricted_reason, c.access_restricted_by, c.subscription_active,
           EXISTS (SELECT FROM members m WHERE m.company_id = c.id AND m.status IN ${literals(joiningMemberStatuses)}
                    AND 'complianceOfficer' = ANY (m.designations)) AS has_officer,
           EXISTS (SELECT FROM risk_templates t WHERE t.company_id = c.id AND t.archived_at IS NULL) AS has_templates,
           (SELECT count(*) FROM members m WHERE m.company_id = c.id AND m.status IN ${literals(joiningMemberStatuses)}) > 1 AS has_team,
           (SELECT m.id FROM members m WHERE m.company_id = c.id AND m.role = 'owner' AND m.status = 'active'
             ORDER BY m.created_at, m.id LIMIT 1) AS owner_id
      FROM companies c WHERE c.id = ${companyId}`.execute(trx);
  const [facts] = rows;
  if (facts === undefined) throw new Error('A company that someone belongs to cannot be read.');
  return facts;
}

/** Saves the step at which setup continues. */
export async function writeStep(
  trx: Trx,
  companyId: string,
  step: OnboardingFacts['onboarding_step'],
): Promise<void> {
  await trx.updateTable('companies').set({ onboarding_step: step }).where('id', '=', companyId).execute();
}

/** Ends the set-up. */
export async function writeDone(
  trx: Trx,
  companyId: string,
  { isRestricted, at }: { isRestricted: boolean; at: string },
): Promise<void> {
  await trx
    .updateTable('companies')
    .set({ onboarding_step: 'done', access_restricted: isRestricted, updated_at: at })
    .where('id', '=', companyId)
    .execute();
}

export interface Nameable {
  id: string;
  name: string;
  status: 'active' | 'invited';
  role: 'owner' | 'member' | 'auditor';
  designations: ('complianceOfficer' | 'seniorManager')[];
}

/** Maximum members listed by the step; larger teams designate the officer in the settings. */
const maxMembers = 200;

/** Members eligible as compliance officer (all but auditors), and current ones. Current ones first. */
export function readNameable(trx: Trx, companyId: string): Promise<Nameable[]> {
  return trx
    .selectFrom('members')
    .select(['id', 'name', 'status', 'role', 'designations'])
    .where('company_id', '=', companyId)
    .where('status', 'in', joiningMemberStatuses)
    .where('role', '!=', 'auditor')
    .orderBy(sql`'complianceOfficer' = ANY (designations)`, 'desc')
    .orderBy('name')
    .orderBy('id')
    .limit(maxMembers)
    .execute() as Promise<Nameable[]>;
}

/** Keys of the starter templates that the company has, archived ones too. */
export async function readAdoptedKeys(trx: Trx, companyId: string): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('risk_templates')
    .select('starter_key')
    .where('company_id', '=', companyId)
    .where('starter_key', 'is not', null)
    .execute();
  return new Set(rows.flatMap(({ starter_key: key }) => (key === null ? [] : [key])));
}

export interface CompanyDetailsChange extends FactColumns {
  legal_name: string;
  sector: NonNullable<CompaniesTable['sector']>;
  regulated_in: CompaniesTable['regulated_in'];
  nzbn: string | null;
  abn: string | null;
  address: string;
  policy: CompanyPolicy;
  at: string;
}

/** Saves the details and increments the version. The caller has locked the row. */
export async function updateCompany(
  trx: Trx,
  row: CompanyRow,
  { at, policy, ...change }: CompanyDetailsChange,
): Promise<void> {
  await trx
    .updateTable('companies')
    .set({ ...change, policy: JSON.stringify(policy), updated_at: at, version: row.version + 1 })
    .where('id', '=', row.id)
    .execute();
}

/** Compliance officers, and the member to be designated. The caller has locked the company, as every change of designations does. */
export function readOfficers(trx: Trx, companyId: string, memberId: string): Promise<Nameable[]> {
  return trx
    .selectFrom('members')
    .select(['id', 'name', 'status', 'role', 'designations'])
    .where('company_id', '=', companyId)
    .where('status', 'in', joiningMemberStatuses)
    .where((where) =>
      where.or([where('id', '=', memberId), sql<boolean>`'complianceOfficer' = ANY (designations)`]),
    )
    .orderBy('id')
    .execute() as Promise<Nameable[]>;
}

export async function writeDesignations(
  trx: Trx,
  memberId: string,
  designations: Nameable['designations'],
  at: string,
): Promise<void> {
  await trx
    .updateTable('members')
    .set((values) => ({ designations, updated_at: at, version: values('version', '+', 1) }))
    .where('id', '=', memberId)
    .execute();
}
