import { entriesOf, isEmptyValue, type RecordFields } from '#rules/records/fields.ts';
import { type Answer, type AnswerValue, readValue } from './answers.ts';
import { type PrefillKey, prefillSource } from './prefill-sources.ts';
import type { Question } from './template.ts';

/** Known facts of a record by prefill key; unknown ones are absent. yesNo facts are `yes` or `no`. */
export type PrefillFacts = Partial<Record<PrefillKey, AnswerValue>>;

/** Facts of a record by the keys of its described fields, where it has a value; of a flag `yes` or `no`. */
export const fieldFacts = (fields: RecordFields, record: object): Record<string, AnswerValue> =>
  Object.fromEntries(
    entriesOf(fields, record).flatMap(({ field: { prefill }, value }): [string, AnswerValue][] => {
      if (prefill === undefined) return [];
      if (typeof value === 'boolean') return [[prefill, value ? 'yes' : 'no']];
      return isEmptyValue(value) ? [] : [[prefill, value as AnswerValue]];
    }),
  );

/**
 * Prefilled answer to a question, or undefined if it is unknown or does not fit: no option has the value as key (a PEP
 * status of `notChecked` is not an answer), or the question accepts only one country.
 */
export function prefilledValue(question: Question, facts: PrefillFacts): AnswerValue | undefined {
  if (!question.prefill) return undefined;
  const value = facts[question.prefill] ?? null;
  const optionKeys = new Set(question.options.map(({ key }) => key));
  return readValue(question, optionKeys, value).kind === 'value' ? value : undefined;
}

/** An answer that follows the records, with the name of its source. */
export type KnownAnswer = { key: string; value: AnswerValue; source: string };

/** Answers that Assay derives from other records instead of entry, as far as those records contain them. */
export function knownAnswers(questions: readonly Question[], facts: PrefillFacts): KnownAnswer[] {
  return questions.flatMap((question) => {
    const source = question.prefill ? prefillSource(question.prefill) : undefined;
    const value = source?.isDerived ? prefilledValue(question, facts) : undefined;
    return source === undefined || value === undefined
      ? []
      : [{ key: question.key, value, source: source.label }];
  });
}

/**
 * Answers with derived values in place of entered ones; comments and evidence stay. Questions that may be hidden get no answer that was not
 * submitted.
 */
export function withKnownAnswers(
  answers: readonly Answer[],
  questions: readonly Question[],
  facts: PrefillFacts,
): Answer[] {
  const known = new Map(knownAnswers(questions, facts).map(({ key, value }) => [key, value]));
  const sent = new Set(answers.map(({ key }) => key));
  const added = questions
    .filter(({ key, showWhen }) => known.has(key) && !sent.has(key) && !showWhen)
    .map(({ key }) => ({ key, value: known.get(key) ?? null, documentIds: [] }));
  const kept = answers.map((answer) => ({ ...answer, value: known.get(answer.key) ?? answer.value }));
  return [...kept, ...added];
}
