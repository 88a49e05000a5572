import type { Insertable } from 'kysely';
import { regimesBySource } from '#rules/required-lists.ts';
import { getRegimes, type SanctionsRegime } from '#rules/sanctions.ts';
import type { ScreeningListEntitiesTable } from '../../kernel/database/tables/screening-list-tables.ts';
import { type asListOperator, busy, type ImportDeps } from './list-operator.ts';
import type { ListSummary } from './parsing/list-format.ts';
import type { readList } from './parsing/parse-list.ts';
import { entityContentHash, entityRevision } from './revision.ts';
import {
  getHashesPage,
  insertEntities,
  type ListRow,
  renewToken,
  type StoredEntity,
  type VersionRow,
} from './store.ts';

type EntityRow = Insertable<ScreeningListEntitiesTable>;

/** Changes of a version compared with the previous one. */
export interface VersionCounts {
  entities: number;
  added: number;
  changed: number;
  /** Only remarks, addresses or similar changed. */
  reworded: number;
  removed: number;
}

/** Entities per transaction, which blocks all others on the embedded database. */
const rowsPerBatch = 400;
export const rowsPerPage = 4000;

/** An import that holds its list. */
export interface StartedImport {
  list: ListRow;
  token: string;
  /** The version in use. */
  former: VersionRow | undefined;
  /** A pending or interrupted version that this import replaces. */
  leftOver: VersionRow | undefined;
}

/** Content hashes of the active version by entity id, for comparison. */
async function hashesInUse(
  inKeeper: ReturnType<typeof asListOperator>,
  list: ListRow,
): Promise<Map<string, Omit<StoredEntity, 'id'>>> {
  const known = new Map<string, Omit<StoredEntity, 'id'>>();
  if (list.current_version === 0) return known;
  for (let after = ''; ; ) {
    const pageRange = { listId: list.id, version: list.current_version, after, limit: rowsPerPage };
    const page = await inKeeper((trx) => getHashesPage(trx, pageRange));
    for (const { id, ...hashes } of page) known.set(id, hashes);
    if (page.length < rowsPerPage) return known;
    after = page.at(-1)?.id ?? '';
  }
}

/** Writes rows of a version in short transactions while this import holds the list. */
function createWriter(
  inKeeper: ReturnType<typeof asListOperator>,
  deps: ImportDeps,
  { list, token }: StartedImport,
  version: number,
) {
  let batch: EntityRow[] = [];
  async function flush(): Promise<void> {
    const rows = batch;
    batch = [];
    await inKeeper(async (trx) => {
      if (!(await renewToken(trx, list.id, token, deps.now().toISOString()))) throw busy();
      if (rows.length > 0) await insertEntities(trx, rows);
    });
  }
  return {
    flush,
    async add(
      row: Pick<EntityRow, 'entity_id' | 'revision' | 'content_hash' | 'entity' | 'former_revisions'>,
    ): Promise<void> {
      batch.push({
        list_id: list.id,
        company_id: list.company_id,
        from_version: version,
        until_version: null,
        ...row,
      });
      if (batch.length >= rowsPerBatch) await flush();
    },
  };
}

/**
 * Revisions whose decisions apply to an entry as read now. Only the publisher can change an entry: another reading of the same file retains
 * them, as do changes that are not material.
 */
function formerRevisions(
  former: Omit<StoredEntity, 'id'> | undefined,
  revision: string,
  isReread: boolean,
): string[] {
  if (former === undefined) return [];
  if (former.revision === revision) return former.formerRevisions;
  return isReread ? [...former.formerRevisions, former.revision] : [];
}

/**
 * Reads the whole list and writes its differences from the active version, without activating anything.
 * @param isReread whether the files are the active version's
 */
export async function writeDifferences(
  inKeeper: ReturnType<typeof asListOperator>,
  deps: ImportDeps,
  started: StartedImport,
  { version, isReread }: { version: number; isReread: boolean },
  reading: ReturnType<typeof readList>,
): Promise<{ counts: VersionCounts; summary: ListSummary; regimes: SanctionsRegime[] }> {
  const known = await hashesInUse(inKeeper, started.list);
  const counts: VersionCounts = { entities: 0, added: 0, changed: 0, reworded: 0, removed: 0 };
  const writer = createWriter(inKeeper, deps, started, version);
  const { source, name: listName } = started.list;
  const regimes = new Set(regimesBySource[source]);
  for await (const entity of reading.entities) {
    counts.entities += 1;
    if (source === 'opensanctions')
      for (const regime of getRegimes({ source, listName, entity })) regimes.add(regime);
    const [revision, contentHash] = [entityRevision(entity), entityContentHash(entity)];
    const former = known.get(entity.id);
    known.delete(entity.id);
    if (former?.contentHash === contentHash) continue;
    if (former === undefined) counts.added += 1;
    else if (former.revision !== revision) counts.changed += 1;
    else counts.reworded += 1;
    await writer.add({
      entity_id: entity.id,
      revision,
      content_hash: contentHash,
      entity: JSON.stringify(entity),
      former_revisions: formerRevisions(former, revision, isReread),
    });
  }
  for (const id of known.keys()) {
    counts.removed += 1;
    await writer.add({ entity_id: id, revision: null, content_hash: null, entity: null });
  }
  await writer.flush();
  return { counts, summary: reading.summary(), regimes: [...regimes] };
}
