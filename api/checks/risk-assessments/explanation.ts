import type { ScoreExplanation } from '#contract/risk/assessments.ts';
import { formatPoints } from '#rules/risk/levels.ts';
import type { AnswerProblem } from '#rules/risk/visibility.ts';
import type { StoredScore } from '../../kernel/database/tables/risk-tables.ts';

/** Formats points; null if nothing could be scored. */
export function formatScore(tenths: number | null | undefined): string | null {
  return tenths === null || tenths === undefined ? null : formatPoints(tenths);
}

/** Problems by question; general problems are shown for the whole assessment instead. */
function aboutQuestions(problems: readonly AnswerProblem[]): ScoreExplanation['missing'] {
  return problems.flatMap(({ questionKey, message }) =>
    questionKey === undefined ? [] : [{ questionKey, message }],
  );
}

/** A score to the last point, as the wire has it. */
export function getExplanation(scored: StoredScore): ScoreExplanation {
  return {
    score: formatScore(scored.scoreTenths),
    scoreLevel: scored.scoreLevel ?? null,
    computedLevel: scored.computedLevel ?? null,
    sentence: scored.sentence,
    prohibited: scored.prohibited,
    factors: scored.factors.map(({ factor, weight, pointsTenths }) => ({
      factor,
      weight,
      points: formatPoints(pointsTenths),
    })),
    contributions: scored.contributions.map(
      ({ questionKey, factor, q, weight, pointsTenths, floor, lists }) => ({
        questionKey,
        factor,
        q,
        weight,
        points: formatPoints(pointsTenths),
        floor: floor ?? null,
        lists: lists ?? [],
      }),
    ),
    floors: scored.floors.map(({ questionKey, questionText, optionLabel, level }) => ({
      questionKey,
      questionText,
      optionLabel,
      level,
    })),
    prohibitions: scored.prohibitions.map(({ questionKey, questionText, optionLabel }) => ({
      questionKey,
      questionText,
      optionLabel,
    })),
    cddLevel: scored.cddLevel ?? null,
    visibleKeys: scored.visibleKeys,
    missing: aboutQuestions(scored.missing),
    problems: aboutQuestions(scored.problems),
  };
}
