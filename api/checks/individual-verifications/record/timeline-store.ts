import { v7 as uuidv7 } from 'uuid';
import type { TimelineEntry } from '#contract/individual-verifications/verification-record.ts';
import type { Trx } from '../../../kernel/database/tables/schema.ts';
import type { TimelineActor } from './deps.ts';

export interface NewEvent {
  kind: TimelineEntry['kind'];
  text: string;
  by: TimelineActor;
}

/** Adds sentences to a timeline, in their order. */
export async function insertEvents(
  trx: Trx,
  { companyId, verificationId, at }: { companyId: string; verificationId: string; at: Date },
  events: readonly NewEvent[],
): Promise<void> {
  if (events.length === 0) return;
  await trx
    .insertInto('verification_events')
    .values(
      events.map(({ kind, text, by }, seq) => ({
        company_id: companyId,
        // Preserves the order of events with the same instant.
        id: uuidv7({ msecs: at.getTime(), seq }),
        verification_id: verificationId,
        at: at.toISOString(),
        kind,
        text,
        actor_type: by.type,
        actor_id: by.type === 'member' ? by.id : null,
      })),
    )
    .execute();
}

/** Most sentences that a page shows; a verification with more has been tried hundreds of times. */
const maxEvents = 500;

/** Timeline, oldest first. */
export async function readTimeline(trx: Trx, verificationId: string) {
  return trx
    .selectFrom('verification_events as e')
    .leftJoin('members as m', 'm.id', 'e.actor_id')
    .select(['e.at', 'e.kind', 'e.text', 'e.actor_type', 'm.name as actor_name'])
    .where('e.verification_id', '=', verificationId)
    .orderBy('e.id')
    .limit(maxEvents)
    .execute();
}
