import type { CddLevel, RiskLevel } from '#rules/client-types.ts';
import { addFractions, divideFractions, fraction, roundHalfUp, zero } from '#rules/fractions.ts';
import type { Answer, AnswerValue } from './answers.ts';
import type { CountryListKey, CountryLists } from './country-lists.ts';
import { higherLevel, levelAt, stricterCdd } from './levels.ts';
import { listsUsed, pointsOf, type Share, splitByLargestRemainder } from './points.ts';
import { type Factor, factors, type TemplateContent } from './template.ts';
import {
  type AnswerProblem,
  type PreparedQuestions,
  prepareQuestions,
  type ReadAnswers,
  readAnswers,
} from './visibility.ts';

/** What one answer adds. `q`: its own points, 0 to 100; `pointsTenths`: what of the score is its doing, in tenths of a point. */
export type Contribution = {
  questionKey: string;
  factor: Factor;
  answer: AnswerValue;
  q: number;
  weight: number;
  pointsTenths: number;
  floor?: RiskLevel;
  /** Of a country answer: the company's lists that were looked at, and as at which day each of them was. */
  lists?: { key: CountryListKey; asAt: string }[];
};

/** A factor's mean is `weightedSum / weightSum`; its contributions add up to `pointsTenths`. */
export type FactorScore = {
  factor: Factor;
  weight: number;
  weightedSum: number;
  weightSum: number;
  pointsTenths: number;
};

/** An option chosen that does more than score; texts as the version has them. */
export type Hit = { questionKey: string; questionText: string; optionKey: string; optionLabel: string };

export type ScoredAnswers = {
  /** Tenths of a point, 0 to 1000; undefined when no factor is left to score, and then so are the levels. */
  scoreTenths: number | undefined;
  /** What the score alone gives. */
  scoreLevel: RiskLevel | undefined;
  /** `scoreLevel`, raised by the floors. */
  computedLevel: RiskLevel | undefined;
  floors: (Hit & { level: RiskLevel })[];
  prohibitions: Hit[];
  prohibited: boolean;
  /** The strictest due diligence that an answer asks for. */
  cddLevel: CddLevel | undefined;
  cddHits: (Hit & { level: CddLevel })[];
  /** Factors that were scored, in the order of `factors`. */
  factors: FactorScore[];
  /** Answers with points, in the template's order. */
  contributions: Contribution[];
  visibleKeys: string[];
  /** Required answers and evidence not yet given. */
  missing: AnswerProblem[];
  /** Answers that do not count, and why. */
  problems: AnswerProblem[];
};

/** Scores one set of answers. Never throws; the order of the answers never matters. */
export type Scorer = (answers: readonly Answer[]) => ScoredAnswers;

function missingOf(prepared: PreparedQuestions, read: ReadAnswers): AnswerProblem[] {
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

/** Looks at every answer that counts: its points, and what its options do besides. What each adds to the score comes later. */
function weigh(prepared: PreparedQuestions, { values, given }: ReadAnswers): Effects {
  const effects: Effects = { floors: [], prohibitions: [], cddHits: [], contributions: [] };
  prepared.questions.forEach((one, index) => {
    const value = values[index];
    if (value === undefined) return;
    const { question } = one;
    const { q, hits } = pointsOf(one, prepared, value);
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
    const lists = listsUsed(one);
    if (lists.length > 0) {
      contribution.lists = lists.map((key) => ({ key, asAt: prepared.lists[key].asAt }));
    }
    effects.contributions.push(contribution);
  });
  return effects;
}

/** A factor with its answers, not yet given its part of the score. */
type FactorSum = { score: FactorScore; own: Contribution[] };

function sumFactors(
  contributions: readonly Contribution[],
  factorWeights: Record<Factor, number>,
): FactorSum[] {
  return factors.flatMap((factor) => {
    const weight = factorWeights[factor];
    const own = contributions.filter((one) => one.factor === factor);
    const weightSum = own.reduce((sum, one) => sum + one.weight, 0);
    if (weight <= 0 || weightSum <= 0) return [];
    const weightedSum = own.reduce((sum, one) => sum + one.weight * one.q, 0);
    return [{ score: { factor, weight, weightedSum, weightSum, pointsTenths: 0 }, own }];
  });
}

/** `Σ(factorWeight·factorScore) / Σ(factorWeight)`, exact until the one rounding, in tenths of a point. Source: domain 4. */
function scoreTenthsOf(sums: readonly FactorSum[], allWeights: number): number {
  let total = zero;
  for (const {
    score: { weight, weightedSum, weightSum },
  } of sums) {
    total = addFractions(total, fraction(BigInt(weight * weightedSum), BigInt(weightSum)));
  }
  return Number(roundHalfUp(divideFractions(total, fraction(BigInt(allWeights))), 1));
}

/**
 * Splits the score over the factors, and each factor's part over its answers, so that either adds up to the score; writes the parts
 * where they belong. Within the limits of a template every product here is below 2^53, so that whole numbers are exact.
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
      own.map((one) => share(score.weight, one.weight * one.q, score.weightSum)),
    );
    own.forEach((one, at) => {
      one.pointsTenths = ofAnswers[at] ?? 0;
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
  const scoreTenths = allWeights > 0 ? scoreTenthsOf(sums, allWeights) : undefined;
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
    missing: missingOf(prepared, read),
    problems: read.problems,
  };
}

/**
 * Readies a template's content once, to score any number of assessments with it. `lists`: the company's countries as they are now.
 * An answer that is not given, does not fit or is hidden counts neither its points nor its weight; required questions make sure that
 * nothing that scores is left out of an assessment that is submitted. Source: domain 4.
 */
export function prepareTemplate(content: TemplateContent, lists: CountryLists): Scorer {
  const prepared = prepareQuestions(content, lists);
  return (answers) => scoreAnswers(content, prepared, answers);
}

/** Everything that keeps an assessment from being submitted, beside the fields. Source: domain 3, AssessmentStatus. */
export function submissionProblems(scored: ScoredAnswers): AnswerProblem[] {
  const found = [...scored.problems, ...scored.missing];
  if (scored.scoreTenths !== undefined || found.length > 0) return found;
  const message =
    'None of the questions asked here has points, so there is no level to give. Ask whoever keeps the template to change it.';
  return [{ path: 'answers', code: 'assessment.notScorable', message }];
}
