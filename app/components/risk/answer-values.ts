import type { Answer, AnswerValue } from '#rules/risk/answers.ts';
import { getQuestions, type Question, type TemplateContent } from '#rules/risk/template.ts';

/** Entered values of an assessment's form, by key of question; an empty field has none. */
export interface EnteredAnswers {
  values: Record<string, string[]>;
  comments: Record<string, string>;
  documents: Record<string, string[]>;
  /** Keys of answers that are confirmed to be still correct. */
  confirmed: string[];
}

const texts = (form: FormData, name: string) =>
  form.getAll(name).filter((value): value is string => typeof value === 'string' && value.trim() !== '');

/** Reads only the fields `answers.<key>`, `comments.<key>`, `documents.<key>` and `confirmed.<key>` of a template's questions. */
export function enteredIn(form: FormData, content: TemplateContent): EnteredAnswers {
  const entered: EnteredAnswers = { values: {}, comments: {}, documents: {}, confirmed: [] };
  for (const {
    question: { key },
  } of getQuestions(content)) {
    entered.values[key] = texts(form, `answers.${key}`);
    entered.comments[key] = texts(form, `comments.${key}`)[0] ?? '';
    entered.documents[key] = texts(form, `documents.${key}`);
    if (form.has(`confirmed.${key}`)) entered.confirmed.push(key);
  }
  return entered;
}

/** Parses a typed number, with commas or spaces between thousands and an optional dollar sign; undefined if invalid. */
function typedNumber(text: string): number | undefined {
  const plain = text.replace(/[\s,$]/g, '');
  return /^-?\d{1,15}(\.\d{1,10})?$/.test(plain) ? Number(plain) : undefined;
}

function typedMoney(text: string): number | undefined {
  const plain = text.replace(/[\s,$]/g, '');
  const [, dollars, cents = ''] = plain.match(/^(\d{1,13})(?:\.(\d{1,2}))?$/) ?? [];
  return dollars === undefined ? undefined : Number(dollars) * 100 + Number(cents.padEnd(2, '0'));
}

/** Parses entered texts into an answer. An invalid number stays a text, so that the rules report it beside its field. */
function answerValue({ type, multiple }: Question, typed: readonly string[]): AnswerValue {
  const first = typed[0];
  if (first === undefined) return null;
  switch (type) {
    case 'multi':
      return [...typed];
    case 'country':
      return multiple ? [...new Set(typed)] : first;
    case 'money':
      return typedMoney(first) ?? first;
    case 'number':
      return typedNumber(first) ?? first;
    default:
      return first;
  }
}

/** Answers in the format of the rules and the API; omits questions without an answer and without a comment. */
export function getAnswers(content: TemplateContent, entered: EnteredAnswers): Answer[] {
  return getQuestions(content).flatMap(({ question }) => {
    const value = answerValue(question, entered.values[question.key] ?? []);
    const comment = entered.comments[question.key] ?? '';
    const documentIds = entered.documents[question.key] ?? [];
    if (value === null && comment === '' && documentIds.length === 0) return [];
    return [
      {
        key: question.key,
        value,
        documentIds,
        ...(comment === '' ? {} : { comment }),
        ...(entered.confirmed.includes(question.key) ? { confirmed: true } : {}),
      },
    ];
  });
}

function getTexts(question: Question, value: AnswerValue): string[] {
  if (value === null || value === '') return [];
  if (typeof value === 'object') return [...value];
  if (typeof value === 'number' && question.type === 'money') return [(value / 100).toFixed(2)];
  return [String(value)];
}

/** Form fields for existing answers: the inverse of `getAnswers`. */
export function enteredFrom(content: TemplateContent, answers: readonly Answer[]): EnteredAnswers {
  const byKey = new Map(answers.map((answer) => [answer.key, answer]));
  const entered: EnteredAnswers = { values: {}, comments: {}, documents: {}, confirmed: [] };
  for (const { question } of getQuestions(content)) {
    const answer = byKey.get(question.key);
    entered.values[question.key] = answer ? getTexts(question, answer.value) : [];
    entered.comments[question.key] = answer?.comment ?? '';
    entered.documents[question.key] = [...(answer?.documentIds ?? [])];
    if (answer?.confirmed) entered.confirmed.push(question.key);
  }
  return entered;
}

/** The fields that a form with these values would post. */
export function toAnswerEntries(entered: EnteredAnswers): [name: string, value: string][] {
  const named = (part: string, values: Record<string, string[]>) =>
    Object.entries(values).flatMap(([key, texts]) =>
      texts.map((text): [string, string] => [`${part}.${key}`, text]),
    );
  return [
    ...named('answers', entered.values),
    ...Object.entries(entered.comments).map(([key, text]): [string, string] => [`comments.${key}`, text]),
    ...named('documents', entered.documents),
    ...entered.confirmed.map((key): [string, string] => [`confirmed.${key}`, 'on']),
  ];
}
