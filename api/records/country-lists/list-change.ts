import type { z } from 'zod';
import type { saveCountryList } from '#contract/cdd/cdd.ts';
import { removalProblem } from '#rules/country-lists/effective-list.ts';
import { formatDate } from '#rules/dates/calendar-dates.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import type { Work } from '../../kernel/command/work.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import type { CountryList } from './queries.ts';

/** The form of a list, to be saved or previewed. */
export type ListForm = Pick<Work, 'time' | 'at'> & {
  caller: MemberCaller;
  body: z.output<typeof saveCountryList.body>;
};

export const getToday = ({ time, caller }: Pick<ListForm, 'time' | 'caller'>) =>
  companyDay(time(), caller.company.timeZone);

/** Problem with a list's date: before the date of the list it replaces, or in the future. */
function problemWithDay(asAt: string, before: CountryList, today: string): string | undefined {
  if (asAt > today) return 'Enter today or the earlier day on which you compared the list with its source.';
  if (asAt < before.asAt) {
    return `The list was already checked as at ${formatDate(before.asAt)}. Enter that day or a later one.`;
  }
  return undefined;
}

/** Adds the problems of a form by field: its day, and shipped countries that it lacks. */
export function checkList(
  { body, problems, ...form }: ListForm & { problems: { add(field: string, message: string): void } },
  before: CountryList,
): void {
  const problem = problemWithDay(body.asAt, before, getToday(form));
  if (problem !== undefined) problems.add('asAt', problem);
  const removal = removalProblem({ key: before.key, ...before.shipped }, body.countries);
  if (removal !== undefined) problems.add('countries', removal);
}

/** Error for a list that was saved after the form was opened. */
export const staleList = {
  message: ({ updatedBy }: CountryList) =>
    `${updatedBy ?? 'Someone'} changed this list after you opened it. Compare both, then save yours again.`,
  current: (_: unknown, before: CountryList) => before,
};

/** The list that saving a checked form makes of the present one. */
export function nextList({ at, caller, body }: ListForm, before: CountryList): CountryList {
  const countries = [...new Set(body.countries)].sort();
  return {
    key: before.key,
    version: before.version + 1,
    asAt: body.asAt,
    countries,
    ownCountries: countries.filter((country) => !before.shipped.countries.includes(country)),
    shipped: before.shipped,
    source: body.source ?? '',
    note: body.note ?? '',
    updatedAt: at,
    updatedBy: caller.member.name,
  };
}

/** Whether the two have different countries: only then can the level of CDD of a client change. */
export const differs = (before: CountryList, after: CountryList) =>
  before.countries.join() !== after.countries.join();
