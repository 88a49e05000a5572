import type { Kysely, Transaction } from 'kysely';
import type { z } from 'zod';
import type { CompanyState } from '#contract/accounts.ts';
import type { countryList, countryListState, saveCountryList } from '#contract/diligence.ts';
import { formatDate } from '#rules/calendar-dates.ts';
import { companyDay } from '#rules/company-day.ts';
import { isCountry } from '#rules/countries.ts';
import { listsInForce, starterCountryLists } from '#rules/country-lists.ts';
import {
  type CountryListKey,
  type CountryLists,
  countryListKeys,
  listChanges,
} from '#rules/risk/country-lists.ts';
import { changesBetween } from '../audit/detail.ts';
import { recordMemberEvent } from '../audit/member-event.ts';
import type { Schema } from '../database/schema.ts';
import { asTenant } from '../database/tenancy.ts';
import type { MemberCaller } from '../http/bind.ts';
import { refuse } from '../http/problems.ts';
import { answerOnce } from '../request-keys/answer-once.ts';
import { insertList, readListStates, readNewestLists, type SavedList, takeTurnOnLists } from './store.ts';

export interface CountryListsDeps {
  db: Kysely<Schema>;
  now: () => Date;
}

type List = z.output<typeof countryList>;
type ListState = z.output<typeof countryListState>;
type ListForm = z.output<typeof saveCountryList.body>;

/** A list as the company has it; where it has edited none, the starter in force that day, as version 0. */
function listFrom(key: CountryListKey, saved: readonly SavedList[], today: string): List {
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

async function listsOfCompany(trx: Transaction<Schema>, today: string): Promise<List[]> {
  const saved = await readNewestLists(trx);
  return countryListKeys.map((key) => listFrom(key, saved, today));
}

/** The transaction's company's lists as scores use them. `now`: the instant that says which day it is for the company. */
export async function readCountryLists(
  trx: Transaction<Schema>,
  company: Pick<CompanyState, 'timeZone' | 'regulatedIn'>,
  now: Date,
): Promise<CountryLists> {
  const lists = await listsOfCompany(trx, companyDay(now, company.timeZone));
  const byKey = Object.fromEntries(
    lists.map(({ key, asAt, countries }) => [key, { asAt, countries }]),
  ) as Record<CountryListKey, { asAt: string; countries: string[] }>;
  return { ...byKey, home: [...company.regulatedIn] };
}

/** GET /country-lists. */
export async function showCountryLists(
  deps: CountryListsDeps,
  { company }: MemberCaller,
): Promise<{ lists: List[] }> {
  const today = companyDay(deps.now(), company.timeZone);
  return { lists: await asTenant(deps.db, company.id, (trx) => listsOfCompany(trx, today)) };
}

/** States on one page of a list's history. */
const statesPerPage = 20;

/**
 * GET /country-lists/:key/states: what was saved, newest first. The first state is compared with the starter that was in force on the
 * day when it was saved.
 */
export async function showCountryListStates(
  deps: CountryListsDeps,
  { company }: MemberCaller,
  key: CountryListKey,
  before: number | undefined,
): Promise<{ states: ListState[]; nextBefore: number | null }> {
  // One more than a page: the oldest of it is compared with the state before.
  const asked = { companyId: company.id, key, before, limit: statesPerPage + 1 };
  const rows = await asTenant(deps.db, company.id, (trx) => readListStates(trx, asked));
  const states = rows.slice(0, statesPerPage).map((row, index): ListState => {
    const savedOn = companyDay(new Date(row.savedAt), company.timeZone);
    const former = rows[index + 1] ?? listFrom(key, [], savedOn);
    return { ...row, ...listChanges(former.countries, row.countries) };
  });
  const last = states.at(-1);
  return { states, nextBefore: rows.length > statesPerPage && last ? last.version : null };
}

/** The day of a list: not before that of the list it replaces, whose later knowledge it would hide, and not to come. */
function problemWithDay(asAt: string, before: List, today: string): string | undefined {
  if (asAt > today) return 'Enter today or the earlier day on which you compared the list with its source.';
  if (asAt < before.asAt) {
    return `The list was already checked as at ${formatDate(before.asAt)}. Enter that day or a later one.`;
  }
  return undefined;
}

/**
 * PUT /country-lists/:key: a new state of one list; the former ones are kept. Refuses with `record.stale`, and the list as it is,
 * whoever edited another state.
 */
export function saveCountryListOf(
  deps: CountryListsDeps,
  caller: MemberCaller,
  key: CountryListKey,
  form: ListForm,
): Promise<List> {
  const { company, member } = caller;
  return asTenant(deps.db, company.id, (trx) =>
    answerOnce(trx, deps, caller, { record: key, body: form, status: 200 }, async () => {
      await takeTurnOnLists(trx, company.id);
      const now = deps.now();
      const today = companyDay(now, company.timeZone);
      const before = listFrom(key, await readNewestLists(trx), today);
      if (before.version !== form.version) {
        throw refuse('record.stale', {
          detail: `${before.updatedBy ?? 'Somebody'} changed this list after you opened it. Compare both, then save yours again.`,
          current: before,
        });
      }
      const wrongDay = problemWithDay(form.asAt, before, today);
      if (wrongDay !== undefined) throw refuse('request.invalid', { fields: { asAt: [wrongDay] } });
      const after: List = {
        key,
        version: before.version + 1,
        asAt: form.asAt,
        countries: [...new Set(form.countries)].sort(),
        source: form.source ?? '',
        note: form.note ?? '',
        updatedAt: now.toISOString(),
        updatedBy: member.name,
      };
      await insertList(trx, {
        company_id: company.id,
        key,
        version: after.version,
        as_at: after.asAt,
        countries: after.countries,
        source: after.source,
        note: after.note,
        saved_at: now.toISOString(),
        saved_by: member.id,
      });
      const told = ({ asAt, countries, source, note }: List) => ({ asAt, countries, source, note });
      await recordMemberEvent(trx, deps, caller, {
        action: 'countryList.saved',
        resourceType: 'countryList',
        resourceId: key,
        detail: { changes: changesBetween(told(before), told(after)) },
      });
      return after;
    }),
  );
}
