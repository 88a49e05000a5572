import {
  type CountryListKey,
  type CountryLists,
  getMembership,
} from '#rules/country-lists/country-list-keys.ts';
import type { Answer } from './answers.ts';
import { readValue } from './answers.ts';
import { type ConditionContext, dependencyOrder, meets, type Value } from './conditions.ts';
import { getQuestions, type Option, type Question, type TemplateContent } from './template.ts';

export type PreparedQuestion = {
  question: Question;
  optionsByKey: ReadonlyMap<string, Option>;
  optionKeys: ReadonlySet<string>;
};

/** Template content prepared for reading many sets of answers. Questions are numbered in template order. */
export type PreparedQuestions = {
  questions: readonly PreparedQuestion[];
  indexOf: ReadonlyMap<string, number>;
  /** Indexes in topological order: every question comes after those its condition refers to. */
  order: readonly number[];
  lists: CountryLists;
  membership: ReadonlyMap<string, readonly CountryListKey[]>;
};

type AnswerProblemCode =
  | 'answer.unknownQuestion'
  | 'answer.hidden'
  | 'answer.twice'
  | 'answer.misfit'
  | 'answer.required'
  | 'answer.unconfirmed'
  | 'evidence.required'
  | 'assessment.notScorable';

/** Problem with one answer: its field, and a sentence that says how to correct it. */
export type AnswerProblem = {
  path: string;
  code: AnswerProblemCode;
  message: string;
  /** Undefined where the problem concerns no single question. */
  questionKey?: string;
};

/** Parsed answers; arrays are indexed by question. Hidden and misfit answers have no value and never count. */
export type AnswerReader = {
  visible: readonly boolean[];
  values: readonly (Value | undefined)[];
  given: readonly (Answer | undefined)[];
  problems: AnswerProblem[];
};

/**
 * Prepares a template's questions. Total: accepts any content that can be saved as a draft. Questions in a cycle of
 * conditions, or dependent on one, are never visible; of two questions with one key the first is used.
 */
export function prepareQuestions(content: TemplateContent, lists: CountryLists): PreparedQuestions {
  const questions = getQuestions(content).map(({ question }) => {
    const optionsByKey = new Map(question.options.map((option) => [option.key, option]));
    return { question, optionsByKey, optionKeys: new Set(optionsByKey.keys()) };
  });
  const indexOf = new Map<string, number>();
  questions.forEach(({ question }, index) => {
    if (!indexOf.has(question.key)) indexOf.set(question.key, index);
  });
  const first = [...indexOf.values()].map((index) => questions[index]).filter((item) => item !== undefined);
  const order = dependencyOrder(first.map(({ question }) => question)).order.flatMap(
    (key) => indexOf.get(key) ?? [],
  );
  return { questions, indexOf, order, lists, membership: getMembership(lists) };
}

function problemAt(questionKey: string, code: AnswerProblemCode, message: string): AnswerProblem {
  return { path: `answers.${questionKey}`, code, message, questionKey };
}

const hiddenMessage =
  'This question is not shown with the current answers, so its answer does not count. Remove it, or change the answer that hides it.';
const twiceMessage = 'This question is answered twice, so neither answer counts. Remove one of them.';

/** Answers by question index, with duplicates listed separately, and problems of unknown keys in key order. */
function sortOut(prepared: PreparedQuestions, answers: readonly Answer[]) {
  const getAnswer: (Answer | undefined)[] = new Array(prepared.questions.length).fill(undefined);
  const twice = new Set<number>();
  const unknown = new Set<string>();
  for (const answer of answers) {
    const index = prepared.indexOf.get(answer.key);
    if (index === undefined) unknown.add(answer.key);
    else if (getAnswer[index] === undefined) getAnswer[index] = answer;
    else twice.add(index);
  }
  const problems = [...unknown].sort().map((key) => {
    const message = `The template has no question “${key.slice(0, 60)}”. Remove this answer.`;
    return problemAt(key.slice(0, 60), 'answer.unknownQuestion', message);
  });
  return { given: getAnswer, twice, problems };
}

/**
 * Decides which questions are visible, and parses their answers. Hidden, unknown, repeated and misfit answers each
 * produce a problem, in template order, then unknown keys by name; independent of the order of the answers.
 */
export function readAnswers(prepared: PreparedQuestions, answers: readonly Answer[]): AnswerReader {
  const { questions, indexOf, order, membership } = prepared;
  const { given, twice, problems: unknown } = sortOut(prepared, answers);
  const values: (Value | undefined)[] = new Array(questions.length).fill(undefined);
  const visible: boolean[] = new Array(questions.length).fill(false);
  const misfits = new Map<number, string>();
  const noLists: readonly CountryListKey[] = [];
  const context: ConditionContext = {
    value: (key) => values[indexOf.get(key) ?? -1],
    getLists: (country) => membership.get(country) ?? noLists,
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

/** Without JavaScript a form sends every field it was rendered with, so an empty value means no answer. */
function holdsSomething({ value }: Answer): boolean {
  if (value === null || value === undefined) return false;
  return typeof value === 'number' || (typeof value === 'string' ? value.trim() !== '' : value.length > 0);
}
