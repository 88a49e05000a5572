import type { Blocker } from '#rules/fix-targets.ts';
import type { TemplateProblem } from '#rules/risk/template-problem.ts';

export type PublishingFacts = {
  /** What is wrong with the content, as `templateProblems` of risk/template-problems.ts finds it. */
  problems: readonly TemplateProblem[];
  changeNote: string | null;
  /** Hash of the draft as it stands. */
  contentHash: string;
  /** Hash of the draft whose impact this person last looked at, null if none: a later change makes it look out of date. */
  impactSeenOf: string | null;
};

/**
 * Everything that keeps a draft from being published: thresholds, scores, conditions and weights (the content's problems), the note
 * on what changed, and the look at what publishing would change. Source: domain 3, TemplateVersion.
 */
export function publishingBlockers(facts: PublishingFacts): Blocker[] {
  const blockers: Blocker[] = facts.problems.map(({ code, message, path }) => ({
    code,
    text: message,
    fix: { target: 'template.editor', id: path },
  }));
  if (!facts.changeNote?.trim()) {
    blockers.push({
      code: 'template.changeNoteMissing',
      text: 'Say what this version changes. It is shown in the template’s history.',
      fix: { target: 'template.editor', id: 'changeNote' },
    });
  }
  if (facts.impactSeenOf !== facts.contentHash) {
    blockers.push({
      code: 'template.impactNotSeen',
      text:
        facts.impactSeenOf === null
          ? 'Look at what publishing would change first.'
          : 'The draft has changed since you looked at what publishing would change. Look again.',
      fix: { target: 'template.impact' },
    });
  }
  return blockers;
}
