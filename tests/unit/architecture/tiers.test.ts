import { expect, test } from 'vitest';
import {
  type Edge,
  edgesBetween,
  getCycles,
  getModules,
  isLoadedAtStart,
  readImports,
  readSource,
} from './import-graph.ts';

/**
 * The tiers of `api/`, lowest first: folders of areas. An area imports areas of its own tier and of lower ones. A higher area's reaction to
 * an event of a lower one is in `api/consequences.ts`. Files and folders next to the tiers assemble the API and may import all of them.
 */
const tiers = ['kernel', 'integrations', 'records', 'checks', 'follow-up', 'views'];

/** Modules that may import the demo company: they run in the sandbox alone. */
const demoImporters = ['api/commands/commands.ts', 'api/start/demo.ts'];

/** Path below `api/` of the area of a file: a folder of a tier, or the file or folder next to the tiers. */
const getArea = (path: string): string => {
  const [, first = '', second = ''] = path.split('/');
  return (tiers.includes(first) ? `${first}/${second}` : first).replace(/\.ts$/, '');
};

const files = getModules('api');
const imports = readImports(files);
const edges = edgesBetween(
  imports.filter(({ imported }) => imported.startsWith('api/')),
  getArea,
);

/** Rank of an area's tier; anything next to the tiers ranks above all of them. */
const getTier = (area: string) => {
  const rank = tiers.indexOf(area.split('/')[0] ?? '');
  return rank < 0 ? tiers.length : rank;
};

const getUpward = (list: readonly Edge[]) => list.filter(({ from, to }) => getTier(to) > getTier(from));

test('every tier is a folder of areas', () => {
  const areas = new Set(files.map(getArea));
  for (const tier of tiers)
    expect([...areas].filter((area) => area.startsWith(`${tier}/`)).length).toBeGreaterThan(2);
});

test('no area imports one of a higher tier', () => {
  expect(getUpward(edges).map((edge) => edge.files)).toEqual([]);
});

test('areas do not import each other in cycles', () => {
  expect(getCycles(edges)).toEqual([]);
});

test('only sandbox modules import the demo company', () => {
  const importers = imports
    .filter(({ imported }) => imported.startsWith('demo/'))
    .map(({ importer }) => importer);
  expect(importers.filter((name) => !demoImporters.includes(name))).toEqual([]);
});

test('the web and the API load the demo company in the sandbox alone', () => {
  const loaders = ['server.ts', ...getModules('server'), ...files];
  expect(loaders.filter((name) => isLoadedAtStart(readSource(name), 'demo'))).toEqual([]);
  expect(isLoadedAtStart("import { demoPassword } from '#demo/demo-accounts.ts';", 'demo')).toBe(true);
  expect(isLoadedAtStart("const { demoPassword } = await import('#demo/demo-accounts.ts');", 'demo')).toBe(
    false,
  );
});

test('a cycle and an upward import are found', () => {
  const edge = (from: string, to: string): Edge => ({ from, to, files: `${from} → ${to}` });
  expect(
    getCycles([
      edge('records/clients', 'records/parties'),
      edge('records/parties', 'records/clients'),
      edge('views/home', 'records/clients'),
    ]),
  ).toEqual([['records/clients', 'records/parties']]);
  expect(
    getUpward([edge('records/alerts', 'follow-up/reviews'), edge('follow-up/reviews', 'records/alerts')]),
  ).toHaveLength(1);
});
