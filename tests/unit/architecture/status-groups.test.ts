import { expect, test } from 'vitest';
import { getModules, readSource } from './import-graph.ts';

const quoted = (text: string) => [...text.matchAll(/'(\w+)'/g)].map(([, word = '']) => word);
const getKey = (words: readonly string[]) => [...new Set(words)].sort().join(' ');

/** Words that are no states of ours: an order of all of them, the payment service's own, and those of the demo's requests. */
const otherWords = [
  'api/checks/activities/prefill-facts.ts',
  'api/records/billing/sync-subscription.ts',
  'demo/demo-document-requests.ts',
];

/** Groups of states with a name, such as `openAlertStatuses`, by their states. A group may contain another: `...openAlertStatuses`. */
function readNamedGroups(): Map<string, string> {
  const sources = getModules('rules').map(readSource);
  const members = new Map(
    sources
      .flatMap((source) => [...source.matchAll(/const (\w+) = \[([^\]]*)\]/g)])
      .map(([, name = '', text = '']) => [name, text]),
  );
  const getStates = (text: string): string[] =>
    [...text.matchAll(/'(\w+)'|\.\.\.(\w+)/g)].flatMap(([, state, group]) =>
      state === undefined ? getStates(members.get(group ?? '') ?? '') : [state],
    );
  return new Map(
    [...members]
      .filter(([name]) => name.endsWith('Statuses'))
      .map(([name, text]) => ({ name, states: getStates(text) }))
      .filter(({ states }) => states.length > 1)
      .map(({ name, states }) => [getKey(states), name]),
  );
}

/** Groups of two words or more that are written out: in SQL after IN, as an array, or compared one by one. */
function writtenGroups(source: string): string[] {
  const word = String.raw`'\w+'`;
  const list = String.raw`\s*${word}(?:\s*,\s*${word})+\s*,?\s*`;
  const listed = source.matchAll(new RegExp(String.raw`\bIN \((${list})\)|\[(${list})\]`, 'gi'));
  const compared = source.matchAll(
    new RegExp(String.raw`([\w.]+) === ${word}(?:\s*\|\|\s*\1 === ${word})+`, 'g'),
  );
  return [
    ...[...listed].map(([, inSql, inArray]) => inSql ?? inArray ?? ''),
    ...[...compared].map(([text]) => text),
  ].map((text) => getKey(quoted(text)));
}

test('a group of states is named once, on its lifecycle, and used by its name', () => {
  const named = readNamedGroups();
  expect(named.size).toBeGreaterThan(30);
  const users = ['api', 'app', 'demo', 'server'].flatMap(getModules);
  const repeated = users
    .filter((name) => !name.includes('/migrations/') && !otherWords.includes(name))
    .flatMap((name) =>
      writtenGroups(readSource(name)).flatMap((group) =>
        named.has(group) ? [`${name}: ${group} is ${named.get(group)}`] : [],
      ),
    );
  expect(repeated).toEqual([]);
});

test('a group is found in SQL, in an array and in a comparison', () => {
  expect(writtenGroups("WHERE m.status NOT IN ('possible', 'pending')")).toEqual(['pending possible']);
  expect(writtenGroups(".where('status', 'in', [\n  'pending',\n  'possible',\n])")).toEqual([
    'pending possible',
  ]);
  expect(writtenGroups("row.status === 'pending' || row.status === 'possible'")).toEqual([
    'pending possible',
  ]);
  expect(writtenGroups("a.status === 'pending' || b.status === 'possible'")).toEqual([]);
});
