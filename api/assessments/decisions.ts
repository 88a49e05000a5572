import type { Transaction } from 'kysely';
import type { z } from 'zod';
import type { Assessment, decideAssessment } from '#contract/assessments.ts';
import type { CalendarDate } from '#rules/calendar-dates.ts';
import type { RiskLevel } from '#rules/client-types.ts';
import { mayMove } from '#rules/lifecycles/lifecycle.ts';
import { type AssessmentStatus, assessmentLifecycle } from '#rules/lifecycles/risk.ts';
import { overrideProblems } from '#rules/risk/override.ts';
import { nextReview, problemWithReviewDate } from '#rules/risk/review-date.ts';
import type { TemplateContent } from '#rules/risk/template.ts';
import { type NewAlert, openAlert } from '../alerts/open-alerts.ts';
import { actorOf, recordMemberEvent } from '../audit/member-event.ts';
import { companyDay } from '../company-day.ts';
import type { CompanyPolicy } from '../database/foundation-tables.ts';
import type { Schema } from '../database/schema.ts';
import { asTenant } from '../database/tenancy.ts';
import { keepLevel } from '../diligence/level.ts';
import type { MemberCaller } from '../http/bind.ts';
import { refuse } from '../http/problems.ts';
import { answerOnce } from '../request-keys/answer-once.ts';
import { levelUnder, overrideOf, type SetOverride } from './level.ts';
import { blockersOfApproval, closedBlockers } from './moves.ts';
import type { AssessedResource } from './resource-store.ts';
import { resourceStores } from './resources.ts';
import { approvalAct, requireRight, rightTo } from './rights.ts';
import { riskRoseAlert } from './risk-rose.ts';
import { type AssessmentsDeps, answerWith, lockAssessment, readResource, refusedWhole } from './service.ts';
import {
  type AssessmentRow,
  readAssessmentRow,
  readCurrentRow,
  readPolicy,
  readUsedVersion,
  updateAssessment,
} from './store.ts';

type Form = z.output<typeof decideAssessment.body>;
type FormOf<D extends Form['decision']> = Extract<Form, { decision: D }>;

/** Everything that a decision looks at, with the assessment and what it is about locked. */
interface Case {
  trx: Transaction<Schema>;
  caller: MemberCaller;
  row: AssessmentRow;
  resource: AssessedResource;
  /** The assessment in force of the same resource, this one included. */
  current: AssessmentRow | null;
  content: TemplateContent;
  policy: CompanyPolicy;
  override: SetOverride | null;
  /** The final level as it is today. */
  level: RiskLevel | null;
  now: Date;
  today: CalendarDate;
}

type Event = {
  action: string;
  assessmentId?: string;
  reason?: string | null;
  detail: Record<string, unknown>;
  /** What somebody has to look at because of it. */
  alert?: NewAlert;
};

async function openCase(
  trx: Transaction<Schema>,
  deps: AssessmentsDeps,
  caller: MemberCaller,
  id: string,
  version: number,
): Promise<Case> {
  const known = await readAssessmentRow(trx, id);
  if (known === null) throw refuse('record.notFound');
  const target = { resourceType: known.resource_type, resourceId: known.resource_id };
  // First what it is about: two approvals of one client take turns, and the later one supersedes the earlier.
  const resource = await readResource(trx, target, true);
  const row = await lockAssessment(trx, deps, caller, { id, version });
  const current = await readCurrentRow(trx, row.resource_type, row.resource_id);
  const used = await readUsedVersion(trx, row.template_version_id);
  if (used === null) throw new Error('The version of the template that an assessment used is gone.');
  const now = deps.now();
  const today = companyDay(now, caller.company.timeZone);
  const override = overrideOf(row, current, today);
  return {
    trx,
    caller,
    row,
    resource,
    current,
    content: used.content,
    policy: await readPolicy(trx, caller.company.id),
    override,
    level: levelUnder(override?.override, row.computed_level, today),
    now,
    today,
  };
}

function requireMove({ row }: Case, to: AssessmentStatus): void {
  const move = mayMove(assessmentLifecycle, row.status, to);
  if (!move.allowed) throw refusedWhole(move.reason);
}

function requireOpen({ resource }: Case): void {
  const [closed] = closedBlockers(resource);
  if (closed !== undefined) throw refusedWhole(closed.text);
}

function requireApprover({ caller, resource, policy, level, now }: Case): void {
  requireRight(rightTo(caller, approvalAct(level, resource.politicallyExposed), policy, now));
}

function stamp({ caller, now }: Case) {
  return { updated_at: now.toISOString(), updated_by: caller.member.id };
}

function writeRisk(
  { trx, row }: Case,
  risk: { currentAssessmentId: string | null; riskLevel: RiskLevel | null; nextReviewDueOn: string | null },
): Promise<void> {
  return resourceStores[row.resource_type].writeRisk(trx, row.resource_id, risk);
}

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

/** A level changed under an assessment: its own columns, and what it is about where it is in force. */
async function writeLevel(one: Case, level: RiskLevel, set: SetOverride | null): Promise<Event['detail']> {
  const { trx, row, resource, content, policy, today } = one;
  const inForce = row.status === 'approved';
  const dueOn = inForce
    ? nextReview({
        approvedOn: today,
        finalLevel: level,
        templateMonths: content.reviewMonths ?? null,
        policyMonths: policy.reviewMonths,
        setBefore: row.next_review_due_on,
      }).dueOn
    : row.next_review_due_on;
  await updateAssessment(trx, row, {
    override: set === null ? null : JSON.stringify(set.override),
    override_by: set?.by.id ?? null,
    final_level: level,
    next_review_due_on: dueOn,
    ...stamp(one),
  });
  if (inForce)
    await writeRisk(one, { currentAssessmentId: row.id, riskLevel: level, nextReviewDueOn: dueOn });
  return {
    riskLevel: { before: one.level, after: level },
    ...(inForce ? { nextReviewDueOn: { before: resource.nextReviewDueOn, after: dueOn } } : {}),
  };
}

function requireOverridable(one: Case): asserts one is Case & { row: { computed_level: RiskLevel } } {
  const { caller, row, policy, now } = one;
  if ((row.status !== 'submitted' && row.status !== 'approved') || row.computed_level === null) {
    const label = assessmentLifecycle.labels[row.status];
    throw refusedWhole(
      `This assessment is “${label}”. A level is overridden once it is submitted or approved.`,
    );
  }
  requireRight(rightTo(caller, 'assessments.override', policy, now));
  requireOpen(one);
}

async function setOverride(one: Case, form: FormOf<'override'>): Promise<Event[]> {
  requireOverridable(one);
  const { caller, row, policy, now, today } = one;
  const { level, reasonCode, reason, expiresOn } = form;
  const problems = overrideProblems(
    { level, reasonCode, reason, expiresOn },
    {
      computedLevel: row.computed_level,
      floors: row.scored?.floors ?? [],
      prohibited: row.prohibited,
      today,
      maxMonths: policy.overrideMaxMonths,
      isComplianceOfficer: caller.member.designations.includes('complianceOfficer'),
    },
  );
  if (problems.length > 0) {
    throw refuse('request.invalid', {
      fields: Object.fromEntries(problems.map(({ path, message }) => [path, [message]])),
    });
  }
  const set: SetOverride = {
    override: {
      level,
      reasonCode,
      reason,
      expiresOn,
      computedAtOverride: row.computed_level,
      at: now.toISOString(),
    },
    by: { id: caller.member.id, name: caller.member.name },
  };
  const detail = await writeLevel(one, level, set);
  return [{ action: 'riskAssessment.overridden', reason, detail: { ...detail, reasonCode, expiresOn } }];
}

async function liftOverride(one: Case): Promise<Event[]> {
  requireOverridable(one);
  const { row } = one;
  if (row.override === null) {
    throw refusedWhole(
      one.override === null
        ? 'There is no override to lift.'
        : 'This override was set on the assessment in force. Lift it there.',
    );
  }
  const detail = await writeLevel(one, row.computed_level, null);
  return [{ action: 'riskAssessment.overrideLifted', detail: { ...detail, lifted: row.override.level } }];
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
