import { type Kysely, sql } from 'kysely';
import type { Schema, Trx } from '../../kernel/database/tables/schema.ts';
import { asJobs } from '../../kernel/database/tenancy.ts';

/** Advisory lock between storing documents (shared) and deciding that files have none (exclusive): an arbitrary constant. */
const filesLock = 7_423_003;

/** Waits for a sweep that decides which files have no document; one that starts later waits for this transaction. */
export async function lockAgainstSweep(trx: Trx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock_shared(${sql.lit(filesLock)})`.execute(trx);
}

/** Those of these storage keys that are being deleted or were. */
export async function readTombstoned(trx: Trx, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const rows = await trx.selectFrom('file_tombstones').select('key').where('key', 'in', keys).execute();
  return rows.map(({ key }) => key);
}

/** Records that files of the transaction's company are to be deleted; the sweep does what a stopped process left. */
export async function insertTombstones(
  trx: Trx,
  {
    companyId,
    keys,
    cause,
    at,
  }: { companyId: string; keys: readonly string[]; cause: 'removed' | 'destroyed'; at: string },
): Promise<void> {
  if (keys.length === 0) return;
  await trx
    .insertInto('file_tombstones')
    .values(keys.map((key) => ({ company_id: companyId, key, cause, created_at: at, delete_after: at })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** A file that is due to be deleted. */
export interface DueFile {
  companyId: string;
  key: string;
  cause: 'removed' | 'destroyed' | 'orphaned';
}

/** Files due to be deleted, of removed and destroyed documents first, with at most `orphans` others. */
export function listDueFiles(
  db: Kysely<Schema>,
  { now, limit, orphans }: { now: string; limit: number; orphans: number },
): Promise<DueFile[]> {
  const due = (isOrphan: boolean, most: number) =>
    asJobs(db, (trx) =>
      trx
        .selectFrom('file_tombstones')
        .select(['company_id as companyId', 'key', 'cause'])
        .where('deleted_at', 'is', null)
        .where('delete_after', '<=', now)
        .where('cause', isOrphan ? '=' : '!=', 'orphaned')
        .orderBy('delete_after')
        .limit(most)
        .execute(),
    );
  return due(false, limit).then(async (first) =>
    first.length > 0 || orphans <= 0 ? first : due(true, Math.min(limit, orphans)),
  );
}

/** Notes which files were deleted, and forgets those that a document names after all. */
export async function finishTombstones(
  db: Kysely<Schema>,
  { deleted, named, at }: { deleted: readonly string[]; named: readonly string[]; at: string },
): Promise<void> {
  await asJobs(db, async (trx) => {
    if (deleted.length > 0)
      await trx.updateTable('file_tombstones').set({ deleted_at: at }).where('key', 'in', deleted).execute();
    if (named.length > 0) await trx.deleteFrom('file_tombstones').where('key', 'in', named).execute();
  });
}

/** Deletes rows of files deleted before an instant. */
export async function forgetTombstones(db: Kysely<Schema>, before: string): Promise<void> {
  await asJobs(db, (trx) => trx.deleteFrom('file_tombstones').where('deleted_at', '<', before).execute());
}

/** A file in the storage with the document that its key names. */
export interface StoredKey {
  companyId: string;
  documentId: string;
  key: string;
}

/**
 * Marks those of these files that no document names, to be deleted later. Transactions that are storing documents are waited for. Files
 * of companies that the database does not have are left alone.
 * @returns how many were marked
 */
export function markOrphans(
  db: Kysely<Schema>,
  files: readonly StoredKey[],
  { at, deleteAfter }: { at: string; deleteAfter: string },
): Promise<number> {
  if (files.length === 0) return Promise.resolve(0);
  return asJobs(db, async (trx) => {
    await sql`SELECT pg_advisory_xact_lock(${sql.lit(filesLock)})`.execute(trx);
    const unique = (values: readonly string[]) => [...new Set(values)];
    const named = await trx
      .selectFrom('documents')
      .select('id')
      .where('id', 'in', unique(files.map(({ documentId }) => documentId)))
      .where('purged_at', 'is', null)
      .execute();
    const companies = await trx
      .selectFrom('companies')
      .select('id')
      .where('id', 'in', unique(files.map(({ companyId }) => companyId)))
      .execute();
    const namedIds = new Set(named.map(({ id }) => id));
    const known = new Set(companies.map(({ id }) => id));
    const orphans = files.filter(
      ({ documentId, companyId }) => !namedIds.has(documentId) && known.has(companyId),
    );
    if (orphans.length === 0) return 0;
    const marked = await trx
      .insertInto('file_tombstones')
      .values(
        orphans.map(({ companyId, key }) => ({
          company_id: companyId,
          key,
          cause: 'orphaned' as const,
          created_at: at,
          delete_after: deleteAfter,
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .returning('key')
      .execute();
    return marked.length;
  });
}

/** The marker as the database knows it. */
export function readMarker(
  db: Kysely<Schema>,
): Promise<{ marker: string | null; next: string | null } | undefined> {
  return asJobs(db, (trx) =>
    trx.selectFrom('file_storage_marker').select(['marker', 'next_marker as next']).executeTakeFirst(),
  );
}

export async function writeMarker(
  db: Kysely<Schema>,
  { marker, next, at }: { marker: string | null; next: string | null; at: string },
): Promise<void> {
  const values = { marker, next_marker: next, set_at: at };
  await asJobs(db, (trx) =>
    trx
      .insertInto('file_storage_marker')
      .values(values)
      .onConflict((conflict) => conflict.column('only_one').doUpdateSet(values))
      .execute(),
  );
}
