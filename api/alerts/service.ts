import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { Alert, listAlerts as listEndpoint, moveAlert as moveEndpoint } from '#contract/alerts.ts';
import type { EndpointAnswer, EndpointInput } from '#contract/endpoint.ts';
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
import { alertPage, changeAlert, readAlert } from './store.ts';

export interface AlertsDeps {
  db: Kysely<Schema>;
  now: () => Date;
}

/** GET /alerts. */
export function listAlerts(
  deps: AlertsDeps,
  { company, member }: MemberCaller,
  { resourceType, resourceId, waitingFor, after, limit }: EndpointInput<typeof listEndpoint>['query'],
): Promise<EndpointAnswer<typeof listEndpoint>> {
  return asTenant(deps.db, company.id, async (trx) => {
    const { rows, total } = await alertPage(trx, {
      filter: {
        ...(resourceType && resourceId ? { resource: { type: resourceType, id: resourceId } } : {}),
        ...(waitingFor === undefined ? {} : { waitingFor: member.id }),
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
      const before = await readAlert(trx, id, true);
      if (before === null) throw refuse('record.notFound');
      if (before.version !== form.version) {
        throw refuse('record.stale', {
          detail: 'Somebody changed this alert after you opened it. Look at it as it is now, then try again.',
          current: before,
        });
      }
      requireMove(before, to);
      const now = deps.now().toISOString();
      const problems = alertMoveProblems({ type: before.type, to, outcome, reason, snoozedUntil, now });
      if (problems.length > 0) {
        throw refuse('request.invalid', {
          fields: Object.fromEntries(problems.map(({ field, message }) => [field, [message]])),
        });
      }
      const isClosed = to === 'closed';
      await changeAlert(trx, before, {
        status: to,
        outcome: isClosed ? outcome : null,
        reason: isClosed ? reason : null,
        snoozed_until: to === 'snoozed' ? snoozedUntil : null,
        ...(to === 'inProgress' ? { assignee_member_id: caller.member.id } : {}),
        updated_at: now,
        updated_by: caller.member.id,
      });
      const after = await readAlert(trx, id);
      if (after === null) throw new Error('An alert that was just written cannot be read.');
      const told = ({ status, assignee, ...alert }: Alert) => ({
        status: alertLifecycle.labels[status],
        assignee: assignee?.name ?? null,
        outcome: alert.outcome && alertOutcomeLabels[alert.outcome],
        snoozedUntil: alert.snoozedUntil,
      });
      await recordMemberEvent(trx, deps, caller, {
        action: isClosed ? 'alert.closed' : 'alert.moved',
        resourceType: 'alert',
        resourceId: id,
        detail: { changes: changesBetween(told(before), { ...told(after), reason }) },
        ...(reason === null ? {} : { reason }),
      });
      return after;
    }),
  );
}
