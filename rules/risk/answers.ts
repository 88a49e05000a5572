import { formatDate, isCalendarDate } from '#rules/calendar-dates.ts';
import { countryName, isCountry } from '#rules/countries.ts';
import { cleanText, problemWithText } from '#rules/text-safety.ts';
import type { Value } from './conditions.ts';
import type { Question } from './template.ts';

/**
 * What an answer holds by type of question: yesNo `yes` or `no`; single an option's key; multi option keys; country an alpha-3 code,
 * or several where the question takes several; money whole minor units; number a number; date `YYYY-MM-DD`; text a text.
 * Null, a blank text or an empty list is no answer.
 */
export type AnswerValue = string | number | readonly string[] | null;

export type Answer = {
  key: string;
  value: AnswerValue;
  comment?: string | null;
  documentIds?: readonly string[];
};

export type ReadValue =
  | { kind: 'none' }
  | { kind: 'value'; value: Value }
  /** A sentence for beside the field. */
  | { kind: 'problem'; message: string };

const none: ReadValue = { kind: 'none' };
const problem = (message: string): ReadValue => ({ kind: 'problem', message });

const notAnOption = problem('This is not one of the question’s options. Choose one of them.');
const notOptions = problem(
  'Something chosen here is not one of the question’s options. Choose among them again.',
);
const notACountry = problem('This is not a country we know. Choose one from the list.');
const oneCountry = problem('Choose one country; this question takes no more.');
const notMoney = problem('Enter an amount of 0 or more, in dollars and cents.');
const notANumber = problem('Enter a number.');
const notADate = problem('Enter a real day, such as 21 Nov 2026.');
const notAText = problem('Enter a text.');

/** Longest text answer, in characters as people count them. */
const longestAnswer = 5000;

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function readCountries(value: unknown, multiple: boolean): ReadValue {
  const codes = typeof value === 'string' ? [value] : value;
  if (!isTexts(codes) || !codes.every(isCountry)) return notACountry;
  const once = [...new Set(codes)];
  if (once.length > 1 && !multiple) return oneCountry;
  return { kind: 'value', value: once };
}

function isNothing(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (typeof value === 'string') return value.trim() === '';
  return Array.isArray(value) && value.length === 0;
}

/**
 * Reads an answer's value for its question, whatever it is: nothing given, a value in the form that conditions and scores use, or
 * the sentence that says why it does not fit. `optionKeys`: those of the question.
 */
export function readValue(
  { type, multiple = false }: Pick<Question, 'type' | 'multiple'>,
  optionKeys: ReadonlySet<string>,
  value: unknown,
): ReadValue {
  if (isNothing(value)) return none;
  switch (type) {
    case 'yesNo':
    case 'single':
      return typeof value === 'string' && optionKeys.has(value) ? { kind: 'value', value } : notAnOption;
    case 'multi': {
      const keys = typeof value === 'string' ? [value] : value;
      if (!isTexts(keys) || !keys.every((key) => optionKeys.has(key))) return notOptions;
      return { kind: 'value', value: [...new Set(keys)] };
    }
    case 'country':
      return readCountries(value, multiple);
    case 'money':
      return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
        ? { kind: 'value', value }
        : notMoney;
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? { kind: 'value', value } : notANumber;
    case 'date':
      return typeof value === 'string' && isCalendarDate(value) ? { kind: 'value', value } : notADate;
    case 'text': {
      if (typeof value !== 'string') return notAText;
      const wrong = problemWithText(value, { maxLength: longestAnswer, multiline: true });
      return wrong === undefined ? { kind: 'value', value: cleanText(value) } : problem(`${wrong}.`);
    }
  }
}

const amount = new Intl.NumberFormat('en-NZ', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const plainNumber = new Intl.NumberFormat('en-NZ', { maximumFractionDigits: 10 });

/** An answer as people read it: option labels, names of countries, 21 Nov 2026, $1,250.00. A value that does not fit is shown as it is. */
export function answerText(question: Question, value: AnswerValue): string {
  const read = readValue(question, new Set(question.options.map(({ key }) => key)), value);
  if (read.kind === 'none') return 'Not answered';
  if (read.kind === 'problem') return String(value);
  const given = typeof read.value === 'object' ? read.value : [String(read.value)];
  switch (question.type) {
    case 'yesNo':
    case 'single':
    case 'multi':
      // In the template's order, whatever order they were ticked in.
      return question.options
        .filter(({ key }) => given.includes(key))
        .map(({ label }) => label)
        .join('; ');
    case 'country':
      return given.map(countryName).join('; ');
    case 'money':
      return `$${amount.format(Number(read.value) / 100)}`;
    case 'number':
      return plainNumber.format(Number(read.value));
    case 'date':
      return formatDate(String(read.value));
    case 'text':
      return String(read.value);
  }
}
