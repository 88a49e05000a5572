import type { Answer, AnswerValue } from './answers.ts';
import { type PrefillFacts, prefilledValue } from './prefill.ts';
import type { Question } from './template.ts';
import type { AnswerProblem } from './visibility.ts';

const isEmpty = (value: AnswerValue) =>
  value === null || value === '' || (typeof value === 'object' && value.length === 0);

function isSameValue(a: AnswerValue, b: AnswerValue): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  return a.length === b.length && a.every((part) => b.includes(part));
}

/**
 * Keys of the current assessment's answers that a new one has to confirm or change: visible questions whose answer no record determines.
 * Repeating the last assessment unread is not a new one. NZ s31; AU s30(2).
 */
export function keysToConfirm(
  current: readonly Answer[],
  questions: readonly Question[],
  facts: PrefillFacts,
): string[] {
  const questionsByKey = new Map(questions.map((question) => [question.key, question]));
  return current.flatMap(({ key, value }) => {
    const question = questionsByKey.get(key);
    if (question === undefined || isEmpty(value)) return [];
    return prefilledValue(question, facts) === undefined ? [key] : [];
  });
}

/** Those of the keys whose answer equals that of the current assessment. */
export function carriedKeys(
  keys: readonly string[],
  answers: readonly Answer[],
  current: readonly Answer[],
): string[] {
  const valueIn = (list: readonly Answer[], key: string) =>
    list.find((answer) => answer.key === key)?.value ?? null;
  return keys.filter((key) => isSameValue(valueIn(answers, key), valueIn(current, key)));
}

/** Problems of unconfirmed answers that equal those of the current assessment, each at its question. */
export function confirmationProblems(
  answers: readonly Answer[],
  current: readonly Answer[],
  questions: readonly Question[],
  facts: PrefillFacts,
): AnswerProblem[] {
  const wanted = new Set(keysToConfirm(current, questions, facts));
  const earlier = new Map(current.map(({ key, value }) => [key, value]));
  return answers
    .filter(({ key, value, confirmed }) => {
      return wanted.has(key) && !confirmed && isSameValue(value, earlier.get(key) ?? null);
    })
    .map(({ key }) => ({
      path: `answers.${key}`,
      code: 'answer.unconfirmed' as const,
      questionKey: key,
      message: 'Confirm that this answer is still correct, or change it.',
    }));
}

/** Initial answers of another assessment: confirmations of the last one do not carry over. */
export function withoutConfirmations(answers: readonly Answer[]): Answer[] {
  return answers.map(({ confirmed: _, ...answer }) => answer);
}
