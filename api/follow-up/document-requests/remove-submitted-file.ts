import { removeFile } from '#contract/document-requests/public-document-request.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { documentRemoval } from '#rules/documents/removal.ts';
import { commandsFor, unchanged } from '../../kernel/command/command.ts';
import type { RequestRow } from '../../kernel/database/tables/document-request-tables.ts';
import { apiError, invalid } from '../../kernel/http/api-error.ts';
import { unstoreFiles } from '../../records/documents/receive-file.ts';
import { readRetainedClients } from '../../records/documents/removal-store.ts';
import { documents, markPurged } from '../../records/documents/store.ts';
import { getItemDocuments, type RecipientDeps } from './item-files.ts';
import {
  lockLive,
  presentNow,
  type RecipientContext,
  requestEvent,
  requireItem,
  toRecipientDto,
  updateItemStatus,
} from './recipient.ts';
import { readCompany, readItemRows } from './store.ts';

const command = commandsFor<RecipientDeps>();

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
    const document = await documents.lock(trx, fileId);
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
    const left = await getItemDocuments(trx, item);
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
