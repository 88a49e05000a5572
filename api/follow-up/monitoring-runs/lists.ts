import type { EndpointResponse } from '#contract/endpoint.ts';
import type { readMonitoringLists as endpoint } from '#contract/monitoring/screenings.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { screenedTopics } from '#rules/worklists/worklist-settings.ts';
import type { ScreeningsDeps } from '../../checks/screening-results/service.ts';
import { asTenant } from '../../kernel/database/tenancy.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { listWorklists, readPause } from '../../records/worklists/store.ts';

/** GET /monitoring/lists. */
export async function readListsInUse(
  deps: ScreeningsDeps,
  { company }: MemberCaller,
): Promise<EndpointResponse<typeof endpoint>> {
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
}
