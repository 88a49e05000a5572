import {
  type Alert,
  assignAlert as assignEndpoint,
  claimAlert as claimEndpoint,
  transitionAlert as transitionEndpoint,
} from '#contract/monitoring/alerts.ts';
import { alertOutcomeLabels } from '#rules/alerts/alert-types.ts';
import { alertLifecycle } from '#rules/lifecycles/monitoring.ts';
import { can } from '#rules/permissions.ts';
import { alertTransitionProblems } from '#rules/transition-guards/alert.ts';
import { changesBetween } from '../../kernel/audit/detail.ts';
import { commandsFor } from '../../kernel/command/command.ts';
import type { Work, WorkEvent } from '../../kernel/command/work.ts';
import { apiError, invalid } from '../../kernel/http/api-error.ts';
import { assignableName, firstComplianceOfficer } from './assignee-store.ts';
import { claimNext } from './change-store.ts';
import type { AlertsDeps } from './queries.ts';
import { alerts, hasUndecidedMatches, type LockedAlert, lockAlert, readAlert } from './store.ts';

const command = commandsFor<AlertsDeps>();

const lock = ({ trx, params }: Work & { params: { id: string } }) => lockAlert(trx, params.id);

const stale = {
  message: 'Someone else changed this alert. Review it and try again.',
  current: ({ trx }: Work, { id }: LockedAlert) => alerts.reread(trx, id),
};

const auditable = ({ status, assignee, ...alert }: LockedAlert) => ({
  status: alertLifecycle.labels[status],
  assignee: assignee?.name ?? null,
  outcome: alert.outcome && alertOutcomeLabels[alert.outcome],
  snoozedUntil: alert.snoozedUntil,
});

const changed = (before: LockedAlert, after: Alert, reason: string | null = null): WorkEvent => ({
  action: after.status === 'closed' ? 'alert.closed' : 'alert.statusChanged',
  resourceType: 'alert',
  resourceId: after.id,
  detail: { changes: changesBetween(auditable(before), { ...auditable(after), reason }) },
  ...(reason === null ? {} : { reason }),
});

/** POST /alerts/:id/transitions. Claiming an alert assigns it to the caller; match alerts close only when every match is resolved. */
export const transitionAlert = command(transitionEndpoint, {
  lock,
  stale,
  transition: {
    lifecycle: alertLifecycle,
    from: ({ status }) => status,
    to: ({ body }) => body.to,
    notYours: 'Claim the alert first, then close it with an outcome.',
  },
  async check({ trx, time, caller, body, problems }, { id, type }) {
    const { to, outcome = null, reason = null, snoozedUntil = null } = body;
    const now = time().toISOString();
    const found = alertTransitionProblems({ type, to, outcome, reason, snoozedUntil, now });
    for (const { field, message } of found) problems.add(field, message);
    if (found.length > 0 || to !== 'closed' || type !== 'screeningMatch') return;
    if (await hasUndecidedMatches(trx, id)) {
      throw invalid('Resolve each match first. The alert then closes automatically.');
    }
    const { member, company } = caller;
    const may = can({ kind: 'member', ...member }, 'matches.confirm', company, now);
    if (outcome === 'truePositive' && !may.allowed) throw apiError(may.code, { detail: may.reason });
  },
  async change(context, before) {
    const { trx, at, caller, body, emit } = context;
    const { to, outcome = null, reason = null, snoozedUntil = null } = body;
    const isClosed = to === 'closed';
    // Escalated alerts go to a member with permission to confirm a true match.
    const escalatedTo = to === 'escalated' ? await firstComplianceOfficer(trx) : null;
    await alerts.update(context, before, {
      status: to,
      outcome: isClosed ? outcome : null,
      reason: isClosed ? reason : null,
      closed_at: isClosed ? at : null,
      snoozed_until: to === 'snoozed' ? snoozedUntil : null,
      ...(to === 'escalated' ? { escalated_by: caller.member.id, escalation_note: reason } : {}),
      ...(escalatedTo === null ? {} : { assignee_member_id: escalatedTo }),
      ...(to === 'inProgress' ? { assignee_member_id: caller.member.id } : {}),
    });
    if (escalatedTo !== null) {
      const { id: alertId, type } = before;
      emit('alert.assigned', [{ alertId, memberId: escalatedTo, type, isEscalated: true }]);
    }
  },
  read: ({ trx }, { id }) => alerts.reread(trx, id),
  again: ({ trx, params }) => readAlert(trx, params.id),
  events: ({ body }, { before, after }) => changed(before, after, body.reason ?? null),
});

/** POST /alerts/:id/assignment. Rejects an ineligible assignee on the `memberId` field. */
export const assignAlert = command(assignEndpoint, {
  lock,
  stale,
  async check({ trx, body: { memberId } }, { status }) {
    if (status === 'closed') throw invalid('This alert is closed. Open it again first.');
    if (memberId !== null && (await assignableName(trx, memberId)) === null) {
      throw invalid('Select an active member of your company', 'memberId');
    }
  },
  async change(context, before) {
    const { body, emit } = context;
    await alerts.update(context, before, { assignee_member_id: body.memberId });
    const { id: alertId, type } = before;
    if (body.memberId !== null && body.memberId !== before.assignee?.id) {
      emit('alert.assigned', [{ alertId, memberId: body.memberId, type, isEscalated: false }]);
    }
  },
  read: ({ trx }, { id }) => alerts.reread(trx, id),
  again: ({ trx, params }) => readAlert(trx, params.id),
  events: (_, { before, after }) => changed(before, after),
});

/** POST /alerts/claims. Assigns the next alert of the queue to the caller; null if the queue is empty. */
export const claimAlert = command(claimEndpoint, {
  change: ({ trx, at, caller, body }) => claimNext(trx, { memberId: caller.member.id, at, type: body.type }),
  read: async ({ trx }, _, id) => ({ alert: id === null ? null : await alerts.reread(trx, id) }),
  async again({ trx }, { alert: claimed }) {
    if (claimed === null) return { alert: null };
    const alert = await readAlert(trx, claimed.id);
    return alert && { alert };
  },
  events: (_, { after: { alert } }) =>
    alert == null ? [] : changed({ ...alert, status: 'open', assignee: null }, alert),
});
