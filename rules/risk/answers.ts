import { countryName, isCountry } from '#rules/countries.ts';
import { formatDate, isCalendarDate } from '#rules/dates/calendar-dates.ts';
import { formatAmount } from '#rules/format/money.ts';
import { formatNumber } from '#rules/format/numbers.ts';
import { cleanText, problemWithText } from '#rules/text-safety.ts';
import type { Value } from './conditions.ts';
import type { Question } from './template.ts';

/**
 * Answer value by question type: yesNo `yes` or `no`; single an option key; multi option keys; country an alpha-3 code,
 * or several where allowed; money whole minor units; number a number; date `YYYY-MM-DD`; text a string. Null, a blank
 * text and an empty list mean no answer.
 */
export type AnswerValue = string | number | readonly string[] | null;

export type Answer = {
  key: string;
  value: AnswerValue;
  comment?: string | null;
  documentIds?: readonly string[];
  /** Confirmed as unchanged from the current assessment. */
  confirmed?: boolean;
};

export type ReadValue =
  | { kind: 'none' }
  | { kind: 'value'; value: Value }
  /** Error text shown beside the field. */
  | { kind: 'problem'; message: string };

const none: ReadValue = { kind: 'none' };
const problem = (message: string): ReadValue => ({ kind: 'problem', message });

const notAnOption = problem('This is not one of the question’s options. Select one of them.');
const notOptions = problem('Something selected is not one of the question’s options. Select again.');
const notACountry = problem('Select a country from the list.');
const oneCountry = problem('Select one country only.');
const notMoney = problem('Enter an amount of 0 or more, in dollars and cents.');
const notANumber = problem('Enter a number.');
const notADate = problem('Enter a valid date, such as 21 Nov 2026.');
const notAText = problem('Enter an answer.');

/** Maximum length of a text answer, in graphemes. */
const maxResponseLength = 5000;

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
 * Parses any value as an answer to a question: empty, a normalised value, or the problem. `optionKeys`: those of the
 * question.
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
      const wrong = problemWithText(value, { maxLength: maxResponseLength, multiline: true });
      return wrong === undefined ? { kind: 'value', value: cleanText(value) } : problem(`${wrong}.`);
    }
  }
}

/**
 * Formats an answer: option labels, country names, 21 Nov 2026, $1,250.00. A value that does not fit is returned
 * unchanged.
 */
export function formatAnswer(question: Question, value: AnswerValue): string {
  const read = readValue(question, new Set(question.options.map(({ key }) => key)), value);
  if (read.kind === 'none') return 'Not answered';
  if (read.kind === 'problem') return String(value);
  const values = typeof read.value === 'object' ? read.value : [String(read.value)];
  switch (question.type) {
    case 'yesNo':
    case 'single':
    case 'multi':
      // In template order, regardless of the order of selection.
      return question.options
        .filter(({ key }) => values.includes(key))
        .map(({ label }) => label)
        .join('; ');
    case 'country':
      return values.map(countryName).join('; ');
    case 'money':
      return `$${formatAmount(Number(read.value))}`;
    case 'number':
      return formatNumber(Number(read.value));
    case 'date':
      return formatDate(String(read.value));
    case 'text':
      return String(read.value);
  }
}
