import type { Selectable, Transaction } from 'kysely';
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
  'acn',
  'address',
  'time_zone',
  'policy',
  'updated_at',
] as const;

export type SettingsRow = Pick<Selectable<CompaniesTable>, (typeof columns)[number]>;

/** The transaction's company. With `lock`, nobody else changes it until the transaction ends. */
export function readSettings(
  trx: Transaction<Schema>,
  companyId: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<SettingsRow> {
  const query = trx.selectFrom('companies').select(columns).where('id', '=', companyId);
  return (lock ? query.forUpdate() : query).executeTakeFirstOrThrow();
}

type ProfileColumns = Pick<
  SettingsRow,
  'name' | 'legal_name' | 'sector' | 'regulated_in' | 'nzbn' | 'abn' | 'acn' | 'address' | 'time_zone'
>;

/** Writes the company's details, and the policy that goes with them; the caller holds the row's lock. */
export async function updateSettings(
  trx: Transaction<Schema>,
  row: SettingsRow,
  { profile, policy, at }: { profile?: ProfileColumns; policy?: CompanyPolicy; at: string },
): Promise<SettingsRow> {
  return trx
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
}

/** People of the company who are here, with what says what they may do. */
export function activeMembers(trx: Transaction<Schema>) {
  return trx
    .selectFrom('members')
    .select(['id', 'name', 'role', 'designations', 'access_ends_at as accessEndsAt'])
    .where('status', '=', 'active')
    .orderBy('name')
    .orderBy('id')
    .execute();
}
