import { listEvidenceGaps } from '#contract/cdd/evidence-gaps.ts';
import type { EndpointInput, EndpointResponse } from '#contract/endpoint.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import { asTenant } from '../../kernel/database/tenancy.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { readGapsPage } from '../cdd/evidence-gaps.ts';
import { countClosedGaps } from '../cdd/evidence-gaps-store.ts';
import type { DiligenceDeps } from '../cdd/service.ts';
import { readRechecksPage } from './rechecks.ts';

/** GET /evidence-gaps: clients to be approved and activities to recheck, each list at a page of its own, read in one transaction. */
function list(
  deps: DiligenceDeps,
  caller: MemberCaller,
  { clientsCursor, activitiesCursor, limit }: EndpointInput<typeof listEvidenceGaps>['query'],
): Promise<EndpointResponse<typeof listEvidenceGaps>> {
  return asTenant(deps.db, caller.company.id, async (trx) => ({
    clients: await readGapsPage(trx, deps, caller, { cursor: clientsCursor, limit }),
    approvedSince: await countClosedGaps(trx),
    activities: await readRechecksPage(trx, { cursor: activitiesCursor, limit }),
  }));
}

const handler = handlersFor<DiligenceDeps>();

/** Handler of the list of clients to be approved and activities to recheck. */
export const evidenceGapHandlers = [
  handler(listEvidenceGaps, (deps, { query }, caller) => list(deps, caller, query)),
] as const;
