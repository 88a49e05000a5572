import { exportActivities } from '#contract/activities.ts';
import { asMember } from '../../session/session.server.ts';
import { filtersFromUrl } from './activity-filters.ts';

/** Every activity of the list's filter as CSV, passed on piece by piece as the API reads it. */
export const loader = asMember(({ api, url }) =>
  api.stream(exportActivities, { query: filtersFromUrl(url.searchParams) }),
);
