import type { Transaction } from 'kysely';
import type { ClientPeriod } from '#contract/client-record.ts';
import type { SanctionsPermit } from '#contract/sanctions-permits.ts';
import { type KeptDecision, readDecisions } from '../../../checks/cdd/decision-store.ts';
import type { Schema } from '../../../kernel/database/tables/schema.ts';
import { readClientPeriods } from '../../../records/clients/periods-store.ts';
import { allPermits } from '../../../records/sanctions/permits-store.ts';

/** A period without the event that began it: not every event of the company belongs to a pack, and its time is that of the period. */
export type PackedPeriod = Omit<ClientPeriod, 'event'>;

/** What was on record of a client and when, what was approved, and what an authority permitted. */
export interface PackedHistory {
  periods: PackedPeriod[];
  cddDecisions: KeptDecision[];
  sanctionsPermits: SanctionsPermit[];
}

/** History of a client in the caller's transaction. Without notes, what the approver wrote is left out. */
export async function getHistory(
  trx: Transaction<Schema>,
  clientId: string,
  withNotes: boolean,
): Promise<PackedHistory> {
  const periods = await readClientPeriods(trx, clientId);
  const decisions = await readDecisions(trx, clientId);
  return {
    periods: periods.map(({ event: _event, ...period }) => period),
    cddDecisions: withNotes ? decisions : decisions.map((decision) => ({ ...decision, note: null })),
    sanctionsPermits: await allPermits(trx, clientId),
  };
}
