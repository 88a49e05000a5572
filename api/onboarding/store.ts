import { type Selectable, sql, type Transaction } from 'kysely';
import type { CompaniesTable, CompanyPolicy } from '../database/foundation-tables.ts';
import type { Schema } from '../database/schema.ts';

const columns = [
  'id',
  'version',
  'name',
  'legal_name',
  'sector',
  'regulated_in',
  'nzbn',
  'abn',
  'address',
  'policy',
  'onboarding_step',
  'access_restricted',
  'access_restricted_by',
] as const;

export type CompanyRow = Pick<Selectable<CompaniesTable>, (typeof columns)[number]>;

/** The company of the transaction. With `lock`, nobody else changes it until the transaction ends. */
export function readCompany(trx: Transaction<Schema>, companyId: string, lock: boolean): Promise<CompanyRow> {
  const query = trx.selectFrom('companies').select(columns).where('id', '=', companyId);
  return (lock ? query.forUpdate() : query).executeTakeFirstOrThrow();
}

/** Active people who are designated as compliance officer. */
export function readComplianceOfficers(
  trx: Transaction<Schema>,
  companyId: string,
): Promise<{ id: string; name: string }[]> {
  return trx
    .selectFrom('members')
    .select(['id', 'name'])
    .where('company_id', '=', companyId)
    .where('status', '=', 'active')
    .where(sql<boolean>`'complianceOfficer' = ANY (designations)`)
    .orderBy('name')
    .execute();
}

export interface CompanyDetailsChange {
  legal_name: string;
  sector: NonNullable<CompaniesTable['sector']>;
  regulated_in: CompaniesTable['regulated_in'];
  nzbn: string | null;
  abn: string | null;
  address: string;
  policy: CompanyPolicy;
  onboarding_step: 'done';
  access_restricted: boolean;
  at: string;
}

/** Writes the details and moves the version on. The caller holds the row's lock. */
export async function updateCompany(
  trx: Transaction<Schema>,
  row: CompanyRow,
  { at, policy, ...change }: CompanyDetailsChange,
): Promise<void> {
  await trx
    .updateTable('companies')
    .set({ ...change, policy: JSON.stringify(policy), updated_at: at, version: row.version + 1 })
    .where('id', '=', row.id)
    .execute();
}

/** Adds the designation where the member does not hold it; true when that changed anything. */
export async function designateComplianceOfficer(
  trx: Transaction<Schema>,
  memberId: string,
  designations: readonly ('complianceOfficer' | 'seniorManager')[],
  at: string,
): Promise<boolean> {
  if (designations.includes('complianceOfficer')) return false;
  await trx
    .updateTable('members')
    .set((values) => ({
      designations: [...designations, 'complianceOfficer' as const],
      updated_at: at,
      version: values('version', '+', 1),
    }))
    .where('id', '=', memberId)
    .execute();
  return true;
}
