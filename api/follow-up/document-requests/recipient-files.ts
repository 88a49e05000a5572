import { uploadRequestFiles } from '#contract/document-requests/public-document-request.ts';
import { maxFilesPerItem } from '#rules/document-requests/items.ts';
import { callerActor } from '../../kernel/command/caller-actor.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import { inWork } from '../../kernel/command/work.ts';
import { asTenant } from '../../kernel/database/tenancy.ts';
import { apiError, invalid } from '../../kernel/http/api-error.ts';
import { type SavedForm, saveFormWithFiles } from '../../records/documents/save-documents.ts';
import { countUpload } from '../../records/documents/upload-limits.ts';
import {
  getItemDocuments,
  lockRequest,
  type RecipientDeps,
  sameAsRejected,
  saveItemFiles,
} from './item-files.ts';
import { requireItem, requireLive, toRecipientDto } from './recipient.ts';
import { readItemRows } from './store.ts';

const handler = handlersFor<RecipientDeps>();

/** Rejects a form without acceptable files. */
function requireFiles(form: SavedForm): void {
  if (form.received.length === 0) throw invalid('Select a file or take a photo first', 'file');
  if (form.stored.length > 0) return;
  const messages = form.refused.map(({ message }) => message);
  throw apiError('request.invalid', { detail: messages.join(' '), fields: { file: messages } });
}

/**
 * POST /public-document-request/items/:itemId/files. Files submitted before are recognised by content and stored once, so that
 * resubmitting after a lost response changes nothing.
 */
export const saveRequestFiles = handler(uploadRequestFiles, async (deps, { params, upload }, caller) => {
  const { companyId } = caller;
  // Checked before megabytes are read for an item that accepts none.
  await asTenant(deps.db, companyId, async (trx) => {
    const row = await requireLive(trx, deps, caller, false);
    const item = requireItem(row, await readItemRows(trx, row.id), params.itemId);
    if (item.kind !== 'document') throw invalid('This item requires details, not files.', 'file');
  });
  const limitError = await countUpload(deps, 'uploads.link', caller.linkHash);
  return saveFormWithFiles(deps, { companyId, upload, refusal: limitError }, async (form) => {
    requireFiles(form);
    return inWork(deps, callerActor(caller), async (work) => {
      const { trx } = work;
      const state = await lockRequest(trx, deps, caller);
      const item = requireItem(state.row, state.items, params.itemId);
      const before = await getItemDocuments(trx, item);
      const after = await saveItemFiles(work, deps, caller, state, item, form.stored);
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
});
