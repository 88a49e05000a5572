import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importOperatorList } from '#api/records/screening-lists/operator-import.ts';
import type { ListFile } from '#api/records/screening-lists/parsing/files/list-file.ts';
import { publishedFiles } from '#sandbox/lists/files.ts';
import { isListKey, listKeys } from '#sandbox/lists/listed.ts';
import type { TestApi } from './api.ts';

/** Files of one of the sandbox's lists, in its first edition or another, as downloads store them. */
export async function publishedList(source: string, edition = 1): Promise<ListFile[]> {
  const files = isListKey(source) ? await publishedFiles(source, edition) : [];
  return Promise.all(
    files.map(async ({ name, body }) => {
      const path = join(tmpdir(), `assay-list-${randomUUID()}`);
      await writeFile(path, body);
      return { name, path };
    }),
  );
}

const imported = new WeakMap<object, Promise<void>>();

/** The lists required by either country's law, with fictional people, current at this moment of the test. */
export async function withRequiredLists({
  database,
  clock,
}: Pick<TestApi, 'database' | 'clock'>): Promise<void> {
  const made =
    imported.get(database) ??
    (async () => {
      for (const source of listKeys) {
        const files = await publishedList(source);
        await importOperatorList(
          { db: database.db, now: clock.now, storage: undefined },
          { source, files, receivedBy: 'schedule' },
        );
        await Promise.all(files.map(({ path }) => rm(path)));
      }
    })();
  imported.set(database, made);
  await made;
  await database.asSuperuser('UPDATE assay.screening_lists SET current_at = $1 WHERE company_id IS NULL', [
    clock.now().toISOString(),
  ]);
}
