import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RouteEntry } from '#app/route-table.ts';
import routes from '#app/routes.ts';
import { projectRoot } from '#tests/support/project-root.ts';

/** The matches of a pattern's group in the sources of a folder. */
const findIn = (folder: string, pattern: RegExp) =>
  readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .flatMap((path) => [...readFileSync(join(projectRoot, folder, path), 'utf8').matchAll(pattern)])
    .map(([, found = '']) => found);

/** Paths of the routes whose module has a page; `/` only redirects. */
function pagesOf(entries: readonly RouteEntry[]): string[] {
  return entries.flatMap(({ path, file, children = [] }) => {
    const isPage =
      path !== undefined &&
      path !== '/' &&
      /^export default /m.test(readFileSync(join(projectRoot, 'app', file), 'utf8'));
    return [...(isPage ? [path === '*' ? path : `/${path}`] : []), ...pagesOf(children)];
  });
}

/** Pages outside the table of routes whose path is no literal where they are served. */
const others = ['/api/v1/docs', '/sandbox/identity-provider'];

test('journeys check the page of every route with axe, in the sandbox too', () => {
  const checked = findIn('tests/e2e', /expectAccessible(?:Pages)?\(\s*page,\s*'([^']+)'/g);
  const pages = [...pagesOf(routes), ...findIn('sandbox', /\.get\('(\/sandbox\/[^']+)'/g), ...others];
  expect([...new Set(checked)].sort()).toEqual([...new Set(pages)].sort());
});
