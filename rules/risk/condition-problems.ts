import { isCountry } from '#rules/countries.ts';
import { countryListKeys, unknownListText } from '#rules/country-lists/country-list-keys.ts';
import { isCalendarDate } from '#rules/dates/calendar-dates.ts';
import { type Condition, comparedWith, getCircles, getLeaves, isWithin, type Leaf } from './conditions.ts';
import { type QuestionType, questionTypeLabels } from './question-types.ts';
import { type Question, templateLimits } from './template.ts';
import { rejectedAsDraft, rejectedAtPublishing, type TemplateProblem } from './template-problem.ts';

const conditionLimits = {
  depth: templateLimits.conditionDepth,
  leaves: templateLimits.conditionLeaves,
  values: templateLimits.conditionValues,
};

/** Operators of a condition by question type. `equals` on several countries would rarely be met. */
const operators: Record<QuestionType, readonly Leaf['op'][]> = {
  yesNo: ['answered', 'equals'],
  single: ['answered', 'equals', 'isOneOf'],
  multi: ['answered', 'hasAnyOf'],
  country: ['answered', 'equals', 'isOneOf', 'hasAnyOf', 'onList'],
  money: ['answered', 'equals', 'atLeast', 'atMost'],
  number: ['answered', 'equals', 'atLeast', 'atMost'],
  date: ['answered', 'before', 'onOrAfter'],
  text: ['answered'],
};

/** A question named in a sentence: at most 60 characters of its text, or its key. */
function named(question: Question | undefined, key: string): string {
  const text = question?.text.trim() || key;
  const characters = [...text];
  return `“${characters.length > 60 ? `${characters.slice(0, 59).join('')}…` : text}”`;
}

type ConditionProblem = { code: 'condition.unknownOption' | 'condition.badValue'; message: string };

function getRejection(leaf: Leaf, target: Question): ConditionProblem | undefined {
  const values = comparedWith(leaf);
  if (leaf.op === 'onList') {
    return values.every((list) => (countryListKeys as readonly unknown[]).includes(list))
      ? undefined
      : { code: 'condition.badValue', message: unknownListText };
  }
  switch (target.type) {
    case 'yesNo':
    case 'single':
    case 'multi': {
      const keys = target.options.map(({ key }) => key);
      const strange = values.find((value) => typeof value !== 'string' || !keys.includes(value));
      if (strange === undefined) return undefined;
      return {
        code: 'condition.unknownOption',
        message: `${named(target, target.key)} has no option with this key. Select one of ${keys.join(', ')}.`,
      };
    }
    case 'country':
      return values.every((value) => typeof value === 'string' && isCountry(value))
        ? undefined
        : { code: 'condition.badValue', message: 'Select countries from the list.' };
    case 'money':
    case 'number':
      return values.every((value) => typeof value === 'number' && Number.isFinite(value))
        ? undefined
        : { code: 'condition.badValue', message: 'Enter a number to compare with.' };
    case 'date':
      return values.every((value) => typeof value === 'string' && isCalendarDate(value))
        ? undefined
        : { code: 'condition.badValue', message: 'Enter a valid date to compare with, such as 21 Nov 2026.' };
    default:
      return undefined;
  }
}

function leafProblems(leaf: Leaf, questions: ReadonlyMap<string, Question>, path: string): TemplateProblem[] {
  const target = questions.get(leaf.question);
  if (target === undefined) {
    return [
      rejectedAtPublishing(
        `${path}.question`,
        'condition.unknownQuestion',
        `No question has the key “${leaf.question.slice(0, 60)}”. Select another question, or remove this condition.`,
      ),
    ];
  }
  if (!operators[target.type].includes(leaf.op)) {
    return [
      rejectedAtPublishing(
        `${path}.op`,
        'condition.operatorMisfit',
        `${named(target, target.key)} is of type “${questionTypeLabels[target.type]}”, which cannot be compared like this. Select one of ${operators[target.type].join(', ')}.`,
      ),
    ];
  }
  const values = comparedWith(leaf);
  if (values.length === 0 && leaf.op !== 'answered') {
    return [rejectedAtPublishing(path, 'condition.empty', 'Select at least one value to compare with.')];
  }
  const refusal = getRejection(leaf, target);
  return refusal === undefined ? [] : [rejectedAtPublishing(path, refusal.code, refusal.message)];
}

function hasEmptyJoin(condition: Condition): boolean {
  switch (condition.op) {
    case 'all':
    case 'any':
      return condition.of.length === 0 || condition.of.some(hasEmptyJoin);
    case 'not':
      return hasEmptyJoin(condition.of);
    default:
      return false;
  }
}

function circleProblem(
  circle: readonly string[],
  questions: ReadonlyMap<string, Question>,
  pathByKey: ReadonlyMap<string, string>,
): TemplateProblem {
  const names = circle.map((key) => named(questions.get(key), key));
  const path = `${pathByKey.get(circle[0] ?? '') ?? ''}.showWhen`;
  const message =
    circle.length === 1
      ? `${names[0]} is shown by its own answer, so it could never be shown. Select another question.`
      : `These conditions go round in a circle, so none of their questions could ever be shown: ${names
          .map((name, index) => `${name} waits for ${names[(index + 1) % names.length]}`)
          .join(', ')}. Remove the condition from one of them.`;
  return rejectedAtPublishing(path, 'condition.circular', message);
}

/**
 * Returns the problems of a template's conditions. A condition may refer to a later question: only cycles are errors, so
 * that questions can be reordered freely.
 */
export function conditionProblems(
  listed: readonly { question: Question; path: string }[],
): TemplateProblem[] {
  const questions = new Map(listed.map(({ question }) => [question.key, question]));
  const problems: TemplateProblem[] = [];
  const sound: Question[] = [];
  for (const { question, path } of listed) {
    const { showWhen } = question;
    const at = `${path}.showWhen`;
    if (!showWhen) continue;
    if (!isWithin(showWhen, conditionLimits)) {
      const message = `Use at most ${templateLimits.conditionLeaves} comparisons of up to ${templateLimits.conditionValues} values, nested at most ${templateLimits.conditionDepth} deep.`;
      problems.push(rejectedAsDraft(at, 'condition.tooLarge', message));
      continue;
    }
    sound.push(question);
    if (hasEmptyJoin(showWhen)) {
      problems.push(
        rejectedAtPublishing(
          at,
          'condition.empty',
          'A group of conditions is empty. Add a condition to it, or remove it.',
        ),
      );
    }
    for (const { leaf, path: within } of getLeaves(showWhen)) {
      problems.push(...leafProblems(leaf, questions, `${at}${within}`));
    }
  }
  const pathByKey = new Map(listed.map(({ question, path }) => [question.key, path]));
  for (const circle of getCircles(sound)) problems.push(circleProblem(circle, questions, pathByKey));
  return problems;
}
