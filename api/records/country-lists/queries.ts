import type { Kysely } from 'kysely';
import type { z } from 'zod';
import {
  type countryList,
  type countryListState,
  readCountryLists as readEndpoint,
  readCountryListStates as readStatesEndpoint,
} from '#contract/cdd/cdd.ts';
import type { CompanyState } from '#contract/company/accounts.ts';
import { isCountry } from '#rules/countries.ts';
import {
  type CountryListKey,
  type CountryLists,
  countryListKeys,
  listChanges,
} from '#rules/country-lists/country-list-keys.ts';
import { effectiveList, shippedList } from '#rules/country-lists/effective-list.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { queriesFor } from '../../kernel/command/query.ts';
import type { Schema, Trx } from '../../kernel/database/tables/schema.ts';
import { readListStates, readNewestLists, type SavedList } from './store.ts';

export interface CountryListsDeps {
  db: Kysely<Schema>;
  now: () => Date;
}

const query = queriesFor<CountryListsDeps>();

export type CountryList = z.output<typeof countryList>;
type ListState = z.output<typeof countryListState>;

/**
 * The list in effect: the state shipped for that day, and the countries that the company added. It is derived, so that no saved row
 * can lack a shipped country. Version 0 if the company never saved one.
 */
function listFrom(key: CountryListKey, saved: readonly SavedList[], today: string): CountryList {
  const state = shippedList(key, today);
  const { asAt, sourceUrl: source, note } = state;
  const shipped = { asAt, countries: state.countries.filter(isCountry), source, note };
  const own = saved.find((list) => list.key === key);
  const { added, ...effective } = effectiveList(shipped, own && { asAt: own.asAt, added: own.ownCountries });
  return {
    key,
    version: own?.version ?? 0,
    ...effective,
    ownCountries: added,
    shipped,
    source: own?.source ?? source,
    note: own?.note ?? note,
    updatedAt: own?.savedAt ?? null,
    updatedBy: own?.savedBy ?? null,
  };
}

async function getCompanyLists(trx: Trx, today: string): Promise<CountryList[]> {
  const saved = await readNewestLists(trx);
  return countryListKeys.map((key) => listFrom(key, saved, today));
}

/** One list in effect today. */
export async function readCountryList(trx: Trx, key: CountryListKey, today: string): Promise<CountryList> {
  return listFrom(key, await readNewestLists(trx), today);
}

/** The effective lists, as scoring and rules use them. `now`: determines the company's calendar day. */
export async function readCountryLists(
  trx: Trx,
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
export const showCountryLists = query(readEndpoint, async ({ trx, deps, caller: { company } }) => {
  const today = companyDay(deps.now(), company.timeZone);
  return { lists: await getCompanyLists(trx, today) };
});

/** States on one page of a list's history. */
const statesPerPage = 20;

/**
 * GET /country-lists/:key/versions: saved versions, newest first, each with the company's own additions and removals. Shipped
 * states have their own days.
 */
export const readCountryListStates = query(
  readStatesEndpoint,
  async ({ trx, caller: { company }, params: { key }, query: { before } }) => {
    // One more than a page: the oldest of it is compared with the state before.
    const page = { companyId: company.id, key, before, limit: statesPerPage + 1 };
    const rows = await readListStates(trx, page);
    const states = rows.slice(0, statesPerPage).map((row, index): ListState => {
      return { ...row, ...listChanges(rows[index + 1]?.ownCountries ?? [], row.ownCountries) };
    });
    const last = states.at(-1);
    return { states, nextBefore: rows.length > statesPerPage && last ? last.version : null };
  },
);
