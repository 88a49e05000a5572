import { randomUUID } from 'node:crypto';
import { countryOptionKeys, countryOptionLabels } from '#rules/country-lists/country-list-keys.ts';
import { scoredBy } from '#rules/risk/question-types.ts';
import type { EditorContent, EditorOption, EditorQuestion, EditorSection } from './editor-content.ts';

/** A unique key; answers are matched by it across versions. */
const newKey = (letter: string) => `${letter}${randomUUID().replaceAll('-', '').slice(0, 12)}`;

const option = (key: string, label: string): EditorOption => ({
  key,
  label,
  score: '',
  floor: '',
  cddLevel: '',
  prohibit: false,
});

function newQuestion(): EditorQuestion {
  return {
    key: newKey('q'),
    factor: 'customer',
    text: '',
    help: '',
    type: 'yesNo',
    required: true,
    weight: '3',
    multiAggregate: 'max',
    multiple: false,
    evidenceRequired: false,
    prefill: '',
    options: [option('no', 'No'), option('yes', 'Yes')],
    bands: [],
    condition: { join: 'all', rows: [], kept: '' },
  };
}

/** A section with a first question. */
export const newSection = (): EditorSection => ({
  key: newKey('s'),
  title: '',
  help: '',
  questions: [newQuestion()],
});

/** Resets options and bands to fit a question's new type; preserves those that fit. */
function fitToType(question: EditorQuestion): void {
  const { type, options } = question;
  if (scoredBy[type] !== 'bands') question.bands = [];
  else if (question.bands.length === 0) question.bands = [{ upTo: '', score: '0' }];
  if (scoredBy[type] !== 'options') question.options = [];
  else if (type === 'yesNo') {
    const existingOrNew = (key: string, label: string) =>
      options.find((option) => option.key === key) ?? option(key, label);
    question.options = [existingOrNew('no', 'No'), existingOrNew('yes', 'Yes')];
  } else if (type === 'country') {
    question.options = countryOptionKeys.map(
      (key) => options.find((option) => option.key === key) ?? option(key, countryOptionLabels[key]),
    );
  } else if (options.length === 0) {
    question.options = [option(newKey('o'), ''), option(newKey('o'), '')];
  }
}

function getCopy(item: unknown): unknown {
  const copy = structuredClone(item) as Partial<EditorSection & EditorQuestion & EditorOption>;
  if (copy.questions) {
    copy.key = newKey('s');
    for (const question of copy.questions) question.key = newKey('q');
  } else if ('text' in copy) copy.key = newKey('q');
  else if ('label' in copy) copy.key = newKey('o');
  return copy;
}

const questionPath = /^sections\[(\d{1,3})\]\.questions\[(\d{1,3})\]/;

function questionAt(content: EditorContent, path: string): EditorQuestion | undefined {
  const [, s, q] = questionPath.exec(path) ?? [];
  return content.sections[Number(s)]?.questions[Number(q)];
}

/** The list and index that a path such as `sections[0].questions[2].options[1]` refers to. */
function getPlace(content: EditorContent, path: string): { list: unknown[]; index: number } | undefined {
  const [, section, name, at] =
    /^(?:sections\[(\d{1,3})\]\.)?.*?(sections|questions|options|bands|rows)\[(\d{1,3})\]$/.exec(path) ?? [];
  const question = questionAt(content, path);
  const lists: Record<string, unknown[] | undefined> = {
    sections: content.sections,
    questions: content.sections[Number(section)]?.questions,
    options: question?.options,
    bands: question?.bands,
    rows: question?.condition.rows,
  };
  const list = name === undefined ? undefined : lists[name];
  const index = Number(at);
  return list !== undefined && index < list.length ? { list, index } : undefined;
}

const questionList = /^sections\[\d{1,3}\]\.questions$/;

/**
 * Moves an item to another place of its kind: within its list it takes that place, in another section a question goes before the one
 * that is there. Sections and options stay in their list. Returns the item's new path.
 */
function moveTo(content: EditorContent, from: string, to: string): string {
  const [, list = '', at] = /^(.*)\[(\d{1,3})\]$/.exec(to) ?? [];
  const fromList = from.replace(/\[\d{1,3}\]$/, '');
  const isSameKind = list === fromList || (questionList.test(list) && questionList.test(fromList));
  const source = getPlace(content, from);
  const target =
    list === fromList ? source?.list : content.sections[Number(/\d+/.exec(list)?.[0])]?.questions;
  if (!isSameKind || source === undefined || target === undefined) return from;
  const [item] = source.list.splice(source.index, 1);
  const index = Math.min(Number(at), target.length);
  (target as unknown[]).splice(index, 0, item);
  return `${list}[${index}]`;
}

/** Moves an item; a question at the end of its section moves to the next section. */
function moveToNeighbour(content: EditorContent, path: string, step: 1 | -1): string {
  const [, s, q] = questionPath.exec(path) ?? [];
  const from = content.sections[Number(s)];
  const to = content.sections[Number(s) + step];
  if (from === undefined || to === undefined || path !== `sections[${s}].questions[${q}]`) return path;
  const [question] = from.questions.splice(Number(q), 1);
  if (question === undefined) return path;
  to.questions.splice(step === 1 ? 0 : to.questions.length, 0, question);
  return `sections[${Number(s) + step}].questions[${to.questions.indexOf(question)}]`;
}

function add(content: EditorContent, what: string, path: string): string {
  const question = questionAt(content, path);
  switch (what) {
    case 'section':
      return `sections[${content.sections.push(newSection()) - 1}]`;
    case 'question': {
      const section = content.sections[Number(/^sections\[(\d{1,3})\]$/.exec(path)?.[1])];
      return section ? `${path}.questions[${section.questions.push(newQuestion()) - 1}]` : path;
    }
    case 'option':
      return question ? `${path}.options[${question.options.push(option(newKey('o'), '')) - 1}]` : path;
    case 'band':
      return question ? `${path}.bands[${question.bands.push({ upTo: '', score: '0' }) - 1}]` : path;
    case 'row': {
      const rows = question?.condition.rows;
      return rows
        ? `${path}.condition.rows[${rows.push({ question: '', op: 'equals', value: '' }) - 1}]`
        : path;
    }
    default:
      return path;
  }
}

/**
 * Applies a button of the editor: `add section`, `add question:<path>`, `remove:<path>`, `move:<path>><path>`, `up:`, `down:`, `copy:`, `fit:`,
 * `drop condition:`, `compare:`, which changes nothing by itself: the page then offers the answers of the selected question, and `refresh`,
 * which shows the form as it was posted. Returns the path of the item to show; an invalid intent changes nothing.
 */
export function applyIntent(content: EditorContent, intent: string): string {
  const [verb = '', path = ''] = intent.split(':');
  if (verb.startsWith('add ')) return add(content, verb.slice(4), path);
  const [from = '', to] = path.split('>');
  if (verb === 'move') return to === undefined ? from : moveTo(content, from, to);
  const question = questionAt(content, path);
  if (verb === 'fit' && question) fitToType(question);
  if (verb === 'drop condition' && question) question.condition = { join: 'all', rows: [], kept: '' };
  const place = getPlace(content, path);
  if (place === undefined) return path;
  const { list, index } = place;
  const beside = (to: number) => path.replace(/\d+\]$/, `${to}]`);
  switch (verb) {
    case 'remove':
      list.splice(index, 1);
      return path.replace(/\.?\w+\[\d+\]$/, '');
    case 'copy':
      list.splice(index + 1, 0, getCopy(list[index]));
      return beside(index + 1);
    case 'up':
      if (index === 0) return moveToNeighbour(content, path, -1);
      list.splice(index - 1, 0, ...list.splice(index, 1));
      return beside(index - 1);
    case 'down':
      if (index === list.length - 1) return moveToNeighbour(content, path, 1);
      list.splice(index + 1, 0, ...list.splice(index, 1));
      return beside(index + 1);
    default:
      return path;
  }
}
