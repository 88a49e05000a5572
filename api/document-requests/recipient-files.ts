import type { EndpointAnswer, UploadedBody } from '#contract/endpoint.ts';
import type { giveFiles, PublicRequest } from '#contract/public-document-requests.ts';
import { mostFilesOfItem } from '#rules/document-requests/items.ts';
import { asTenant } from '../database/tenancy.ts';
import { type DocumentFiles, unstoreFiles } from '../documents/intake.ts';
import { keepFiles, type TakenForm, takeInForm } from '../documents/keeping.ts';
import { listDocumentsOfOwners, markPurged, readDocumentRow } from '../documents/store.ts';
import { countUpload } from '../documents/upload-limits.ts';
import type { RecipientCaller } from '../http/bind.ts';
import { refuse } from '../http/problems.ts';
import { isOfThisAttempt } from '../request-evidence/store.ts';
import { invalid } from './commands.ts';
import {
  presentToRecipient,
  type RecipientBasics,
  record,
  requireItem,
  requireLive,
  settleItem,
} from './recipient.ts';
import { readItemRows } from './store.ts';

export interface RecipientDeps extends RecipientBasics {
  files: DocumentFiles;
}

/** Refuses a form of which nothing can be kept. */
function requireFiles(form: TakenForm): void {
  if (form.received.length === 0) throw invalid('Choose a file or take a photo first', 'file');
  if (form.stored.length > 0) return;
  const sentences = form.refused.map(({ message }) => message);
  throw refuse('request.invalid', { detail: sentences.join(' '), fields: { file: sentences } });
}

/**
 * POST /public-document-request/items/:itemId/files. What was sent before is known by its content and not kept twice, so that a form
 * sent again after a lost answer changes nothing.
 */
export async function giveFilesFor(
  deps: RecipientDeps,
  caller: RecipientCaller,
  itemId: string,
  upload: UploadedBody,
): Promise<EndpointAnswer<typeof giveFiles>> {
  const { companyId } = caller;
  // Before megabytes are read for an item that takes none.
  await asTenant(deps.db, companyId, async (trx) => {
    const row = await requireLive(trx, deps, caller, false);
    const item = requireItem(row, await readItemRows(trx, row.id), itemId);
    if (item.kind !== 'document') throw invalid('This item asks for details, not for files.', 'file');
  });
  const refusal = await countUpload(deps, 'uploads.link', caller.linkHash);
  return takeInForm(deps, { companyId, upload, refusal }, async (form) => {
    requireFiles(form);
    return asTenant(deps.db, companyId, async (trx) => {
      const row = await requireLive(trx, deps, caller, true);
      const items = await readItemRows(trx, row.id);
      const item = requireItem(row, items, itemId);
      // Those that were not accepted leave their places to what is given instead.
      const before = (await listDocumentsOfOwners(trx, 'requestItem', [itemId])).filter(({ created_at }) =>
        isOfThisAttempt(item, created_at),
      );
      const kept = await keepFiles(
        trx,
        deps,
        {
          companyId,
          owner: { ownerType: 'requestItem', ownerId: itemId },
          uploadedBy: 'client',
          createdBy: null,
          type: item.document_type ?? 'other',
          expiresOn: undefined,
        },
        form.stored,
      );
      const added = kept.filter(({ isKnown }) => !isKnown).map(({ document }) => document);
      if (before.length + added.length > mostFilesOfItem) {
        throw invalid(
          `Each item takes at most ${mostFilesOfItem} files, and ${before.length} are given. Take one back first, or put pages into one PDF.`,
          'file',
        );
      }
      // What was not accepted and is sent again as it was stays not accepted.
      const isGiven = added.length > 0 || item.status === 'given';
      const settled =
        added.length > 0 ? await settleItem(trx, deps, row, items, { id: itemId, status: 'given' }) : row;
      const answer = {
        request: await presentToRecipient(trx, settled),
        kept: added.length,
        known: kept.length - added.length,
        refused: form.refused.map(({ message }) => message),
      };
      if (!isGiven) throw invalid('This is the file that was not accepted. Give another one.', 'file');
      if (added.length > 0) {
        await record(trx, deps, caller, 'documentRequest.filesGiven', {
          item: item.label,
          documents: added.map(({ id, fileName, mimeType, size, receivedSha256, sha256 }) => {
            return { id, fileName, mimeType, size, receivedSha256, sha256 };
          }),
        });
      }
      const keptIds = new Set(added.map(({ id }) => id));
      return { answer, keptIds };
    });
  });
}

/** POST /public-document-request/items/:itemId/files/:fileId/removal: the bytes go, as they were never accepted. */
export async function removeFileOf(
  deps: RecipientDeps,
  caller: RecipientCaller,
  { itemId, fileId }: { itemId: string; fileId: string },
): Promise<PublicRequest> {
  const { answer, removed } = await asTenant(deps.db, caller.companyId, async (trx) => {
    const row = await requireLive(trx, deps, caller, true);
    const items = await readItemRows(trx, row.id);
    const item = requireItem(row, items, itemId);
    const document = await readDocumentRow(trx, fileId, true);
    if (document === null || document.owner_type !== 'requestItem' || document.owner_id !== itemId) {
      throw refuse('record.notFound');
    }
    if (document.purged_at !== null)
      return { answer: await presentToRecipient(trx, row), removed: undefined };
    const at = deps.now().toISOString();
    await markPurged(trx, document, { at, reason: 'Taken back by the person who was asked' });
    const left = (await listDocumentsOfOwners(trx, 'requestItem', [itemId])).filter(({ created_at }) =>
      isOfThisAttempt(item, created_at),
    );
    const status = left.length > 0 && item.status === 'given' ? 'given' : 'requested';
    // What was refused stays so until something new is given.
    const settled =
      item.status === 'rejected' ? row : await settleItem(trx, deps, row, items, { id: itemId, status });
    const answer = await presentToRecipient(trx, settled);
    const { id, file_name: fileName, size, sha256 } = document;
    await record(trx, deps, caller, 'documentRequest.fileTakenBack', {
      item: item.label,
      documents: [{ id, fileName, size, sha256 }],
    });
    return { answer, removed: document };
  });
  if (removed) {
    const { storage_key: storageKey, thumbnail_key: thumbnailKey } = removed;
    await unstoreFiles(deps.files, [{ storageKey, thumbnailKey }]);
  }
  return answer;
}
