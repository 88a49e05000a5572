import { exportUsers } from '#contract/platform/platform.ts';
import { valuesFrom } from '../../components/admin-layout/filter-url.ts';
import { asAdmin } from '../../session/session.server.ts';

/** Every person of the list's filter as CSV. */
export const loader = asAdmin(({ api, url }) =>
  api.stream(exportUsers, { query: valuesFrom(url.searchParams, ['q', 'status', 'company']) }),
);
