import { riskLevelLabels } from '#rules/clients/client-types.ts';
import { formatPoints, higherLevel } from './levels.ts';
import type { ScoredAnswers } from './scoring.ts';
import { factors } from './template.ts';

/**
 * Formats the score as a sentence, factors with the most points first: "Medium, 45.4: country 20.0, service 11.8, customer
 * 8.0, channel 5.6; floor: none". A floor names the answer that set it; a prohibition follows.
 */
export function formatScore(scored: ScoredAnswers): string {
  const { scoreTenths, computedLevel, floors, prohibitions } = scored;
  if (scoreTenths === undefined || computedLevel === undefined) {
    return 'No score yet: no question with points is answered.';
  }
  const parts = scored.factors
    .toSorted(
      (a, b) => b.pointsTenths - a.pointsTenths || factors.indexOf(a.factor) - factors.indexOf(b.factor),
    )
    .map(({ factor, pointsTenths }) => `${factor} ${formatPoints(pointsTenths)}`)
    .join(', ');
  const highest = floors.reduce<(typeof floors)[number] | undefined>(
    (best, floor) =>
      best !== undefined && higherLevel(best.level, floor.level) === best.level ? best : floor,
    undefined,
  );
  const floor =
    highest === undefined ? 'none' : `${highest.level} (${highest.questionText} ${highest.optionLabel})`;
  const [stop] = prohibitions;
  const prohibited =
    stop === undefined
      ? ''
      : `; prohibited (${stop.questionText} ${stop.optionLabel}), so it can only be declined`;
  return `${riskLevelLabels[computedLevel]}, ${formatPoints(scoreTenths)}: ${parts}; floor: ${floor}${prohibited}`;
}
