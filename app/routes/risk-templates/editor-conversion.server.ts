import { riskLevels } from '#rules/clients/client-types.ts';
import { countryListKeys, unknownListText } from '#rules/country-lists/country-list-keys.ts';
import type { Condition } from '#rules/risk/conditions.ts';
import { factors, type Question, type TemplateContent } from '#rules/risk/template.ts';
import type { EditorCondition, EditorConditionRow, EditorContent, EditorQuestion } from './editor-content.ts';
import { newSection } from './editor-operations.server.ts';

const dollars = (cents: number) => String(cents / 100);
const numberText = (value: number | null | undefined) =>
  value === null || value === undefined ? '' : String(value);

function getRow(
  condition: Condition,
  getType: (key: string) => string | undefined,
): EditorConditionRow | undefined {
  switch (condition.op) {
    case 'all':
    case 'any':
      return undefined;
    case 'not': {
      const inner = getRow(condition.of, getType);
      return inner?.op === 'equals' ? { ...inner, op: 'notEquals' } : undefined;
    }
    case 'answered':
      return { question: condition.question, op: 'answered', value: '' };
    case 'isOneOf':
    case 'hasAnyOf':
      return { question: condition.question, op: condition.op, value: condition.values.join(', ') };
    case 'onList':
      return { question: condition.question, op: 'onList', value: condition.lists.join(', ') };
    case 'before':
    case 'onOrAfter':
      return { question: condition.question, op: condition.op, value: condition.date };
    default: {
      const { question, op, value } = condition;
      const isMoney = getType(question) === 'money' && typeof value === 'number';
      return { question, op, value: isMoney ? dollars(value) : String(value) };
    }
  }
}

function conditionForm(
  condition: Condition | null | undefined,
  getType: (key: string) => string | undefined,
): EditorCondition {
  if (!condition) return { join: 'all', rows: [], kept: '' };
  const parts = condition.op === 'all' || condition.op === 'any' ? condition.of : [condition];
  const rows = parts.map((part) => getRow(part, getType));
  if (rows.includes(undefined)) return { join: 'all', rows: [], kept: JSON.stringify(condition) };
  const join = condition.op === 'any' ? 'any' : 'all';
  return { join, rows: rows.filter((row) => row !== undefined), kept: '' };
}

/** The editor's fields for a version's content. A template without a section starts with one, ready to be filled in. */
export function getEditor(name: string, content: TemplateContent): EditorContent {
  const types = new Map(
    content.sections.flatMap(({ questions }) => questions.map(({ key, type }) => [key, type])),
  );
  const getType = (key: string) => types.get(key);
  return {
    name,
    factorWeights: Object.fromEntries(
      factors.map((factor) => [factor, numberText(content.factorWeights[factor])]),
    ) as EditorContent['factorWeights'],
    thresholds: { medium: String(content.thresholds.medium), high: String(content.thresholds.high) },
    reviewMonths: Object.fromEntries(
      riskLevels.map((level) => [level, numberText(content.reviewMonths?.[level])]),
    ) as EditorContent['reviewMonths'],
    sections:
      content.sections.length === 0
        ? [newSection()]
        : content.sections.map(({ key, title, help, questions }) => ({
            key,
            title,
            help: help ?? '',
            questions: questions.map((question) => questionForm(question, getType)),
          })),
  };
}

function questionForm(question: Question, getType: (key: string) => string | undefined): EditorQuestion {
  return {
    ...question,
    help: question.help ?? '',
    weight: String(question.weight),
    multiple: question.multiple ?? false,
    prefill: question.prefill ?? '',
    options: question.options.map(({ key, label, score, floor, cddLevel, prohibit }) => ({
      key,
      label,
      score: numberText(score),
      floor: floor ?? '',
      cddLevel: cddLevel ?? '',
      prohibit: prohibit ?? false,
    })),
    bands: (question.bands ?? []).map(({ upTo, score }) => ({
      upTo: upTo === null ? '' : question.type === 'money' ? dollars(upTo) : String(upTo),
      score: String(score),
    })),
    condition: conditionForm(question.showWhen, getType),
  };
}

/** Messages by field. */
export type FieldProblems = Record<string, string[]>;

interface Reading {
  problems: FieldProblems;
  getType: (key: string) => string | undefined;
}

/** Parses a typed number; an invalid one is reported for its field and read as 0. */
function numberFrom(text: string, path: string, { problems }: Reading): number {
  const plain = text.replace(/[\s,$]/g, '');
  if (/^-?\d{1,12}(\.\d{1,6})?$/.test(plain)) return Number(plain);
  problems[path] = ['Enter a number.'];
  return 0;
}

function conditionFrom(
  { join, rows, kept }: EditorCondition,
  path: string,
  reading: Reading,
): Condition | null {
  if (kept !== '') {
    try {
      return JSON.parse(kept) as Condition;
    } catch {
      reading.problems[path] = ['This condition cannot be read. Remove it and add it again.'];
      return null;
    }
  }
  const parts = rows.flatMap((row, index) =>
    row.question === '' ? [] : [partFrom(row, `${path}.rows[${index}]`, reading)],
  );
  const [only] = parts;
  if (only === undefined) return null;
  return parts.length === 1 ? only : { op: join, of: parts };
}

function partFrom({ question, op, value }: EditorConditionRow, path: string, reading: Reading): Condition {
  const listed = value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
  const type = reading.getType(question);
  const number = () => {
    const typed = numberFrom(value, `${path}.value`, reading);
    return type === 'money' ? Math.round(typed * 100) : typed;
  };
  switch (op) {
    case 'answered':
      return { op, question };
    case 'equals':
      return { op, question, value: type === 'money' || type === 'number' ? number() : value.trim() };
    case 'notEquals':
      return { op: 'not', of: partFrom({ question, op: 'equals', value }, path, reading) };
    case 'isOneOf':
    case 'hasAnyOf':
      return { op, question, values: listed };
    case 'onList': {
      const lists = countryListKeys.filter((key) => listed.includes(key));
      if (lists.length < new Set(listed).size) reading.problems[`${path}.value`] = [unknownListText];
      return { op, question, lists };
    }
    case 'atLeast':
    case 'atMost':
      return { op, question, value: number() };
    case 'before':
    case 'onOrAfter':
      return { op, question, date: value.trim() };
  }
}

function questionFrom(form: EditorQuestion, path: string, reading: Reading): Question {
  const { help, weight, prefill, options, bands, condition, multiple, ...rest } = form;
  const acceptsBands = form.type === 'money' || form.type === 'number';
  return {
    ...rest,
    help: help === '' ? null : help,
    weight: numberFrom(weight, `${path}.weight`, reading),
    ...(form.type === 'country' ? { multiple } : {}),
    options: options.map(({ key, label, score, floor, cddLevel, prohibit }, index) => ({
      key,
      label,
      score: score.trim() === '' ? null : numberFrom(score, `${path}.options[${index}].score`, reading),
      ...(floor === '' ? {} : { floor }),
      ...(cddLevel === '' ? {} : { cddLevel }),
      ...(prohibit ? { prohibit } : {}),
    })),
    ...(acceptsBands
      ? {
          bands: bands.map(({ upTo, score }, index) => {
            const at = `${path}.bands[${index}]`;
            const end = upTo.trim() === '' ? null : numberFrom(upTo, `${at}.upTo`, reading);
            return {
              upTo: end !== null && form.type === 'money' ? Math.round(end * 100) : end,
              score: numberFrom(score, `${at}.score`, reading),
            };
          }),
        }
      : {}),
    prefill: prefill === '' ? null : (prefill as Question['prefill']),
    showWhen: conditionFrom(condition, `${path}.condition`, reading),
  };
}

/** The content of an editor form, with an error for each field that is not a number. */
export function getContent(form: EditorContent): { content: TemplateContent; problems: FieldProblems } {
  const types = new Map(
    form.sections.flatMap(({ questions }) => questions.map(({ key, type }) => [key, type])),
  );
  const reading: Reading = { problems: {}, getType: (key) => types.get(key) };
  const read = (text: string, path: string) => numberFrom(text, path, reading);
  const months = riskLevels.filter((level) => form.reviewMonths[level].trim() !== '');
  const content: TemplateContent = {
    factorWeights: Object.fromEntries(
      factors.map((factor) => [factor, read(form.factorWeights[factor], `factorWeights.${factor}`)]),
    ) as TemplateContent['factorWeights'],
    thresholds: {
      medium: read(form.thresholds.medium, 'thresholds.medium'),
      high: read(form.thresholds.high, 'thresholds.high'),
    },
    reviewMonths:
      months.length === 0
        ? null
        : Object.fromEntries(
            months.map((level) => [level, read(form.reviewMonths[level], `reviewMonths.${level}`)]),
          ),
    sections: form.sections.map(({ key, title, help, questions }, s) => ({
      key,
      title,
      help: help === '' ? null : help,
      questions: questions.map((question, q) =>
        questionFrom(question, `sections[${s}].questions[${q}]`, reading),
      ),
    })),
  };
  return { content, problems: reading.problems };
}
