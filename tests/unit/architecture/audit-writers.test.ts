import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** What commands and works do for an area: an area that imports it writes audit events, or keeps idempotency keys, by itself. */
const runnersOwn = ['recordEvent', 'recordEvents', 'openWork', 'respondOnce'];

/** The runner and its modules. */
const runner = [
  'api/kernel/audit/record-event.ts',
  'api/kernel/command/command.ts',
  'api/kernel/command/work.ts',
  'api/kernel/idempotency/idempotent-response.ts',
];

/** Uploads are streamed before their transaction starts, so they hold the idempotency key around their own unit of work. */
const uploads = ['api/records/documents/service.ts respondOnce'];

const getImports = (source: string) =>
  [...source.matchAll(/import\s*(?:type\s*)?\{([^}]*)\}\s*from/g)]
    .flatMap(([, names = '']) => names.split(',').map((name) => name.trim().split(' ')[0] ?? ''))
    .filter((name) => runnersOwn.includes(name));

const found = ['api', 'demo']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, String(name))),
  )
  .filter((name) => name.endsWith('.ts') && !runner.includes(name))
  .sort()
  .flatMap((file) => getImports(readFileSync(join(root, file), 'utf8')).map((name) => `${file} ${name}`));

test('commands and works alone write audit events and keep idempotency keys, but for uploads', () => {
  expect(found.filter((line) => !uploads.includes(line))).toEqual([]);
});

test('no upload is listed that is gone', () => {
  expect(uploads.filter((line) => !found.includes(line))).toEqual([]);
});

test('an import reserved to the runner is detected', () => {
  expect(getImports("import { type A, recordEvent } from './record-event.ts';")).toEqual(['recordEvent']);
  expect(getImports("import { inWork } from '../command/work.ts';")).toEqual([]);
});
