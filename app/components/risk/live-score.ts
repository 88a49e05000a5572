import type { ScoreExplanation } from '#contract/assessments.ts';
import type { CountryLists } from '#rules/risk/country-lists.ts';
import type { TemplateContent } from '#rules/risk/template.ts';
import { answersOf, enteredIn } from './form-answers.ts';
import { createExplainer, shownAnswers } from './score-answers.ts';

/** The score of a form's fields as they stand. Loaded by itself once the page is there. */
export function createLiveScore(
  content: TemplateContent,
  lists: CountryLists,
): (form: FormData) => ScoreExplanation {
  const explain = createExplainer(content, lists);
  return (form) => explain(shownAnswers(answersOf(content, enteredIn(form, content)), explain));
}
