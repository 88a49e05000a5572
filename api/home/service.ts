import type { Kysely } from 'kysely';
import type { EndpointAnswer } from '#contract/endpoint.ts';
import type { readHome as endpoint } from '#contract/home.ts';
import { alertPage } from '../alerts/store.ts';
import { listItemOf } from '../clients/list.ts';
import type { Schema } from '../database/schema.ts';
import { asTenant } from '../database/tenancy.ts';
import type { MemberCaller } from '../http/bind.ts';
import { clientsByStatus, clientsInWork, newestClients, unassignedClients } from './store.ts';

export interface HomeDeps {
  db: Kysely<Schema>;
  now: () => Date;
}

/** Clients shown in each list of the page. */
const shownClients = 10;
const shownAlerts = 5;

/** What waits for the member: counts stop at 10,000, lists at ten. */
export async function readHome(
  deps: HomeDeps,
  caller: MemberCaller,
): Promise<EndpointAnswer<typeof endpoint>> {
  const within = <T>(work: Parameters<typeof asTenant<T>>[2]) => asTenant(deps.db, caller.company.id, work);
  const [byStatus, mine, unassignedTotal, recent, alerts] = await Promise.all([
    within(clientsByStatus),
    within((trx) => clientsInWork(trx, caller.member.id, shownClients)),
    within(unassignedClients),
    within((trx) => newestClients(trx, shownClients)),
    within((trx) =>
      alertPage(trx, {
        filter: { waitingFor: caller.member.id },
        limit: shownAlerts,
        now: deps.now().toISOString(),
      }),
    ),
  ]);
  return {
    clientsByStatus: byStatus,
    mine: mine.rows.map(listItemOf),
    mineTotal: mine.total,
    unassignedTotal,
    recentlyAdded: recent.map(listItemOf),
    alerts: alerts.rows.slice(0, shownAlerts),
    alertsTotal: alerts.total,
  };
}
