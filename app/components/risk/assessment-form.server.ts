import type { Problem } from '#contract/errors.ts';
import type { CountryLists } from '#rules/country-lists/country-list-keys.ts';
import type { Answer } from '#rules/risk/answers.ts';
import type { TemplateContent } from '#rules/risk/template.ts';
import { type EnteredAnswers, enteredFrom, enteredIn, getAnswers } from './answer-values.ts';
import type { FormState } from './assessment-form.tsx';
import { createExplainer, toAnswerViews } from './score-answers.ts';

/** Answers in the format of the API. */
interface SentAnswer {
  key: string;
  value: string | number | string[] | null;
  comment?: string;
  documentIds: string[];
  confirmed?: boolean;
}

function sentAnswers(answers: readonly Answer[]): SentAnswer[] {
  return answers.map(({ key, value, comment, documentIds, confirmed }) => ({
    key,
    value: typeof value === 'object' && value !== null ? [...value] : value,
    documentIds: [...(documentIds ?? [])],
    ...(comment ? { comment } : {}),
    ...(confirmed ? { confirmed } : {}),
  }));
}

function getState(content: TemplateContent, lists: CountryLists, entered: EnteredAnswers) {
  const explain = createExplainer(content, lists);
  const answers = toAnswerViews(getAnswers(content, entered), explain);
  const score = explain(answers);
  const errors: Record<string, string[]> = {};
  for (const { questionKey, message } of score.problems) {
    errors[`answers.${questionKey}`] = [...(errors[`answers.${questionKey}`] ?? []), message];
  }
  return { answers: sentAnswers(answers), state: { entered, score, errors } satisfies FormState };
}

/** The form's state for existing answers. */
export function getStart(
  content: TemplateContent,
  lists: CountryLists,
  answers: readonly Answer[],
): FormState {
  return getState(content, lists, enteredFrom(content, answers)).state;
}

/** A submitted form: the answers to save, without those to hidden questions, and the form's state with all of them. */
export function parsePostedAnswers(form: FormData, content: TemplateContent, lists: CountryLists) {
  return getState(content, lists, enteredIn(form, content));
}

/** The form with further sentences beside its questions. */
export function withErrors(state: FormState, more: Record<string, string[]>): FormState {
  const errors = { ...state.errors };
  for (const [name, sentences] of Object.entries(more))
    errors[name] = [...(errors[name] ?? []), ...sentences];
  return { ...state, errors };
}

/** The form with the API’s errors, each beside its question. */
export function withProblem(state: FormState, problem: Problem): FormState {
  const fields = Object.entries(problem.fields ?? {});
  const errors: Record<string, string[]> = {};
  for (const [path, sentences] of fields) {
    // `answers.<key>.documentIds` belongs to its question; problems without a question belong to the top.
    const key = /^answers\.([\w-]+)/.exec(path)?.[1];
    const name = key === undefined ? '' : `answers.${key}`;
    errors[name] = [...(errors[name] ?? []), ...sentences];
  }
  if (fields.length === 0) errors[''] = [problem.detail ?? `${problem.title}.`];
  return { ...state, errors };
}
