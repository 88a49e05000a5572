import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const topFolders = [
  'api',
  'app',
  'contract',
  'demo',
  'diagrams',
  'rules',
  'sandbox',
  'scripts',
  'server',
  'tests',
];

/** Modules of each folder. Migrations are one list, in the order of their numbers. */
function countModules(folder: string): { folder: string; modules: number }[] {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  const modules = entries.filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name)).length;
  const below = entries.filter((entry) => entry.isDirectory() && entry.name !== 'migrations');
  return [{ folder, modules }, ...below.flatMap(({ name }) => countModules(join(folder, name)))];
}

test('folders have at most 25 modules, two of them excepted', () => {
  const counted = topFolders.flatMap(countModules);
  expect(counted.length).toBeGreaterThan(150);
  const larger = counted.filter(({ modules }) => modules > 25);
  expect(larger.length, JSON.stringify(larger)).toBeLessThanOrEqual(2);
});
