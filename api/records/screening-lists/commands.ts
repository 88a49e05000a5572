import {
  decideHeldList as decideEndpoint,
  type ScreeningList,
  uploadOwnList as uploadEndpoint,
} from '#contract/monitoring/screening-lists.ts';
import { callerActor } from '../../kernel/command/caller-actor.ts';
import { commandsFor } from '../../kernel/command/command.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import { asTenant } from '../../kernel/database/tenancy.ts';
import { apiError, invalid } from '../../kernel/http/api-error.ts';
import { activateVersion, discardPendingVersion, importList } from './import.ts';
import { type ImportDeps, isListBusy } from './list-operator.ts';
import { isListError } from './parsing/files/list-error.ts';
import { receiveListFiles } from './receive-files.ts';
import { getList, getNames, ownList, type ScreeningListsDeps } from './service.ts';
import { ownListLimits } from './sources.ts';
import {
  changeVersion,
  type ListRow,
  readListFor,
  readLists,
  readVersion,
  type VersionRow,
} from './store.ts';

const importDeps = ({ db, now, files }: ScreeningListsDeps): ImportDeps => ({
  db,
  now,
  storage: files.storage,
});

async function readOwnList(trx: Trx, companyId: string, at: Date): Promise<ScreeningList> {
  const own = (await readLists(trx)).find(({ list }) => list.company_id === companyId);
  if (own === undefined) throw apiError('record.notFound');
  return getList(own, await getNames(trx, [own.inUse, own.held]), at);
}

/** Audited fields of a version. */
const auditable = (
  row: Pick<VersionRow, 'version' | 'sha256' | 'entities' | 'added' | 'changed' | 'removed'>,
) => ({
  version: row.version,
  sha256: row.sha256,
  entities: row.entities,
  added: row.added,
  changed: row.changed,
  removed: row.removed,
});

/** Converts an import error to an API error about the file; other errors are returned unchanged. */
function toApiError(error: unknown): unknown {
  if (isListError(error)) {
    return invalid(`${error.message} Nothing was imported. The active version is unchanged.`, 'file');
  }
  return isListBusy(error) ? apiError('record.versionConflict', { detail: error.message }) : error;
}

/**
 * POST /screening-lists/internal: imports an uploaded list. 422 with line and reason for a list that cannot be
 * imported.
 */
export const uploadOwnList = handlersFor<ScreeningListsDeps>()(
  uploadEndpoint,
  async (deps, { upload }, caller) => {
    const companyId = caller.company.id;
    return receiveListFiles(deps, caller, upload, async (files) => {
      const { outcome } = await importList(importDeps(deps), {
        owner: ownList(companyId),
        files,
        limits: ownListLimits,
        receivedBy: caller.member.id,
        by: callerActor(caller),
        onImported: async ({ trx, record }, taken) => {
          const row = await readVersion(trx, taken.listId, taken.version);
          record({
            action: taken.outcome === 'held' ? 'screeningList.held' : 'screeningList.used',
            resourceType: 'screeningList',
            resourceId: taken.listId,
            detail: row === undefined ? {} : { ...auditable(row), files: row.file_names },
          });
        },
      }).catch((error: unknown) => {
        throw toApiError(error);
      });
      return {
        outcome,
        list: await asTenant(deps.db, companyId, (trx) => readOwnList(trx, companyId, deps.now())),
      };
    });
  },
);

/** A company's own list, locked, with its pending version. */
interface LockedList {
  /** The pending version; 0 if the form's is no longer pending. */
  version: number;
  list: ListRow;
  pending: VersionRow | undefined;
}

/**
 * POST /screening-lists/internal/pending-version.
 * @throws `record.versionConflict` if the version is no longer pending.
 */
export const decidePendingVersion = commandsFor<ScreeningListsDeps>()(decideEndpoint, {
  async lock({ trx, caller, body }): Promise<LockedList | null> {
    const list = await readListFor(trx, ownList(caller.company.id), { lock: true });
    if (list === undefined) return null;
    const row = await readVersion(trx, list.id, body.version);
    const isPending = row?.status === 'held' && list.import_token === null;
    return { version: isPending ? row.version : 0, list, pending: isPending ? row : undefined };
  },
  stale: {
    message: 'This version is no longer pending confirmation. Refresh to see the current list.',
    current: ({ trx, time, caller }) => readOwnList(trx, caller.company.id, time()),
  },
  async change({ trx, time, deps, body, afterCommit }, { list }) {
    if (body.decision === 'use') await activateVersion(trx, { now: time }, list, body.version);
    else {
      // The decision is part of the command; its rows, possibly many, are deleted afterwards, or at the next import.
      await changeVersion(trx, list.id, body.version, { status: 'discarded' });
      afterCommit(() => discardPendingVersion(importDeps(deps), list, body.version));
    }
  },
  async read({ trx, time, caller, body }) {
    const own = await readOwnList(trx, caller.company.id, time());
    return body.decision === 'use' ? own : { ...own, held: null };
  },
  again: ({ trx, time, caller }) => readOwnList(trx, caller.company.id, time()),
  events: ({ body }, { before: { list, pending } }) => ({
    action: body.decision === 'use' ? 'screeningList.used' : 'screeningList.discarded',
    resourceType: 'screeningList',
    resourceId: list.id,
    detail:
      pending === undefined
        ? {}
        : {
            ...auditable(pending),
            doubts: pending.notes.filter(({ kind }) => kind === 'doubt').map(({ text }) => text),
          },
  }),
});
