import type { ScoreExplanation } from '#contract/risk/assessments.ts';
import type { CountryLists } from '#rules/country-lists/country-list-keys.ts';
import type { Answer } from '#rules/risk/answers.ts';
import { formatScore } from '#rules/risk/explanation.ts';
import { formatPoints } from '#rules/risk/levels.ts';
import { prepareTemplate, type ScoredAnswers } from '#rules/risk/scoring.ts';
import type { TemplateContent } from '#rules/risk/template.ts';

const toAnswerProblem = ({ questionKey, message }: ScoredAnswers['missing'][number]) => ({
  questionKey: questionKey ?? '',
  message,
});

/**
 * Prepares a template to explain the score of any answers, by the API's scoring rules. A page loads this as a separate chunk;
 * without script the server runs it. Points are texts with one decimal.
 */
export function createExplainer(
  content: TemplateContent,
  lists: CountryLists,
): (answers: readonly Answer[]) => ScoreExplanation {
  const score = prepareTemplate(content, lists);
  return (answers) => {
    const scored = score(answers);
    return {
      score: scored.scoreTenths === undefined ? null : formatPoints(scored.scoreTenths),
      scoreLevel: scored.scoreLevel ?? null,
      computedLevel: scored.computedLevel ?? null,
      sentence: formatScore(scored),
      prohibited: scored.prohibited,
      factors: scored.factors.map(({ factor, weight, pointsTenths }) => ({
        factor,
        weight,
        points: formatPoints(pointsTenths),
      })),
      contributions: scored.contributions.map((contribution) => ({
        questionKey: contribution.questionKey,
        factor: contribution.factor,
        q: contribution.q,
        weight: contribution.weight,
        points: formatPoints(contribution.pointsTenths),
        floor: contribution.floor ?? null,
        lists: contribution.lists ?? [],
      })),
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
      missing: scored.missing.map(toAnswerProblem),
      problems: scored.problems.map(toAnswerProblem),
    };
  };
}

/** Answers without those to hidden questions. Hidden fields stay in the form, so that their values return with them. */
export function toAnswerViews(
  answers: readonly Answer[],
  explain: (answers: readonly Answer[]) => Pick<ScoreExplanation, 'visibleKeys'>,
): Answer[] {
  const visible = new Set(explain(answers).visibleKeys);
  return answers.filter(({ key }) => visible.has(key));
}
