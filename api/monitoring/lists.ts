import type { EndpointAnswer } from '#contract/endpoint.ts';
import type { readMonitoringLists as endpoint } from '#contract/screenings.ts';
import { companyDay } from '#rules/company-day.ts';
import { screenedTopics } from '#rules/monitoring/worklist-settings.ts';
import { asTenant } from '../database/tenancy.ts';
import type { MemberCaller } from '../http/bind.ts';
import type { ScreeningsDeps } from '../screenings/service.ts';
import { listWorklists, readPause } from '../worklists/store.ts';

/** GET /monitoring/lists. */
export async function readListsInUse(
  deps: ScreeningsDeps,
  { company }: MemberCaller,
): Promise<EndpointAnswer<typeof endpoint>> {
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
