import { type Insertable, sql, type Transaction } from 'kysely';
import type { CountryListKey } from '#rules/risk/country-lists.ts';
import type { CountryListsTable } from '../database/risk-tables.ts';
import type { Schema } from '../database/schema.ts';

type Trx = Transaction<Schema>;

/** The newest state of a list that the company has edited. */
export interface SavedList {
  key: CountryListKey;
  version: number;
  asAt: string;
  countries: CountryListsTable['countries'];
  note: string;
  savedAt: string;
  savedBy: string;
}

/** The newest state of each list that the transaction's company has edited: three rows at most. */
export async function readNewestLists(trx: Trx): Promise<SavedList[]> {
  return trx
    .selectFrom('country_lists as l')
    .innerJoin('members as m', 'm.id', 'l.saved_by')
    .distinctOn(['l.company_id', 'l.key'])
    .select([
      'l.key',
      'l.version',
      'l.as_at as asAt',
      'l.countries',
      'l.note',
      'l.saved_at as savedAt',
      'm.name as savedBy',
    ])
    .orderBy('l.company_id')
    .orderBy('l.key')
    .orderBy('l.version', 'desc')
    .execute();
}

/** Two who save lists of one company take turns until the transaction ends. */
export async function takeTurnOnLists(trx: Trx, companyId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`country lists of ${companyId}`}, 0))`.execute(
    trx,
  );
}

export async function insertList(trx: Trx, list: Insertable<CountryListsTable>): Promise<void> {
  await trx.insertInto('country_lists').values(list).execute();
}
