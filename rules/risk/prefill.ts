import { type AnswerValue, readValue } from './answers.ts';
import type { PrefillKey } from './prefill-sources.ts';
import type { Question } from './template.ts';

/** What is known of a record, by prefill key; what is not known is left out. yesNo facts are `yes` or `no`. */
export type PrefillFacts = Partial<Record<PrefillKey, AnswerValue>>;

/**
 * The answer that a record proposes for a question, or undefined: nothing known, or a value that does not fit it, because none of its
 * options has it for a key (a PEP status of `notChecked` is not an answer) or it takes one country of several.
 */
export function prefilledValue(question: Question, facts: PrefillFacts): AnswerValue | undefined {
  if (!question.prefill) return undefined;
  const value = facts[question.prefill] ?? null;
  const optionKeys = new Set(question.options.map(({ key }) => key));
  return readValue(question, optionKeys, value).kind === 'value' ? value : undefined;
}
