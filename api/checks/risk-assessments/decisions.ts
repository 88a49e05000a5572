import { decideAssessment as decideEndpoint } from '#contract/risk/assessments.ts';
import type { RiskLevel } from '#rules/clients/client-types.ts';
import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import { assessmentLifecycle } from '#rules/lifecycles/risk.ts';
import { decidedByOneLabel, isDecidedByOne } from '#rules/maker-checker.ts';
import { nextReview, problemWithReviewDate } from '#rules/risk/review-date.ts';
import { commandsFor } from '../../kernel/command/command.ts';
import type { Work } from '../../kernel/command/work.ts';
import { invalid } from '../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { rejectBlocked } from '../../kernel/http/refuse-blocked.ts';
import { openAlerts } from '../../records/alerts/inbox.ts';
import { endCauses } from '../activities/recheck.ts';
import { activities } from '../activities/store.ts';
import { getApprovalBlockers, levelToApprove, makerCheckerFacts } from './available-actions.ts';
import {
  type Case,
  type Event,
  type Form,
  type FormFor,
  openCase,
  requireApprover,
  requireOpen,
  requireTransition,
  stamp,
  writeRisk,
} from './decision-context.ts';
import { countApprovers, liftOverride, requireUndoable, setOverride } from './overrides.ts';
import { permissionFor, requirePermission } from './permissions.ts';
import { riskRoseAlert } from './risk-increase-alert.ts';
import { type AssessmentsDeps, readRecord, reloadRecord, staleMessage } from './service.ts';
import { updateAssessment } from './store.ts';

/** The next review date by the rules, or the approver's; a field error for an invalid one. */
function reviewDay(item: Case, level: RiskLevel, form: FormFor<'approve'>): CalendarDate {
  const { content, policy, resource, today } = item;
  const { dueOn } = nextReview({
    approvedOn: today,
    finalLevel: level,
    templateMonths: content.reviewMonths ?? null,
    policyMonths: policy.reviewMonths,
    setBefore: resource.nextReviewDueOn,
    reasonForLater: form.reviewReason ?? null,
  });
  if (form.nextReviewDueOn === undefined) return dueOn;
  const problem = problemWithReviewDate(form.nextReviewDueOn, {
    today,
    latest: dueOn,
    reason: form.reviewReason ?? null,
  });
  if (problem !== undefined) throw invalid(problem, 'nextReviewDueOn');
  return form.nextReviewDueOn;
}

async function approve(item: Case, form: FormFor<'approve'>): Promise<Event[]> {
  const { trx, caller, row, resource, current, override, level, inForce, content, policy, now } = item;
  requireTransition(item, 'approved');
  requireApprover(item, levelToApprove(item));
  const scored = row.scored;
  if (scored === null || level === null) throw new Error('A submitted assessment has no score.');
  const eligiblePeople = await countApprovers(item);
  const situation = { row, content, scored, level, inForce, resource, policy, eligiblePeople, caller, now };
  rejectBlocked(
    assessmentLifecycle.transitions.submitted.approved?.label ?? '',
    getApprovalBlockers(situation),
  );
  const decidedByOne = isDecidedByOne(makerCheckerFacts(situation), {
    preparedBy: row.assessor_present_id,
    approvedBy: caller.member.id,
  });
  const dueOn = reviewDay(item, level, form);
  if (current !== null) await updateAssessment(trx, current, { status: 'superseded', ...stamp(item) });
  await updateAssessment(trx, row, {
    status: 'approved',
    approved_by: caller.member.id,
    approved_at: now.toISOString(),
    decided_by_one: decidedByOne,
    override: override === null ? null : JSON.stringify(override.override),
    override_by: override?.by.id ?? null,
    final_level: level,
    review_reason: form.reviewReason ?? null,
    next_review_due_on: dueOn,
    supersedes_id: current?.id ?? null,
    ...stamp(item),
  });
  await writeRisk(item, { currentAssessmentId: row.id, riskLevel: level, nextReviewDueOn: dueOn });
  const lapsed = current?.override && override === null ? { overrideLapsed: current.override.level } : {};
  const rose = current === null ? null : riskRoseAlert(row, current, level);
  const approved: Event = {
    action: 'riskAssessment.approved',
    reason: form.reviewReason ?? null,
    detail: {
      riskLevel: { before: resource.riskLevel, after: level },
      nextReviewDueOn: { before: resource.nextReviewDueOn, after: dueOn },
      supersedesId: current?.id ?? null,
      ...(decidedByOne ? { makerChecker: decidedByOneLabel } : {}),
      ...lapsed,
    },
    ...(rose === null ? {} : { alert: rose }),
  };
  if (current === null) return [approved];
  const superseded = {
    action: 'riskAssessment.superseded',
    assessmentId: current.id,
    detail: { by: row.id },
  };
  return [superseded, approved];
}

async function returnToAssessor(item: Case, form: FormFor<'return'>): Promise<Event[]> {
  const { trx, caller, row, policy, now } = item;
  requireTransition(item, 'returned');
  requirePermission(permissionFor(caller, 'assessments.approve', policy, now));
  await requireUndoable(item);
  await updateAssessment(trx, row, {
    status: 'returned',
    return_reason: form.reason,
    override: null,
    override_by: null,
    final_level: null,
    ...stamp(item),
  });
  return [
    { action: 'riskAssessment.returned', reason: form.reason, detail: { assessedBy: row.assessed_by } },
  ];
}

/** Anyone with write access may void a draft; a submitted assessment only an eligible approver. */
async function voidIt(item: Case, form: FormFor<'void'>): Promise<Event[]> {
  const { trx, row, resource } = item;
  requireTransition(item, 'void');
  if (row.status !== 'draft') requireApprover(item, item.level);
  if (row.status === 'approved') requireOpen(item);
  await requireUndoable(item);
  await updateAssessment(trx, row, { status: 'void', void_reason: form.reason, ...stamp(item) });
  const inForce = row.status === 'approved';
  // The review that was due stays due: without an assessment it is the more needed.
  if (inForce) {
    await writeRisk(item, {
      currentAssessmentId: null,
      riskLevel: null,
      nextReviewDueOn: resource.nextReviewDueOn,
    });
  }
  const detail = {
    before: row.status,
    ...(inForce ? { riskLevel: { before: resource.riskLevel, after: null } } : {}),
  };
  return [{ action: 'riskAssessment.voided', reason: form.reason, detail }];
}

type DecisionContext = Work & { caller: MemberCaller };

function decideOn(item: Case, form: Form): Promise<Event[]> {
  switch (form.decision) {
    case 'approve':
      return approve(item, form);
    case 'return':
      return returnToAssessor(item, form);
    case 'void':
      return voidIt(item, form);
    case 'override':
      return setOverride(item, form);
    case 'liftOverride':
      return liftOverride(item);
  }
}

const command = commandsFor<AssessmentsDeps>();

/**
 * POST /risk-assessments/:id/decisions. 422 with all reasons for a transition that the lifecycle does not have or that is blocked; 403
 * without permission; 409 with the current assessment for a stale version. A client's CDD level is updated with the risk.
 */
export const decideAssessment = command(decideEndpoint, {
  lock: openCase,
  stale: {
    message: ({ row }: Case) => staleMessage(row),
    current: ({ trx, time, caller }: DecisionContext, { row }: Case) =>
      reloadRecord(trx, { now: time }, caller, row.id),
  },
  async change({ body, ...work }, one) {
    const { row } = one;
    for (const { action, assessmentId = row.id, reason = null, detail, alert } of await decideOn(one, body)) {
      if (alert !== undefined) await openAlerts(work, [alert]);
      work.record({
        action,
        resourceType: 'riskAssessment',
        resourceId: assessmentId,
        reason,
        detail: { ...detail, resourceType: row.resource_type, resourceId: row.resource_id },
      });
    }
    if (body.decision === 'return') {
      const { id: assessmentId, resource_type: resourceType, resource_id: resourceId } = row;
      work.emit('assessment.returned', {
        memberId: row.assessed_by,
        assessmentId,
        resourceType,
        resourceId,
      });
    }
    if (body.decision === 'approve' && row.resource_type === 'clients') {
      work.emit('assessment.approved', {
        assessmentId: row.id,
        clientId: row.resource_id,
        bySeniorManager: work.caller.member.designations.includes('seniorManager'),
      });
    }
    if (body.decision === 'approve' && row.resource_type === 'activities') {
      await endCauses(work, await activities.reread(work.trx, row.resource_id), {
        causes: ['factsChanged'],
        reason: 'The risk was assessed again.',
      });
    }
    if (row.resource_type === 'clients') work.emit('client.changed', { clientId: row.resource_id });
  },
  read: ({ trx, time, caller }, { row }) => reloadRecord(trx, { now: time }, caller, row.id),
  again: ({ trx, time, caller, params }) => readRecord(trx, { now: time }, caller, params.id),
  events: () => [],
});
