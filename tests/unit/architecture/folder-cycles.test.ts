import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { edgesBetween, getCycles, getImports, getModules, readImports } from './import-graph.ts';

const topFolders = ['api', 'app', 'contract', 'demo', 'diagrams', 'rules', 'sandbox', 'server'];

/** The folder that holds a module. A module directly in a top folder counts alone: it assembles the folders next to it. */
const getFolder = (path: string): string => {
  const folder = dirname(path);
  return folder.includes('/') ? folder : path;
};

const modules = topFolders.flatMap(getModules);
const imports = readImports(modules);
const edges = edgesBetween(imports, getFolder);

test('folders do not import each other in cycles', () => {
  expect(modules.length).toBeGreaterThan(1000);
  expect(edges.length).toBeGreaterThan(3000);
  const cycles = getCycles(edges).map((folders) =>
    edges.filter(({ from, to }) => folders.includes(from) && folders.includes(to)).map(({ files }) => files),
  );
  expect(cycles).toEqual([]);
});

test('files import each other in no cycle, types included', () => {
  const cycles = getCycles(edgesBetween(imports, (path) => path));
  expect(cycles).toEqual([]);
});

test('a cycle is found between two files of a folder', () => {
  const found = [
    ...getImports('app/routes/onboard/onboard.tsx', "import { PlanStep } from './plan-step.tsx';"),
    ...getImports('app/routes/onboard/plan-step.tsx', "import type { loader } from './onboard.tsx';"),
  ];
  expect(getCycles(edgesBetween(found, (path) => path))).toEqual([
    ['app/routes/onboard/onboard.tsx', 'app/routes/onboard/plan-step.tsx'],
  ]);
});

test('a cycle is found between a folder and its subfolder, over every kind of import', () => {
  const imports = [
    ...getImports('app/routes/clients/list.tsx', "import { assign } from './list/assign.server.ts';"),
    ...getImports(
      'app/routes/clients/list/assign.server.ts',
      "import type { Filters } from '../filters.ts';",
    ),
    ...getImports(
      'app/routes/home.tsx',
      "import { parseClientRows } from '#app/routes/clients/list/row.tsx';",
    ),
    ...getImports('app/routes/clients/view.tsx', "const view = await import('../home/home.tsx');"),
  ];
  expect(getCycles(edgesBetween(imports, getFolder))).toEqual([
    ['app/routes/clients', 'app/routes/clients/list'],
  ]);
  expect(edgesBetween(imports, getFolder).map(({ to }) => to)).toEqual([
    'app/routes/clients/list',
    'app/routes/clients',
    'app/routes/clients/list',
    'app/routes/home',
  ]);
  expect(getFolder('app/env.server.ts')).toBe('app/env.server.ts');
});
