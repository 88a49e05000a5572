import { listEvidenceGaps } from './queries.ts';

/** Handler of the list of clients to be approved and activities to recheck. */
export const evidenceGapHandlers = [listEvidenceGaps] as const;
