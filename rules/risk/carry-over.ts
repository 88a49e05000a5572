import type { Answer } from './answers.ts';
import type { Scorer } from './scoring.ts';
import type { AnswerProblem } from './visibility.ts';

/**
 * An earlier assessment's answers as a start for a new one on another version: those whose question is still there, shown, and takes
 * them; the rest stay behind, each with its sentence. Comments and evidence come along. `score`: of the version to be answered.
 * Source: domain 11.4 ("only where question keys still match").
 */
export function carryOver(
  earlier: readonly Answer[],
  score: Scorer,
): { answers: Answer[]; leftBehind: AnswerProblem[] } {
  const { visibleKeys, problems } = score(earlier);
  const visible = new Set(visibleKeys);
  const refused = new Set(problems.map(({ questionKey }) => questionKey));
  return {
    answers: earlier.filter(({ key }) => visible.has(key) && !refused.has(key)),
    leftBehind: problems,
  };
}
