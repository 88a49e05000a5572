import { exportRejectedRows } from '#contract/clients/client-import.ts';
import { asMember } from '../../session/session.server.ts';

/** The rejected rows of an import with reasons, as CSV. */
export const loader = asMember(({ api, url }) =>
  api.stream(exportRejectedRows, { params: { id: url.searchParams.get('import') ?? '' } }),
);
