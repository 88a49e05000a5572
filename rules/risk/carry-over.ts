import type { Answer } from './answers.ts';
import type { Scorer } from './scoring.ts';
import type { AnswerProblem } from './visibility.ts';

/**
 * Carries an assessment's answers over to another version: those whose question still exists, is visible and accepts
 * them, with comments and evidence; each of the others is listed with the reason. `score`: scorer of the target
 * version.
 */
export function carryOver(
  earlier: readonly Answer[],
  score: Scorer,
): { answers: Answer[]; leftBehind: AnswerProblem[] } {
  const { visibleKeys, problems } = score(earlier);
  const visible = new Set(visibleKeys);
  const rejectedKeys = new Set(problems.map(({ questionKey }) => questionKey));
  return {
    answers: earlier.filter(({ key }) => visible.has(key) && !rejectedKeys.has(key)),
    leftBehind: problems,
  };
}
