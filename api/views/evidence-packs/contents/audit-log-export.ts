import type { Kysely } from 'kysely';
import { toProvenEvent } from '../../../kernel/audit/chain-store.ts';
import type { Schema } from '../../../kernel/database/tables/schema.ts';
import { asTenant } from '../../../kernel/database/tenancy.ts';
import type { Proofs } from './event-proofs.ts';
import type { EventTarget } from './records.ts';
import { type ChainHead, getEvents, type TrailEvent } from './store.ts';

/** Events per transaction: the embedded database serves no one else meanwhile. */
const eventsPerBatch = 500;

/** The part of the audit log that a pack contains. */
export interface Trail {
  companyId: string;
  targets: readonly EventTarget[];
  /** Head of the chain when the pack's records were read; null for an empty chain. */
  head: ChainHead | null;
  /** Whether entries include values before and after. Without them each entry's digest still covers them. */
  withDetails: boolean;
}

/** What an event's digest covers, withheld. */
const withheld = { detail: null, detail_key: null, detail_reason: null, detail_address: null };

/** An event with its path to the root of its signed part; null if no batch covers it, or paths were not requested. */
export type ProvenEvent = TrailEvent & { proof: string[] | null };

/**
 * Events in chain order, in batches of short transactions; events never change once written.
 *
 * @param proofs collects the parts to which the events' paths lead
 */
export async function* trailEvents(
  deps: { db: Kysely<Schema> },
  { companyId, targets, head, withDetails }: Trail,
  proofs?: Proofs,
): AsyncGenerator<ProvenEvent> {
  if (head === null) return;
  const range = { chain: companyId, until: head.seq, limit: eventsPerBatch };
  for (let after = 0, more = true; more; ) {
    const batch = await asTenant(deps.db, companyId, async (trx) => {
      const events = await getEvents(trx, targets, { ...range, after });
      const paths = await proofs?.prove(
        trx,
        events.map(({ seq }) => seq),
      );
      return events.map((event, index) => ({ ...event, proof: paths?.[index] ?? null }));
    });
    for (const event of batch) yield withDetails ? event : { ...event, ...withheld };
    more = batch.length === eventsPerBatch;
    after = batch.at(-1)?.seq ?? after;
  }
}

/** An event as a line of JSON, as it is verified. */
export function eventLine(event: ProvenEvent): string {
  const { actor_name: actorName, proof } = event;
  return `${JSON.stringify({ ...toProvenEvent(event), actorName, proof })}\n`;
}
