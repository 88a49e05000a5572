import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Insertable, Kysely, Transaction } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Schema } from '../database/schema.ts';
import type { ScreeningListEntitiesTable } from '../database/screening-list-tables.ts';
import { asJobs, asTenant } from '../database/tenancy.ts';
import { isListFault, listFault } from './reading/list-fault.ts';
import { type FoundList, findOneList, readList } from './reading/read-list.ts';
import type { ListFile, ListFormat, ListSummary, ReadingLimits, ReadingNote } from './reading/reading.ts';
import { entityContentHash, entityRevision } from './revision.ts';
import { type ListOwner, suspiciousShrink } from './sources.ts';
import {
  changeList,
  changeVersion,
  closeReplaced,
  deleteSomeEntities,
  deleteVersion,
  insertEntities,
  insertList,
  insertVersion,
  type ListRow,
  pageOfHashes,
  readListOf,
  readVersion,
  readWaiting,
  renewToken,
  type VersionRow,
} from './store.ts';

type Trx = Transaction<Schema>;
type EntityRow = Insertable<ScreeningListEntitiesTable>;

export interface ImportDeps {
  db: Kysely<Schema>;
  now: () => Date;
}

/** What a version changed against the one before. */
export interface VersionCounts {
  entities: number;
  added: number;
  changed: number;
  /** Nothing but remarks, addresses or the like. */
  reworded: number;
  removed: number;
}

/** A list as it was taken or found. */
export interface TakenVersion {
  listId: string;
  version: number;
  counts: VersionCounts;
  notes: ReadingNote[];
  publishedOn: string | null;
}

/**
 * What became of an import. `identical`: the files are those of the version in use. `held`: everything was read, and a person has to say
 * that it is right.
 */
export type ImportOutcome =
  | ({ outcome: 'inUse' } & TakenVersion)
  | ({ outcome: 'held' } & TakenVersion)
  | { outcome: 'identical'; listId: string; version: number };

export interface ImportRequest {
  owner: ListOwner;
  files: readonly ListFile[];
  /** What the files must be; any format where left out. */
  format?: ListFormat;
  limits: ReadingLimits;
  /** Puts the list into use although it looks cut off. */
  confirmDoubts?: boolean;
  /** `command`, `schedule`, `demo`, or a member's id. */
  receivedBy: string;
  /** Done in the transaction that puts the version into use, or holds it: its audit event. */
  onTaken: (trx: Trx, taken: ImportOutcome & TakenVersion) => Promise<void>;
}

/** Entities written in one transaction, for which everybody else on the embedded database waits. */
const rowsPerBatch = 400;
const rowsPerPage = 4000;

/** An import that has not written for so long has died with its process. */
const deadAfterMs = 5 * 60_000;

/** Transactions with the rights of whoever keeps the list. */
export function asKeeper(db: Kysely<Schema>, { companyId }: Pick<ListOwner, 'companyId'>) {
  return <T>(work: (trx: Trx) => Promise<T>): Promise<T> =>
    companyId === null ? asJobs(db, work) : asTenant(db, companyId, work);
}

/** SHA-256 of a list's files, one after the other in the order that their format gives them. */
async function digestOf({ files }: FoundList): Promise<string> {
  const hash = createHash('sha256');
  for (const file of files) {
    for await (const chunk of createReadStream(file.path)) hash.update(chunk as Buffer);
    hash.update('\0');
  }
  return hash.digest('hex');
}

/** Another import of the same list is under way. */
export interface ListBusy extends Error {
  code: 'list.busy';
}

export function isListBusy(error: unknown): error is ListBusy {
  return error instanceof Error && 'code' in error && error.code === 'list.busy';
}

function busy(): ListBusy {
  return Object.assign(new Error('Another import of this list is under way. Try again in a few minutes.'), {
    code: 'list.busy' as const,
  });
}

/** Removes what a version that never came into use has written, and the version itself. */
async function discardVersion(
  inKeeper: ReturnType<typeof asKeeper>,
  listId: string,
  version: number,
): Promise<void> {
  let more = true;
  while (more) more = await inKeeper((trx) => deleteSomeEntities(trx, listId, version, rowsPerPage));
  await inKeeper((trx) => deleteVersion(trx, listId, version));
}

/** Throws away the version that waits for a person's word, if there is one. */
export async function discardHeld(
  deps: ImportDeps,
  list: Pick<ListRow, 'id' | 'company_id'>,
  version: number,
): Promise<void> {
  await discardVersion(asKeeper(deps.db, { companyId: list.company_id }), list.id, version);
}

interface Begun {
  list: ListRow;
  token: string;
  /** The version in use. */
  former: VersionRow | undefined;
  /** A version that waited, which this import replaces, or that died half way. */
  leftOver: VersionRow | undefined;
}

async function begin(trx: Trx, deps: ImportDeps, owner: ListOwner): Promise<Begun> {
  const now = deps.now();
  await insertList(trx, owner, uuidv7({ msecs: now.getTime() }), now.toISOString());
  const list = await readListOf(trx, owner, { lock: true });
  if (list === undefined) throw new Error('A list that was just made is not there.');
  const renewed = list.import_renewed_at === null ? 0 : Date.parse(list.import_renewed_at);
  if (list.import_token !== null && now.getTime() - renewed < deadAfterMs) throw busy();
  const token = randomUUID();
  await changeList(trx, list.id, { import_token: token, import_renewed_at: now.toISOString() });
  const former =
    list.current_version === 0 ? undefined : await readVersion(trx, list.id, list.current_version);
  return { list, token, former, leftOver: await readWaiting(trx, list.id) };
}

/** What the version in use holds, by id, to compare with. */
async function hashesInUse(
  inKeeper: ReturnType<typeof asKeeper>,
  list: ListRow,
): Promise<Map<string, { revision: string; contentHash: string }>> {
  const known = new Map<string, { revision: string; contentHash: string }>();
  if (list.current_version === 0) return known;
  for (let after = ''; ; ) {
    const asked = { listId: list.id, version: list.current_version, after, limit: rowsPerPage };
    const page = await inKeeper((trx) => pageOfHashes(trx, asked));
    for (const { id, ...hashes } of page) known.set(id, hashes);
    if (page.length < rowsPerPage) return known;
    after = page.at(-1)?.id ?? '';
  }
}

/** Writes rows of a version in short transactions, as long as this import holds the list. */
function createWriter(
  inKeeper: ReturnType<typeof asKeeper>,
  deps: ImportDeps,
  { list, token }: Begun,
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
    async add(row: Pick<EntityRow, 'entity_id' | 'revision' | 'content_hash' | 'entity'>): Promise<void> {
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

/** Reads the list to its end and writes what differs from the version in use. Nothing of it is in use yet. */
async function writeDifferences(
  inKeeper: ReturnType<typeof asKeeper>,
  deps: ImportDeps,
  begun: Begun,
  version: number,
  reading: ReturnType<typeof readList>,
): Promise<{ counts: VersionCounts; summary: ListSummary }> {
  const known = await hashesInUse(inKeeper, begun.list);
  const counts: VersionCounts = { entities: 0, added: 0, changed: 0, reworded: 0, removed: 0 };
  const writer = createWriter(inKeeper, deps, begun, version);
  for await (const entity of reading.entities) {
    counts.entities += 1;
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
    });
  }
  for (const id of known.keys()) {
    counts.removed += 1;
    await writer.add({ entity_id: id, revision: null, content_hash: null, entity: null });
  }
  await writer.flush();
  return { counts, summary: reading.summary() };
}

const figures = new Intl.NumberFormat('en-NZ');

function shrinkDoubt(former: VersionRow | undefined, counts: VersionCounts): ReadingNote[] {
  if (former === undefined || counts.entities >= former.entities * (1 - suspiciousShrink)) return [];
  return [
    {
      kind: 'doubt',
      text: `The list has ${figures.format(counts.entities)} entries and the one in use ${figures.format(former.entities)}: it may be cut off.`,
    },
  ];
}

/** Puts a version into use in place of the one before; the caller's transaction holds the list's row. */
export async function putIntoUse(
  trx: Trx,
  deps: ImportDeps,
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

/** Ends an import that came to nothing; the version in use stays. */
async function giveUp(
  inKeeper: ReturnType<typeof asKeeper>,
  deps: ImportDeps,
  begun: Begun,
  version: number | undefined,
  error: unknown,
): Promise<void> {
  if (isListBusy(error)) return;
  if (version !== undefined) await discardVersion(inKeeper, begun.list.id, version);
  const failure = isListFault(error) ? error.message : 'The import broke off before its end.';
  const at = deps.now().toISOString();
  await inKeeper((trx) =>
    changeList(trx, begun.list.id, {
      import_token: null,
      import_renewed_at: null,
      checked_at: at,
      failed_at: at,
      failure: failure.slice(0, 1000),
    }),
  );
}

async function takeVersion(
  inKeeper: ReturnType<typeof asKeeper>,
  deps: ImportDeps,
  request: ImportRequest,
  begun: Begun,
  version: number,
  { counts, summary }: { counts: VersionCounts; summary: ListSummary },
): Promise<ImportOutcome> {
  const notes = [...summary.notes, ...shrinkDoubt(begun.former, counts)];
  const isHeld = request.confirmDoubts !== true && notes.some(({ kind }) => kind === 'doubt');
  const { publishedOn } = summary;
  return inKeeper(async (trx) => {
    const list = await readListOf(trx, request.owner, { lock: true });
    if (list?.import_token !== begun.token) throw busy();
    const taken: ImportOutcome & TakenVersion = {
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
      notes: JSON.stringify(notes),
    });
    if (!isHeld) await putIntoUse(trx, deps, list, version);
    await changeList(trx, list.id, {
      import_token: null,
      import_renewed_at: null,
      checked_at: deps.now().toISOString(),
      failed_at: null,
      failure: null,
    });
    await request.onTaken(trx, taken);
    return taken;
  });
}

/**
 * Takes a list in: read whole, written in short transactions beside the version in use, put into use in one. Files that are those in use
 * make no version; a list that looks cut off is held until a person confirms it.
 *
 * @throws ListFault for files that are refused, ListBusy while another import of the list runs. The version in use then stays as it is, and
 * the list remembers why the import failed.
 */
export async function importList(deps: ImportDeps, request: ImportRequest): Promise<ImportOutcome> {
  const { owner } = request;
  const inKeeper = asKeeper(deps.db, owner);
  const begun = await inKeeper((trx) => begin(trx, deps, owner));
  let version: number | undefined;
  try {
    const found = await findOneList(request.files, request.format);
    const sha256 = await digestOf(found);
    if (begun.former?.sha256 === sha256) {
      const { id, current_version } = begun.list;
      await inKeeper((trx) =>
        changeList(trx, id, {
          import_token: null,
          import_renewed_at: null,
          checked_at: deps.now().toISOString(),
          failed_at: null,
          failure: null,
        }),
      );
      return { outcome: 'identical', listId: id, version: current_version };
    }
    if (begun.leftOver !== undefined) await discardVersion(inKeeper, begun.list.id, begun.leftOver.version);
    const next = begun.list.last_version + 1;
    await inKeeper(async (trx) => {
      await insertVersion(trx, {
        list_id: begun.list.id,
        version: next,
        company_id: owner.companyId,
        status: 'importing',
        format: found.format,
        sha256,
        file_names: found.files.map(({ name }) => name.slice(0, 200)),
        received_at: deps.now().toISOString(),
        received_by: request.receivedBy,
      });
      await changeList(trx, begun.list.id, { last_version: next });
    });
    version = next;
    const written = await writeDifferences(inKeeper, deps, begun, next, readList(found, request.limits));
    if (written.counts.entities === 0)
      throw listFault(found.files[0]?.name ?? '', null, 'The list is empty.');
    return await takeVersion(inKeeper, deps, request, begun, next, written);
  } catch (error) {
    await giveUp(inKeeper, deps, begun, version, error);
    throw error;
  }
}
