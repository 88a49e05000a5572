import { exportCompanies } from '#contract/platform/platform.ts';
import { valuesFrom } from '../../components/admin-layout/filter-url.ts';
import { asAdmin } from '../../session/session.server.ts';

/** Every company of the list's filter as CSV. */
export const loader = asAdmin(({ api, url }) =>
  api.stream(exportCompanies, {
    query: valuesFrom(url.searchParams, ['q', 'country', 'restricted', 'subscription', 'onboarding']),
  }),
);
