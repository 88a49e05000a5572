import type { Transaction } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { AlertType } from '#rules/alert-types.ts';
import { addDays } from '#rules/calendar-dates.ts';
import { companyDay } from '#rules/company-day.ts';
import type { ReviewTrigger } from '#rules/monitoring/review-words.ts';
import type { ResourceType } from '#rules/risk/question-types.ts';
import type { Schema } from '../database/schema.ts';
import { insertReviews } from './store.ts';

type Trx = Transaction<Schema>;

/** What happened that asks for a look back at the client as a whole, beside the alert itself. Source: domain 11.3, AU s30, NZ s31. */
const triggers: Partial<Record<AlertType, ReviewTrigger>> = {
  riskRose: 'riskRose',
  registryChange: 'registryChange',
};

/** Days that a triggered review may take. Our decision; the laws say "without delay" at most. */
export const triggeredReviewDays = 14;

export interface TriggeredReview {
  clientId: string;
  trigger: ReviewTrigger;
  /** Why, in a sentence. */
  cause: string;
  /** One cause asks for one review, ever. */
  dedupeKey: string;
}

/** Puts reviews of clients on the list because something happened. One cause has one review. */
export async function triggerReviews(
  trx: Trx,
  deps: { now: () => Date },
  companyId: string,
  reviews: readonly TriggeredReview[],
): Promise<void> {
  if (reviews.length === 0) return;
  const company = await trx
    .selectFrom('companies')
    .select('time_zone')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  const now = deps.now();
  const at = now.toISOString();
  const dueOn = addDays(companyDay(now, company.time_zone), triggeredReviewDays);
  await insertReviews(
    trx,
    reviews.map(({ clientId, trigger, cause, dedupeKey }) => ({
      company_id: companyId,
      id: uuidv7({ msecs: now.getTime() }),
      client_id: clientId,
      kind: 'triggered' as const,
      trigger,
      cause,
      dedupe_key: dedupeKey,
      due_on: dueOn,
      status: 'scheduled' as const,
      assignee_member_id: null,
      created_at: at,
      updated_at: at,
    })),
  );
}

/** Asks for a review of each client of whom an alert says that something changed. */
export async function askForReviews(
  trx: Trx,
  deps: { now: () => Date },
  by: { companyId: string },
  alerts: readonly {
    type: AlertType;
    resourceType: ResourceType;
    resourceId: string;
    summary: string;
    dedupeKey: string;
  }[],
): Promise<void> {
  const asked = alerts.flatMap(({ type, resourceType, resourceId, summary, dedupeKey }) => {
    const trigger = triggers[type];
    if (trigger === undefined || resourceType !== 'clients') return [];
    return [{ clientId: resourceId, trigger, cause: summary, dedupeKey: `alert:${dedupeKey}` }];
  });
  await triggerReviews(trx, deps, by.companyId, asked);
}
