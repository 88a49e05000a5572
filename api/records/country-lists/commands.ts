import { saveCountryList as saveEndpoint } from '#contract/cdd/cdd.ts';
import { type CountryListKey, countryListLabels } from '#rules/country-lists/country-list-keys.ts';
import { changesBetween } from '../../kernel/audit/detail.ts';
import { commandsFor } from '../../kernel/command/command.ts';
import type { Work } from '../../kernel/command/work.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { checkList, differs, getToday, nextList, staleList } from './list-change.ts';
import { type CountryList, type CountryListsDeps, readCountryList } from './queries.ts';
import { insertList } from './store.ts';

const command = commandsFor<CountryListsDeps>();

const auditable = ({ asAt, countries, source, note }: CountryList) => ({ asAt, countries, source, note });

type ListWork = Work & { params: { key: CountryListKey }; caller: MemberCaller };

const readNow = ({ trx, params, ...context }: ListWork) =>
  readCountryList(trx, params.key, getToday(context));

/** PUT /country-lists/:key: a new version of one list; former versions are retained. A shipped country cannot be removed. */
export const saveCountryList = command(saveEndpoint, {
  alone: true,
  // A list that was never edited has no row to lock: saving runs alone.
  lock: readNow,
  stale: staleList,
  check: checkList,
  async change(context, before): Promise<CountryList> {
    const { trx, at, emit, caller } = context;
    const after = nextList(context, before);
    await insertList(trx, {
      company_id: caller.company.id,
      key: after.key,
      version: after.version,
      as_at: after.asAt,
      countries: after.countries,
      added: after.ownCountries,
      source: after.source,
      note: after.note,
      saved_at: at,
      saved_by: caller.member.id,
    });
    if (differs(before, after)) {
      emit('company.rulesChanged', { cause: `Country list: ${countryListLabels[after.key]}` });
    }
    return after;
  },
  read: async (_, _before, after) => after,
  again: readNow,
  events: (_, { before, done }) => ({
    action: 'countryList.saved',
    resourceType: 'countryList',
    resourceId: before.key,
    detail: { changes: changesBetween(auditable(before), auditable(done)) },
  }),
});
