import type { RiskLevel } from '#rules/clients/client-types.ts';
import { type Answer, formatAnswer } from './answers.ts';
import type { ScoredAnswers } from './scoring.ts';
import { type Factor, factors, getQuestions, type Question, type TemplateContent } from './template.ts';

/** An assessment with its template version and its score. */
export type ComparedAssessment = {
  content: TemplateContent;
  answers: readonly Answer[];
  scored: ScoredAnswers;
};

/** One assessment's result for one question. `asked`: whether the question was visible. */
export type AnswerSide = { asked: boolean; answer: string; comment: string; pointsTenths: number };

/**
 * `added` and `removed`: the question is in one version only; `answer`: answered differently, or visible in one only;
 * `points`: the same answer with different points; `same`: no difference.
 */
type AnswerDifference = {
  questionKey: string;
  text: string;
  change: 'same' | 'answer' | 'points' | 'added' | 'removed';
  before: AnswerSide | undefined;
  after: AnswerSide | undefined;
};

export type AssessmentComparison = {
  scoreTenths: { before: number | undefined; after: number | undefined };
  level: { before: RiskLevel | undefined; after: RiskLevel | undefined };
  factors: { factor: Factor; beforeTenths: number; afterTenths: number }[];
  questions: AnswerDifference[];
};

type Side = { byKey: Map<string, Question>; side: (key: string) => AnswerSide | undefined };

function getSide({ content, answers, scored }: ComparedAssessment): Side {
  const byKey = new Map(getQuestions(content).map(({ question }) => [question.key, question]));
  const answersByKey = new Map(answers.map((answer) => [answer.key, answer]));
  const visibleKeys = new Set(scored.visibleKeys);
  const points = new Map(
    scored.contributions.map((contribution) => [contribution.questionKey, contribution.pointsTenths]),
  );
  return {
    byKey,
    side: (key) => {
      const question = byKey.get(key);
      if (question === undefined) return undefined;
      const answer = visibleKeys.has(key) ? answersByKey.get(key) : undefined;
      return {
        asked: visibleKeys.has(key),
        answer: formatAnswer(question, answer?.value ?? null),
        comment: answer?.comment ?? '',
        pointsTenths: points.get(key) ?? 0,
      };
    },
  };
}

function getChange(
  before: AnswerSide | undefined,
  after: AnswerSide | undefined,
): AnswerDifference['change'] {
  if (before === undefined) return 'added';
  if (after === undefined) return 'removed';
  if (before.asked !== after.asked || before.answer !== after.answer) return 'answer';
  return before.pointsTenths === after.pointsTenths ? 'same' : 'points';
}

/**
 * Keys of both versions in the order of the later one; a key only in the earlier version follows its predecessor there.
 */
export function mergedKeys(before: readonly string[], after: readonly string[]): string[] {
  const inAfter = new Set(after);
  const keys = [...inAfter];
  let previous: string | undefined;
  for (const key of new Set(before)) {
    if (!inAfter.has(key)) keys.splice(previous === undefined ? 0 : keys.indexOf(previous) + 1, 0, key);
    previous = key;
  }
  return keys;
}

/**
 * Compares two assessments question by question; their versions may differ. Texts are the later version's where it has
 * them.
 */
export function compareAssessments(
  before: ComparedAssessment,
  after: ComparedAssessment,
): AssessmentComparison {
  const [left, right] = [getSide(before), getSide(after)];
  const pointsIn = ({ scored }: ComparedAssessment, factor: Factor) =>
    scored.factors.find((item) => item.factor === factor)?.pointsTenths ?? 0;
  return {
    scoreTenths: { before: before.scored.scoreTenths, after: after.scored.scoreTenths },
    level: { before: before.scored.computedLevel, after: after.scored.computedLevel },
    factors: factors.map((factor) => ({
      factor,
      beforeTenths: pointsIn(before, factor),
      afterTenths: pointsIn(after, factor),
    })),
    questions: mergedKeys([...left.byKey.keys()], [...right.byKey.keys()]).map((questionKey) => {
      const [was, is] = [left.side(questionKey), right.side(questionKey)];
      const text = (right.byKey.get(questionKey) ?? left.byKey.get(questionKey))?.text ?? questionKey;
      return { questionKey, text, change: getChange(was, is), before: was, after: is };
    }),
  };
}
