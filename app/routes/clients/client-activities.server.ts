import { listActivities } from '#contract/activities.ts';
import type { CappedCount } from '#contract/clients.ts';
import type { MainApi } from '../../main-api.server.ts';
import { type ActivityLine, lineOf } from '../activities/activity-texts.server.ts';

/** As many as the page has room for; the list has the others. */
const shownActivities = 5;

export interface ClientActivities {
  lines: ActivityLine[];
  total: CappedCount;
}

/** The newest activities in which a client takes part, in whatever capacity. */
export async function readClientActivities(api: MainApi, clientId: string): Promise<ClientActivities> {
  const { items, total } = await api.call(listActivities, { query: { clientId, limit: shownActivities } });
  return { lines: items.map(lineOf), total };
}
