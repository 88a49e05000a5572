import { exportClients } from '#contract/clients.ts';
import { asMember } from '../../session/session.server.ts';
import { filtersFromUrl } from './list/client-filters.ts';

/** Every client of the list's filter as CSV, passed on piece by piece as the API reads it. */
export const loader = asMember(({ api, url }) =>
  api.stream(exportClients, { query: filtersFromUrl(url.searchParams) }),
);
