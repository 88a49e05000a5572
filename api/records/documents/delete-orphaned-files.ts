import type { Kysely } from 'kysely';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import type { DocumentFiles } from './receive-file.ts';
import { sweepStaging } from './staging.ts';
import { renewMarker } from './storage-marker.ts';
import { retainedDocumentIds } from './store.ts';
import {
  type DueFile,
  finishTombstones,
  forgetTombstones,
  listDueFiles,
  markOrphans,
  type StoredKey,
} from './tombstones-store.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Files checked and removed per batch. */
const filesPerBatch = 500;

/** Files without a document deleted in one run: a mistake, wherever it is, never costs more in a night. */
const maxOrphansPerRun = 1000;

/** How long a file without a document is left after it was found. */
const orphanWaitMs = dayMs;

const tombstoneMs = 30 * dayMs;

interface Deps {
  db: Kysely<Schema>;
  files: DocumentFiles;
  now: () => Date;
}

/** The instant in a UUIDv7, in milliseconds; undefined for any other text. */
function madeAt(id: string): number | undefined {
  const hex = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.exec(id);
  return hex === null ? undefined : Number.parseInt(`${hex[1]}${hex[2]}`, 16);
}

/** What a storage key names, also of a file that was never completed; undefined for keys that are not documents. */
function parseKey(key: string): (StoredKey & { isUnfinished: boolean }) | undefined {
  const [, companyId, documentId, draft] =
    /^([0-9a-f-]{36})\/([0-9a-f-]{36})\/(?:file|thumbnail)(\.[0-9a-f-]{36}\.unfinished)?$/.exec(key) ?? [];
  if (companyId === undefined || documentId === undefined) return undefined;
  return { companyId, documentId, key, isUnfinished: draft !== undefined };
}

/** Deletes what is due. A file without a document is checked once more: a document that names it keeps it. */
async function deleteDue({ db, files, now }: Deps): Promise<number> {
  let deleted = 0;
  for (let orphans = maxOrphansPerRun; ; ) {
    const at = now().toISOString();
    const due = await listDueFiles(db, { now: at, limit: filesPerBatch, orphans });
    if (due.length === 0) return deleted;
    const getId = ({ key }: DueFile) => parseKey(key)?.documentId ?? '';
    const found = due.filter(({ cause }) => cause === 'orphaned');
    orphans -= found.length;
    const named = await retainedDocumentIds(db, [...new Set(found.map(getId))]);
    const isNamed = (file: DueFile) => file.cause === 'orphaned' && named.has(getId(file));
    const gone = due.filter((file) => !isNamed(file)).map(({ key }) => key);
    // A file before its tombstone's end: what a stopped process leaves is deleted again.
    await Promise.all(gone.map((key) => files.storage.remove(key)));
    await finishTombstones(db, { deleted: gone, named: due.filter(isNamed).map(({ key }) => key), at });
    deleted += gone.length;
  }
}

/** Marks files at least a day old that no document refers to. A file is written before its row, so a younger one may still get its row. */
async function markUnnamed({ db, files, now }: Deps): Promise<{ looked: number; marked: number }> {
  const at = now();
  const deadlines = {
    at: at.toISOString(),
    deleteAfter: new Date(at.getTime() + orphanWaitMs).toISOString(),
  };
  let looked = 0;
  let marked = 0;
  for await (const keys of files.storage.pages()) {
    for (let from = 0; from < keys.length; from += filesPerBatch) {
      const old = keys.slice(from, from + filesPerBatch).flatMap((key) => {
        const parsed = parseKey(key);
        const made = parsed && madeAt(parsed.documentId);
        return parsed && made !== undefined && made < at.getTime() - dayMs ? [parsed] : [];
      });
      looked += old.length;
      // No document ever names an unfinished file.
      await Promise.all(
        old.filter(({ isUnfinished }) => isUnfinished).map(({ key }) => files.storage.remove(key)),
      );
      marked += await markOrphans(
        db,
        old.filter(({ isUnfinished }) => !isUnfinished),
        deadlines,
      );
    }
  }
  return { looked, marked };
}

/**
 * Deletes files of removed and destroyed documents that are still there, and those found a day ago to have no document, because their
 * upload was rejected or the server died; finds further such files; and deletes staged files of that age. A run that stops half way is
 * continued by the next. `isForeign`: database and storage do not belong together, so that nothing without a document was touched.
 */
export async function sweepFiles(deps: Deps): Promise<{
  looked: number;
  marked: number;
  swept: number;
  staged: number;
  isForeign: boolean;
}> {
  const { db, files, now } = deps;
  const isOwn = await renewMarker({ db, storage: files.storage, now });
  const swept = isOwn ? await deleteDue(deps) : 0;
  const { looked, marked } = isOwn ? await markUnnamed(deps) : { looked: 0, marked: 0 };
  await forgetTombstones(db, new Date(now().getTime() - tombstoneMs).toISOString());
  const staged = await sweepStaging(files.incomingFolder, new Date(now().getTime() - dayMs));
  return { looked, marked, swept, staged, isForeign: !isOwn };
}
