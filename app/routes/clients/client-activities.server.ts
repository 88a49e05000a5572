import { listActivities } from '#contract/activities.ts';
import type { CappedCount } from '#contract/client-record.ts';
import { type ActivityLine, getLine } from '../../components/activities/activity-lines.server.ts';
import type { MainApi } from '../../main-api/main-api.server.ts';

/** As many as the page has room for; the list has the others. */
const visibleActivities = 5;

export interface ClientActivities {
  lines: ActivityLine[];
  total: CappedCount;
}

/** The newest activities in which a client takes part, in whatever capacity. */
export async function readClientActivities(api: MainApi, clientId: string): Promise<ClientActivities> {
  const { items, total } = await api.call(listActivities, { query: { clientId, limit: visibleActivities } });
  return { lines: items.map(getLine), total };
}
