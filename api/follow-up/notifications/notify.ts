import { v7 as uuidv7 } from 'uuid';
import type { AlertType } from '#rules/alerts/alert-types.ts';
import type { NotificationKind } from '#rules/notifications/kinds.ts';
import { alertUrl } from '#rules/pages/monitoring-pages.ts';
import { enqueueEmail } from '../../integrations/email/enqueue-email.ts';
import type { Emitted } from '../../kernel/command/emitted.ts';
import type { Work } from '../../kernel/command/work.ts';
import { getMail, insertNotifications, readRecipients } from './store.ts';

/** What a member is notified of. */
export interface NewNotification {
  memberId: string;
  kind: NotificationKind;
  path: string;
}

/** Most notifications of one command to a member; its further alerts are found in the queue. */
const maxPerMember = 50;

/**
 * Notifies members who have access: in their lists at once, and by an email for each member who is to have one at once. Members are not
 * notified of their own actions.
 */
export async function notify(work: Work, notifications: readonly NewNotification[]): Promise<void> {
  const { trx, at, time, by } = work;
  const { actor, companyId } = by;
  const byMember = new Map<string, NewNotification[]>();
  for (const one of notifications) {
    if (actor.type === 'user' && actor.id === one.memberId) continue;
    byMember.set(one.memberId, [...(byMember.get(one.memberId) ?? []), one]);
  }
  if (byMember.size === 0) return;
  if (companyId === null) throw new Error('A notification must belong to a company.');
  const recipients = (await readRecipients(trx, [...byMember.keys()], at)).map((recipient) => ({
    recipient,
    items: (byMember.get(recipient.memberId) ?? []).slice(0, maxPerMember),
  }));
  const newId = () => uuidv7({ msecs: time().getTime() });
  await insertNotifications(
    trx,
    recipients.flatMap(({ recipient, items }) =>
      items.map(({ memberId, kind, path }) => ({
        company_id: companyId,
        id: newId(),
        member_id: memberId,
        kind,
        path,
        created_at: at,
        awaits_digest: getMail(recipient, kind) === 'digest',
      })),
    ),
  );
  for (const { recipient, items } of recipients) {
    const { memberId } = recipient;
    const emailed = items.filter(({ kind }) => getMail(recipient, kind) === 'once');
    if (emailed.length === 0) continue;
    await enqueueEmail(
      work,
      {},
      {
        kind: 'notification',
        // A record of its own: an email that fails holds up none of the member's others.
        record: `notification:${newId()}`,
        cause: 'notified',
        payload: { memberId, items: emailed.map(({ kind, path }) => ({ kind, path })) },
      },
    );
  }
}

/** Alerts about a date, and those whose recipients are emailed by their own area. */
const clockTypes: readonly AlertType[] = [
  'reviewDue',
  'idExpiring',
  'overrideExpiring',
  'requestOverdue',
  'delayedCdd',
];
const emailedByArea: readonly AlertType[] = ['privacyClock', 'supportRequest'];

/** Consequence of alerts that came to a member: they are notified. */
export async function notifyOfAlerts(work: Work, alerts: Emitted['alert.assigned']): Promise<void> {
  await notify(
    work,
    alerts
      .filter(({ type }) => !emailedByArea.includes(type))
      .map(({ alertId, memberId, type, isEscalated }) => ({
        memberId,
        kind: isEscalated ? 'escalated' : clockTypes.includes(type) ? 'clock' : 'assigned',
        path: alertUrl(alertId),
      })),
  );
}

/** Consequence of a returned assessment: who assessed is notified. */
export async function notifyOfReturn(
  work: Work,
  { memberId, assessmentId, resourceType, resourceId }: Emitted['assessment.returned'],
): Promise<void> {
  const path = `/${resourceType}/${resourceId}/risk_assessments/${assessmentId}`;
  await notify(work, [{ memberId, kind: 'returned', path }]);
}

/** Consequence of a client sent for approval: who can approve it is notified. */
export async function notifyApprovers(
  work: Work,
  { clientId, approverIds }: Emitted['client.sentForApproval'],
): Promise<void> {
  const path = `/clients/${clientId}`;
  await notify(
    work,
    approverIds.map((memberId) => ({ memberId, kind: 'approval', path })),
  );
}

/** Consequence of a returned client: who sent it for approval is notified. */
export async function notifyOfReturnedClient(
  work: Work,
  { clientId, memberId }: Emitted['client.returned'],
): Promise<void> {
  await notify(work, [{ memberId, kind: 'returned', path: `/clients/${clientId}` }]);
}
