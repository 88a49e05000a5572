import type { Selectable } from 'kysely';
import type { CompanyState } from '#contract/company/accounts.ts';
import type { FormerProcedure } from '#rules/former-procedures.ts';
import { policyDefaults } from '#rules/policies.ts';
import type { CompaniesTable, CompanyPolicy } from '../../kernel/database/tables/foundation-tables.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import { type FactColumns, factColumns } from './fact-columns.ts';

const columns = [
  'id',
  'version',
  'name',
  'legal_name',
  'sector',
  ...factColumns,
  'regulated_in',
  'nzbn',
  'abn',
  'acn',
  'address',
  'time_zone',
  'policy',
  'updated_at',
] as const;

export type SettingsRow = Pick<Selectable<CompaniesTable>, (typeof columns)[number]>;

/** A company's row with the policies that it never set. */
const withDefaults = <Row extends { policy: CompanyPolicy }>(row: Row): Row => ({
  ...row,
  policy: { ...policyDefaults, ...row.policy },
});

/** The transaction's company. `lock`: locks the row until the transaction ends. */
export async function readSettings(
  trx: Trx,
  companyId: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<SettingsRow> {
  const query = trx.selectFrom('companies').select(columns).where('id', '=', companyId);
  return withDefaults(await (lock ? query.forUpdate() : query).executeTakeFirstOrThrow());
}

/** Columns of the company's details. */
export type ProfileColumns = Pick<
  SettingsRow,
  | keyof FactColumns
  | 'name'
  | 'legal_name'
  | 'sector'
  | 'regulated_in'
  | 'nzbn'
  | 'abn'
  | 'acn'
  | 'address'
  | 'time_zone'
>;

/** Saves the company's details and dependent policies; the caller has locked the row. */
export async function updateSettings(
  trx: Trx,
  row: SettingsRow,
  { profile, policy, at }: { profile?: ProfileColumns; policy?: CompanyPolicy; at: string },
): Promise<SettingsRow> {
  const updated = await trx
    .updateTable('companies')
    .set({
      ...(profile ? { ...profile, address: profile.address ? JSON.stringify(profile.address) : null } : {}),
      ...(policy ? { policy: JSON.stringify(policy) } : {}),
      updated_at: at,
      version: row.version + 1,
    })
    .where('id', '=', row.id)
    .returning(columns)
    .executeTakeFirstOrThrow();
  return withDefaults(updated);
}

/** Every company with its time zone, for jobs that work by each company's day. Runs as `assay_jobs`. */
export function listTimeZones(trx: Trx): Promise<{ id: string; timeZone: string }[]> {
  return trx.selectFrom('companies').select(['id', 'time_zone as timeZone']).orderBy('id').execute();
}

/** The time zone of the transaction's company. */
export async function readTimeZone(trx: Trx, companyId: string): Promise<string> {
  const { time_zone } = await trx
    .selectFrom('companies')
    .select('time_zone')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  return time_zone;
}

/** Classes of customers for which the policies of the transaction's company keep its former identification procedure. */
export async function readFormerProcedures(trx: Trx, companyId: string): Promise<readonly FormerProcedure[]> {
  const row = await trx
    .selectFrom('companies')
    .select('policy')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  return withDefaults(row).policy.formerProcedures;
}

/** Facts of a company for rules. */
export interface CompanyFacts
  extends Pick<
    CompanyState,
    | 'id'
    | 'regulatedIn'
    | 'timeZone'
    | 'billingCountryCode'
    | 'otherSectors'
    | 'australianTranche'
    | 'firstServiceNz'
    | 'firstServiceAu'
  > {
  sector: CompaniesTable['sector'];
  policy: CompanyPolicy;
}

/** The facts of the transaction's company. */
export async function readCompanyFacts(trx: Trx, companyId: string): Promise<CompanyFacts> {
  const facts = await trx
    .selectFrom('companies')
    .select([
      'id',
      'sector',
      'policy',
      'other_sectors as otherSectors',
      'australian_tranche as australianTranche',
      'first_service_nz as firstServiceNz',
      'first_service_au as firstServiceAu',
      'regulated_in as regulatedIn',
      'time_zone as timeZone',
      'billing_country_code as billingCountryCode',
    ])
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  return withDefaults(facts);
}
