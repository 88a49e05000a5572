import { formatPoints } from './levels.ts';
import type { ScoredAnswers } from './scoring.ts';

/** Formats points; null if nothing could be scored. */
export function formatScore(tenths: number | null | undefined): string | null {
  return tenths === null || tenths === undefined ? null : formatPoints(tenths);
}

type Hit = ScoredAnswers['prohibitions'][number];

const toHit = ({ questionKey, questionText, optionLabel }: Hit) => ({
  questionKey,
  questionText,
  optionLabel,
});

/** A score to the last point, as pages show it: points as texts with one decimal, null for what was not scored. */
export function toScoreView(scored: ScoredAnswers) {
  return {
    score: formatScore(scored.scoreTenths),
    scoreLevel: scored.scoreLevel ?? null,
    computedLevel: scored.computedLevel ?? null,
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
    floors: scored.floors.map((floor) => ({ ...toHit(floor), level: floor.level })),
    prohibitions: scored.prohibitions.map(toHit),
    cddLevel: scored.cddLevel ?? null,
    visibleKeys: scored.visibleKeys,
  };
}
