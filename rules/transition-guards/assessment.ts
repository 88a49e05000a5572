import type { Blocker } from '#rules/alerts/resolution-targets.ts';
import { type RiskLevel, riskLevelLabels } from '#rules/clients/client-types.ts';
import type { Outdated } from '#rules/decisions/decision-facts.ts';
import { describeOutdated } from '#rules/decisions/describe-outdated.ts';
import { ownRules } from '#rules/legal-provisions.ts';
import {
  afterTheOthers,
  approvedLevel,
  levelLoweredFrom,
  type MakerCheckerFacts,
  needsSecondPerson,
} from '#rules/maker-checker.ts';
import type { RecordFloor } from '#rules/risk/scoring.ts';
import { getQuestions, type TemplateContent } from '#rules/risk/template.ts';
import type { AnswerProblem } from '#rules/risk/visibility.ts';

/**
 * Blockers of submitting an assessment. `problems`: from `submissionProblems` of risk/scoring.ts, visible questions only.
 * `questionText`: returns a question's text by key.
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
      // The questions are the company's own.
      ...ownRules.programme,
      fix: { target: 'assessment.answers', ...(questionKey === undefined ? {} : { id: questionKey }) },
    };
  });
}

/** Texts of a template's questions, by key. */
export function questionTexts(content: TemplateContent): (key: string) => string | undefined {
  const texts = new Map(getQuestions(content).map(({ question }) => [question.key, question.text]));
  return (key) => texts.get(key);
}

export type ApprovalFacts = MakerCheckerFacts & {
  prohibited: boolean;
  /** Minimum levels that the record has set since the assessment was scored. */
  floorsSince: readonly RecordFloor[];
  /** Facts of the record that changed since its answers were saved; null if none did. */
  outdatedBy: Outdated | null;
  assessedBy: string;
  approver: {
    memberId: string;
    role: 'owner' | 'member' | 'auditor';
    designations: readonly ('complianceOfficer' | 'seniorManager')[];
  };
};

/**
 * Blockers of this person approving this assessment. High risk and PEPs are approved by a compliance officer or senior
 * manager only, not by an owner without a designation; so is a level that replaces high risk.
 */
export function approvalBlockers(facts: ApprovalFacts): Blocker[] {
  const blockers: Blocker[] = [];
  if (facts.finalLevel === null) {
    blockers.push({
      code: 'assessment.notScorable',
      text: 'The assessment has no level, because nothing in it could be scored. Return it to the assessor.',
      ...ownRules.programme,
      fix: { target: 'assessment.answers' },
    });
  }
  for (const { level, reason } of facts.floorsSince) {
    blockers.push({
      code: 'assessment.floorSince',
      text: `The level is at least ${riskLevelLabels[level].toLowerCase()}, because ${reason}, and the assessment was submitted before. Return it, so that it is scored again.`,
      ...ownRules.programme,
      fix: { target: 'assessment.answers' },
    });
  }
  if (facts.outdatedBy !== null) {
    blockers.push({
      code: 'assessment.outdated',
      text: `The record changed after these answers were saved. ${describeOutdated(facts.outdatedBy)} Return it, so that it is assessed again.`,
      ...ownRules.programme,
      fix: { target: 'assessment.answers' },
    });
  }
  if (facts.prohibited) {
    blockers.push({
      code: 'assessment.prohibited',
      text: 'A prohibited answer means this cannot be approved. It can only be declined.',
      ...ownRules.programme,
      fix: { target: 'assessment.answers' },
    });
  }
  const { role, designations, memberId } = facts.approver;
  const isHigh = approvedLevel(facts) === 'high';
  if (role === 'auditor') {
    blockers.push({
      code: 'assessment.approverReadsOnly',
      text: 'Auditors cannot approve assessments.',
      ...ownRules.account,
      fix: { target: 'settings.team' },
    });
  } else if ((isHigh || facts.politicallyExposed) && designations.length === 0) {
    blockers.push({
      code: 'assessment.designationMissing',
      text: `${highRiskText(facts)} must be approved by a compliance officer or a senior manager.`,
      // No law specifies who approves an assessment; for a PEP it specifies who approves the relationship, which is a separate
      // guard.
      ...ownRules.programme,
      fix: { target: 'settings.team' },
    });
  }
  if (needsSecondPerson(facts) && memberId === facts.assessedBy) {
    blockers.push({
      code: 'assessment.secondPersonNeeded',
      text: `Maker-checker: you cannot approve your own assessment${loweringText(facts)}. A second person must approve it. ${afterTheOthers}`,
      ...ownRules.programme,
      fix: { target: 'settings.team' },
    });
  }
  return blockers;
}

/** What a designated person must approve. */
function highRiskText({ finalLevel, loweredFrom }: ApprovalFacts): string {
  if (finalLevel === 'high') return 'A high risk';
  return loweredFrom === 'high' ? 'A lower level than high risk' : 'A politically exposed person';
}

/** That the assessment lowers the level in force, as part of a sentence; empty if it does not. */
function loweringText({ finalLevel, loweredFrom }: ApprovalFacts): string {
  if (finalLevel === null || loweredFrom === null) return '';
  return `, which lowers the level from ${riskLevelLabels[loweredFrom].toLowerCase()} to ${riskLevelLabels[finalLevel].toLowerCase()}`;
}

/** Blockers of the assessor lowering the level of their own assessment, at every level: by an override, or by undoing one. */
export function loweringBlockers({
  from,
  to,
  assessedBy,
  decidedBy,
  ...facts
}: Omit<MakerCheckerFacts, 'finalLevel' | 'loweredFrom'> & {
  /** Level in force. */
  from: RiskLevel | null;
  to: RiskLevel | null;
  assessedBy: string;
  decidedBy: string;
}): Blocker[] {
  const loweredFrom = levelLoweredFrom(from, to);
  if (assessedBy !== decidedBy || loweredFrom === null) return [];
  if (!needsSecondPerson({ ...facts, finalLevel: to, loweredFrom })) return [];
  return [
    {
      code: 'assessment.secondPersonLowers',
      text: `Maker-checker: you cannot lower the level of your own assessment. A second person must do it. ${afterTheOthers}`,
      ...ownRules.programme,
      fix: { target: 'settings.team' },
    },
  ];
}
