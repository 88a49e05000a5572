import { exportClients } from '#contract/clients/clients.ts';
import { asMember } from '../../session/session.server.ts';
import { filtersFromUrl } from './list/client-filters.ts';

/** All clients of the list's filter as CSV, streamed from the API. */
export const loader = asMember(({ api, url }) =>
  api.stream(exportClients, { query: filtersFromUrl(url.searchParams) }),
);
