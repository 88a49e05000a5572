import { type RiskLevel, riskLevels } from '#rules/clients/client-types.ts';
import type { Answer } from './answers.ts';
import { compareLevels } from './levels.ts';
import type { Scorer } from './scoring.ts';

/** Current assessment, with its calculated level and its override, if one applies. */
export type CurrentAssessment = {
  id: string;
  answers: readonly Answer[];
  computedLevel: RiskLevel;
  scoreTenths: number;
  override?: { level: RiskLevel; computedAtOverride: RiskLevel } | null;
};

/** `none`: the draft cannot score it, because none of its answers fit. */
export type NewLevel = RiskLevel | 'none';

export const newLevels = [...riskLevels, 'none'] as const satisfies readonly NewLevel[];

export type LevelChange = {
  id: string;
  from: RiskLevel;
  to: NewLevel;
  fromTenths: number;
  toTenths: number | undefined;
  /** The level rises above the one calculated when the override was set, so that the override would lapse. */
  overrideLapses: boolean;
};

/** `unanswered`: required questions without a fitting answer; `withoutEvidence`: answers that now require a document. */
type NeedsAssessment = { id: string; unanswered: string[]; withoutEvidence: string[] };

export type Impact = {
  assessed: number;
  /** Number of assessments that change from each level to each. */
  matrix: Record<RiskLevel, Record<NewLevel, number>>;
  changes: LevelChange[];
  needsNew: NeedsAssessment[];
  /** Ids of all assessments that the draft prohibits, including those already prohibited. */
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
 * Previews publishing a draft: scores each assessment's answers on the draft where they still fit. An assessment that
 * lacks an answer the draft requires is scored on the answers it has, and listed in `needsNew`. `score`:
 * `prepareTemplate(draft, lists)`. In the order of the assessments.
 */
export function calculateImpact(assessments: Iterable<CurrentAssessment>, score: Scorer): Impact {
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
    const needs = getNeeds(id, scored);
    if (needs.unanswered.length > 0 || needs.withoutEvidence.length > 0) impact.needsNew.push(needs);
  }
  return impact;
}

function getNeeds(id: string, { missing, problems }: ReturnType<Scorer>): NeedsAssessment {
  const getKeys = (found: typeof missing, code: (typeof missing)[number]['code']) =>
    found.filter((item) => item.code === code).flatMap(({ questionKey }) => questionKey ?? []);
  return {
    id,
    // An answer that the draft's question no longer accepts must also be answered again.
    unanswered: [...getKeys(missing, 'answer.required'), ...getKeys(problems, 'answer.misfit')],
    withoutEvidence: getKeys(missing, 'evidence.required'),
  };
}
