import { readMonitoringLists as listsEndpoint } from '#contract/monitoring/screenings.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { screenedTopics } from '#rules/worklists/worklist-settings.ts';
import type { ScreeningsDeps } from '../../checks/screening-results/service.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import { asTenant } from '../../kernel/database/tenancy.ts';
import { listWorklists, readPause } from '../../records/worklists/store.ts';

const handler = handlersFor<ScreeningsDeps>();

/** GET /monitoring/lists. */
export const readMonitoringLists = handler(listsEndpoint, async (deps, _input, { company }) => {
  const lists = await deps.screening.listsInUse(company.id);
  const { worklists, pause } = await asTenant(deps.db, company.id, async (trx) => ({
    worklists: (await listWorklists(trx, { archived: false })).filter(
      ({ checks }) => screenedTopics(checks).length > 0,
    ),
    pause: await readPause(trx),
  }));
  return {
    lists: lists.map((list) => ({
      ...list,
      worklists: worklists.map(({ id, name, covered_lists }) => ({
        id,
        name,
        coveredVersion: covered_lists[list.id] ?? null,
      })),
    })),
    paused: pause === undefined ? null : { reason: pause.reason, since: pause.since },
    on: companyDay(deps.now(), company.timeZone),
  };
});
