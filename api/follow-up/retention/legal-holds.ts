import type { EndpointResponse } from '#contract/endpoint.ts';
import type { setLegalHold } from '#contract/views/retention.ts';
import type { readHolds } from './store.ts';

/** A legal hold as the API returns it. */
export const getHold = (
  row: Awaited<ReturnType<typeof readHolds>>[number],
): EndpointResponse<typeof setLegalHold> => ({
  client: { id: row.client_id, name: row.display_name ?? '' },
  reason: row.reason,
  by: { id: row.set_by, name: row.name },
  at: row.set_at,
});
