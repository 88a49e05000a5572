import type { SanctionsPermit } from '#contract/cdd/sanctions-permits.ts';
import type { ClientPeriod } from '#contract/clients/client-record.ts';
import { readDecisions, type SavedDecision } from '../../../checks/cdd/decision-store.ts';
import type { Trx } from '../../../kernel/database/tables/schema.ts';
import { readClientPeriods } from '../../../records/clients/periods-store.ts';
import { allPermits } from '../../../records/sanctions/permits-store.ts';

/** A period without its start event: the pack contains only some of the company's events, and the period has the event's time. */
export type PackedPeriod = Omit<ClientPeriod, 'event'>;

/** A client's recorded values over time, approvals, and permits of authorities. */
export interface PackedHistory {
  periods: PackedPeriod[];
  cddDecisions: SavedDecision[];
  sanctionsPermits: SanctionsPermit[];
}

/** History of a client in the caller's transaction. Without notes, the approver's notes are omitted. */
export async function getHistory(trx: Trx, clientId: string, withNotes: boolean): Promise<PackedHistory> {
  const periods = await readClientPeriods(trx, clientId);
  const decisions = await readDecisions(trx, clientId);
  return {
    periods: periods.map(({ event: _event, ...period }) => period),
    cddDecisions: withNotes ? decisions : decisions.map((decision) => ({ ...decision, note: null })),
    sanctionsPermits: await allPermits(trx, clientId),
  };
}
