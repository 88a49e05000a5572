import type { StoredDocument } from '#contract/documents/documents.ts';
import type { Work } from '../../kernel/command/work.ts';
import type { ItemRow, RequestRow } from '../../kernel/database/tables/document-request-tables.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import type { RecipientCaller } from '../../kernel/http/bind-endpoint.ts';
import type { DocumentFiles, StoredFile } from '../../records/documents/receive-file.ts';
import { isCurrentAttempt } from '../../records/documents/request-evidence-store.ts';
import { infectedMessages, saveDocuments } from '../../records/documents/save-documents.ts';
import { isReadable, listDocumentsByOwner } from '../../records/documents/store.ts';
import { type RecipientBasics, requestEvent, requireLive, updateItemStatus } from './recipient.ts';
import { readItemRows } from './store.ts';

/** What files of a recipient are received with. */
export interface RecipientDeps extends RecipientBasics {
  files: DocumentFiles;
}

/** Documents of an item's current attempt: rejected and infected ones are excluded, because new ones replace them. */
export async function getItemDocuments(trx: Trx, item: ItemRow) {
  const documents = await listDocumentsByOwner(trx, 'requestItem', [item.id]);
  return documents.filter((row) => isReadable(row) && isCurrentAttempt(item, row.created_at));
}

/** A request's row and items within the transaction. */
export interface RequestState {
  row: RequestRow;
  items: readonly ItemRow[];
}

/** Locks the live request of a link and reads its items. */
export async function lockRequest(
  trx: Trx,
  deps: RecipientDeps,
  caller: RecipientCaller,
): Promise<RequestState> {
  const row = await requireLive(trx, deps, caller, true);
  return { row, items: await readItemRows(trx, row.id) };
}

/** Result for an item's files. */
interface SavedItemFiles {
  added: StoredDocument[];
  known: number;
  /** Infected files, which do not count as submitted: their ids and messages. */
  quarantined: { ids: string[]; messages: string[] };
}

/** Saves files of an item and updates its status. The number of files must have been checked. */
export async function saveItemFiles(
  work: Work,
  deps: RecipientDeps,
  caller: RecipientCaller,
  { row, items }: RequestState,
  item: ItemRow,
  files: readonly StoredFile[],
): Promise<SavedItemFiles & RequestState> {
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

/** Message about a rejected file that is submitted again. */
export const sameAsRejected = 'This is the file that was not accepted. Upload a different one.';
