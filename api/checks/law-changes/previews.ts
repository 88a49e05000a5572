import { previewCompanyChange, previewCountryList } from '#contract/cdd/law-change-previews.ts';
import type { EndpointResponse } from '#contract/endpoint.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { commandsFor, receipt } from '../../kernel/command/command.ts';
import type { Work } from '../../kernel/command/work.ts';
import {
  checkProfile,
  getRuleFacts,
  haveDifferentRules,
  nextProfile,
  staleProfile,
} from '../../records/company-settings/profile-change.ts';
import { type CompanyFacts, readCompanyFacts, readSettings } from '../../records/company-settings/store.ts';
import {
  checkList,
  differs,
  getToday,
  nextList,
  staleList,
} from '../../records/country-lists/list-change.ts';
import { readCountryList, readCountryLists } from '../../records/country-lists/queries.ts';
import { ownChange } from './company-changes.ts';
import { type Comparison, compareClients } from './compare-clients.ts';
import type { LawChangesDeps } from './queries.ts';
import { readClientIds } from './store.ts';

const command = commandsFor<LawChangesDeps>();

/** Clients that one call compares: about a second. */
const clientsPerCall = 500;

type Preview = EndpointResponse<typeof previewCountryList>;

/** The response to a form with which no level can change. */
const noChange: Preview = { changesRules: false, clients: [], clientsChecked: 0, nextAfter: null };

/** Compares the next clients as saving compares them, with the company and lists as they would be. */
async function compareNext(
  { trx, time }: Pick<Work, 'trx' | 'time'>,
  after: string | undefined,
  proposed: Pick<Comparison, 'company' | 'lists'>,
): Promise<Preview> {
  const found = await readClientIds(trx, { of: 'all', after: after ?? null, limit: clientsPerCall + 1 });
  const ids = found.slice(0, clientsPerCall);
  const today = companyDay(time(), proposed.company.timeZone);
  return {
    changesRules: true,
    clients: await compareClients(trx, ids, ownChange({ ...proposed, today })),
    clientsChecked: ids.length,
    nextAfter: found.length > ids.length ? (ids.at(-1) ?? null) : null,
  };
}

/** POST /country-lists/:key/preview. Rejects what saving rejects, and saves nothing: without a lock. */
export const previewList = command(previewCountryList, {
  lock: ({ trx, params, ...form }) => readCountryList(trx, params.key, getToday(form)),
  stale: staleList,
  check: checkList,
  async change(context, before) {
    const { trx, time, caller, query } = context;
    const after = nextList(context, before);
    if (!differs(before, after)) return noChange;
    const company = await readCompanyFacts(trx, caller.company.id);
    const present = await readCountryLists(trx, company, time());
    const { asAt, countries } = after;
    return compareNext(context, query.after, {
      company,
      lists: { ...present, [after.key]: { asAt, countries } },
    });
  },
  read: async (_, _before, preview) => preview,
  again: receipt,
  events: () => [],
});

/** POST /company/preview. Rejects what saving rejects, and saves nothing: without a lock. */
export const previewProfile = command(previewCompanyChange, {
  lock: ({ trx, caller }) => readSettings(trx, caller.company.id),
  stale: staleProfile,
  check: checkProfile,
  async change(context, before) {
    const { trx, time, body, query } = context;
    const { profile, policy } = nextProfile(body, before);
    if (!haveDifferentRules(before, profile)) return noChange;
    const present = await readCompanyFacts(trx, before.id);
    const company: CompanyFacts = { ...present, ...getRuleFacts(profile), policy };
    return compareNext(context, query.after, {
      company,
      lists: await readCountryLists(trx, company, time()),
    });
  },
  read: async (_, _before, preview) => preview,
  again: receipt,
  events: () => [],
});
