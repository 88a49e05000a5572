import type { RiskLevel } from '#rules/client-types.ts';
import type { Blocker } from '#rules/fix-targets.ts';
import { cite, type Jurisdiction } from '#rules/provisions.ts';
import type { AnswerProblem } from '#rules/risk/visibility.ts';

/**
 * Everything that keeps an assessment from being submitted. `problems`: those of its answers, as `submissionProblems` of
 * risk/scoring.ts finds them (visible questions alone). `questionText`: a question's text by its key. Source: domain 3.
 */
export function submissionBlockers(
  problems: readonly AnswerProblem[],
  questionText: (key: string) => string | undefined,
): Blocker[] {
  return problems.map(({ code, message, questionKey }) => {
    const question = questionKey === undefined ? undefined : questionText(questionKey);
    return {
      code,
      text: question === undefined ? message : `${question}: ${message}`,
      fix: { target: 'assessment.answers', ...(questionKey === undefined ? {} : { id: questionKey }) },
    };
  });
}

export type FourEyes = 'off' | 'highOnly' | 'always';

export type ApprovalFacts = {
  /** Final level: the override's where there is one. Null where nothing could be scored. */
  finalLevel: RiskLevel | null;
  prohibited: boolean;
  /** Whether the client, or a customer of the activity, is a politically exposed person or one's relative or associate. */
  politicallyExposed: boolean;
  fourEyes: FourEyes;
  assessedBy: string;
  /** The laws that the company works under. */
  jurisdictions: readonly Jurisdiction[];
  approver: {
    memberId: string;
    role: 'owner' | 'member' | 'auditor';
    designations: readonly ('complianceOfficer' | 'seniorManager')[];
  };
};

/** Whether the company's policy wants an approver who is not the assessor. Source: domain 2, Company.policy.fourEyes. */
export function needsSecondPerson({
  fourEyes,
  finalLevel,
  politicallyExposed,
}: Pick<ApprovalFacts, 'fourEyes' | 'finalLevel' | 'politicallyExposed'>): boolean {
  return fourEyes === 'always' || (fourEyes === 'highOnly' && (finalLevel === 'high' || politicallyExposed));
}

/**
 * Everything that keeps this person from approving this assessment. A high risk or a politically exposed person is approved by a
 * compliance officer or senior manager alone, an owner without a designation included. Source: domain 3, AssessmentStatus; domain 5.
 */
export function approvalBlockers(facts: ApprovalFacts): Blocker[] {
  const blockers: Blocker[] = [];
  if (facts.finalLevel === null) {
    blockers.push({
      code: 'assessment.notScorable',
      text: 'The assessment has no level, because nothing in it could be scored. Return it to the assessor.',
      fix: { target: 'assessment.answers' },
    });
  }
  if (facts.prohibited) {
    blockers.push({
      code: 'assessment.prohibited',
      text: 'An answer rules this out. It cannot be approved; the client or activity can only be declined.',
      fix: { target: 'assessment.answers' },
    });
  }
  const { role, designations, memberId } = facts.approver;
  if (role === 'auditor') {
    blockers.push({
      code: 'assessment.approverReadsOnly',
      text: 'An auditor reads and does not approve. Ask a member who may.',
      fix: { target: 'assessment.approval' },
    });
  } else if ((facts.finalLevel === 'high' || facts.politicallyExposed) && designations.length === 0) {
    blockers.push({
      code: 'assessment.designationMissing',
      text: `${facts.finalLevel === 'high' ? 'A high risk' : 'A politically exposed person'} is approved by a compliance officer or a senior manager. Ask one of them.`,
      ...cite(facts.jurisdictions, { NZL: 'NZ s26', AUS: 'AU s32' }),
      fix: { target: 'assessment.approval' },
    });
  }
  if (needsSecondPerson(facts) && memberId === facts.assessedBy) {
    blockers.push({
      code: 'assessment.secondPersonNeeded',
      text: 'You made this assessment yourself, and your company wants a second person to approve it. Ask someone else.',
      fix: { target: 'assessment.approval' },
    });
  }
  return blockers;
}
