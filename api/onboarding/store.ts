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
] as const;

export type CompanyRow = Pick<Selectable<CompaniesTable>, (typeof columns)[number]>;

/** The company of the transaction. With `lock`, nobody else changes it until the transaction ends. */
export function readCompany(trx: Transaction<Schema>, companyId: string, lock: boolean): Promise<CompanyRow> {
  const query = trx.selectFrom('companies').select(columns).where('id', '=', companyId);
  return (lock ? query.forUpdate() : query).executeTakeFirstOrThrow();
}

export interface Nameable {
  id: string;
  name: string;
  status: 'active' | 'invited';
  role: 'owner' | 'member' | 'auditor';
  designations: ('complianceOfficer' | 'seniorManager')[];
}

/** How many people the step lists; in larger teams the officer is named in the settings. */
const mostPeople = 200;

/** People who may be named compliance officer, and whoever is: an auditor reads only. Named ones first. */
export function readNameable(trx: Transaction<Schema>, companyId: string): Promise<Nameable[]> {
  return trx
    .selectFrom('members')
    .select(['id', 'name', 'status', 'role', 'designations'])
    .where('company_id', '=', companyId)
    .where('status', 'in', ['active', 'invited'])
    .where('role', '!=', 'auditor')
    .orderBy(sql`'complianceOfficer' = ANY (designations)`, 'desc')
    .orderBy('name')
    .orderBy('id')
    .limit(mostPeople)
    .execute() as Promise<Nameable[]>;
}

/** Keys of the starter templates that the company has, archived ones too. */
export async function readAdoptedKeys(trx: Transaction<Schema>, companyId: string): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('risk_templates')
    .select('starter_key')
    .where('company_id', '=', companyId)
    .where('starter_key', 'is not', null)
    .execute();
  return new Set(rows.flatMap(({ starter_key: key }) => (key === null ? [] : [key])));
}

export interface CompanyDetailsChange {
  legal_name: string;
  sector: NonNullable<CompaniesTable['sector']>;
  regulated_in: CompaniesTable['regulated_in'];
  nzbn: string | null;
  abn: string | null;
  address: string;
  policy: CompanyPolicy;
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

/** Locks everybody who is compliance officer or is to be, so that two who name somebody take turns. */
export function lockOfficers(
  trx: Transaction<Schema>,
  companyId: string,
  memberId: string,
): Promise<Nameable[]> {
  return trx
    .selectFrom('members')
    .select(['id', 'name', 'status', 'role', 'designations'])
    .where('company_id', '=', companyId)
    .where('status', 'in', ['active', 'invited'])
    .where((where) =>
      where.or([where('id', '=', memberId), sql<boolean>`'complianceOfficer' = ANY (designations)`]),
    )
    .orderBy('id')
    .forUpdate()
    .execute() as Promise<Nameable[]>;
}

export async function writeDesignations(
  trx: Transaction<Schema>,
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
