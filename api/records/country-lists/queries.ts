import type { Kysely, Transaction } from 'kysely';
import type { z } from 'zod';
import type { countryList, countryListState } from '#contract/cdd/cdd.ts';
import type { CompanyState } from '#contract/company/accounts.ts';
import { isCountry } from '#rules/countries.ts';
import {
  type CountryListKey,
  type CountryLists,
  countryListKeys,
  listChanges,
} from '#rules/country-lists/country-list-keys.ts';
import { listsInForce, starterCountryLists } from '#rules/country-lists/list-versions.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import { asTenant } from '../../kernel/database/tenancy.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { readListStates, readNewestLists, type SavedList } from './store.ts';

export interface CountryListsDeps {
  db: Kysely<Schema>;
  now: () => Date;
}

export type CountryList = z.output<typeof countryList>;
type ListState = z.output<typeof countryListState>;

/** The company's list; if never edited, the starter in force that day as version 0. */
export function listFrom(key: CountryListKey, saved: readonly SavedList[], today: string): CountryList {
  const own = saved.find((list) => list.key === key);
  if (own !== undefined) {
    const { version, asAt, countries, source, note, savedAt, savedBy } = own;
    return { key, version, asAt, countries, source, note, updatedAt: savedAt, updatedBy: savedBy };
  }
  const starter = listsInForce(starterCountryLists, today).find((list) => list.key === key);
  if (starter === undefined) throw new Error(`There is no starter list ${key}.`);
  const { asAt, countries, sourceUrl, note } = starter;
  return {
    key,
    version: 0,
    asAt,
    countries: countries.filter(isCountry),
    source: sourceUrl,
    note,
    updatedAt: null,
    updatedBy: null,
  };
}

async function getCompanyLists(trx: Transaction<Schema>, today: string): Promise<CountryList[]> {
  const saved = await readNewestLists(trx);
  return countryListKeys.map((key) => listFrom(key, saved, today));
}

/** The company's lists as scoring uses them. `now`: determines the company's calendar day. */
export async function readCountryLists(
  trx: Transaction<Schema>,
  company: Pick<CompanyState, 'timeZone' | 'regulatedIn'>,
  now: Date,
): Promise<CountryLists> {
  const lists = await getCompanyLists(trx, companyDay(now, company.timeZone));
  const byKey = Object.fromEntries(
    lists.map(({ key, asAt, countries }) => [key, { asAt, countries }]),
  ) as Record<CountryListKey, { asAt: string; countries: string[] }>;
  return { ...byKey, home: [...company.regulatedIn] };
}

/** GET /country-lists. */
export async function showCountryLists(
  deps: CountryListsDeps,
  { company }: MemberCaller,
): Promise<{ lists: CountryList[] }> {
  const today = companyDay(deps.now(), company.timeZone);
  return { lists: await asTenant(deps.db, company.id, (trx) => getCompanyLists(trx, today)) };
}

/** States on one page of a list's history. */
const statesPerPage = 20;

/**
 * GET /country-lists/:key/versions: saved versions, newest first. The first is compared with the starter in force on the day it was
 * saved.
 */
export async function showCountryListStates(
  deps: CountryListsDeps,
  { company }: MemberCaller,
  key: CountryListKey,
  before: number | undefined,
): Promise<{ states: ListState[]; nextBefore: number | null }> {
  // One more than a page: the oldest of it is compared with the state before.
  const page = { companyId: company.id, key, before, limit: statesPerPage + 1 };
  const rows = await asTenant(deps.db, company.id, (trx) => readListStates(trx, page));
  const states = rows.slice(0, statesPerPage).map((row, index): ListState => {
    const savedOn = companyDay(new Date(row.savedAt), company.timeZone);
    const former = rows[index + 1] ?? listFrom(key, [], savedOn);
    return { ...row, ...listChanges(former.countries, row.countries) };
  });
  const last = states.at(-1);
  return { states, nextBefore: rows.length > statesPerPage && last ? last.version : null };
}
