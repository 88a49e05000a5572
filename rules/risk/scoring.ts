import type { CddLevel, RiskLevel } from '#rules/clients/client-types.ts';
import type { CountryListKey, CountryLists } from '#rules/country-lists/country-list-keys.ts';
import { addFractions, divideFractions, fraction, roundHalfUp, zero } from '#rules/fractions.ts';
import type { Answer, AnswerValue } from './answers.ts';
import { higherLevel, levelAt, stricterCdd } from './levels.ts';
import { getPoints, listsUsed, type Share, splitByLargestRemainder } from './points.ts';
import { type Factor, factors, type TemplateContent } from './template.ts';
import {
  type AnswerProblem,
  type AnswerReader,
  type PreparedQuestions,
  prepareQuestions,
  readAnswers,
} from './visibility.ts';

/**
 * Contribution of one answer. `q`: its own points, 0 to 100; `pointsTenths`: its part of the score, in tenths of a point.
 */
type Contribution = {
  questionKey: string;
  factor: Factor;
  answer: AnswerValue;
  q: number;
  weight: number;
  pointsTenths: number;
  floor?: RiskLevel;
  /**
   * For a country answer: the company's lists that were looked up, with their as-at dates and the answer's countries (alpha-3) that each
   * names. Scores stored earlier lack the countries.
   */
  lists?: { key: CountryListKey; asAt: string; countries?: string[] }[];
};

/** A factor's mean is `weightedSum / weightSum`; its contributions add up to `pointsTenths`. */
type FactorScore = {
  factor: Factor;
  weight: number;
  weightedSum: number;
  weightSum: number;
  pointsTenths: number;
};

/** A selected option that has effects besides its score; texts are those of the version. */
type Hit = { questionKey: string; questionText: string; optionKey: string; optionLabel: string };

export type ScoredAnswers = {
  /** Tenths of a point, 0 to 1000; undefined when no factor was scored, and then the levels are as well. */
  scoreTenths: number | undefined;
  /** Level from the score alone, before floors. */
  scoreLevel: RiskLevel | undefined;
  /** `scoreLevel`, raised by the floors. */
  computedLevel: RiskLevel | undefined;
  floors: (Hit & { level: RiskLevel })[];
  prohibitions: Hit[];
  prohibited: boolean;
  /** Strictest CDD level that an answer sets. */
  cddLevel: CddLevel | undefined;
  cddHits: (Hit & { level: CddLevel })[];
  /** Scored factors, in the order of `factors`. */
  factors: FactorScore[];
  /** Scored answers, in template order. */
  contributions: Contribution[];
  visibleKeys: string[];
  /** Required answers and evidence that are missing. */
  missing: AnswerProblem[];
  /** Answers that are ignored, with the reason. */
  problems: AnswerProblem[];
};

/** A minimum level that the record sets regardless of the answers, with the reason. */
export type RecordFloor = { level: RiskLevel; reason: string };

/** Raises a score to the record's minimum levels and adds them to the floors of the answers. */
export function withRecordFloors(scored: ScoredAnswers, floors: readonly RecordFloor[]): ScoredAnswers {
  return {
    ...scored,
    computedLevel:
      scored.computedLevel &&
      floors.reduce<RiskLevel>((level, floor) => higherLevel(level, floor.level), scored.computedLevel),
    floors: [
      ...scored.floors,
      ...floors.map(({ level, reason }) => ({
        level,
        questionKey: 'record',
        questionText: 'On record:',
        optionKey: '',
        optionLabel: reason,
      })),
    ],
  };
}

/** The record's current floors that an earlier score was not raised to. */
export function floorsSince(
  { floors = [] }: Partial<Pick<ScoredAnswers, 'floors'>>,
  now: readonly RecordFloor[],
): RecordFloor[] {
  return now.filter(({ reason }) => !floors.some(({ optionLabel }) => optionLabel === reason));
}

/** Scores one set of answers. Never throws; independent of the order of the answers. */
export type Scorer = (answers: readonly Answer[]) => ScoredAnswers;

function getMissing(prepared: PreparedQuestions, read: AnswerReader): AnswerProblem[] {
  const ill = new Set(read.problems.map(({ questionKey }) => questionKey));
  const missing: AnswerProblem[] = [];
  prepared.questions.forEach(({ question }, index) => {
    if (!read.visible[index] || ill.has(question.key)) return;
    const at = { path: `answers.${question.key}`, questionKey: question.key };
    if (read.values[index] === undefined) {
      if (question.required) {
        missing.push({ ...at, code: 'answer.required', message: 'Answer this question.' });
      }
    } else if (question.evidenceRequired && !read.given[index]?.documentIds?.length) {
      const message = 'Attach the document that shows this.';
      missing.push({ ...at, path: `${at.path}.documentIds`, code: 'evidence.required', message });
    }
  });
  return missing;
}

type Effects = Pick<ScoredAnswers, 'floors' | 'prohibitions' | 'cddHits'> & { contributions: Contribution[] };

/** Collects points and option effects of every answer that counts. Contributions to the score are calculated later. */
function weigh(prepared: PreparedQuestions, { values, given }: AnswerReader): Effects {
  const effects: Effects = { floors: [], prohibitions: [], cddHits: [], contributions: [] };
  prepared.questions.forEach((item, index) => {
    const value = values[index];
    if (value === undefined) return;
    const { question } = item;
    const { q, hits } = getPoints(item, prepared, value);
    let floor: RiskLevel | undefined;
    for (const option of hits) {
      if (!option.floor && !option.cddLevel && !option.prohibit) continue;
      const hit = {
        questionKey: question.key,
        questionText: question.text,
        optionKey: option.key,
        optionLabel: option.label,
      };
      if (option.floor) {
        floor = higherLevel(floor, option.floor);
        effects.floors.push({ ...hit, level: option.floor });
      }
      if (option.cddLevel) effects.cddHits.push({ ...hit, level: option.cddLevel });
      if (option.prohibit) effects.prohibitions.push(hit);
    }
    if (q === undefined) return;
    const { key: questionKey, factor, weight } = question;
    const answer = given[index]?.value ?? null;
    const contribution: Contribution = { questionKey, factor, answer, q, weight, pointsTenths: 0 };
    if (floor !== undefined) contribution.floor = floor;
    const lists = listsUsed(item);
    if (lists.length > 0) {
      const chosen = typeof value === 'object' ? value : [];
      contribution.lists = lists.map((key) => {
        const { asAt, countries } = prepared.lists[key];
        return { key, asAt, countries: chosen.filter((country) => countries.includes(country)) };
      });
    }
    effects.contributions.push(contribution);
  });
  return effects;
}

/** A factor with its contributions, before its part of the score is calculated. */
type FactorSum = { score: FactorScore; own: Contribution[] };

function sumFactors(
  contributions: readonly Contribution[],
  factorWeights: Record<Factor, number>,
): FactorSum[] {
  return factors.flatMap((factor) => {
    const weight = factorWeights[factor];
    const own = contributions.filter((contribution) => contribution.factor === factor);
    const weightSum = own.reduce((sum, item) => sum + item.weight, 0);
    if (weight <= 0 || weightSum <= 0) return [];
    const weightedSum = own.reduce((sum, item) => sum + item.weight * item.q, 0);
    return [{ score: { factor, weight, weightedSum, weightSum, pointsTenths: 0 }, own }];
  });
}

/**
 * `Σ(factorWeight·factorScore) / Σ(factorWeight)` in tenths of a point; exact until the final rounding. Source: domain
 * 4.
 */
function getScoreTenths(sums: readonly FactorSum[], allWeights: number): number {
  let total = zero;
  for (const {
    score: { weight, weightedSum, weightSum },
  } of sums) {
    total = addFractions(total, fraction(BigInt(weight * weightedSum), BigInt(weightSum)));
  }
  return Number(roundHalfUp(divideFractions(total, fraction(BigInt(allWeights))), 1));
}

/**
 * Splits the score over the factors, and each factor's part over its answers, so that both add up to the score. Within the
 * limits of a template every product is below 2^53, so integer arithmetic is exact.
 */
function spread(scoreTenths: number, sums: readonly FactorSum[], allWeights: number): void {
  const share = (weight: number, weightedSum: number, weightSum: number): Share => ({
    numerator: 10 * weight * weightedSum,
    denominator: weightSum * allWeights,
  });
  const ofFactors = splitByLargestRemainder(
    scoreTenths,
    sums.map(({ score }) => share(score.weight, score.weightedSum, score.weightSum)),
  );
  sums.forEach(({ score, own }, index) => {
    score.pointsTenths = ofFactors[index] ?? 0;
    const ofAnswers = splitByLargestRemainder(
      score.pointsTenths,
      own.map((item) => share(score.weight, item.weight * item.q, score.weightSum)),
    );
    own.forEach((item, at) => {
      item.pointsTenths = ofAnswers[at] ?? 0;
    });
  });
}

function scoreAnswers(
  content: TemplateContent,
  prepared: PreparedQuestions,
  answers: readonly Answer[],
): ScoredAnswers {
  const read = readAnswers(prepared, answers);
  const { contributions, floors, prohibitions, cddHits } = weigh(prepared, read);
  const sums = sumFactors(contributions, content.factorWeights);
  const allWeights = sums.reduce((sum, { score }) => sum + score.weight, 0);
  const scoreTenths = allWeights > 0 ? getScoreTenths(sums, allWeights) : undefined;
  if (scoreTenths !== undefined) spread(scoreTenths, sums, allWeights);
  const scoreLevel = scoreTenths === undefined ? undefined : levelAt(scoreTenths, content.thresholds);
  return {
    scoreTenths,
    scoreLevel,
    computedLevel: scoreLevel && floors.reduce((level, floor) => higherLevel(level, floor.level), scoreLevel),
    floors,
    prohibitions,
    prohibited: prohibitions.length > 0,
    cddLevel: cddHits.reduce<CddLevel | undefined>((level, hit) => stricterCdd(level, hit.level), undefined),
    cddHits,
    factors: sums.map(({ score }) => score),
    contributions,
    visibleKeys: prepared.questions.filter((_, at) => read.visible[at]).map(({ question }) => question.key),
    missing: getMissing(prepared, read),
    problems: read.problems,
  };
}

/**
 * Prepares a template once for scoring any number of assessments. `lists`: the company's current country lists. A
 * missing, misfit or hidden answer adds neither points nor weight; required questions ensure that a submitted
 * assessment answers every scored question.
 */
export function prepareTemplate(content: TemplateContent, lists: CountryLists): Scorer {
  const prepared = prepareQuestions(content, lists);
  return (answers) => scoreAnswers(content, prepared, answers);
}

/** Blockers of submitting an assessment, apart from field errors. */
export function submissionProblems(scored: ScoredAnswers): AnswerProblem[] {
  const found = [...scored.problems, ...scored.missing];
  if (scored.scoreTenths !== undefined || found.length > 0) return found;
  const message =
    'None of the questions shown here has points, so there is no risk level. Contact the person who maintains the template.';
  return [{ path: 'answers', code: 'assessment.notScorable', message }];
}
