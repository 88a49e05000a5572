import type { Blocker } from '#rules/alerts/resolution-targets.ts';
import type { RiskLevel } from '#rules/clients/client-types.ts';
import { assessmentLifecycle } from '#rules/lifecycles/risk.ts';
import { decidedByOneLabel, isDecidedByOne, levelLoweredFrom } from '#rules/maker-checker.ts';
import { overrideProblems } from '#rules/risk/override.ts';
import { nextReview } from '#rules/risk/review-date.ts';
import { loweringBlockers } from '#rules/transition-guards/assessment.ts';
import { apiError } from '../../kernel/http/api-error.ts';
import { countEligible } from '../../records/team/eligible.ts';
import { getUndoingBlockers, levelToApprove, makerCheckerFacts } from './available-actions.ts';
import {
  type Case,
  type Event,
  type FormFor,
  requireApprover,
  requireOpen,
  stamp,
  writeRisk,
} from './decision-context.ts';
import type { SetOverride } from './level.ts';
import { permissionFor, requirePermission } from './permissions.ts';
import { throwFormError } from './service.ts';
import { updateAssessment } from './store.ts';

/** Saves a changed level of an assessment and, if it is current, of its resource. */
async function writeLevel(
  item: Case,
  level: RiskLevel,
  { set, isByOne }: { set: SetOverride | null; isByOne: boolean },
): Promise<Event['detail']> {
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
    ...(isByOne ? { lowered_by_one_at: item.now.toISOString() } : {}),
    ...stamp(item),
  });
  if (inForce)
    await writeRisk(item, { currentAssessmentId: row.id, riskLevel: level, nextReviewDueOn: dueOn });
  return {
    riskLevel: { before: item.level, after: level },
    ...(inForce ? { nextReviewDueOn: { before: resource.nextReviewDueOn, after: dueOn } } : {}),
    ...(isByOne ? { makerChecker: decidedByOneLabel } : {}),
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

/** How many people may approve the assessment, at the higher of its level and the one in force, or could in the last 24 hours. */
export function countApprovers(item: Case): Promise<number> {
  const { trx, resource, policy, now } = item;
  const { politicallyExposed } = resource;
  return countEligible(trx, policy, { level: levelToApprove(item), politicallyExposed }, now);
}

/**
 * Rejects callers who may not approve the level that a change lowers, and the assessor while someone else could.
 * @returns whether the assessor lowers it alone, because no one else is eligible
 */
async function requireLowering(item: Case, to: RiskLevel): Promise<boolean> {
  const { caller, row, level, inForce } = item;
  const from = row.status === 'approved' ? inForce : level;
  const loweredFrom = levelLoweredFrom(from, to);
  if (loweredFrom === null) return false;
  requireApprover(item, loweredFrom);
  const facts = makerCheckerFacts({ ...item, eligiblePeople: await countApprovers(item) });
  const people = { assessedBy: row.assessor_present_id, decidedBy: caller.member.id };
  rejectBlocked(loweringBlockers({ ...facts, ...people, from, to }));
  return isDecidedByOne(
    { ...facts, finalLevel: to, loweredFrom },
    { preparedBy: people.assessedBy, approvedBy: people.decidedBy },
  );
}

/** Nor does the assessor undo an override that a second person has set higher with a return or a void of the assessment. */
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
  const isByOne = await requireLowering(item, level);
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
  const detail = await writeLevel(item, level, { set, isByOne });
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
  const isByOne = await requireLowering(item, row.computed_level);
  const detail = await writeLevel(item, row.computed_level, { set: null, isByOne });
  return [{ action: 'riskAssessment.overrideLifted', detail: { ...detail, lifted: row.override.level } }];
}
