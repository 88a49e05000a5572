import type { Blocker } from '#rules/alerts/resolution-targets.ts';
import type { RiskLevel } from '#rules/clients/client-types.ts';
import { assessmentLifecycle } from '#rules/lifecycles/risk.ts';
import { overrideProblems } from '#rules/risk/override.ts';
import { nextReview } from '#rules/risk/review-date.ts';
import { loweringBlockers } from '#rules/transition-guards/assessment.ts';
import { apiError } from '../../kernel/http/api-error.ts';
import { countEligible } from '../../records/team/eligible.ts';
import { getUndoingBlockers, makerCheckerFacts } from './available-actions.ts';
import { type Case, type Event, type FormFor, requireOpen, stamp, writeRisk } from './decision-context.ts';
import type { SetOverride } from './level.ts';
import { permissionFor, requirePermission } from './permissions.ts';
import { throwFormError } from './service.ts';
import { updateAssessment } from './store.ts';

/** Saves a changed level of an assessment and, if it is current, of its resource. */
async function writeLevel(item: Case, level: RiskLevel, set: SetOverride | null): Promise<Event['detail']> {
  const { trx, row, resource, content, policy, today } = item;
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
    ...stamp(item),
  });
  if (inForce)
    await writeRisk(item, { currentAssessmentId: row.id, riskLevel: level, nextReviewDueOn: dueOn });
  return {
    riskLevel: { before: item.level, after: level },
    ...(inForce ? { nextReviewDueOn: { before: resource.nextReviewDueOn, after: dueOn } } : {}),
  };
}

function requireOverridable(item: Case): asserts item is Case & { row: { computed_level: RiskLevel } } {
  const { caller, row, policy, now } = item;
  if ((row.status !== 'submitted' && row.status !== 'approved') || row.computed_level === null) {
    const label = assessmentLifecycle.labels[row.status];
    throw throwFormError(
      `This assessment is “${label}”. A level is overridden once it is submitted or approved.`,
    );
  }
  requirePermission(permissionFor(caller, 'assessments.override', policy, now));
  requireOpen(item);
}

/** How many people may approve the level in force. */
function countApprovers({ trx, level, resource, policy, now }: Case): Promise<number> {
  return countEligible(trx, policy, { level, politicallyExposed: resource.politicallyExposed }, now);
}

/** An assessor cannot lower the level alone while another team member can. */
async function requireSecondPerson(item: Case, to: RiskLevel): Promise<void> {
  const { caller, row, level } = item;
  rejectBlocked(
    loweringBlockers({
      ...makerCheckerFacts({ ...item, eligiblePeople: await countApprovers(item) }),
      from: level,
      to,
      assessedBy: row.assessor_present_id,
      decidedBy: caller.member.id,
    }),
  );
}

/** Nor undo an override that a second person has set higher: by removing it, or with a return or a void of the assessment. */
export async function requireUndoable(item: Case): Promise<void> {
  rejectBlocked(getUndoingBlockers({ ...item, eligiblePeople: await countApprovers(item) }));
}

function rejectBlocked(blockers: readonly Blocker[]): void {
  const [first] = blockers;
  if (first === undefined) return;
  throw apiError('request.invalid', {
    detail: first.text,
    fields: { '': blockers.map(({ text }) => text) },
    blockers: [...blockers],
  });
}

export async function setOverride(item: Case, form: FormFor<'override'>): Promise<Event[]> {
  requireOverridable(item);
  const { caller, row, resource, policy, now, today } = item;
  const { level, reasonCode, reason, expiresOn } = form;
  await requireSecondPerson(item, level);
  const problems = overrideProblems(
    { level, reasonCode, reason, expiresOn },
    {
      computedLevel: row.computed_level,
      floors: row.scored?.floors ?? [],
      recordFloors: resource.floors,
      prohibited: row.prohibited,
      today,
      maxMonths: policy.overrideMaxMonths,
      isComplianceOfficer: caller.member.designations.includes('complianceOfficer'),
    },
  );
  if (problems.length > 0) {
    throw apiError('request.invalid', {
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
  const detail = await writeLevel(item, level, set);
  return [{ action: 'riskAssessment.overridden', reason, detail: { ...detail, reasonCode, expiresOn } }];
}

export async function liftOverride(item: Case): Promise<Event[]> {
  requireOverridable(item);
  const { row } = item;
  if (row.override === null) {
    throw throwFormError(
      item.override === null
        ? 'There is no override to lift.'
        : 'This override was set on the assessment in force. Lift it there.',
    );
  }
  await requireUndoable(item);
  const detail = await writeLevel(item, row.computed_level, null);
  return [{ action: 'riskAssessment.overrideLifted', detail: { ...detail, lifted: row.override.level } }];
}
