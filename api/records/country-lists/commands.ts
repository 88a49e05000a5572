import { saveCountryList as saveEndpoint } from '#contract/cdd/cdd.ts';
import { type CountryListKey, countryListLabels } from '#rules/country-lists/country-list-keys.ts';
import { removalProblem } from '#rules/country-lists/effective-list.ts';
import { formatDate } from '#rules/dates/calendar-dates.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { changesBetween } from '../../kernel/audit/detail.ts';
import { commandsFor } from '../../kernel/command/command.ts';
import type { Work } from '../../kernel/command/work.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { type CountryList, type CountryListsDeps, listFrom } from './queries.ts';
import { insertList, lockCountryLists, readNewestLists } from './store.ts';

const command = commandsFor<CountryListsDeps>();

type CountryListWork = Work & { params: { key: CountryListKey }; caller: MemberCaller };

const getToday = ({ time, caller }: Pick<CountryListWork, 'time' | 'caller'>) =>
  companyDay(time(), caller.company.timeZone);

/** Problem with a list's date: before the date of the list it replaces, or in the future. */
function problemWithDay(asAt: string, before: CountryList, today: string): string | undefined {
  if (asAt > today) return 'Enter today or the earlier day on which you compared the list with its source.';
  if (asAt < before.asAt) {
    return `The list was already checked as at ${formatDate(before.asAt)}. Enter that day or a later one.`;
  }
  return undefined;
}

const auditable = ({ asAt, countries, source, note }: CountryList) => ({ asAt, countries, source, note });

/** Serialises changes of a company's lists with an advisory lock, because a list that was never edited has no row. */
async function lock({ trx, params, ...context }: CountryListWork): Promise<CountryList> {
  await lockCountryLists(trx, context.caller.company.id);
  return listFrom(params.key, await readNewestLists(trx), getToday(context));
}

/** PUT /country-lists/:key: a new version of one list; former versions are retained. A shipped country cannot be removed. */
export const saveCountryList = command(saveEndpoint, {
  lock,
  stale: {
    message: ({ updatedBy }) =>
      `${updatedBy ?? 'Someone'} changed this list after you opened it. Compare both, then save yours again.`,
    current: (_, before) => before,
  },
  check({ body, problems, ...context }, before) {
    const problem = problemWithDay(body.asAt, before, getToday(context));
    if (problem !== undefined) problems.add('asAt', problem);
    const removal = removalProblem({ key: before.key, ...before.shipped }, body.countries);
    if (removal !== undefined) problems.add('countries', removal);
  },
  async change({ trx, at, emit, caller: { company, member }, body }, before): Promise<CountryList> {
    const countries = [...new Set(body.countries)].sort();
    const after: CountryList = {
      key: before.key,
      version: before.version + 1,
      asAt: body.asAt,
      countries,
      ownCountries: countries.filter((country) => !before.shipped.countries.includes(country)),
      shipped: before.shipped,
      source: body.source ?? '',
      note: body.note ?? '',
      updatedAt: at,
      updatedBy: member.name,
    };
    await insertList(trx, {
      company_id: company.id,
      key: after.key,
      version: after.version,
      as_at: after.asAt,
      countries: after.countries,
      added: after.ownCountries,
      source: after.source,
      note: after.note,
      saved_at: at,
      saved_by: member.id,
    });
    if (before.countries.join() !== after.countries.join()) {
      emit('company.rulesChanged', { cause: `Country list: ${countryListLabels[after.key]}` });
    }
    return after;
  },
  read: async (_, _before, after) => after,
  events: (_, { before, done }) => ({
    action: 'countryList.saved',
    resourceType: 'countryList',
    resourceId: before.key,
    detail: { changes: changesBetween(auditable(before), auditable(done)) },
  }),
});
