import type { ScoreExplanation } from '#contract/risk/assessments.ts';
import type { CountryLists } from '#rules/country-lists/country-list-keys.ts';
import type { TemplateContent } from '#rules/risk/template.ts';
import { enteredIn, getAnswers } from './answer-values.ts';
import { createExplainer, toAnswerViews } from './score-answers.ts';

/** The score of a form's current fields. Loaded as a separate chunk after the page. */
export function createLiveScore(
  content: TemplateContent,
  lists: CountryLists,
): (form: FormData) => ScoreExplanation {
  const explain = createExplainer(content, lists);
  return (form) => explain(toAnswerViews(getAnswers(content, enteredIn(form, content)), explain));
}
