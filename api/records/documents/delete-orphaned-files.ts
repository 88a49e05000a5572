import type { Kysely } from 'kysely';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import type { DocumentFiles } from './receive-file.ts';
import { sweepStaging } from './staging.ts';
import { retainedDocumentIds } from './store.ts';

const daySeconds = 24 * 60 * 60;

/** Files checked and removed per batch. */
const filesPerBatch = 500;

/** The instant in a UUIDv7, in milliseconds; undefined for any other text. */
function madeAt(id: string): number | undefined {
  const hex = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.exec(id);
  return hex === null ? undefined : Number.parseInt(`${hex[1]}${hex[2]}`, 16);
}

/** Document of a storage key; undefined for keys that are not documents. */
function documentIdIn(key: string): string | undefined {
  return /^[0-9a-f-]{36}\/([0-9a-f-]{36})\/(?:file|thumbnail)$/.exec(key)?.[1];
}

/**
 * Removes files at least a day old that no document refers to, because their upload was rejected or the server died, or whose document
 * was removed; and staged files of the same age. A file is written before its row, so a younger one may still get its row.
 */
export async function sweepFiles(deps: {
  db: Kysely<Schema>;
  files: DocumentFiles;
  now: () => Date;
}): Promise<{ looked: number; swept: number; staged: number }> {
  const { db, files, now } = deps;
  const before = new Date(now().getTime() - daySeconds * 1000);
  let looked = 0;
  let swept = 0;
  for await (const keys of files.storage.pages()) {
    for (let at = 0; at < keys.length; at += filesPerBatch) {
      const old = keys.slice(at, at + filesPerBatch).flatMap((key) => {
        const id = documentIdIn(key);
        const made = id === undefined ? undefined : madeAt(id);
        return id !== undefined && made !== undefined && made < before.getTime() ? [{ key, id }] : [];
      });
      const retainedIds = await retainedDocumentIds(db, [...new Set(old.map(({ id }) => id))]);
      const orphans = old.filter(({ id }) => !retainedIds.has(id));
      await Promise.all(orphans.map(({ key }) => files.storage.remove(key)));
      looked += old.length;
      swept += orphans.length;
    }
  }
  return { looked, swept, staged: await sweepStaging(files.incomingFolder, before) };
}
