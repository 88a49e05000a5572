import type { ScoreExplanation } from '#contract/assessments.ts';
import type { Answer } from '#rules/risk/answers.ts';
import type { CountryLists } from '#rules/risk/country-lists.ts';
import { scoreSentence } from '#rules/risk/explanation.ts';
import { pointsText } from '#rules/risk/levels.ts';
import { prepareTemplate, type ScoredAnswers } from '#rules/risk/scoring.ts';
import type { TemplateContent } from '#rules/risk/template.ts';

const said = ({ questionKey, message }: ScoredAnswers['missing'][number]) => ({
  questionKey: questionKey ?? '',
  message,
});

/**
 * Readies a template to explain the score of any answers, by the rules that the API scores with. A page loads this as a chunk
 * of its own; without script the server runs it. Points are texts with one decimal.
 */
export function createExplainer(
  content: TemplateContent,
  lists: CountryLists,
): (answers: readonly Answer[]) => ScoreExplanation {
  const score = prepareTemplate(content, lists);
  return (answers) => {
    const scored = score(answers);
    return {
      score: scored.scoreTenths === undefined ? null : pointsText(scored.scoreTenths),
      scoreLevel: scored.scoreLevel ?? null,
      computedLevel: scored.computedLevel ?? null,
      sentence: scoreSentence(scored),
      prohibited: scored.prohibited,
      factors: scored.factors.map(({ factor, weight, pointsTenths }) => ({
        factor,
        weight,
        points: pointsText(pointsTenths),
      })),
      contributions: scored.contributions.map((one) => ({
        questionKey: one.questionKey,
        factor: one.factor,
        q: one.q,
        weight: one.weight,
        points: pointsText(one.pointsTenths),
        floor: one.floor ?? null,
        lists: (one.lists ?? []).map(({ key, asAt }) => ({ key, asAt })),
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
      missing: scored.missing.map(said),
      problems: scored.problems.map(said),
    };
  };
}

/** Answers without those that the others hide: hidden fields stay in the form, so that they come back when they are asked again. */
export function shownAnswers(
  answers: readonly Answer[],
  explain: (answers: readonly Answer[]) => Pick<ScoreExplanation, 'visibleKeys'>,
): Answer[] {
  const visible = new Set(explain(answers).visibleKeys);
  return answers.filter(({ key }) => visible.has(key));
}
