import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { v7 as uuidv7 } from 'uuid';
import { formatNumber } from '#rules/format/numbers.ts';
import { inWork, type Work, type WorkActor } from '../../kernel/command/work.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import { keepFiles, keptFilesOf, removeKeptFiles } from './kept-files.ts';
import { asListOperator, busy, type ImportDeps, isListBusy } from './list-operator.ts';
import { tidy } from './parsing/files/cell-text.ts';
import { isListError, listError } from './parsing/files/list-error.ts';
import type { ListFile } from './parsing/files/list-file.ts';
import {
  type ListFormat,
  type ListSummary,
  type ReadingLimits,
  readerVersions,
} from './parsing/list-format.ts';
import { type FoundList, findOneList, readList } from './parsing/parse-list.ts';
import type { ReadingNote } from './parsing/row-log.ts';
import { type ListOwner, suspiciousShrink } from './sources.ts';
import {
  changeList,
  changeVersion,
  closeReplaced,
  deleteSomeEntities,
  deleteVersion,
  insertList,
  insertVersion,
  type ListRow,
  readListFor,
  readVersion,
  readWaiting,
  type VersionRow,
} from './store.ts';
import {
  rowsPerPage,
  type StartedImport,
  type VersionCounts,
  writeDifferences,
} from './write-differences.ts';

/** A list that was imported or already present. */
interface ImportedVersion {
  listId: string;
  version: number;
  counts: VersionCounts;
  notes: ReadingNote[];
  publishedOn: string | null;
}

/**
 * Outcome of an import. `identical`: the files match the active version. `held`: imported, pending confirmation by a
 * person.
 */
export type ImportOutcome =
  | ({ outcome: 'inUse' } & ImportedVersion)
  | ({ outcome: 'held' } & ImportedVersion)
  | { outcome: 'identical'; listId: string; version: number };

export interface ImportRequest {
  owner: ListOwner;
  files: readonly ListFile[];
  /** Required format; default any. */
  format?: ListFormat;
  limits: ReadingLimits;
  /** Activates the list although it appears truncated. */
  confirmDoubts?: boolean;
  /** `command`, `schedule`, `demo`, `reader` for files that are read again, or a member's id. */
  receivedBy: string;
  /** Actor of the import; default the operator. */
  by?: WorkActor;
  /** Runs in the transaction that activates or holds the version, to record its audit event. */
  onImported: (work: Work, taken: ImportOutcome & ImportedVersion) => Promise<void>;
}

/** An import without a write for this long has died with its process. */
const deadAfterMs = 5 * 60_000;

/** The operator as actor in the audit log, for lists of all companies. */
function operatorActor({ companyId }: ListOwner, receivedBy: string): WorkActor {
  return {
    companyId,
    actor: { type: 'system', id: `lists:${receivedBy}`, role: 'operator' },
    requestId: randomUUID(),
    ...(companyId === null ? { rights: 'jobs' as const } : {}),
  };
}

/** SHA-256 of a list's files, concatenated in the order of their format. */
async function getDigest({ files }: FoundList): Promise<string> {
  const hash = createHash('sha256');
  for (const file of files) {
    for await (const chunk of createReadStream(file.path)) hash.update(chunk as Buffer);
    hash.update('\0');
  }
  return hash.digest('hex');
}

/** Deletes a version that was never active, with its rows and files. */
async function discardVersion(
  inKeeper: ReturnType<typeof asListOperator>,
  { storage }: ImportDeps,
  listId: string,
  version: number,
): Promise<void> {
  let more = true;
  while (more) more = await inKeeper((trx) => deleteSomeEntities(trx, listId, version, rowsPerPage));
  const row = await inKeeper((trx) => readVersion(trx, listId, version));
  if (storage !== undefined) await removeKeptFiles(storage, row?.files ?? []);
  await inKeeper((trx) => deleteVersion(trx, listId, version));
}

/** Discards the pending version, if any. */
export async function discardPendingVersion(
  deps: ImportDeps,
  list: Pick<ListRow, 'id' | 'company_id'>,
  version: number,
): Promise<void> {
  await discardVersion(asListOperator(deps.db, { companyId: list.company_id }), deps, list.id, version);
}

async function beginImport(trx: Trx, deps: ImportDeps, owner: ListOwner): Promise<StartedImport> {
  const now = deps.now();
  await insertList(trx, owner, uuidv7({ msecs: now.getTime() }), now.toISOString());
  const list = await readListFor(trx, owner, { lock: true });
  if (list === undefined) throw new Error('A list that was just made is not there.');
  const renewed = list.import_renewed_at === null ? 0 : Date.parse(list.import_renewed_at);
  if (list.import_token !== null && now.getTime() - renewed < deadAfterMs) throw busy();
  const token = randomUUID();
  await changeList(trx, list.id, { import_token: token, import_renewed_at: now.toISOString() });
  const former =
    list.current_version === 0 ? undefined : await readVersion(trx, list.id, list.current_version);
  return { list, token, former, leftOver: await readWaiting(trx, list.id) };
}

function shrinkDoubt(former: VersionRow | undefined, counts: VersionCounts): ReadingNote[] {
  if (former === undefined || counts.entities >= former.entities * (1 - suspiciousShrink)) return [];
  return [
    {
      kind: 'doubt',
      text: `The list has ${formatNumber(counts.entities)} entries but the active version has ${formatNumber(former.entities)}. It may be truncated.`,
    },
  ];
}

/**
 * Requires the columns that the active version fills: one that is gone was removed or has another heading, and its cells would count as
 * blank.
 * @throws ListError naming each.
 */
function requireColumns(
  former: VersionRow | undefined,
  { format, columns }: ListSummary,
  file: string,
): void {
  if (former?.format !== format) return;
  const missing = former.columns.filter((column) => !columns.includes(column)).map((name) => `“${name}”`);
  if (missing.length === 0) return;
  const [what, verb] = missing.length === 1 ? ['column', 'is'] : ['columns', 'are'];
  const reason = `The ${what} ${missing.join(', ')} of the active version ${verb} missing: a heading was changed, or a column was dropped. If it was dropped on purpose, add it with blank cells.`;
  throw listError(file, 1, reason);
}

/** Activates a version in place of the previous one; the caller's transaction holds the list's row. */
export async function activateVersion(
  trx: Trx,
  deps: Pick<ImportDeps, 'now'>,
  list: Pick<ListRow, 'id' | 'current_version'>,
  version: number,
): Promise<void> {
  const at = deps.now().toISOString();
  await closeReplaced(trx, list.id, version);
  if (list.current_version > 0) {
    await changeVersion(trx, list.id, list.current_version, { status: 'superseded', used_until: at });
  }
  await changeVersion(trx, list.id, version, { status: 'inUse', used_since: at });
  await changeList(trx, list.id, { current_version: version });
}

/** Ends a failed import; the active version stays active. */
async function giveUp(
  inKeeper: ReturnType<typeof asListOperator>,
  deps: ImportDeps,
  started: StartedImport,
  version: number | undefined,
  { error, receivedBy }: { error: unknown; receivedBy: string },
): Promise<void> {
  if (isListBusy(error)) return;
  if (version !== undefined) await discardVersion(inKeeper, deps, started.list.id, version);
  const failure = isListError(error) ? error.message : 'The import was interrupted.';
  const at = deps.now().toISOString();
  await inKeeper((trx) =>
    changeList(trx, started.list.id, {
      ...endOfImport,
      checked_at: at,
      failed_at: at,
      failure: tidy(failure.slice(0, 1000)),
      ...(receivedBy === 'schedule' ? { not_fetched_since: started.list.not_fetched_since ?? at } : {}),
    }),
  );
}

/** Columns of a list whose active version is the source's current one. */
const imported = (at: string) =>
  ({ ...endOfImport, ...withoutFailure, checked_at: at, current_at: at, not_fetched_since: null }) as const;

/** Columns of a list whose files are pending confirmation; if they were fetched, the list is out of date from then on. */
const pending = (at: string, { not_fetched_since }: ListRow, receivedBy: string) => ({
  ...endOfImport,
  ...withoutFailure,
  checked_at: at,
  ...(receivedBy === 'schedule' ? { not_fetched_since: not_fetched_since ?? at } : {}),
});

/** Columns of a list after its files were read again, which says nothing about its source: a failure of that remains. */
const readAgain = ({ not_fetched_since }: ListRow) => ({
  ...endOfImport,
  ...(not_fetched_since === null ? withoutFailure : {}),
});

const endOfImport = { import_token: null, import_renewed_at: null } as const;
const withoutFailure = { failed_at: null, failure: null } as const;

/** Whether a version is pending confirmation and was read from the same files by the same reader. */
const isSameReading = (version: VersionRow, { format }: FoundList, sha256: string): boolean =>
  version.status === 'held' &&
  version.sha256 === sha256 &&
  version.format === format &&
  version.reader_version === readerVersions[format];

/** The outcome of files whose version is pending confirmation already. */
const toHeld = (row: VersionRow): ImportOutcome => ({
  outcome: 'held',
  listId: row.list_id,
  version: row.version,
  counts: {
    entities: row.entities,
    added: row.added,
    changed: row.changed,
    reworded: row.reworded,
    removed: row.removed,
  },
  notes: row.notes,
  publishedOn: row.published_on,
});

/** Activates a completely imported version, or holds it if it appears truncated. */
async function activateOrHold(
  work: Work,
  request: ImportRequest,
  started: StartedImport,
  version: number,
  { counts, summary, regimes }: Awaited<ReturnType<typeof writeDifferences>>,
): Promise<ImportOutcome> {
  const { trx, time } = work;
  const notes = [...summary.notes, ...shrinkDoubt(started.former, counts)];
  const isHeld = request.confirmDoubts !== true && notes.some(({ kind }) => kind === 'doubt');
  const { publishedOn } = summary;
  const list = await readListFor(trx, request.owner, { lock: true });
  if (list?.import_token !== started.token) throw busy();
  const taken: ImportOutcome & ImportedVersion = {
    outcome: isHeld ? 'held' : 'inUse',
    listId: list.id,
    version,
    counts,
    notes,
    publishedOn,
  };
  await changeVersion(trx, list.id, version, {
    ...counts,
    status: isHeld ? 'held' : 'importing',
    published_on: publishedOn,
    regimes,
    notes: JSON.stringify(notes),
    columns: summary.filledColumns,
    unread_rows: summary.unreadRows,
  });
  if (!isHeld) await activateVersion(trx, { now: time }, list, version);
  const at = time().toISOString();
  const { receivedBy } = request;
  if (receivedBy === 'reader') await changeList(trx, list.id, readAgain(list));
  else await changeList(trx, list.id, isHeld ? pending(at, list, receivedBy) : imported(at));
  await request.onImported(work, taken);
  return taken;
}

/**
 * Imports a list: written in short transactions beside the active version, activated in one. Files identical to the
 * active or the pending version's create no version, unless a former reader read them; a list that appears truncated is held until a person
 * confirms it.
 * @throws ListError for rejected files, ListBusy while another import of the list runs. The active version then stays
 * active, and the error is stored with the list.
 */
export async function importList(deps: ImportDeps, request: ImportRequest): Promise<ImportOutcome> {
  const { owner } = request;
  const inKeeper = asListOperator(deps.db, owner);
  const started = await inKeeper((trx) => beginImport(trx, deps, owner));
  let version: number | undefined;
  try {
    const found = await findOneList(request.files, request.format);
    const sha256 = await getDigest(found);
    const readerVersion = readerVersions[found.format];
    const isSameFile = started.former?.sha256 === sha256 && started.former.format === found.format;
    if (isSameFile && started.former?.reader_version === readerVersion) {
      const { id, current_version } = started.list;
      await inKeeper((trx) => changeList(trx, id, imported(deps.now().toISOString())));
      return { outcome: 'identical', listId: id, version: current_version };
    }
    const { leftOver } = started;
    if (leftOver !== undefined && request.confirmDoubts !== true && isSameReading(leftOver, found, sha256)) {
      const at = deps.now().toISOString();
      const { list } = started;
      await inKeeper((trx) => changeList(trx, list.id, pending(at, list, request.receivedBy)));
      return toHeld(leftOver);
    }
    if (leftOver !== undefined) await discardVersion(inKeeper, deps, started.list.id, leftOver.version);
    const next = started.list.last_version + 1;
    const kept = deps.storage === undefined ? [] : keptFilesOf(started.list, next, found.files);
    await inKeeper(async (trx) => {
      await insertVersion(trx, {
        list_id: started.list.id,
        version: next,
        company_id: owner.companyId,
        status: 'importing',
        format: found.format,
        sha256,
        file_names: found.files.map(({ name }) => name.slice(0, 200)),
        files: JSON.stringify(kept),
        reader_version: readerVersion,
        received_at: deps.now().toISOString(),
        received_by: request.receivedBy,
      });
      await changeList(trx, started.list.id, { last_version: next });
    });
    version = next;
    if (deps.storage !== undefined) await keepFiles(deps.storage, kept, found.files);
    const receivedOn = deps.now().toISOString().slice(0, 10);
    const reading = readList(found, request.limits, receivedOn);
    const written = await writeDifferences(
      inKeeper,
      deps,
      started,
      { version: next, isReread: isSameFile },
      reading,
    );
    requireColumns(started.former, written.summary, found.files[0]?.name ?? '');
    const by = request.by ?? operatorActor(owner, request.receivedBy);
    return await inWork(deps, by, (work) => activateOrHold(work, request, started, next, written));
  } catch (error) {
    await giveUp(inKeeper, deps, started, version, { error, receivedBy: request.receivedBy });
    throw error;
  }
}
