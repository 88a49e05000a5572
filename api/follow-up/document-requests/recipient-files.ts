import {
  fileFieldSuffix,
  type ReceivedRequestForm,
  removeFile,
  type uploadRequestFiles,
} from '#contract/document-requests/public-document-request.ts';
import type { StoredDocument } from '#contract/documents/documents.ts';
import type { EndpointResponse, UploadedBody } from '#contract/endpoint.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { maxFilesPerItem } from '#rules/document-requests/items.ts';
import { canSubmitItem } from '#rules/document-requests/progress.ts';
import { displayFileName } from '#rules/documents/file-kinds.ts';
import { maxFilesOfManyItems } from '#rules/documents/file-limits.ts';
import { documentRemoval } from '#rules/documents/removal.ts';
import { callerActor } from '../../kernel/command/caller-actor.ts';
import { commandsFor, unchanged } from '../../kernel/command/command.ts';
import { inWork, type Work } from '../../kernel/command/work.ts';
import type { ItemRow, RequestRow } from '../../kernel/database/tables/document-request-tables.ts';
import { asTenant } from '../../kernel/database/tenancy.ts';
import { apiError, invalid } from '../../kernel/http/api-error.ts';
import type { RecipientCaller } from '../../kernel/http/bind-endpoint.ts';
import { type DocumentFiles, type StoredFile, unstoreFiles } from '../../records/documents/receive-file.ts';
import { readRetainedClients } from '../../records/documents/removal-store.ts';
import { isCurrentAttempt } from '../../records/documents/request-evidence-store.ts';
import {
  infectedMessages,
  type SavedForm,
  saveDocuments,
  saveFormWithFiles,
} from '../../records/documents/save-documents.ts';
import {
  isReadable,
  listDocumentsByOwner,
  markPurged,
  readDocumentRow,
  readDocumentsByContent,
} from '../../records/documents/store.ts';
import { countUpload } from '../../records/documents/upload-limits.ts';
import {
  lockLive,
  presentNow,
  type RecipientBasics,
  type RecipientContext,
  requestEvent,
  requireItem,
  requireLive,
  toRecipientDto,
  updateItemStatus,
} from './recipient.ts';
import { readCompany, readItemRows } from './store.ts';

type Trx = Work['trx'];

export interface RecipientDeps extends RecipientBasics {
  files: DocumentFiles;
}

const command = commandsFor<RecipientDeps>();

/** Rejects a form without acceptable files. */
function requireFiles(form: SavedForm): void {
  if (form.received.length === 0) throw invalid('Select a file or take a photo first', 'file');
  if (form.stored.length > 0) return;
  const messages = form.refused.map(({ message }) => message);
  throw apiError('request.invalid', { detail: messages.join(' '), fields: { file: messages } });
}

/** Documents of an item's current attempt: rejected and infected ones are excluded, because new ones replace them. */
async function getDocuments(trx: Trx, item: ItemRow) {
  const documents = await listDocumentsByOwner(trx, 'requestItem', [item.id]);
  return documents.filter((row) => isReadable(row) && isCurrentAttempt(item, row.created_at));
}

/** A request's row and items within the transaction. */
interface RequestState {
  row: RequestRow;
  items: readonly ItemRow[];
}

/** Result for an item's files. */
interface Kept {
  added: StoredDocument[];
  known: number;
  /** Infected files, which do not count as submitted: their ids and messages. */
  quarantined: { ids: string[]; messages: string[] };
}

/** Saves files of an item and updates its status. The number of files must have been checked. */
async function saveItemFiles(
  work: Work,
  deps: RecipientDeps,
  caller: RecipientCaller,
  { row, items }: RequestState,
  item: ItemRow,
  files: readonly StoredFile[],
): Promise<Kept & RequestState> {
  const saved = await saveDocuments(
    work,
    deps,
    {
      companyId: caller.companyId,
      owner: { ownerType: 'requestItem', ownerId: item.id },
      uploadedBy: 'client',
      createdBy: null,
      type: item.document_type ?? 'other',
      expiresOn: undefined,
    },
    files,
  );
  const infected = saved.filter(({ document }) => document.scanStatus === 'infected');
  const quarantined = {
    ids: infected.map(({ document }) => document.id),
    messages: infectedMessages(infected).map(({ message }) => message),
  };
  const usable = saved.filter((item) => !infected.includes(item));
  const added = usable.filter(({ isKnown }) => !isKnown).map(({ document }) => document);
  const known = usable.length - added.length;
  if (added.length === 0) return { row, items, added, known, quarantined };
  const settled = await updateItemStatus(work, row, items, { id: item.id, status: 'given' });
  const documents = added.map(({ id, fileName, mimeType, size, receivedSha256, sha256 }) => {
    return { id, fileName, mimeType, size, receivedSha256, sha256 };
  });
  work.record(requestEvent(caller, 'documentRequest.filesGiven', { item: item.label, documents }));
  const after = items.map((one) => (one.id === item.id ? { ...one, status: 'given' as const } : one));
  return { row: settled, items: after, added, known, quarantined };
}

/**
 * POST /public-document-request/items/:itemId/files. Files submitted before are recognised by content and stored once, so that
 * resubmitting after a lost response changes nothing.
 */
export async function saveRequestFiles(
  deps: RecipientDeps,
  caller: RecipientCaller,
  itemId: string,
  upload: UploadedBody,
): Promise<EndpointResponse<typeof uploadRequestFiles>> {
  const { companyId } = caller;
  // Checked before megabytes are read for an item that accepts none.
  await asTenant(deps.db, companyId, async (trx) => {
    const row = await requireLive(trx, deps, caller, false);
    const item = requireItem(row, await readItemRows(trx, row.id), itemId);
    if (item.kind !== 'document') throw invalid('This item requires details, not files.', 'file');
  });
  const limitError = await countUpload(deps, 'uploads.link', caller.linkHash);
  return saveFormWithFiles(deps, { companyId, upload, refusal: limitError }, async (form) => {
    requireFiles(form);
    return inWork(deps, callerActor(caller), async (work) => {
      const { trx } = work;
      const row = await requireLive(trx, deps, caller, true);
      const items = await readItemRows(trx, row.id);
      const item = requireItem(row, items, itemId);
      const before = await getDocuments(trx, item);
      const after = await saveItemFiles(work, deps, caller, { row, items }, item, form.stored);
      const { added, known, quarantined } = after;
      if (before.length + added.length > maxFilesPerItem) {
        throw invalid(
          `Each item takes at most ${maxFilesPerItem} files, and ${before.length} are uploaded. Remove one first, or combine pages into one PDF.`,
          'file',
        );
      }
      // A rejected file that is resubmitted unchanged stays rejected.
      if (added.length === 0 && quarantined.ids.length === 0 && item.status !== 'given')
        throw invalid(sameAsRejected, 'file');
      const response = {
        request: await toRecipientDto(trx, after.row),
        kept: added.length,
        known,
        refused: [...form.refused.map(({ message }) => message), ...quarantined.messages],
      };
      return { response, savedIds: new Set([...added.map(({ id }) => id), ...quarantined.ids]) };
    });
  });
}

const sameAsRejected = 'This is the file that was not accepted. Upload a different one.';

const sentAlready =
  'was not saved: this request has already been submitted, here or elsewhere, so nothing can be added.';

/** Item of a form field; undefined if the field has no item that accepts files. */
function getFieldItem(items: readonly ItemRow[], field: string): ItemRow | undefined {
  const id = field.endsWith(fileFieldSuffix) ? field.slice(0, -fileFieldSuffix.length) : '';
  return items.find((item) => item.id === id && item.kind === 'document');
}

/** Acceptable files of an item, and the reasons for the others, by name. */
async function sortOut(
  trx: Trx,
  { status }: RequestRow,
  item: ItemRow,
  files: readonly StoredFile[],
): Promise<{ takes: StoredFile[]; refused: string[] }> {
  const owner = { ownerType: 'requestItem', ownerId: item.id } as const;
  const found = await readDocumentsByContent(
    trx,
    owner,
    files.map(({ sha256 }) => sha256),
  );
  const known = new Map(found.map((row) => [row.sha256, row]));
  const takes: StoredFile[] = [];
  const rejectedNames: string[] = [];
  const current = new Set((await getDocuments(trx, item)).map(({ id }) => id));
  let room = maxFilesPerItem - current.size;
  for (const file of files) {
    const same = known.get(file.sha256);
    const displayName = displayFileName(file.fileName);
    if (same !== undefined && current.has(same.id)) takes.push(file);
    else if (same !== undefined) rejectedNames.push(`${displayName}: ${sameAsRejected}`);
    else if (status === 'submitted') rejectedNames.push(`${displayName} ${sentAlready}`);
    else if (!canSubmitItem(status, item.status))
      rejectedNames.push(
        `${displayName} was not saved: this item is already accepted, so nothing more is needed.`,
      );
    else if (room <= 0 && !takes.some(({ sha256 }) => sha256 === file.sha256))
      rejectedNames.push(
        `${displayName} was not saved: each item takes at most ${maxFilesPerItem} files. Remove one first, or combine pages into one PDF.`,
      );
    else {
      if (!takes.some(({ sha256 }) => sha256 === file.sha256)) room -= 1;
      takes.push(file);
    }
  }
  return { takes, refused: rejectedNames };
}

/**
 * POST /public-document-request/form: the page's single form; each file is stored with the item of its field. A rejected file does not
 * affect the others. Files submitted before are recognised by content, also after submission, so that resubmitting the form changes nothing
 * and returns the same response. The texts are returned but not stored here.
 */
export async function receiveForm(
  deps: RecipientDeps,
  caller: RecipientCaller,
  upload: UploadedBody,
): Promise<ReceivedRequestForm> {
  const { companyId } = caller;
  await asTenant(deps.db, companyId, async (trx) => {
    const { status } = await requireLive(trx, deps, caller, false);
    if (status === 'sent') throw invalid('Press Start first.');
  });
  const limitError = await countUpload(deps, 'uploads.link', caller.linkHash);
  const options = { companyId, upload, refusal: limitError, textsCount: true, maxFiles: maxFilesOfManyItems };
  return saveFormWithFiles(deps, options, (form) =>
    inWork(deps, callerActor(caller), async (work) => {
      const { trx } = work;
      let requestState: RequestState = await lockedStatus(trx, deps, caller);
      const answers: ReceivedRequestForm['items'] = [];
      const savedIds = new Set<string>();
      for (const item of requestState.items) {
        const isOfItem = ({ field }: { field: string }) =>
          getFieldItem(requestState.items, field)?.id === item.id;
        const rejectedFiles = form.refused.filter(isOfItem).map(({ message }) => message);
        const stored = form.stored.filter(isOfItem);
        if (stored.length === 0 && rejectedFiles.length === 0) continue;
        const { takes, refused } =
          stored.length === 0
            ? { takes: [], refused: [] }
            : await sortOut(trx, requestState.row, item, stored);
        const savedDocuments = await saveItemFiles(work, deps, caller, requestState, item, takes);
        requestState = savedDocuments;
        for (const { id } of savedDocuments.added) savedIds.add(id);
        for (const id of savedDocuments.quarantined.ids) savedIds.add(id);
        answers.push({
          itemId: item.id,
          kept: savedDocuments.added.length,
          known: savedDocuments.known,
          refused: [...rejectedFiles, ...refused, ...savedDocuments.quarantined.messages],
        });
      }
      const request = await toRecipientDto(trx, requestState.row);
      return { response: { request, items: answers, fields: form.fields }, savedIds };
    }),
  );
}

async function lockedStatus(trx: Trx, deps: RecipientDeps, caller: RecipientCaller): Promise<RequestState> {
  const row = await requireLive(trx, deps, caller, true);
  return { row, items: await readItemRows(trx, row.id) };
}

/** The clients before the request, in the same order as placing a hold. */
async function lockForRemoval(
  context: RecipientContext & { params: { itemId: string } },
): Promise<RequestRow & { isRetained: boolean }> {
  const { trx, time, params } = context;
  const owner = { ownerType: 'requestItem', ownerId: params.itemId } as const;
  const clients = await readRetainedClients(trx, owner, { lock: true });
  const row = await lockLive(context);
  const on = companyDay(time(), (await readCompany(trx)).timeZone);
  const { retainedBecause } = documentRemoval({ clients, isDraft: false, on, regulatedIn: [] });
  return { ...row, isRetained: retainedBecause !== null };
}

/** Does not state the reason to the recipient, as it must not reveal a legal hold or a suspicion (NZ s46, AU s123). */
const notRemovable = 'This file cannot be removed. If it is the wrong one, upload the right one as well.';

/**
 * POST /public-document-request/items/:itemId/files/:fileId/removal: the bytes go, as they were never accepted. Refused while the record
 * of the client must be retained as it is.
 */
export const removeSubmittedFile = command(removeFile, {
  lock: lockForRemoval,
  async change({ trx, at, deps, caller, params: { itemId, fileId }, afterCommit }, row) {
    const items = await readItemRows(trx, row.id);
    const item = requireItem(row, items, itemId);
    const document = await readDocumentRow(trx, fileId, true);
    if (document === null || document.owner_type !== 'requestItem' || document.owner_id !== itemId) {
      throw apiError('record.notFound');
    }
    if (document.purged_at !== null) return unchanged(await toRecipientDto(trx, row));
    if (row.isRetained) throw invalid(notRemovable);
    await markPurged(trx, document, {
      companyId: caller.companyId,
      at,
      reason: 'Removed by the recipient',
      by: null,
    });
    const left = await getDocuments(trx, item);
    const status = left.length > 0 && item.status === 'given' ? 'given' : 'requested';
    // A rejected item stays rejected until something new is submitted.
    if (item.status !== 'rejected') await updateItemStatus({ trx, at }, row, items, { id: itemId, status });
    const { storage_key: storageKey, thumbnail_key: thumbnailKey } = document;
    afterCommit(() => unstoreFiles(deps.files, [{ storageKey, thumbnailKey }]));
    return { item, document };
  },
  read: presentNow,
  events({ caller }, { done: { item, document } }) {
    const { id, file_name: fileName, size, sha256 } = document;
    return requestEvent(caller, 'documentRequest.fileTakenBack', {
      item: item.label,
      documents: [{ id, fileName, size, sha256 }],
    });
  },
});
