import type { Blocker } from '#rules/alerts/resolution-targets.ts';
import { ownRules } from '#rules/legal-provisions.ts';
import type { TemplateProblem } from '#rules/risk/template-problem.ts';

export type PublishingFacts = {
  /** Problems of the content, from `templateProblems` of risk/template-problems.ts. */
  problems: readonly TemplateProblem[];
  changeNote: string | null;
  /** Hash of the current draft. */
  contentHash: string;
  /** Hash of the draft whose impact this person last previewed, or null; a later change makes the preview stale. */
  impactSeenOf: string | null;
};

/**
 * Blockers of publishing a draft: problems of thresholds, scores, conditions and weights, a missing change note, and a
 * missing impact preview.
 */
export function publishingBlockers(facts: PublishingFacts): Blocker[] {
  const blockers: Blocker[] = facts.problems.map(({ code, message, path }) => ({
    code,
    text: message,
    ...ownRules.programme,
    fix: { target: 'template.editor', id: path },
  }));
  if (!facts.changeNote?.trim()) {
    blockers.push({
      code: 'template.changeNoteMissing',
      text: 'Enter a change note.',
      ...ownRules.programme,
      fix: { target: 'template.impact', id: 'changeNote' },
    });
  }
  if (facts.impactSeenOf !== facts.contentHash) {
    blockers.push({
      code: 'template.impactNotSeen',
      text:
        facts.impactSeenOf === null
          ? 'Preview the impact first.'
          : 'The draft has changed since the impact preview. Preview the impact again.',
      ...ownRules.programme,
      fix: { target: 'template.impact' },
    });
  }
  return blockers;
}
