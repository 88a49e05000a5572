import type { Answer } from './answers.ts';
import { readValue } from './answers.ts';
import { type ConditionContext, dependencyOrder, meets, type Value } from './conditions.ts';
import { type CountryListKey, type CountryLists, membershipOf } from './country-lists.ts';
import { type Option, type Question, questionsOf, type TemplateContent } from './template.ts';

export type PreparedQuestion = {
  question: Question;
  optionsByKey: ReadonlyMap<string, Option>;
  optionKeys: ReadonlySet<string>;
};

/** A template's content made ready to read many sets of answers. Questions are numbered in written order. */
export type PreparedQuestions = {
  questions: readonly PreparedQuestion[];
  indexOf: ReadonlyMap<string, number>;
  /** Indexes in an order in which every question comes after those that its condition names. */
  order: readonly number[];
  lists: CountryLists;
  membership: ReadonlyMap<string, readonly CountryListKey[]>;
};

export type AnswerProblemCode =
  | 'answer.unknownQuestion'
  | 'answer.hidden'
  | 'answer.twice'
  | 'answer.misfit'
  | 'answer.required'
  | 'evidence.required'
  | 'assessment.notScorable';

/** One thing wrong with an assessment's answers: its field, and a sentence that says how to mend it. */
export type AnswerProblem = {
  path: string;
  code: AnswerProblemCode;
  message: string;
  /** Undefined when it is about no question in particular. */
  questionKey?: string;
};

/** Answers as read; the arrays are indexed as the questions are. What is hidden or does not fit has no value and never counts. */
export type ReadAnswers = {
  visible: readonly boolean[];
  values: readonly (Value | undefined)[];
  given: readonly (Answer | undefined)[];
  problems: AnswerProblem[];
};

/**
 * Readies a template's questions. Total: any content that may be kept as a draft will do. Questions in a circle of conditions, or
 * waiting for one, are never shown; of two questions with one key the first is the one that is answered.
 */
export function prepareQuestions(content: TemplateContent, lists: CountryLists): PreparedQuestions {
  const questions = questionsOf(content).map(({ question }) => {
    const optionsByKey = new Map(question.options.map((option) => [option.key, option]));
    return { question, optionsByKey, optionKeys: new Set(optionsByKey.keys()) };
  });
  const indexOf = new Map<string, number>();
  questions.forEach(({ question }, index) => {
    if (!indexOf.has(question.key)) indexOf.set(question.key, index);
  });
  const first = [...indexOf.values()].map((index) => questions[index]).filter((one) => one !== undefined);
  const order = dependencyOrder(first.map(({ question }) => question)).order.flatMap(
    (key) => indexOf.get(key) ?? [],
  );
  return { questions, indexOf, order, lists, membership: membershipOf(lists) };
}

function problemAt(questionKey: string, code: AnswerProblemCode, message: string): AnswerProblem {
  return { path: `answers.${questionKey}`, code, message, questionKey };
}

const hiddenMessage =
  'This question is not asked with the other answers as they are, so its answer does not count. Remove it, or change the answer that hides it.';
const twiceMessage = 'This question is answered twice, so neither answer counts. Keep one of them.';

/** Answers by question index, duplicates apart; and the sentences about keys that no question has, in the order of their keys. */
function sortOut(prepared: PreparedQuestions, answers: readonly Answer[]) {
  const given: (Answer | undefined)[] = new Array(prepared.questions.length).fill(undefined);
  const twice = new Set<number>();
  const unknown = new Set<string>();
  for (const answer of answers) {
    const index = prepared.indexOf.get(answer.key);
    if (index === undefined) unknown.add(answer.key);
    else if (given[index] === undefined) given[index] = answer;
    else twice.add(index);
  }
  const problems = [...unknown].sort().map((key) => {
    const message = `The template has no question “${key.slice(0, 60)}”. Remove this answer.`;
    return problemAt(key.slice(0, 60), 'answer.unknownQuestion', message);
  });
  return { given, twice, problems };
}

/**
 * Which questions are shown, and what their answers are worth reading as. Hidden, unknown, repeated and ill-fitting answers each
 * give a problem, in written order of the questions, then unknown keys by name; the order of the answers never matters.
 */
export function readAnswers(prepared: PreparedQuestions, answers: readonly Answer[]): ReadAnswers {
  const { questions, indexOf, order, membership } = prepared;
  const { given, twice, problems: unknown } = sortOut(prepared, answers);
  const values: (Value | undefined)[] = new Array(questions.length).fill(undefined);
  const visible: boolean[] = new Array(questions.length).fill(false);
  const misfits = new Map<number, string>();
  const noLists: readonly CountryListKey[] = [];
  const context: ConditionContext = {
    value: (key) => values[indexOf.get(key) ?? -1],
    listsOf: (country) => membership.get(country) ?? noLists,
  };
  for (const index of order) {
    const prepared = questions[index];
    if (prepared === undefined) continue;
    const { question, optionKeys } = prepared;
    if (question.showWhen && !meets(question.showWhen, context)) continue;
    visible[index] = true;
    const answer = given[index];
    if (answer === undefined || twice.has(index)) continue;
    const read = readValue(question, optionKeys, answer.value);
    if (read.kind === 'value') values[index] = read.value;
    else if (read.kind === 'problem') misfits.set(index, read.message);
  }
  const problems: AnswerProblem[] = [];
  given.forEach((answer, index) => {
    if (answer === undefined) return;
    const misfit = misfits.get(index);
    if (twice.has(index)) problems.push(problemAt(answer.key, 'answer.twice', twiceMessage));
    else if (misfit !== undefined) problems.push(problemAt(answer.key, 'answer.misfit', misfit));
    else if (!visible[index] && holdsSomething(answer)) {
      problems.push(problemAt(answer.key, 'answer.hidden', hiddenMessage));
    }
  });
  return { visible, values, given, problems: [...problems, ...unknown] };
}

/** A form without script sends every field it was drawn with: an empty one is no answer. */
function holdsSomething({ value }: Answer): boolean {
  if (value === null || value === undefined) return false;
  return typeof value === 'number' || (typeof value === 'string' ? value.trim() !== '' : value.length > 0);
}

/** The keys of the questions that these answers show, in written order. */
export function visibleQuestionKeys(prepared: PreparedQuestions, answers: readonly Answer[]): string[] {
  const { visible } = readAnswers(prepared, answers);
  return prepared.questions.filter((_, index) => visible[index]).map(({ question }) => question.key);
}
