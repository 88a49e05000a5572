import { exportActivities } from '#contract/activities.ts';
import { asMember } from '../../session/session.server.ts';
import { filtersFromUrl } from './list/activity-filters.ts';

/** All activities of the list's filter as CSV, streamed from the API. */
export const loader = asMember(({ api, url }) =>
  api.stream(exportActivities, { query: filtersFromUrl(url.searchParams) }),
);
