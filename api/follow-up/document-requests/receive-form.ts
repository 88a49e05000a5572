import {
  fileFieldSuffix,
  type ReceivedRequestForm,
  receiveRequestForm,
} from '#contract/document-requests/public-document-request.ts';
import { maxFilesPerItem } from '#rules/document-requests/items.ts';
import { canSubmitItem } from '#rules/document-requests/progress.ts';
import { displayFileName } from '#rules/documents/file-kinds.ts';
import { maxFilesOfManyItems } from '#rules/documents/file-limits.ts';
import { callerActor } from '../../kernel/command/caller-actor.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import { inWork } from '../../kernel/command/work.ts';
import type { ItemRow, RequestRow } from '../../kernel/database/tables/document-request-tables.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import { asTenant } from '../../kernel/database/tenancy.ts';
import { invalid } from '../../kernel/http/api-error.ts';
import type { StoredFile } from '../../records/documents/receive-file.ts';
import { saveFormWithFiles } from '../../records/documents/save-documents.ts';
import { readDocumentsByContent } from '../../records/documents/store.ts';
import { countUpload } from '../../records/documents/upload-limits.ts';
import {
  getItemDocuments,
  lockRequest,
  type RecipientDeps,
  type RequestState,
  sameAsRejected,
  saveItemFiles,
} from './item-files.ts';
import { requireLive, toRecipientDto } from './recipient.ts';

const handler = handlersFor<RecipientDeps>();

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
  const current = new Set((await getItemDocuments(trx, item)).map(({ id }) => id));
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
export const receiveForm = handler(receiveRequestForm, async (deps, { upload }, caller) => {
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
      let requestState: RequestState = await lockRequest(trx, deps, caller);
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
});
