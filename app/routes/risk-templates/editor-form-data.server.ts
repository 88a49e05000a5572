import { cddLevels, riskLevels } from '#rules/clients/client-types.ts';
import { questionTypes } from '#rules/risk/question-types.ts';
import { factors } from '#rules/risk/template.ts';
import { conditionOps, type EditorContent, type EditorQuestion } from './editor-content.ts';

/** Posted fields as a tree: `sections[0].title` is under `sections`, `0`, `title`. Objects have no prototype, so that no field name is special. */
interface Node {
  [name: string]: Node | string;
}

const maxDepth = 10;
const maxRows = 700;

const emptyNode = (): Node => Object.create(null) as Node;

function getTree(form: FormData): Node {
  const root = emptyNode();
  for (const [name, value] of form) {
    if (typeof value !== 'string') continue;
    const steps = name.match(/[^.[\]]+/g) ?? [];
    const last = steps.pop();
    if (last === undefined || steps.length > maxDepth) continue;
    let at = root;
    for (const step of steps) {
      const next = at[step];
      const inner = typeof next === 'object' ? next : emptyNode();
      at[step] = inner;
      at = inner;
    }
    const before = at[last];
    // Checkboxes and lists post each selected value under one name.
    at[last] = typeof before === 'string' && last === 'value' ? `${before}, ${value}` : value;
  }
  return root;
}

const child = (node: Node, name: string): Node => {
  const found = node[name];
  return typeof found === 'object' ? found : emptyNode();
};

const text = (node: Node, name: string): string => {
  const found = node[name];
  return typeof found === 'string' ? found.replaceAll('\r\n', '\n') : '';
};

function rows(node: Node, name: string): Node[] {
  const list = child(node, name);
  return Object.keys(list)
    .filter((key) => /^\d{1,3}$/.test(key) && Number(key) < maxRows)
    .sort((a, b) => Number(a) - Number(b))
    .map((key) => child(list, key));
}

function oneOf<T extends string, F>(all: readonly T[], text: string, otherwise: F): T | F {
  return all.find((value) => value === text) ?? otherwise;
}

function questionIn(node: Node): EditorQuestion {
  const condition = child(node, 'condition');
  return {
    key: text(node, 'key'),
    factor: oneOf(factors, text(node, 'factor'), 'customer'),
    text: text(node, 'text'),
    help: text(node, 'help'),
    type: oneOf(questionTypes, text(node, 'type'), 'text'),
    required: text(node, 'required') === 'on',
    weight: text(node, 'weight'),
    multiAggregate: oneOf(['max', 'sum'], text(node, 'multiAggregate'), 'max'),
    multiple: text(node, 'multiple') === 'on',
    evidenceRequired: text(node, 'evidenceRequired') === 'on',
    prefill: text(node, 'prefill'),
    options: rows(node, 'options').map((option) => ({
      key: text(option, 'key'),
      label: text(option, 'label'),
      score: text(option, 'score'),
      floor: oneOf(riskLevels, text(option, 'floor'), ''),
      cddLevel: oneOf(cddLevels, text(option, 'cddLevel'), ''),
      prohibit: text(option, 'prohibit') === 'on',
    })),
    bands: rows(node, 'bands').map((band) => ({ upTo: text(band, 'upTo'), score: text(band, 'score') })),
    condition: {
      join: oneOf(['all', 'any'], text(condition, 'join'), 'all'),
      kept: text(condition, 'kept'),
      rows: rows(condition, 'rows').map((row) => ({
        question: text(row, 'question'),
        op: oneOf(conditionOps, text(row, 'op'), 'equals'),
        value: text(row, 'value'),
      })),
    },
  };
}

/** Parses a posted editor form. */
export function editorIn(form: FormData): EditorContent {
  const root = getTree(form);
  const texts = <K extends string>(name: string, keys: readonly K[]) => {
    const node = child(root, name);
    return Object.fromEntries(keys.map((key) => [key, text(node, key)])) as Record<K, string>;
  };
  return {
    name: text(root, 'name'),
    factorWeights: texts('factorWeights', factors),
    thresholds: texts('thresholds', ['medium', 'high']),
    reviewMonths: texts('reviewMonths', riskLevels),
    sections: rows(root, 'sections').map((section) => ({
      key: text(section, 'key'),
      title: text(section, 'title'),
      help: text(section, 'help'),
      questions: rows(section, 'questions').map(questionIn),
    })),
  };
}
