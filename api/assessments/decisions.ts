import type { Assessment } from '#contract/assessments.ts';
import type { CalendarDate } from '#rules/calendar-dates.ts';
import type { RiskLevel } from '#rules/client-types.ts';
import { nextReview, problemWithReviewDate } from '#rules/risk/review-date.ts';
import { openAlert } from '../alerts/open-alerts.ts';
import { actorOf, recordMemberEvent } from '../audit/member-event.ts';
import { asTenant } from '../database/tenancy.ts';
import { keepLevel } from '../diligence/level.ts';
import type { MemberCaller } from '../http/bind.ts';
import { refuse } from '../http/problems.ts';
import { answerOnce } from '../request-keys/answer-once.ts';
import {
  type Case,
  type Event,
  type Form,
  type FormOf,
  openCase,
  requireApprover,
  requireMove,
  requireOpen,
  stamp,
  writeRisk,
} from './decision-case.ts';
import { blockersOfApproval } from './moves.ts';
import { liftOverride, setOverride } from './overrides.ts';
import { requireRight, rightTo } from './rights.ts';
import { riskRoseAlert } from './risk-rose.ts';
import { type AssessmentsDeps, answerWith, refusedWhole } from './service.ts';
import { updateAssessment } from './store.ts';

/** The next review by the rules, or the day that the approver chose; an ill chosen day is refused beside its field. */
function reviewDay(one: Case, level: RiskLevel, form: FormOf<'approve'>): CalendarDate {
  const { content, policy, resource, today } = one;
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
  if (problem !== undefined) throw refuse('request.invalid', { fields: { nextReviewDueOn: [problem] } });
  return form.nextReviewDueOn;
}

async function approve(one: Case, form: FormOf<'approve'>): Promise<Event[]> {
  const { trx, caller, row, resource, current, override, level, content, policy, now } = one;
  requireMove(one, 'approved');
  requireApprover(one);
  const scored = row.scored;
  if (scored === null || level === null) throw new Error('A submitted assessment has no score.');
  const blockers = blockersOfApproval({ row, content, scored, level, resource, policy, caller, now });
  if (blockers.length > 0) throw refusedWhole(...blockers.map(({ text }) => text));
  const dueOn = reviewDay(one, level, form);
  if (current !== null) await updateAssessment(trx, current, { status: 'superseded', ...stamp(one) });
  await updateAssessment(trx, row, {
    status: 'approved',
    approved_by: caller.member.id,
    approved_at: now.toISOString(),
    override: override === null ? null : JSON.stringify(override.override),
    override_by: override?.by.id ?? null,
    final_level: level,
    review_reason: form.reviewReason ?? null,
    next_review_due_on: dueOn,
    supersedes_id: current?.id ?? null,
    ...stamp(one),
  });
  await writeRisk(one, { currentAssessmentId: row.id, riskLevel: level, nextReviewDueOn: dueOn });
  const lapsed = current?.override && override === null ? { overrideLapsed: current.override.level } : {};
  const rose = current === null ? null : riskRoseAlert(row, current, level);
  const approved: Event = {
    action: 'riskAssessment.approved',
    reason: form.reviewReason ?? null,
    detail: {
      riskLevel: { before: resource.riskLevel, after: level },
      nextReviewDueOn: { before: resource.nextReviewDueOn, after: dueOn },
      supersedesId: current?.id ?? null,
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

async function returnToAssessor(one: Case, form: FormOf<'return'>): Promise<Event[]> {
  const { trx, caller, row, policy, now } = one;
  requireMove(one, 'returned');
  requireRight(rightTo(caller, 'assessments.approve', policy, now));
  await updateAssessment(trx, row, {
    status: 'returned',
    return_reason: form.reason,
    override: null,
    override_by: null,
    final_level: null,
    ...stamp(one),
  });
  return [
    { action: 'riskAssessment.returned', reason: form.reason, detail: { assessedBy: row.assessed_by } },
  ];
}

/** Anyone who writes may void a draft; what was submitted, whoever could approve it. */
async function voidIt(one: Case, form: FormOf<'void'>): Promise<Event[]> {
  const { trx, row, resource } = one;
  requireMove(one, 'void');
  if (row.status !== 'draft') requireApprover(one);
  if (row.status === 'approved') requireOpen(one);
  await updateAssessment(trx, row, { status: 'void', void_reason: form.reason, ...stamp(one) });
  const inForce = row.status === 'approved';
  // The review that was due stays due: without an assessment it is the more needed.
  if (inForce) {
    await writeRisk(one, {
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

function decideOn(one: Case, form: Form): Promise<Event[]> {
  switch (form.decision) {
    case 'approve':
      return approve(one, form);
    case 'return':
      return returnToAssessor(one, form);
    case 'void':
      return voidIt(one, form);
    case 'override':
      return setOverride(one, form);
    case 'liftOverride':
      return liftOverride(one);
  }
}

/**
 * POST /risk-assessments/:id/decisions. A move that the lifecycle does not have, or that something blocks, is refused with 422 and
 * every reason; a missing right with 403; a stale version with 409 and the assessment as it is.
 */
export function decideAssessmentOf(
  deps: AssessmentsDeps,
  caller: MemberCaller,
  id: string,
  form: Form,
): Promise<Assessment> {
  return asTenant(deps.db, caller.company.id, (trx) =>
    answerOnce(trx, deps, caller, { record: id, body: form, status: 200 }, async () => {
      const one = await openCase(trx, deps, caller, id, form.version);
      const events = await decideOn(one, form);
      const assessment = await answerWith(trx, deps, caller, id);
      // A client's level of due diligence follows the risk.
      const diligence =
        one.row.resource_type === 'clients' ? await keepLevel(trx, deps, caller, one.row.resource_id) : null;
      const { row } = one;
      const by = { companyId: caller.company.id, actor: actorOf(caller), requestId: caller.request.id };
      for (const { action, assessmentId = id, reason = null, detail, alert } of events) {
        if (alert !== undefined) await openAlert(trx, deps, by, alert);
        await recordMemberEvent(trx, deps, caller, {
          action,
          resourceType: 'riskAssessment',
          resourceId: assessmentId,
          reason,
          detail: { ...detail, resourceType: row.resource_type, resourceId: row.resource_id },
        });
      }
      await diligence?.tell();
      return assessment;
    }),
  );
}
