import type { Insertable } from 'kysely';
import type { CountryListKey } from '#rules/country-lists/country-list-keys.ts';
import type { CountryListsTable } from '../../kernel/database/tables/risk-tables.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';

/** The newest state of a list that the company has edited. */
export interface SavedList {
  key: CountryListKey;
  version: number;
  asAt: string;
  countries: CountryListsTable['countries'];
  ownCountries: CountryListsTable['added'];
  source: string;
  note: string;
  savedAt: string;
  savedBy: string;
}

const selectStates = (trx: Trx) =>
  trx
    .selectFrom('country_lists as l')
    .innerJoin('members as m', 'm.id', 'l.saved_by')
    .select([
      'l.key',
      'l.version',
      'l.as_at as asAt',
      'l.countries',
      'l.added as ownCountries',
      'l.source',
      'l.note',
      'l.saved_at as savedAt',
      'm.name as savedBy',
    ]);

/** The newest state of each list that the transaction's company has edited: three rows at most. */
export async function readNewestLists(trx: Trx): Promise<SavedList[]> {
  return selectStates(trx)
    .distinctOn(['l.company_id', 'l.key'])
    .orderBy('l.company_id')
    .orderBy('l.key')
    .orderBy('l.version', 'desc')
    .execute();
}

/** States of one list, newest first, `limit` of them from below version `before` on. */
export async function readListStates(
  trx: Trx,
  page: { companyId: string; key: CountryListKey; before: number | undefined; limit: number },
): Promise<SavedList[]> {
  const { companyId, key, before, limit } = page;
  return selectStates(trx)
    .where('l.company_id', '=', companyId)
    .where('l.key', '=', key)
    .$if(before !== undefined, (query) => query.where('l.version', '<', before ?? 0))
    .orderBy('l.version', 'desc')
    .limit(limit)
    .execute();
}

export async function insertList(trx: Trx, list: Insertable<CountryListsTable>): Promise<void> {
  await trx.insertInto('country_lists').values(list).execute();
}
