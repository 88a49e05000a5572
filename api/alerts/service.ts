import type { Kysely, Transaction } from 'kysely';
import type { z } from 'zod';
import type {
  Alert,
  assignAlert as assignEndpoint,
  claimAlert as claimEndpoint,
  listAlerts as listEndpoint,
  moveAlert as moveEndpoint,
} from '#contract/alerts.ts';
import type { EndpointAnswer, EndpointInput } from '#contract/endpoint.ts';
import { mayAct } from '#rules/access.ts';
import { alertOutcomeLabels } from '#rules/alert-types.ts';
import { alertMoveProblems } from '#rules/guards/alert.ts';
import { mayMove } from '#rules/lifecycles/lifecycle.ts';
import { alertLifecycle } from '#rules/lifecycles/monitoring.ts';
import { changesBetween } from '../audit/detail.ts';
import { recordMemberEvent } from '../audit/member-event.ts';
import type { Schema } from '../database/schema.ts';
import { asTenant } from '../database/tenancy.ts';
import type { MemberCaller } from '../http/bind.ts';
import { refuse } from '../http/problems.ts';
import { answerOnce } from '../request-keys/answer-once.ts';
import { matchesOfAlert } from '../screenings/match-store.ts';
import {
  alertPage,
  assignableName,
  changeAlert,
  claimNext,
  firstComplianceOfficer,
  readAlert,
} from './store.ts';

type Trx = Transaction<Schema>;

export interface AlertsDeps {
  db: Kysely<Schema>;
  now: () => Date;
}

/** GET /alerts. */
export function listAlerts(
  deps: AlertsDeps,
  { company, member }: MemberCaller,
  query: EndpointInput<typeof listEndpoint>['query'],
): Promise<EndpointAnswer<typeof listEndpoint>> {
  const { resourceType, resourceId, waitingFor, type, status, severity, assignee, overdue, after, limit } =
    query;
  return asTenant(deps.db, company.id, async (trx) => {
    const { rows, total } = await alertPage(trx, {
      filter: {
        ...(resourceType && resourceId ? { resource: { type: resourceType, id: resourceId } } : {}),
        waitingFor: waitingFor && member.id,
        type,
        status,
        severity,
        assignee: assignee === 'me' ? member.id : assignee,
        isOverdue: overdue === 'yes',
      },
      after,
      limit,
      now: deps.now().toISOString(),
    });
    const items = rows.slice(0, limit);
    return { items, nextAfter: rows.length > limit ? (items.at(-1)?.id ?? null) : null, total };
  });
}

/** Refuses a move that the lifecycle does not have, or that a person does not make. */
function requireMove({ status }: Alert, to: Alert['status']): void {
  const decision = mayMove(alertLifecycle, status, to);
  if (decision.allowed && decision.by === 'person') return;
  const reason = decision.allowed ? 'Take it up first, then close it with its outcome.' : decision.reason;
  throw refuse('request.invalid', { detail: reason, fields: { '': [reason] } });
}

/** An alert locked for a command; 404 where it is not the company's, 409 where it has moved on. */
async function lockAlert(trx: Trx, id: string, version: number): Promise<Alert> {
  const before = await readAlert(trx, id, true);
  if (before === null) throw refuse('record.notFound');
  if (before.version !== version) {
    throw refuse('record.stale', {
      detail: 'Somebody changed this alert after you opened it. Look at it as it is now, then try again.',
      current: before,
    });
  }
  return before;
}

/** A match is closed by deciding it: what would be closed without is refused, and so is confirming by whoever may not. */
async function requireDecided(
  trx: Trx,
  deps: AlertsDeps,
  caller: MemberCaller,
  alert: Alert,
  outcome: Alert['outcome'],
) {
  if (alert.type !== 'screeningMatch') return;
  const matches = await matchesOfAlert(trx, alert.id);
  if (matches.some(({ status }) => status === 'pending' || status === 'possible')) {
    const sentence = 'Decide each match first: the alert then closes by itself.';
    throw refuse('request.invalid', { detail: sentence, fields: { '': [sentence] } });
  }
  const { member, company } = caller;
  const may = mayAct({ kind: 'member', ...member }, 'matches.decideTrue', company, deps.now().toISOString());
  if (outcome === 'truePositive' && !may.allowed) throw refuse(may.code, { detail: may.reason });
}

const told = ({ status, assignee, ...alert }: Alert) => ({
  status: alertLifecycle.labels[status],
  assignee: assignee?.name ?? null,
  outcome: alert.outcome && alertOutcomeLabels[alert.outcome],
  snoozedUntil: alert.snoozedUntil,
});

/** The alert as it is after a command, with the event that tells of the change. */
async function changed(
  trx: Trx,
  deps: AlertsDeps,
  caller: MemberCaller,
  before: Alert,
  reason: string | null = null,
): Promise<Alert> {
  const after = await readAlert(trx, before.id);
  if (after === null) throw new Error('An alert that was just written cannot be read.');
  await recordMemberEvent(trx, deps, caller, {
    action: after.status === 'closed' ? 'alert.closed' : 'alert.moved',
    resourceType: 'alert',
    resourceId: before.id,
    detail: { changes: changesBetween(told(before), { ...told(after), reason }) },
    ...(reason === null ? {} : { reason }),
  });
  return after;
}

/**
 * Moves an alert on. Whoever takes one up is its assignee from then on. Refuses a stale version with `record.stale`, what the
 * lifecycle or a guard does not allow with `request.invalid`.
 */
export function moveAlert(
  deps: AlertsDeps,
  caller: MemberCaller,
  id: string,
  form: z.output<typeof moveEndpoint.body>,
): Promise<Alert> {
  const { to, outcome = null, reason = null, snoozedUntil = null } = form;
  return asTenant(deps.db, caller.company.id, (trx) =>
    answerOnce(trx, deps, caller, { record: id, body: form, status: 200 }, async () => {
      const before = await lockAlert(trx, id, form.version);
      requireMove(before, to);
      const now = deps.now().toISOString();
      const problems = alertMoveProblems({ type: before.type, to, outcome, reason, snoozedUntil, now });
      if (problems.length > 0) {
        throw refuse('request.invalid', {
          fields: Object.fromEntries(problems.map(({ field, message }) => [field, [message]])),
        });
      }
      const isClosed = to === 'closed';
      if (isClosed) await requireDecided(trx, deps, caller, before, outcome);
      // Whoever looks at it next has the right to decide it.
      const escalatedTo = to === 'escalated' ? await firstComplianceOfficer(trx) : null;
      await changeAlert(trx, before, {
        status: to,
        outcome: isClosed ? outcome : null,
        reason: isClosed ? reason : null,
        closed_at: isClosed ? now : null,
        snoozed_until: to === 'snoozed' ? snoozedUntil : null,
        ...(to === 'escalated' ? { escalated_by: caller.member.id, escalation_note: reason } : {}),
        ...(escalatedTo === null ? {} : { assignee_member_id: escalatedTo }),
        ...(to === 'inProgress' ? { assignee_member_id: caller.member.id } : {}),
        updated_at: now,
        updated_by: caller.member.id,
      });
      return changed(trx, deps, caller, before, reason);
    }),
  );
}

/** POST /alerts/:id/assignment. Refuses a stale version with `record.stale`, somebody who cannot work on it beside `memberId`. */
export function assignAlert(
  deps: AlertsDeps,
  caller: MemberCaller,
  id: string,
  form: z.output<typeof assignEndpoint.body>,
): Promise<Alert> {
  return asTenant(deps.db, caller.company.id, (trx) =>
    answerOnce(trx, deps, caller, { record: id, body: form, status: 200 }, async () => {
      const before = await lockAlert(trx, id, form.version);
      if (before.status === 'closed') {
        const sentence = 'This alert is closed. Open it again first.';
        throw refuse('request.invalid', { detail: sentence, fields: { '': [sentence] } });
      }
      const { memberId } = form;
      if (memberId !== null && (await assignableName(trx, memberId)) === null) {
        throw refuse('request.invalid', {
          fields: { memberId: ['Choose an active member of your company'] },
        });
      }
      await changeAlert(trx, before, {
        assignee_member_id: memberId,
        updated_at: deps.now().toISOString(),
        updated_by: caller.member.id,
      });
      return changed(trx, deps, caller, before);
    }),
  );
}

/** POST /alerts/claims. */
export function claimAlert(
  deps: AlertsDeps,
  caller: MemberCaller,
  form: z.output<typeof claimEndpoint.body>,
): Promise<EndpointAnswer<typeof claimEndpoint>> {
  return asTenant(deps.db, caller.company.id, (trx) =>
    answerOnce(trx, deps, caller, { body: form, status: 200 }, async () => {
      const id = await claimNext(trx, {
        memberId: caller.member.id,
        at: deps.now().toISOString(),
        type: form.type,
      });
      if (id === null) return { alert: null };
      const after = await readAlert(trx, id);
      if (after === null) throw new Error('An alert that was just claimed cannot be read.');
      const before: Alert = { ...after, status: 'open', assignee: null };
      return { alert: await changed(trx, deps, caller, before) };
    }),
  );
}
