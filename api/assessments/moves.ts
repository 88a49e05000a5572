import type { Assessment } from '#contract/assessments.ts';
import type { RiskLevel } from '#rules/client-types.ts';
import type { Blocker } from '#rules/fix-targets.ts';
import { approvalBlockers, submissionBlockers } from '#rules/guards/assessment.ts';
import { assessmentLifecycle } from '#rules/lifecycles/risk.ts';
import { submissionProblems } from '#rules/risk/scoring.ts';
import { questionsOf, type TemplateContent } from '#rules/risk/template.ts';
import type { CompanyPolicy } from '../database/foundation-tables.ts';
import type { StoredScore } from '../database/risk-tables.ts';
import type { MemberCaller } from '../http/bind.ts';
import type { AssessedResource } from './resource-store.ts';
import { approvalAct, rightTo } from './rights.ts';
import type { AssessmentRow } from './store.ts';

type Move = Assessment['moves'][number];

export interface Situation {
  row: AssessmentRow;
  content: TemplateContent;
  scored: StoredScore;
  /** The level that approving would settle. */
  level: RiskLevel | null;
  resource: AssessedResource;
  policy: CompanyPolicy;
  caller: MemberCaller;
  now: Date;
}

/** Everything that keeps the caller from approving, besides missing rights. */
export function blockersOfApproval({ row, level, resource, policy, caller }: Situation): Blocker[] {
  const { member, company } = caller;
  const closed: Blocker[] = closedBlockers(resource);
  return [
    ...closed,
    ...approvalBlockers({
      finalLevel: level,
      prohibited: row.prohibited,
      politicallyExposed: resource.politicallyExposed,
      fourEyes: policy.fourEyes,
      assessedBy: row.assessed_by,
      jurisdictions: company.regulatedIn,
      approver: { memberId: member.id, role: member.role, designations: member.designations },
    }),
  ];
}

/** What is no longer assessed takes no submission, approval or override either. */
export function closedBlockers({ closedReason }: AssessedResource): Blocker[] {
  if (closedReason === null) return [];
  return [{ code: 'assessment.resourceClosed', text: closedReason, fix: { target: 'assessment.answers' } }];
}

function blockersOfSubmission({ content, scored, resource }: Situation): Blocker[] {
  const texts = new Map(questionsOf(content).map(({ question }) => [question.key, question.text]));
  return [
    ...closedBlockers(resource),
    ...submissionBlockers(submissionProblems(scored), (key) => texts.get(key)),
  ];
}

function approveMove(situation: Situation): Move {
  const { level, resource, policy, caller, now } = situation;
  const blockers = blockersOfApproval(situation);
  const right = rightTo(caller, approvalAct(level, resource.politicallyExposed), policy, now);
  const said = blockers.some(({ code }) => code === 'assessment.designationMissing');
  if (!right.allowed && !said) {
    blockers.push({ code: right.code, text: right.reason, fix: { target: 'assessment.approval' } });
  }
  return { act: 'approve', label: labels.submitted.approved?.label ?? '', blockers };
}

const labels = assessmentLifecycle.moves;

/** What the caller may do with an assessment as it is, each with what stops it; nothing where only reading is allowed. */
export function movesOf(situation: Situation): Move[] {
  const { row, level, resource, policy, caller, now } = situation;
  const may = (act: Parameters<typeof rightTo>[1]) => rightTo(caller, act, policy, now).allowed;
  if (!may('records.write')) return [];
  const voiding: Move = { act: 'void', label: labels.draft.void?.label ?? '', blockers: [] };
  const mayVoid = may(approvalAct(level, resource.politicallyExposed));
  const override: Move[] = may('assessments.override')
    ? [{ act: 'override', label: 'Override the level', blockers: closedBlockers(resource) }]
    : [];
  switch (row.status) {
    case 'draft': {
      const blockers = blockersOfSubmission(situation);
      return [
        { act: 'save', label: 'Save the draft', blockers: [] },
        { act: 'submit', label: labels.draft.submitted?.label ?? '', blockers },
        voiding,
      ];
    }
    case 'returned':
      return [{ act: 'reopen', label: labels.returned.draft?.label ?? '', blockers: [] }];
    case 'submitted':
      return [
        approveMove(situation),
        ...(may('assessments.approve')
          ? [{ act: 'return' as const, label: labels.submitted.returned?.label ?? '', blockers: [] }]
          : []),
        ...override,
        ...(mayVoid ? [voiding] : []),
      ];
    case 'approved':
      return [...override, ...(mayVoid ? [{ ...voiding, blockers: closedBlockers(resource) }] : [])];
    case 'superseded':
    case 'void':
      return [];
  }
}
