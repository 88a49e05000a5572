import type { listActivities } from '#contract/activities.ts';
import type { CappedCount } from '#contract/clients/client-record.ts';
import type { EndpointResponse } from '#contract/endpoint.ts';
import { type ActivityLine, getLine } from '../../../components/activities/activity-lines.server.ts';

export interface ClientActivities {
  lines: ActivityLine[];
  total: CappedCount;
}

/** The listed activities with a client as party, in any capacity. */
export const toClientActivities = ({
  items,
  total,
}: EndpointResponse<typeof listActivities>): ClientActivities => ({ lines: items.map(getLine), total });
