import { listEvidenceGaps as listEndpoint } from '#contract/cdd/evidence-gaps.ts';
import { queriesFor } from '../../kernel/command/query.ts';
import { readGapsPage } from '../cdd/evidence-gaps.ts';
import { countClosedGaps } from '../cdd/evidence-gaps-store.ts';
import type { DiligenceDeps } from '../cdd/service.ts';
import { readRechecksPage } from './rechecks.ts';

const query = queriesFor<DiligenceDeps>();

/** GET /evidence-gaps: clients to be approved and activities to recheck, each list at a page of its own, read in one transaction. */
export const listEvidenceGaps = query(
  listEndpoint,
  async ({ trx, deps, caller, query: { clientsCursor, activitiesCursor, limit } }) => ({
    clients: await readGapsPage(trx, deps, caller, { cursor: clientsCursor, limit }),
    approvedSince: await countClosedGaps(trx),
    activities: await readRechecksPage(trx, { cursor: activitiesCursor, limit }),
  }),
);
