import { type RiskLevel, riskLevels } from '#rules/client-types.ts';
import type { Answer } from './answers.ts';
import { compareLevels } from './levels.ts';
import type { Scorer } from './scoring.ts';

/** An assessment in force, with what was computed when it was made and the override on it, if one stands. */
export type CurrentAssessment = {
  id: string;
  answers: readonly Answer[];
  computedLevel: RiskLevel;
  scoreTenths: number;
  override?: { level: RiskLevel; computedAtOverride: RiskLevel } | null;
};

/** `none`: the draft cannot score it, because no answer of it counts any more. */
export type NewLevel = RiskLevel | 'none';

export const newLevels = [...riskLevels, 'none'] as const satisfies readonly NewLevel[];

export type LevelChange = {
  id: string;
  from: RiskLevel;
  to: NewLevel;
  fromTenths: number;
  toTenths: number | undefined;
  /** The change is upward past what was computed when its override was set: the override would lapse. */
  overrideLapses: boolean;
};

/** `unanswered`: required questions that it has no fitting answer for; `withoutEvidence`: answers that now need a document. */
export type NeedsAssessment = { id: string; unanswered: string[]; withoutEvidence: string[] };

export type Impact = {
  assessed: number;
  /** How many assessments go from each level to each. */
  matrix: Record<RiskLevel, Record<NewLevel, number>>;
  changes: LevelChange[];
  needsNew: NeedsAssessment[];
  /** Ids of all that the draft prohibits, whether or not they were before. */
  prohibited: string[];
};

function emptyMatrix(): Impact['matrix'] {
  const row = () => ({ low: 0, medium: 0, high: 0, none: 0 });
  return { low: row(), medium: row(), high: row() };
}

function lapses({ override }: CurrentAssessment, to: NewLevel): boolean {
  if (!override || to === 'none') return false;
  return compareLevels(to, override.computedAtOverride) > 0 && compareLevels(override.level, to) < 0;
}

/**
 * What publishing a draft would change: each assessment's answers scored on the draft, by the answers that still fit it. An
 * assessment that lacks an answer which the draft requires is scored on what it has, and listed in `needsNew`. `score`:
 * `prepareTemplate(draft, lists)`. In the order of the assessments. Source: domain 3, TemplateVersion (impact preview).
 */
export function impactOf(assessments: Iterable<CurrentAssessment>, score: Scorer): Impact {
  const impact: Impact = { assessed: 0, matrix: emptyMatrix(), changes: [], needsNew: [], prohibited: [] };
  for (const assessment of assessments) {
    const { id, answers, computedLevel: from, scoreTenths: fromTenths } = assessment;
    const scored = score(answers);
    const to: NewLevel = scored.computedLevel ?? 'none';
    impact.assessed += 1;
    impact.matrix[from][to] += 1;
    if (to !== from) {
      const toTenths = scored.scoreTenths;
      impact.changes.push({ id, from, to, fromTenths, toTenths, overrideLapses: lapses(assessment, to) });
    }
    if (scored.prohibited) impact.prohibited.push(id);
    const needs = needsOf(id, scored);
    if (needs.unanswered.length > 0 || needs.withoutEvidence.length > 0) impact.needsNew.push(needs);
  }
  return impact;
}

function needsOf(id: string, { missing, problems }: ReturnType<Scorer>): NeedsAssessment {
  const keysOf = (found: typeof missing, code: (typeof missing)[number]['code']) =>
    found.filter((one) => one.code === code).flatMap(({ questionKey }) => questionKey ?? []);
  return {
    id,
    // An answer that the draft's question no longer takes has to be given again as well.
    unanswered: [...keysOf(missing, 'answer.required'), ...keysOf(problems, 'answer.misfit')],
    withoutEvidence: keysOf(missing, 'evidence.required'),
  };
}
