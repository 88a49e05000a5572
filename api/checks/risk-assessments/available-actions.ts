import type { Assessment } from '#contract/risk/assessments.ts';
import type { Blocker } from '#rules/alerts/resolution-targets.ts';
import type { RiskLevel } from '#rules/clients/client-types.ts';
import { ownRules } from '#rules/legal-provisions.ts';
import { assessmentLifecycle } from '#rules/lifecycles/risk.ts';
import { approvalPermission, approvedLevel, levelLoweredFrom } from '#rules/maker-checker.ts';
import { floorsSince, submissionProblems } from '#rules/risk/scoring.ts';
import type { TemplateContent } from '#rules/risk/template.ts';
import type { AnswerProblem } from '#rules/risk/visibility.ts';
import {
  approvalBlockers,
  loweringBlockers,
  questionTexts,
  submissionBlockers,
} from '#rules/transition-guards/assessment.ts';
import type { CompanyPolicy } from '../../kernel/database/tables/foundation-tables.ts';
import type { StoredScore } from '../../kernel/database/tables/risk-tables.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { permissionFor } from './permissions.ts';
import type { AssessedResource } from './resource-store.ts';
import type { AssessmentRow } from './store.ts';

type Transition = Assessment['actions'][number];

export interface Situation {
  row: AssessmentRow;
  content: TemplateContent;
  scored: StoredScore;
  /** Answers of a draft that equal the current assessment's and are to be confirmed. */
  unconfirmed: readonly AnswerProblem[];
  /** The level that an approval would set. */
  level: RiskLevel | null;
  /** The level in force, or of the last assessment if that is void, which an approval would replace. */
  inForce: RiskLevel | null;
  resource: AssessedResource;
  policy: CompanyPolicy;
  /** Number of members who can approve it. */
  eligiblePeople: number;
  caller: MemberCaller;
  now: Date;
}

type Levels = Pick<Situation, 'level' | 'inForce'>;

/** The level that an approval is for: also the one in force that it would lower. */
export function levelToApprove({ level, inForce }: Levels): RiskLevel | null {
  return approvedLevel({ finalLevel: level, loweredFrom: levelLoweredFrom(inForce, level) });
}

/** What decides whether the approver may be the assessor. */
export function makerCheckerFacts({
  row,
  level,
  inForce,
  resource,
  policy,
  eligiblePeople,
}: Levels & Pick<Situation, 'row' | 'resource' | 'policy' | 'eligiblePeople'>) {
  return {
    finalLevel: level,
    computedLevel: row.computed_level,
    loweredFrom: levelLoweredFrom(inForce, level),
    politicallyExposed: resource.politicallyExposed,
    fourEyes: policy.fourEyes,
    eligiblePeople,
  };
}

/** Blockers of the caller approving, besides missing permissions. */
export function getApprovalBlockers(situation: Omit<Situation, 'unconfirmed'>): Blocker[] {
  const { row, scored, resource, caller } = situation;
  const { member } = caller;
  const closed: Blocker[] = closedBlockers(resource);
  return [
    ...closed,
    ...approvalBlockers({
      ...makerCheckerFacts(situation),
      assessedBy: row.assessor_present_id,
      floorsSince: floorsSince(scored, resource.floors),
      outdatedBy: resource.outdatedBy(row.relied_on),
      prohibited: row.prohibited,
      approver: { memberId: member.id, role: member.role, designations: member.designations },
    }),
  ];
}

/** Records that are no longer assessed cannot have submissions, approvals or overrides either. */
export function closedBlockers({ closedReason }: AssessedResource): Blocker[] {
  if (closedReason === null) return [];
  return [
    {
      code: 'assessment.resourceClosed',
      text: closedReason,
      ...ownRules.programme,
      fix: { target: 'assessment.answers' },
    },
  ];
}

/**
 * What keeps the caller from undoing the assessment's own override, as removing it, returning and voiding do: an assessor does not undo
 * what a second person raised.
 */
export function getUndoingBlockers(
  situation: Levels & Pick<Situation, 'row' | 'resource' | 'policy' | 'eligiblePeople' | 'caller'>,
): Blocker[] {
  const { row, level, caller } = situation;
  if (row.override === null) return [];
  return loweringBlockers({
    ...makerCheckerFacts(situation),
    from: level,
    to: row.computed_level,
    assessedBy: row.assessor_present_id,
    decidedBy: caller.member.id,
  });
}

function getSubmissionBlockers({ content, scored, resource, unconfirmed }: Situation): Blocker[] {
  return [
    ...closedBlockers(resource),
    ...submissionBlockers([...submissionProblems(scored), ...unconfirmed], questionTexts(content)),
  ];
}

/** Blockers of a caller who may not approve at a level. */
function rightBlockers(
  { resource, policy, caller, now }: Pick<Situation, 'resource' | 'policy' | 'caller' | 'now'>,
  level: RiskLevel | null,
): Blocker[] {
  const right = permissionFor(caller, approvalPermission(level, resource.politicallyExposed), policy, now);
  if (right.allowed) return [];
  return [
    {
      code: right.code,
      text: right.reason,
      ...(right.code === 'role.forbidden' ? ownRules.policies : ownRules.account),
      fix: { target: 'settings.team' },
    },
  ];
}

/** Blockers of removing the assessment's override. Where that lowers the level, it is for those who may approve the present one. */
function getLiftingBlockers(situation: Situation): Blocker[] {
  const { row, level, resource } = situation;
  const lowers = levelLoweredFrom(level, row.computed_level) !== null;
  return [
    ...closedBlockers(resource),
    ...(lowers ? rightBlockers(situation, level) : []),
    ...getUndoingBlockers(situation),
  ];
}

function approveTransition(situation: Situation): Transition {
  const blockers = getApprovalBlockers(situation);
  const lacksDesignation = blockers.some(({ code }) => code === 'assessment.designationMissing');
  if (!lacksDesignation) blockers.push(...rightBlockers(situation, levelToApprove(situation)));
  return { action: 'approve', label: labels.submitted.approved?.label ?? '', blockers };
}

const labels = assessmentLifecycle.transitions;

/** The caller's available actions on an assessment, each with its blockers; empty for read-only access. */
export function availableActions(situation: Situation): Transition[] {
  const { row, level, resource, policy, caller, now } = situation;
  const may = (action: Parameters<typeof permissionFor>[1]) =>
    permissionFor(caller, action, policy, now).allowed;
  if (!may('records.write')) return [];
  const undoing = getUndoingBlockers(situation);
  const voiding: Transition = { action: 'void', label: labels.draft.void?.label ?? '', blockers: undoing };
  const canVoid = may(approvalPermission(level, resource.politicallyExposed));
  const override: Transition[] = may('assessments.override')
    ? [
        { action: 'override', label: 'Override risk level', blockers: closedBlockers(resource) },
        ...(row.override === null
          ? []
          : [
              {
                action: 'liftOverride' as const,
                label: 'Remove override',
                blockers: getLiftingBlockers(situation),
              },
            ]),
      ]
    : [];
  switch (row.status) {
    case 'draft': {
      const blockers = getSubmissionBlockers(situation);
      return [
        { action: 'save', label: 'Save the draft', blockers: [] },
        { action: 'submit', label: labels.draft.submitted?.label ?? '', blockers },
        voiding,
      ];
    }
    case 'returned':
      return [{ action: 'reopen', label: labels.returned.draft?.label ?? '', blockers: [] }];
    case 'submitted':
      return [
        approveTransition(situation),
        ...(may('assessments.approve')
          ? [{ action: 'return' as const, label: labels.submitted.returned?.label ?? '', blockers: undoing }]
          : []),
        ...override,
        ...(canVoid ? [voiding] : []),
      ];
    case 'approved':
      return [
        ...override,
        ...(canVoid ? [{ ...voiding, blockers: [...closedBlockers(resource), ...undoing] }] : []),
      ];
    case 'superseded':
    case 'void':
      return [];
  }
}
