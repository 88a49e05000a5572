import type { Kysely } from 'kysely';
import {
  type ListChange,
  type ListVersion,
  readListChanges as readChangesEndpoint,
  readScreeningLists as readListsEndpoint,
  readListTemplate as readTemplateEndpoint,
  readListVersions as readVersionsEndpoint,
  type ScreeningList,
} from '#contract/monitoring/screening-lists.ts';
import { can } from '#rules/permissions.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import { queriesFor } from '../../kernel/command/query.ts';
import { byteOrderMark } from '../../kernel/csv.ts';
import { toPage } from '../../kernel/database/keyset.ts';
import type { Schema, Trx } from '../../kernel/database/tables/schema.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import type { DocumentFiles } from '../documents/receive-file.ts';
import { readMemberNames } from '../team/name-store.ts';
import { describeChange, describeEntity } from './format-change.ts';
import { templateCsv } from './parsing/template-csv.ts';
import { getListStates, isOlderReading, isStale, tooLongNotFetched } from './required.ts';
import { type ListOwner, untriedSources } from './sources.ts';
import {
  type ChangeRow,
  getChangesPage,
  getVersionsPage,
  type ListWithVersions,
  readListById,
  readLists,
  readVersion,
  type VersionRow,
} from './store.ts';

export interface ScreeningListsDeps {
  db: Kysely<Schema>;
  now: () => Date;
  files: DocumentFiles;
  /** The external service that replaces the operator's lists, if configured. */
  screeningService?: { name: string; address: string } | undefined;
}

const query = queriesFor<ScreeningListsDeps>();
const handler = handlersFor<ScreeningListsDeps>();

const versionsPerPage = 20;
const changesPerPage = 50;

export const ownList = (companyId: string): ListOwner => ({ companyId, source: 'own', name: 'Our own list' });

/** Sender of a version, as text; `people`: names of the company's members by id. */
function getSender(row: VersionRow, people: ReadonlyMap<string, string>): string {
  if (row.received_by === 'reader') return 'Read again from the stored files';
  if (row.company_id !== null) return people.get(row.received_by) ?? 'A former member';
  const words: Record<string, string> = { schedule: 'Fetched from its source', demo: 'Part of the demo' };
  return words[row.received_by] ?? 'Imported by the operator';
}

function getVersion(row: VersionRow, people: ReadonlyMap<string, string>): ListVersion {
  return {
    version: row.version,
    status: row.status === 'importing' || row.status === 'discarded' ? 'held' : row.status,
    format: row.format,
    fileNames: row.file_names,
    sha256: row.sha256,
    publishedOn: row.published_on,
    entities: row.entities,
    added: row.added,
    changed: row.changed,
    reworded: row.reworded,
    removed: row.removed,
    unreadRows: row.unread_rows,
    notes: row.notes,
    receivedAt: row.received_at,
    receivedBy: getSender(row, people),
    usedSince: row.used_since,
    usedUntil: row.used_until,
  };
}

export function getNames(trx: Trx, rows: readonly (VersionRow | undefined)[]): Promise<Map<string, string>> {
  return readMemberNames(trx, [
    ...new Set(
      rows.flatMap((row) => (row?.company_id && row.received_by !== 'reader' ? [row.received_by] : [])),
    ),
  ]);
}

export function getList(
  { list, inUse, held }: ListWithVersions,
  people: ReadonlyMap<string, string>,
  at: Date,
): ScreeningList {
  return {
    id: list.id,
    source: list.source,
    name: list.name,
    isOwn: list.company_id !== null,
    inUse: inUse === undefined ? null : getVersion(inUse, people),
    held: held === undefined ? null : getVersion(held, people),
    checkedAt: list.checked_at,
    currentAt: list.current_at,
    isStale: isStale({ list, inUse, held }, at),
    isOlderReading: isOlderReading({ list, inUse, held }),
    notFetched: tooLongNotFetched({ list, held }, at),
    regimes: inUse?.regimes ?? [],
    isReaderTried: !untriedSources.includes(list.source),
    failure: list.failed_at === null ? null : { at: list.failed_at, text: list.failure ?? '' },
  };
}

function mayChange(caller: MemberCaller, now: Date): boolean {
  const { member, company } = caller;
  return can({ kind: 'member', ...member }, 'worklists.manage', company, now.toISOString()).allowed;
}

/** GET /screening-lists. Excludes lists that were never imported, except the company's own. */
export const readScreeningLists = query(readListsEndpoint, async ({ trx, deps, caller }) => {
  const lists = await readLists(trx);
  const people = await getNames(
    trx,
    lists.flatMap(({ inUse, held }) => [inUse, held]),
  );
  return {
    service: deps.screeningService ?? null,
    lists: lists.map((list) => getList(list, people, deps.now())),
    required:
      deps.screeningService === undefined ? getListStates(lists, caller.company, deps.now()).required : [],
    mayChange: mayChange(caller, deps.now()),
  };
});

/** GET /screening-lists/:id/versions. */
export const readListVersions = query(
  readVersionsEndpoint,
  async ({ trx, params: { id: listId }, query: { before } }) => {
    if ((await readListById(trx, listId)) === undefined) return null;
    const rows = await getVersionsPage(trx, { listId, before, limit: versionsPerPage + 1 });
    const { items: page, next } = toPage(rows, versionsPerPage, ({ version }) => version);
    const people = await getNames(trx, page);
    return {
      versions: page.map((row) => getVersion(row, people)),
      nextBefore: next,
    };
  },
);

function getChange({ entityId, entity, revision, formerEntity, formerRevision }: ChangeRow): ListChange {
  const displayedEntity = entity ?? formerEntity;
  const about = {
    entityId,
    name: displayedEntity?.names[0]?.text ?? entityId,
    schema: displayedEntity?.schema ?? ('LegalEntity' as const),
  };
  if (entity === null) {
    return {
      ...about,
      change: 'removed',
      details: formerEntity === null ? [] : describeEntity(formerEntity),
    };
  }
  if (formerEntity === null) return { ...about, change: 'added', details: describeEntity(entity) };
  const change = revision === formerRevision ? 'reworded' : 'changed';
  return { ...about, change, details: describeChange(formerEntity, entity) };
}

/** GET /screening-lists/:id/versions/:version/changes. */
export const readListChanges = query(
  readChangesEndpoint,
  async ({ trx, params: { id, version }, query: { after } }) => {
    const list = await readListById(trx, id);
    const row = list === undefined ? undefined : await readVersion(trx, id, version);
    if (list === undefined || row === undefined || row.status === 'importing' || row.status === 'discarded')
      return null;
    const pageRange = { listId: id, version, after: after ?? '', limit: changesPerPage + 1 };
    const rows = await getChangesPage(trx, pageRange);
    const { items: page, next } = toPage(rows, changesPerPage, ({ entityId }) => entityId);
    return {
      list: { id: list.id, name: list.name },
      version: getVersion(row, await getNames(trx, [row])),
      changes: page.map(getChange),
      nextAfter: next,
    };
  },
);

/** GET /screening-lists/template. */
export const readListTemplate = handler(readTemplateEndpoint, async () => {
  async function* chunks() {
    yield byteOrderMark + templateCsv;
  }
  return { fileName: 'screening-list-template.csv', chunks: chunks() };
});
