import { type AnswerValue, readValue } from './answers.ts';
import type { PrefillKey } from './prefill-sources.ts';
import type { Question } from './template.ts';

/** Known facts of a record by prefill key; unknown ones are absent. yesNo facts are `yes` or `no`. */
export type PrefillFacts = Partial<Record<PrefillKey, AnswerValue>>;

/**
 * Prefilled answer to a question, or undefined where it is unknown or does not fit: no option has the value as key (a
 * PEP status of `notChecked` is not an answer), or the question accepts only one country.
 */
export function prefilledValue(question: Question, facts: PrefillFacts): AnswerValue | undefined {
  if (!question.prefill) return undefined;
  const value = facts[question.prefill] ?? null;
  const optionKeys = new Set(question.options.map(({ key }) => key));
  return readValue(question, optionKeys, value).kind === 'value' ? value : undefined;
}
