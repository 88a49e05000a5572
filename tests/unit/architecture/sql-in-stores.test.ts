import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const api = fileURLToPath(new URL('../../../api', import.meta.url));

/** Files whose name marks them as SQL: `store.ts`, and `…-store.ts` where an area has several. */
const isStore = (name: string) => /(^|[/-])store\.ts$/.test(name);

/** Fragments shared by stores, and the schema itself. */
const allowed = ['kernel/database/keyset.ts', 'kernel/database/literals.ts', 'kernel/database/migrations/'];

const builders = [
  'selectFrom',
  'selectNoFrom',
  'selectAll',
  'insertInto',
  'updateTable',
  'deleteFrom',
  'mergeInto',
  'replaceInto',
  'withRecursive',
  'where',
  'whereRef',
  'innerJoin',
  'leftJoin',
  'orderBy',
  'onConflict',
  'returning',
  'returningAll',
  'forUpdate',
];

/** Marks of a query in a source: Kysely's builders, its template, or the import of the template. */
function queriesIn(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const built = [...code.matchAll(/\.(\w+)\(/g)].map(([, name = '']) => name);
  const imported = /import\s+(?!type\b)\{([^}]*)\}\s+from\s+'kysely'/.exec(code)?.[1]?.split(',') ?? [];
  return [
    ...built.filter((name) => builders.includes(name)),
    ...imported.map((name) => name.trim()).filter((name) => name === 'sql' || name.startsWith('sql as ')),
    ...(/\bsql(<[^`]*>)?`/.test(code) ? ['sql`'] : []),
  ];
}

test('SQL is in stores alone', () => {
  const files = readdirSync(api, { recursive: true })
    .map(String)
    .filter(
      (name) => name.endsWith('.ts') && !isStore(name) && !allowed.some((path) => name.startsWith(path)),
    );
  expect(files.length).toBeGreaterThan(300);
  const found = files.flatMap((name) =>
    [...new Set(queriesIn(readFileSync(join(api, name), 'utf8')))].map((query) => `${name} ${query}`),
  );
  expect(found).toEqual([]);
});

test('a query is detected in every form, and a type of Kysely is none', () => {
  expect(queriesIn("const rows = await trx\n  .selectFrom('clients')\n  .execute();")).toEqual([
    'selectFrom',
  ]);
  expect(queriesIn('sql<{ id: string }>`SELECT 1`.execute(trx)')).toEqual(['sql`']);
  expect(queriesIn("import { type Kysely, sql } from 'kysely';")).toEqual(['sql']);
  expect(queriesIn("query.where('id', '=', id)")).toEqual(['where']);
  expect(queriesIn("import type { Kysely } from 'kysely';\n// trx.selectFrom('clients')")).toEqual([]);
  expect(isStore('records/clients/list/list-store.ts') && isStore('records/clients/record/store.ts')).toBe(
    true,
  );
  expect(isStore('records/clients/restore.ts') || isStore('records/stores.ts')).toBe(false);
});
