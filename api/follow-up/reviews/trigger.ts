import { v7 as uuidv7 } from 'uuid';
import type { AlertType } from '#rules/alerts/alert-types.ts';
import type { RiskLevel } from '#rules/clients/client-types.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { dueAfterChange } from '#rules/reviews/review-dates.ts';
import type { ReviewTrigger } from '#rules/reviews/review-labels.ts';
import { reviewedWithPep } from '../../checks/cdd/pep-persons.ts';
import type { Emitted } from '../../kernel/command/emitted.ts';
import type { Work } from '../../kernel/command/work.ts';
import { readTimeZone } from '../../records/company-settings/store.ts';
import { currentWithParty, insertReviews, openReviewKeys, readCurrentApproved } from './store.ts';

/** Events that require a review of the whole client, besides the alert itself. AU AML/CTF Act 2006 s30; NZ AML/CFT Act 2009 s31. */
const triggers: Partial<Record<AlertType, ReviewTrigger>> = {
  riskRose: 'riskRose',
  registryChange: 'registryChange',
};

interface TriggeredReview {
  clientId: string;
  trigger: ReviewTrigger;
  /** Reason, as a sentence. */
  cause: string;
  /** One review per cause. */
  dedupeKey: string;
  /** Its due day follows this level. Absent: as high, because other triggers suggest a higher risk than the one on record. */
  riskLevel?: RiskLevel | null;
}

/** Schedules reviews of clients because of an event. One review per cause. */
async function triggerReviews(
  { trx, by, time }: Pick<Work, 'trx' | 'by' | 'time'>,
  reviews: readonly TriggeredReview[],
): Promise<void> {
  const { companyId } = by;
  if (reviews.length === 0 || companyId === null) return;
  const now = time();
  const at = now.toISOString();
  const today = companyDay(now, await readTimeZone(trx, companyId));
  await insertReviews(
    trx,
    reviews.map(({ clientId, trigger, cause, dedupeKey, riskLevel = 'high' }) => ({
      company_id: companyId,
      id: uuidv7({ msecs: now.getTime() }),
      client_id: clientId,
      kind: 'triggered' as const,
      trigger,
      cause,
      dedupe_key: dedupeKey,
      due_on: dueAfterChange(today, riskLevel),
      status: 'scheduled' as const,
      assignee_member_id: null,
      created_at: at,
      updated_at: at,
    })),
  );
}

/** Schedules a review of each client whose alert reports a change. */
export async function triggerAlertReviews(work: Work, alerts: Emitted['alert.opened']): Promise<void> {
  await triggerReviews(
    work,
    alerts.flatMap(({ type, resourceType, resourceId, summary, dedupeKey }) => {
      const trigger = triggers[type];
      if (trigger === undefined || resourceType !== 'clients') return [];
      return [{ clientId: resourceId, trigger, cause: summary, dedupeKey: `alert:${dedupeKey}` }];
    }),
  );
}

/** Schedules a review of the client whose match was confirmed. */
export async function triggerMatchReview(
  work: Work,
  { clientId, matchId }: Emitted['match.confirmed'],
): Promise<void> {
  await triggerReviews(work, [
    {
      clientId,
      trigger: 'confirmedMatch',
      cause: 'A true match was confirmed. Review the relationship.',
      dedupeKey: `confirmedMatch:${matchId}`,
    },
  ]);
}

/**
 * Schedules a review of a current client whose name, birth date or number changed, and of the current clients whose related party it is.
 * A corrected spelling requires none.
 */
export async function triggerIdentityReviews(
  work: Work,
  { clientId, name, what, isSpelling }: Emitted['client.identityChanged'],
): Promise<void> {
  if (isSpelling) return;
  const reviewed = await currentWithParty(work.trx, clientId);
  await triggerReviews(
    work,
    reviewed.map((id) => ({
      clientId: id,
      trigger: 'identityChanged',
      cause:
        id === clientId
          ? `Changed: ${what}. Verify the identity again and review the relationship.`
          : `Related party ${name} changed: ${what}. Verify the identity again and review the relationship.`,
      dedupeKey: `identityChanged:${clientId}:${work.at}`,
    })),
  );
}

/**
 * Schedules a review of a current client whose type or related party changed after CDD was approved, due by the client's risk. One open review per
 * changed party, or for the type. NZ s31; AU s30.
 */
export async function triggerBasisReview(
  work: Work,
  { clientId, subject, text }: Emitted['client.basisChanged'],
): Promise<void> {
  const client = await readCurrentApproved(work.trx, clientId);
  if (client === null) return;
  const key = `clientChanged:${clientId}:${subject}:`;
  if ((await openReviewKeys(work.trx, [clientId])).some((known) => known.startsWith(key))) return;
  await triggerReviews(work, [
    {
      clientId,
      trigger: 'clientChanged',
      cause: `${text} Complete what is outstanding, refresh CDD and review the relationship.`,
      dedupeKey: `${key}${work.at}`,
      riskLevel: client.riskLevel,
    },
  ]);
}

/** Schedules a review of a current client into which another record was merged. */
export async function triggerMergeReview(
  work: Work,
  { clientId, mergedId, cause }: { clientId: string; mergedId: string; cause: string },
): Promise<void> {
  if (!(await currentWithParty(work.trx, clientId)).includes(clientId)) return;
  await triggerReviews(work, [
    { clientId, trigger: 'clientsMerged', cause, dedupeKey: `clientsMerged:${mergedId}` },
  ]);
}

/** Start of the keys of a client's reviews because of one person's PEP status. */
const pepKey = (clientId: string, personId: string) => `pepConfirmed:${clientId}:${personId}:`;

/**
 * Schedules a review of a current client who became known as a PEP, and of the current clients that this person owns or controls, or on whose behalf
 * they act. One open review per client and person. NZ s31, s26(2); AU s30, Rules 6-24.
 */
export async function triggerPepReviews(
  work: Work,
  { clientId, name, kind, isReviewed }: Emitted['pep.confirmed'],
): Promise<void> {
  const { trx, by, time } = work;
  if (by.companyId === null) return;
  const current = await currentWithParty(trx, clientId);
  const owned = await reviewedWithPep(trx, {
    companyId: by.companyId,
    clientIds: current.filter((id) => id !== clientId),
    person: clientId,
    now: time(),
  });
  const concerned = current.filter((id) => (id === clientId ? !isReviewed : owned.includes(id)));
  const open = await openReviewKeys(trx, concerned);
  await triggerReviews(
    work,
    concerned
      .filter((id) => !open.some((known) => known.startsWith(pepKey(id, clientId))))
      .map((id) => ({
        clientId: id,
        trigger: 'pepConfirmed',
        cause: `PEP status${id === clientId ? '' : ` of related party ${name}`}: ${kind}. Review the relationship.`,
        dedupeKey: `${pepKey(id, clientId)}${work.at}`,
      })),
  );
}

/**
 * Schedules a review of a current client whose new related party is a PEP already, or has a confirmed sanctions match. One open review per client
 * and person. NZ s31, s26(2); AU s30, Rules 6-24.
 */
export async function triggerReviewOfParty(
  work: Work,
  { clientId, personId, name, pepKind, sanctions }: Emitted['party.exposed'],
): Promise<void> {
  if (!(await currentWithParty(work.trx, clientId)).includes(clientId)) return;
  const key = sanctions ? `confirmedMatch:${clientId}:${personId}:` : pepKey(clientId, personId);
  if ((await openReviewKeys(work.trx, [clientId])).some((known) => known.startsWith(key))) return;
  const causes = [
    ...(sanctions ? [`Related party ${name} has a confirmed sanctions match.`] : []),
    ...(pepKind === null ? [] : [`PEP status of related party ${name}: ${pepKind}.`]),
  ];
  await triggerReviews(work, [
    {
      clientId,
      trigger: sanctions ? 'confirmedMatch' : 'pepConfirmed',
      cause: `${causes.join(' ')} Review the relationship.`,
      dedupeKey: `${key}${work.at}`,
    },
  ]);
}
