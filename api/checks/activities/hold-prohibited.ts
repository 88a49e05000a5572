import { toActivityNoun } from '#rules/activity-noun.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { activityLifecycle } from '#rules/lifecycles/activities.ts';
import { activityProhibitions } from '#rules/transition-guards/activity-status.ts';
import { changesBetween } from '../../kernel/audit/detail.ts';
import type { Emitted } from '../../kernel/command/emitted.ts';
import type { Work } from '../../kernel/command/work.ts';
import { openAlerts } from '../../records/alerts/inbox.ts';
import { type CompanyFacts, readCompanyFacts } from '../../records/company-settings/store.ts';
import { lockWorkUnderWay } from '../../records/sanctions/open-work-store.ts';
import { clientsAbove, confirmedSanctions } from '../../records/sanctions/store.ts';
import { putOnHold, readActivitiesById, type StoredActivity } from './store.ts';

type Because = Emitted['client.prohibited']['because'];

/** Reason of the hold, and the same within the alert's sentence. */
const reasons: Record<Because, { reason: string; clause: string }> = {
  match: { reason: 'A sanctions match was confirmed.', clause: 'a sanctions match is confirmed' },
  permitEnded: { reason: 'A sanctions permit ended.', clause: 'a sanctions permit ended' },
  permitWithdrawn: {
    reason: 'A sanctions permit was withdrawn.',
    clause: 'a sanctions permit was withdrawn',
  },
};

/** References that an alert names at most. */
const namedReferences = 10;

/** Open activities of a client, and of the clients above it, that must not continue today: neither declined nor allowed by a permit. */
async function prohibitedWork(
  { trx, time }: Pick<Work, 'trx' | 'time'>,
  { regulatedIn, timeZone }: CompanyFacts,
  clientId: string,
): Promise<StoredActivity[]> {
  const ids = await lockWorkUnderWay(trx, await clientsAbove(trx, [clientId]));
  const underWay = await readActivitiesById(trx, ids);
  const partyIds = underWay.flatMap(({ parties }) => parties.map((party) => party.clientId));
  const sanctions = await confirmedSanctions(trx, [...new Set(partyIds)]);
  const on = companyDay(time(), timeZone);
  return underWay.filter(({ details: { outcome }, parties }) => {
    const confirmed = parties.flatMap((party) => sanctions.get(party.clientId) ?? []);
    const facts = { outcome, sanctions: confirmed, jurisdictions: regulatedIn, on };
    return activityProhibitions(facts, 'startWork').length > 0;
  });
}

function getSummary(held: readonly StoredActivity[], { sector }: CompanyFacts, because: Because): string {
  const noun = toActivityNoun(sector);
  const named = held.slice(0, namedReferences).map(({ details }) => details.reference);
  const further = held.length - named.length;
  const list = [...named, ...(further > 0 ? [`${further} more`] : [])].join(', ');
  const subject = held.length === 1 ? `1 ${noun.singular} is` : `${held.length} ${noun.plural} are`;
  return `${subject} on hold because ${reasons[because].clause}: ${list}. Resume work only under a permit in effect, or once the match is withdrawn.`;
}

/**
 * Consequence of a prohibition: open work for the client, and for those above it, is put on hold, with one alert on the client that names
 * it. Work on hold already stays as it is, so that confirming a match again opens no alert unless more work is held. A member resumes it, once a
 * permit or the withdrawal of the match allows that. The clients are locked.
 */
export async function holdProhibitedWork(
  work: Work,
  { clientId, cause, because }: Emitted['client.prohibited'],
): Promise<void> {
  const { trx, by, at, record } = work;
  if (by.companyId === null) throw new Error('An activity must belong to a company.');
  const company = await readCompanyFacts(trx, by.companyId);
  const held = (await prohibitedWork(work, company, clientId)).sort((a, b) =>
    a.details.reference < b.details.reference ? -1 : 1,
  );
  if (held.length === 0) return;
  const { reason } = reasons[because];
  await putOnHold(
    trx,
    held.map(({ details }) => details.id),
    { reason, at, by: by.actor.type === 'user' ? by.actor.id : null },
  );
  const { labels } = activityLifecycle;
  record(
    ...held.map(({ details }) => ({
      action: 'activity.statusChanged',
      resourceType: 'activity',
      resourceId: details.id,
      detail: {
        changes: changesBetween({ status: labels[details.status] }, { status: labels.onHold, reason }),
      },
      reason,
    })),
  );
  await openAlerts(work, [
    {
      type: 'workHeld',
      resourceType: 'clients',
      resourceId: clientId,
      severity: 'high',
      summary: getSummary(held, company, because),
      dedupeKey: `workHeld:${cause}:${at}`,
    },
  ]);
}
