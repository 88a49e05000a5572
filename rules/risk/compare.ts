import type { RiskLevel } from '#rules/client-types.ts';
import { type Answer, answerText } from './answers.ts';
import type { ScoredAnswers } from './scoring.ts';
import { type Factor, factors, type Question, questionsOf, type TemplateContent } from './template.ts';

/** An assessment with the version it was made with, and its score. */
export type ComparedAssessment = {
  content: TemplateContent;
  answers: readonly Answer[];
  scored: ScoredAnswers;
};

/** How one assessment stands on one question. `asked`: whether its other answers showed it. */
export type AnswerSide = { asked: boolean; answer: string; comment: string; pointsTenths: number };

/**
 * `added` and `removed`: the question is in one version only; `answer`: answered differently, or asked in one alone; `points`: the
 * same answer with other points; `same`: neither.
 */
export type AnswerDifference = {
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

function sideOf({ content, answers, scored }: ComparedAssessment): Side {
  const byKey = new Map(questionsOf(content).map(({ question }) => [question.key, question]));
  const given = new Map(answers.map((answer) => [answer.key, answer]));
  const asked = new Set(scored.visibleKeys);
  const points = new Map(scored.contributions.map((one) => [one.questionKey, one.pointsTenths]));
  return {
    byKey,
    side: (key) => {
      const question = byKey.get(key);
      if (question === undefined) return undefined;
      const answer = asked.has(key) ? given.get(key) : undefined;
      return {
        asked: asked.has(key),
        answer: answerText(question, answer?.value ?? null),
        comment: answer?.comment ?? '',
        pointsTenths: points.get(key) ?? 0,
      };
    },
  };
}

function changeOf(before: AnswerSide | undefined, after: AnswerSide | undefined): AnswerDifference['change'] {
  if (before === undefined) return 'added';
  if (after === undefined) return 'removed';
  if (before.asked !== after.asked || before.answer !== after.answer) return 'answer';
  return before.pointsTenths === after.pointsTenths ? 'same' : 'points';
}

/** Every key of both versions: in the order of the later one, with keys of the earlier alone after the one they followed. */
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

/** Two assessments side by side, question by question; they may be of different versions. Texts are the later version's where it has them. */
export function compareAssessments(
  before: ComparedAssessment,
  after: ComparedAssessment,
): AssessmentComparison {
  const [left, right] = [sideOf(before), sideOf(after)];
  const pointsIn = ({ scored }: ComparedAssessment, factor: Factor) =>
    scored.factors.find((one) => one.factor === factor)?.pointsTenths ?? 0;
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
      return { questionKey, text, change: changeOf(was, is), before: was, after: is };
    }),
  };
}
