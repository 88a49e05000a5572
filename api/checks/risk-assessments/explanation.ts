import type { ScoreExplanation } from '#contract/assessments.ts';
import { toScoreView } from '#rules/risk/score-view.ts';
import type { AnswerProblem } from '#rules/risk/visibility.ts';
import type { StoredScore } from '../../kernel/database/tables/risk-tables.ts';

/** Problems by question; general problems are shown for the whole assessment instead. */
function aboutQuestions(problems: readonly AnswerProblem[]): ScoreExplanation['missing'] {
  return problems.flatMap(({ questionKey, message }) =>
    questionKey === undefined ? [] : [{ questionKey, message }],
  );
}

/** A score to the last point, as the wire has it. */
export function getExplanation(scored: StoredScore): ScoreExplanation {
  return {
    ...toScoreView(scored),
    sentence: scored.sentence,
    missing: aboutQuestions(scored.missing),
    problems: aboutQuestions(scored.problems),
  };
}
