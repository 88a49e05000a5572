import { type Insertable, type Selectable, sql } from 'kysely';
import {
  listVersionStatuses,
  liveListVersionStatuses,
  unusedListVersionStatuses,
} from '#rules/screening/list-version-status.ts';
import type { ListedEntity } from '#rules/screening/screening-records.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import type {
  ScreeningListEntitiesTable,
  ScreeningListsTable,
  ScreeningListVersionsTable,
} from '../../kernel/database/tables/screening-list-tables.ts';
import { readerVersions } from './parsing/list-format.ts';
import type { ListOwner } from './sources.ts';

export type ListRow = Selectable<ScreeningListsTable>;
export type VersionRow = Selectable<ScreeningListVersionsTable>;

/** The list of an owner, if it exists; optionally locked until the transaction ends. */
export function readListFor(
  trx: Trx,
  { companyId, source }: ListOwner,
  { lock = false } = {},
): Promise<ListRow | undefined> {
  return trx
    .selectFrom('screening_lists')
    .selectAll()
    .where('source', '=', source)
    .where('company_id', companyId === null ? 'is' : '=', companyId)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
}

export function readListById(trx: Trx, id: string): Promise<ListRow | undefined> {
  return trx.selectFrom('screening_lists').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Owners of lists in use that an older reader read or that have unread rows; null is the operator. Runs as `assay_jobs`. */
export async function ownersOfMisreadLists(trx: Trx): Promise<(string | null)[]> {
  const { rows } = await sql<{ owner: string | null }>`
    SELECT company_id AS owner FROM owners_of_misread_lists(${JSON.stringify(readerVersions)}::jsonb)`.execute(
    trx,
  );
  return rows.map(({ owner }) => owner);
}

/** Inserts a list unless it exists. */
export async function insertList(trx: Trx, owner: ListOwner, id: string, at: string): Promise<void> {
  await trx
    .insertInto('screening_lists')
    .values({ id, company_id: owner.companyId, source: owner.source, name: owner.name, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function changeList(
  trx: Trx,
  id: string,
  change: Partial<Omit<Insertable<ScreeningListsTable>, 'id' | 'company_id' | 'source'>>,
): Promise<void> {
  await trx.updateTable('screening_lists').set(change).where('id', '=', id).execute();
}

/** Renews an import's lock on its list. @returns whether it was still held */
export async function renewToken(trx: Trx, id: string, token: string, at: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('screening_lists')
    .set({ import_renewed_at: at })
    .where('id', '=', id)
    .where('import_token', '=', token)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function insertVersion(
  trx: Trx,
  version: Insertable<ScreeningListVersionsTable>,
): Promise<void> {
  await trx.insertInto('screening_list_versions').values(version).execute();
}

export function readVersion(trx: Trx, listId: string, version: number): Promise<VersionRow | undefined> {
  return trx
    .selectFrom('screening_list_versions')
    .selectAll()
    .where('list_id', '=', listId)
    .where('version', '=', version)
    .executeTakeFirst();
}

/** The version being imported, pending confirmation, or discarded with rows left, if any. */
export function readWaiting(trx: Trx, listId: string): Promise<VersionRow | undefined> {
  return trx
    .selectFrom('screening_list_versions')
    .selectAll()
    .where('list_id', '=', listId)
    .where('status', 'in', unusedListVersionStatuses)
    .executeTakeFirst();
}

export async function changeVersion(
  trx: Trx,
  listId: string,
  version: number,
  change: Partial<Omit<Insertable<ScreeningListVersionsTable>, 'list_id' | 'version' | 'company_id'>>,
): Promise<void> {
  await trx
    .updateTable('screening_list_versions')
    .set(change)
    .where('list_id', '=', listId)
    .where('version', '=', version)
    .execute();
}

export interface StoredEntity {
  id: string;
  revision: string;
  contentHash: string;
  /** Revisions of former readings, whose decisions apply. */
  formerRevisions: string[];
}

/** Content hashes of a version's entities by id, paged after `after`. */
export async function getHashesPage(
  trx: Trx,
  page: { listId: string; version: number; after: string; limit: number },
): Promise<StoredEntity[]> {
  const rows = await inVersion(trx, page.listId, page.version)
    .select(['entity_id', 'revision', 'content_hash', 'former_revisions'])
    .where('entity_id', '>', page.after)
    .orderBy('entity_id')
    .limit(page.limit)
    .execute();
  return rows.map((row) => ({
    id: row.entity_id,
    revision: row.revision ?? '',
    contentHash: row.content_hash ?? '',
    formerRevisions: row.former_revisions,
  }));
}

/** Entities of a version by id. */
export async function getEntitiesPage(
  trx: Trx,
  page: { listId: string; version: number; after: string; limit: number },
): Promise<{ entity: ListedEntity; revision: string; formerRevisions: string[] }[]> {
  const rows = await inVersion(trx, page.listId, page.version)
    .select(['entity', 'revision', 'former_revisions'])
    .where('entity_id', '>', page.after)
    .orderBy('entity_id')
    .limit(page.limit)
    .execute();
  return rows.flatMap(({ entity, revision, former_revisions }) =>
    entity === null || revision === null ? [] : [{ entity, revision, formerRevisions: former_revisions }],
  );
}

function inVersion(trx: Trx, listId: string, version: number) {
  return trx
    .selectFrom('screening_list_entities')
    .where('list_id', '=', listId)
    .where('from_version', '<=', version)
    .where((where) => where.or([where('until_version', 'is', null), where('until_version', '>', version)]))
    .where('entity', 'is not', null);
}

/** Inserts rows of a version that is not active yet. */
export async function insertEntities(
  trx: Trx,
  rows: readonly Insertable<ScreeningListEntitiesTable>[],
): Promise<void> {
  await trx
    .insertInto('screening_list_entities')
    .values([...rows])
    .execute();
}

/**
 * Closes the rows that a version replaces or removes, effective with its activation. The previous version must be
 * active.
 */
export async function closeReplaced(trx: Trx, listId: string, version: number): Promise<void> {
  await sql`UPDATE screening_list_entities AS former SET until_version = ${version}
    FROM screening_list_entities AS newer
    WHERE former.list_id = ${listId} AND former.until_version IS NULL AND former.from_version < ${version}
      AND newer.list_id = ${listId} AND newer.from_version = ${version} AND newer.entity_id = former.entity_id`.execute(
    trx,
  );
}

/** Deletes some rows of a version that was never active. @returns whether there may be more */
export async function deleteSomeEntities(
  trx: Trx,
  listId: string,
  version: number,
  limit: number,
): Promise<boolean> {
  const page = await trx
    .selectFrom('screening_list_entities')
    .select('entity_id')
    .where('list_id', '=', listId)
    .where('from_version', '=', version)
    .orderBy('entity_id')
    .limit(limit)
    .execute();
  const [first, last] = [page[0], page.at(-1)];
  if (first === undefined || last === undefined) return false;
  // An index range, because with a subquery the planner would scan rows of a table without statistics once for each.
  await trx
    .deleteFrom('screening_list_entities')
    .where('list_id', '=', listId)
    .where('from_version', '=', version)
    .where('entity_id', '>=', first.entity_id)
    .where('entity_id', '<=', last.entity_id)
    .execute();
  return page.length === limit;
}

export async function deleteVersion(trx: Trx, listId: string, version: number): Promise<void> {
  await trx
    .deleteFrom('screening_list_versions')
    .where('list_id', '=', listId)
    .where('version', '=', version)
    .where('status', 'in', unusedListVersionStatuses)
    .execute();
}

/** A list with its active and pending versions. */
export interface ListWithVersions {
  list: ListRow;
  inUse: VersionRow | undefined;
  held: VersionRow | undefined;
}

/** Lists visible to the transaction with their live versions: a handful of rows. */
export async function readLists(trx: Trx): Promise<ListWithVersions[]> {
  const lists = await trx.selectFrom('screening_lists').selectAll().orderBy('name').orderBy('id').execute();
  if (lists.length === 0) return [];
  const versions = await trx
    .selectFrom('screening_list_versions')
    .selectAll()
    .where('status', 'in', liveListVersionStatuses)
    .where(
      'list_id',
      'in',
      lists.map(({ id }) => id),
    )
    .execute();
  return lists.map((list) => ({
    list,
    inUse: versions.find(({ list_id, status }) => list_id === list.id && status === 'inUse'),
    held: versions.find(({ list_id, status }) => list_id === list.id && status === 'held'),
  }));
}

/** Versions of a list that are or were active, newest first, below `before`. */
export function getVersionsPage(
  trx: Trx,
  page: { listId: string; before: number | undefined; limit: number },
): Promise<VersionRow[]> {
  const { listId, before, limit } = page;
  return trx
    .selectFrom('screening_list_versions')
    .selectAll()
    .where('list_id', '=', listId)
    .where('status', 'in', listVersionStatuses)
    .$if(before !== undefined, (query) => query.where('version', '<', before ?? 0))
    .orderBy('version', 'desc')
    .limit(limit)
    .execute();
}

export interface ChangeRow {
  entityId: string;
  /** Null if the entity was removed. */
  entity: ListedEntity | null;
  revision: string | null;
  /** Revisions of former readings of the entity, whose decisions apply; null if it was removed. */
  formerRevisions: string[] | null;
  /** The previous state; null if the entity was added. */
  formerEntity: ListedEntity | null;
  formerRevision: string | null;
}

/**
 * Changes of one version by entity id: every row that starts with it, with the row that it closed. Rows that differ
 * only in wording have the same revision.
 */
export async function getChangesPage(
  trx: Trx,
  page: { listId: string; version: number; after: string; limit: number },
): Promise<ChangeRow[]> {
  const { rows } = await sql<ChangeRow>`
    SELECT n.entity_id AS "entityId", n.entity, n.revision, n.former_revisions AS "formerRevisions", f.entity AS "formerEntity", f.revision AS "formerRevision"
      FROM screening_list_entities n
      LEFT JOIN screening_list_entities f ON f.list_id = n.list_id AND f.entity_id = n.entity_id
        AND f.from_version < n.from_version
        AND (f.until_version = n.from_version OR f.until_version IS NULL)
     WHERE n.list_id = ${page.listId} AND n.from_version = ${page.version} AND n.entity_id > ${page.after}
     ORDER BY n.entity_id LIMIT ${page.limit}`.execute(trx);
  return rows;
}

/**
 * Differences between two versions of a list by entity id: every entity with a row that starts or ends after `since`
 * and not after `version`, in both states.
 */
export async function getDifferencesPage(
  trx: Trx,
  page: { listId: string; since: number; version: number; after: string; limit: number },
): Promise<ChangeRow[]> {
  const { listId, since, version, after, limit } = page;
  const { rows } = await sql<ChangeRow>`
    WITH touched AS (
      SELECT DISTINCT entity_id FROM screening_list_entities
       WHERE list_id = ${listId} AND from_version > ${since} AND from_version <= ${version} AND entity_id > ${after}
       ORDER BY entity_id LIMIT ${limit})
    SELECT t.entity_id AS "entityId", n.entity, n.revision, n.former_revisions AS "formerRevisions", f.entity AS "formerEntity", f.revision AS "formerRevision"
      FROM touched t
      LEFT JOIN screening_list_entities n ON n.list_id = ${listId} AND n.entity_id = t.entity_id
        AND n.from_version <= ${version} AND (n.until_version IS NULL OR n.until_version > ${version})
      LEFT JOIN screening_list_entities f ON f.list_id = ${listId} AND f.entity_id = t.entity_id
        AND f.from_version <= ${since} AND (f.until_version IS NULL OR f.until_version > ${since})
     ORDER BY t.entity_id`.execute(trx);
  return rows;
}
