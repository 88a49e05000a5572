import { countryName } from '#rules/countries.ts';
import { countryListLabels } from '#rules/country-lists/country-list-keys.ts';
import { formatDate } from '#rules/dates/calendar-dates.ts';
import { formatAnswer } from './answers.ts';
import type { Condition, Leaf } from './conditions.ts';
import type { Question, TemplateContent } from './template.ts';

/** Predicate of a condition, after the question's name: "is Trust or Estate". */
function demand(leaf: Leaf, question: Question | undefined): string {
  const words = (value: string | number): string => {
    const option = question?.options.find(({ key }) => key === value);
    if (option && question?.type !== 'country') return option.label;
    if (typeof value === 'number' && question) return formatAnswer(question, value);
    return question?.type === 'country' ? countryName(String(value)) : String(value);
  };
  const either = (values: readonly string[]) => values.join(' or ');
  switch (leaf.op) {
    case 'answered':
      return 'is answered';
    case 'equals':
      return `is ${words(leaf.value)}`;
    case 'isOneOf':
      return `is ${either(leaf.values.map(words))}`;
    case 'hasAnyOf':
      return `has ${either(leaf.values.map(words))}`;
    case 'onList':
      return `names a country on a list: ${either(leaf.lists.map((key) => countryListLabels[key] ?? key))}`;
    case 'atLeast':
      return `is ${words(leaf.value)} or more`;
    case 'atMost':
      return `is ${words(leaf.value)} or less`;
    case 'before':
      return `is before ${formatDate(leaf.date)}`;
    case 'onOrAfter':
      return `is ${formatDate(leaf.date)} or later`;
  }
}

function text(
  condition: Condition,
  placed: ReadonlyMap<string, { name: string; question: Question }>,
): string {
  switch (condition.op) {
    case 'all':
    case 'any': {
      const join = condition.op === 'all' ? ' and ' : ' or ';
      const parts = condition.of.map((part) =>
        part.op === 'all' || part.op === 'any' ? `(${text(part, placed)})` : text(part, placed),
      );
      return parts.join(join);
    }
    case 'not':
      return `not (${text(condition.of, placed)})`;
    default: {
      const found = placed.get(condition.question);
      return `${found?.name ?? `question “${condition.question}”`} ${demand(condition, found?.question)}`;
    }
  }
}

/**
 * Formats conditions: "question 1.1 is Trust or Deceased estate". Numbers are the section's and the question's positions,
 * from 1, as in the editor and in print. With `questionsBy` `'words'` questions are named by their text, for comparing two
 * versions with different positions.
 */
export function createConditionFormatter(
  content: TemplateContent,
  questionsBy: 'number' | 'words' = 'number',
): (condition: Condition) => string {
  const placed = new Map(
    content.sections.flatMap(({ questions }, s) =>
      questions.map((question, q) => {
        const name = questionsBy === 'number' ? `question ${s + 1}.${q + 1}` : `“${question.text}”`;
        return [question.key, { name, question }] as const;
      }),
    ),
  );
  return (condition) => text(condition, placed);
}
