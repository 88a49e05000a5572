import {
  confirmDocumentRemoval as confirmEndpoint,
  removeDocument as removeEndpoint,
  type StoredDocument,
  withdrawDocumentRemoval as withdrawEndpoint,
} from '#contract/documents/documents.ts';
import type { Removability } from '#rules/documents/removal.ts';
import { can } from '#rules/permissions.ts';
import { commandsFor } from '../../kernel/command/command.ts';
import type { Work, WorkEvent } from '../../kernel/command/work.ts';
import { apiError, invalid } from '../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { readPresentMember } from '../team/people-store.ts';
import { closeQuarantine } from './quarantine.ts';
import { unstoreFiles } from './receive-file.ts';
import { getRemovability, type RemovalDeps } from './removal-queries.ts';
import { hasSecondPerson } from './removal-store.ts';
import { type DocumentRow, documents, getDocument, markPurged, readDocumentRow } from './store.ts';

const command = commandsFor<RemovalDeps>();

interface LockedDocument {
  row: DocumentRow;
  version: number;
  removability: Removability;
}

const stale = {
  message: 'Someone else changed or removed this document. Review it and try again.',
  current: (_: unknown, { row }: LockedDocument) => getDocument(row),
};

/** Locks the clients before their document, in the same order as placing a hold and destroying the record. */
async function lock({
  trx,
  deps,
  caller,
  params,
}: Work & {
  deps: RemovalDeps;
  caller: MemberCaller;
  params: { id: string };
}): Promise<LockedDocument | null> {
  const seen = await readDocumentRow(trx, params.id);
  if (seen === null) return null;
  const removability = (await getRemovability(trx, deps, caller.company, [seen], { lock: true }))(seen);
  const row = await documents.lock(trx, params.id);
  if (row === null) return null;
  // A removed document has nothing left to change, so any version is accepted.
  if (row.purged_at !== null) {
    throw apiError('record.versionConflict', { detail: stale.message, current: getDocument(row) });
  }
  return { row, version: row.version, removability };
}

type Reading = Pick<Work, 'trx'> & { params: { id: string } };

async function again({ trx, params }: Reading): Promise<StoredDocument | null> {
  const row = await readDocumentRow(trx, params.id);
  return row && getDocument(row);
}

const read = async ({ trx, params }: Reading) => getDocument(await documents.reread(trx, params.id));

function removalEvent(
  { id, type, file_name: fileName, size, sha256, ...row }: DocumentRow,
  event: { action: string; reason: string; requestedBy?: string },
): WorkEvent {
  return {
    action: event.action,
    resourceType: row.owner_type,
    resourceId: row.owner_id,
    reason: event.reason,
    detail: {
      documents: [{ id, type, fileName, size, sha256 }],
      ...(event.requestedBy ? { requestedBy: event.requestedBy } : {}),
    },
  };
}

/** Removes a document: the line stays with the reason, the bytes are deleted. */
async function purge(
  work: Work & { deps: RemovalDeps; caller: MemberCaller },
  row: DocumentRow,
  reason: string,
): Promise<void> {
  const { trx, at, deps, caller, afterCommit } = work;
  await markPurged(trx, row, { companyId: caller.company.id, at, reason, by: caller.member.id });
  await closeQuarantine(work, row);
  // After the commit: a line without bytes can be explained, bytes that a line still names must be there.
  afterCommit(() =>
    unstoreFiles(deps.files, [{ storageKey: row.storage_key, thumbnailKey: row.thumbnail_key }]),
  );
}

/**
 * POST /documents/:id/removal. In a draft the bytes are deleted and the line stays with the reason; elsewhere the removal is requested,
 * and a second person confirms it. 422 for documents that must be retained or are evidence, and for a company without a second person.
 */
export const removeDocument = command(removeEndpoint, {
  lock,
  stale,
  async check({ trx, at, caller }, { row, removability: { retainedBecause, needsSecondConfirmation } }) {
    if (retainedBecause !== null) throw invalid(retainedBecause);
    if (row.removal_requested_by !== null) {
      throw invalid('Removal of this document has already been requested. Another person must confirm.');
    }
    if (needsSecondConfirmation && !(await hasSecondPerson(trx, caller.member.id, at))) {
      throw invalid(
        'A second person must confirm the removal, and no one else in your company can. Add another owner or a compliance officer under Settings, Team.',
      );
    }
  },
  async change(context, { row, removability }) {
    const { at, caller, body } = context;
    if (removability.needsSecondConfirmation) {
      await documents.update(context, row, {
        removal_reason: body.reason,
        removal_requested_by: caller.member.id,
        removal_requested_at: at,
      });
    } else await purge(context, row, body.reason);
  },
  read,
  again,
  events: ({ body: { reason } }, { before: { row, removability } }) =>
    removalEvent(row, {
      action: removability.needsSecondConfirmation ? 'document.removalRequested' : 'document.removed',
      reason,
    }),
});

/** Requester and reason of a document's removal. Throws if it was not requested. */
function getRequest({ row: { removal_requested_by: requestedBy, removal_reason: reason } }: LockedDocument) {
  if (requestedBy === null || reason === null) {
    throw invalid('Removal of this document has not been requested.');
  }
  return { requestedBy, reason };
}

/** Whether the caller is the person who requested the removal, also as a former member who was invited again. */
async function isOwnRequest(
  trx: Work['trx'],
  { member }: MemberCaller,
  before: LockedDocument,
): Promise<boolean> {
  return (await readPresentMember(trx, getRequest(before).requestedBy)) === member.id;
}

/** POST /documents/:id/removal/confirmation, by a person other than the requester. Checks again that the document can be removed. */
export const confirmRemoval = command(confirmEndpoint, {
  lock,
  stale,
  async check({ trx, caller }, before) {
    if (await isOwnRequest(trx, caller, before)) {
      throw invalid('You requested this removal. Another owner or compliance officer must confirm.');
    }
    const { retainedBecause } = before.removability;
    if (retainedBecause !== null) throw invalid(retainedBecause);
  },
  change: (context, before) => purge(context, before.row, getRequest(before).reason),
  read,
  again,
  events: (_, { before }) => removalEvent(before.row, { action: 'document.removed', ...getRequest(before) }),
});

/** POST /documents/:id/removal/withdrawal, by the requester or a member who can confirm it. */
export const withdrawRemoval = command(withdrawEndpoint, {
  lock,
  stale,
  async check({ trx, time, caller }, before) {
    if (await isOwnRequest(trx, caller, before)) return;
    const { member, company } = caller;
    const now = time().toISOString();
    if (!can({ kind: 'member', ...member }, 'retention.destroy', company, now).allowed) {
      throw apiError('role.forbidden', {
        detail:
          'Only the person who requested the removal, an owner or a compliance officer can withdraw it.',
      });
    }
  },
  change: (context, { row }) =>
    documents.update(context, row, {
      removal_reason: null,
      removal_requested_by: null,
      removal_requested_at: null,
    }),
  read,
  again,
  events: (_, { before }) =>
    removalEvent(before.row, { action: 'document.removalWithdrawn', ...getRequest(before) }),
});
