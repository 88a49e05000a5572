import { listActivities } from '#contract/activities.ts';
import type { CappedCount } from '#contract/clients/client-record.ts';
import { type ActivityLine, getLine } from '../../components/activities/activity-lines.server.ts';
import type { MainApi } from '../../main-api/main-api.server.ts';

/** Maximum activities on the page; the list has the others. */
const visibleActivities = 5;

export interface ClientActivities {
  lines: ActivityLine[];
  total: CappedCount;
}

/** The newest activities with a client as party, in any capacity. */
export async function readClientActivities(api: MainApi, clientId: string): Promise<ClientActivities> {
  const { items, total } = await api.call(listActivities, { query: { clientId, limit: visibleActivities } });
  return { lines: items.map(getLine), total };
}
