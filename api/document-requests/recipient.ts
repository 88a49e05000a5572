import type { Kysely, Transaction } from 'kysely';
import type { EndpointAnswer, UploadedBody } from '#contract/endpoint.ts';
import type { GivenDetails, giveFiles, PublicRequest } from '#contract/public-document-requests.ts';
import { compareDates } from '#rules/calendar-dates.ts';
import { companyDay } from '#rules/company-day.ts';
import { detailFieldLabels, mostFilesOfItem } from '#rules/document-requests/items.ts';
import {
  isOpenRequest,
  mayGive,
  mayGiveItem,
  statusAfterGiving,
  submissionProblem,
} from '#rules/document-requests/progress.ts';
import { mimeTypes } from '#rules/documents/file-kinds.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { Schema } from '../database/schema.ts';
import { asTenant } from '../database/tenancy.ts';
import { type DocumentFiles, unstoreFiles } from '../documents/intake.ts';
import { keepFiles, type TakenForm, takeInForm } from '../documents/keeping.ts';
import { listDocumentsOfOwners, markPurged, readDocumentRow } from '../documents/store.ts';
import { countUpload } from '../documents/upload-limits.ts';
import type { RecipientCaller } from '../http/bind.ts';
import { refuse } from '../http/problems.ts';
import { invalid, requireMove } from './sending.ts';
import {
  changeItem,
  changeRequest,
  type ItemRow,
  type RequestRow,
  readCompany,
  readItemRows,
  readRequestRow,
} from './store.ts';

export interface RecipientBasics {
  db: Kysely<Schema>;
  now: () => Date;
}

export interface RecipientDeps extends RecipientBasics {
  files: DocumentFiles;
}

type Trx = Transaction<Schema>;

const kindTexts: Record<string, string> = {
  [mimeTypes.pdf]: 'PDF',
  [mimeTypes.jpeg]: 'JPG picture',
  [mimeTypes.png]: 'PNG picture',
  [mimeTypes.heic]: 'HEIC picture',
};

const ended = () => refuse('link.ended', { detail: 'This link is no longer in use.' });

/** The request of a link, as it is inside the transaction: it may have ended since the caller was let in. */
async function requireLive(
  trx: Trx,
  deps: RecipientBasics,
  caller: RecipientCaller,
  lock: boolean,
): Promise<RequestRow> {
  const row = await readRequestRow(trx, caller.requestId, lock);
  if (row === undefined || row.link_hash !== caller.linkHash) throw refuse('record.notFound');
  const isOver = row.expires_at === null || Date.parse(row.expires_at) <= deps.now().getTime();
  if (!isOpenRequest(row.status) || isOver) throw ended();
  return row;
}

/** What the page shows: what is asked and how it stands, and nothing of what was given but that it was. */
async function present(trx: Trx, row: RequestRow): Promise<PublicRequest> {
  const company = await readCompany(trx);
  const items = await readItemRows(trx, row.id);
  const documents = await listDocumentsOfOwners(
    trx,
    'requestItem',
    items.map(({ id }) => id),
  );
  // Whether a decision holds is known once staff has told it: until then what was given reads "Given".
  const isTold = row.status !== 'submitted';
  return {
    companyName: company.name,
    countryCode: company.countryCode,
    timeZone: company.timeZone,
    status: row.status,
    message: row.message,
    dueOn: row.due_on,
    expiresAt: row.expires_at ?? row.updated_at,
    items: items.map((item) => {
      const status = isTold || item.status === 'requested' ? item.status : 'given';
      return {
        id: item.id,
        label: item.label,
        kind: item.kind,
        detailFields: item.detail_fields,
        required: item.required,
        status,
        rejectReason: isTold ? item.reject_reason : null,
        isOpen: mayGiveItem(row.status, item.status),
        files: documents
          .filter(({ owner_id }) => owner_id === item.id)
          .map(({ id, mime_type, size, created_at }) => ({
            id,
            kindText: kindTexts[mime_type] ?? 'File',
            size,
            givenAt: created_at,
          })),
      };
    }),
  };
}

/** GET /public-document-request: changes nothing, whoever asks. */
export function readPublic(deps: RecipientBasics, caller: RecipientCaller): Promise<PublicRequest> {
  return asTenant(deps.db, caller.companyId, async (trx) =>
    present(trx, await requireLive(trx, deps, caller, false)),
  );
}

async function record(
  trx: Trx,
  deps: RecipientBasics,
  caller: RecipientCaller,
  action: string,
  detail: Record<string, unknown>,
): Promise<void> {
  await recordEvent(trx, deps, {
    companyId: caller.companyId,
    actor: { type: 'client', id: caller.requestId, role: 'recipient' },
    requestId: caller.request.id,
    action,
    resourceType: 'documentRequest',
    resourceId: caller.requestId,
    detail,
  });
}

/** POST /public-document-request/start. Pressed again it changes nothing. */
export function startPublic(deps: RecipientBasics, caller: RecipientCaller): Promise<PublicRequest> {
  return asTenant(deps.db, caller.companyId, async (trx) => {
    const row = await requireLive(trx, deps, caller, true);
    if (row.status !== 'sent') return present(trx, row);
    requireMove(row.status, 'opened');
    const at = deps.now().toISOString();
    const opened = { status: 'opened', first_opened_at: row.first_opened_at ?? at, updated_at: at } as const;
    await changeRequest(trx, row.id, opened);
    const answer = await present(trx, { ...row, ...opened });
    await record(trx, deps, caller, 'documentRequest.opened', {});
    return answer;
  });
}

/** The item, where it may be given or changed now. */
function requireItem(row: RequestRow, items: readonly ItemRow[], itemId: string): ItemRow {
  const item = items.find(({ id }) => id === itemId);
  if (item === undefined) throw refuse('record.notFound');
  if (!mayGive(row.status)) {
    throw invalid(
      row.status === 'sent'
        ? 'Press Start first.'
        : 'Everything was sent, so nothing can be changed now. You will hear if something is needed again.',
    );
  }
  if (!mayGiveItem(row.status, item.status))
    throw invalid('This was accepted already. Nothing more is needed for it.');
  return item;
}

/** Writes how an item and its request stand after the person gave or took something back. */
async function settleItem(
  trx: Trx,
  deps: RecipientBasics,
  row: RequestRow,
  items: readonly ItemRow[],
  { id, status, details }: { id: string; status: 'given' | 'requested'; details?: string },
): Promise<RequestRow> {
  const at = deps.now().toISOString();
  await changeItem(trx, id, {
    status,
    reject_reason: null,
    given_at: status === 'given' ? at : null,
    ...(details === undefined ? {} : { details }),
  });
  const after = items.map((item) => (item.id === id ? { ...item, status } : item));
  const next = statusAfterGiving(row.status, after);
  if (next !== row.status) requireMove(row.status, next);
  const changes = { status: next, updated_at: at };
  await changeRequest(trx, row.id, changes);
  return { ...row, ...changes };
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
      const before = await listDocumentsOfOwners(trx, 'requestItem', [itemId]);
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
        request: await present(trx, settled),
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
    if (document.purged_at !== null) return { answer: await present(trx, row), removed: undefined };
    const at = deps.now().toISOString();
    await markPurged(trx, document, { at, reason: 'Taken back by the person who was asked' });
    const left = await listDocumentsOfOwners(trx, 'requestItem', [itemId]);
    const status = left.length > 0 && item.status === 'given' ? 'given' : 'requested';
    // What was refused stays so until something new is given.
    const settled =
      item.status === 'rejected' ? row : await settleItem(trx, deps, row, items, { id: itemId, status });
    const answer = await present(trx, settled);
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

/** What an item asks for and the form lacks, or says in a way that cannot be. */
function requireDetails(item: ItemRow, given: GivenDetails, today: string): void {
  const fields: Record<string, string[]> = {};
  for (const field of item.detail_fields) {
    if (given[field] !== undefined) continue;
    const name = field === 'address' ? 'address.addressLine1' : field;
    fields[name] = [`Enter the ${detailFieldLabels[field].toLowerCase()}`];
  }
  const { dateOfBirth } = given;
  const asksBirth = item.detail_fields.includes('dateOfBirth') && dateOfBirth !== undefined;
  if (asksBirth && (compareDates(dateOfBirth, today) >= 0 || dateOfBirth < '1900-01-01')) {
    fields.dateOfBirth = ['Enter the day on which you were born, such as 1984-02-29'];
  }
  if (Object.keys(fields).length > 0) throw refuse('request.invalid', { fields });
}

/** POST /public-document-request/items/:itemId/details. What the item does not ask for is not kept. */
export function giveDetailsFor(
  deps: RecipientBasics,
  caller: RecipientCaller,
  itemId: string,
  given: GivenDetails,
): Promise<PublicRequest> {
  return asTenant(deps.db, caller.companyId, async (trx) => {
    const row = await requireLive(trx, deps, caller, true);
    const items = await readItemRows(trx, row.id);
    const item = requireItem(row, items, itemId);
    if (item.kind !== 'details') throw invalid('This item asks for files, not for details.');
    const { timeZone } = await readCompany(trx);
    requireDetails(item, given, companyDay(deps.now(), timeZone));
    const kept = Object.fromEntries(item.detail_fields.map((field) => [field, given[field]]));
    const details = JSON.stringify(kept);
    const settled = await settleItem(trx, deps, row, items, { id: itemId, status: 'given', details });
    const answer = await present(trx, settled);
    await record(trx, deps, caller, 'documentRequest.detailsGiven', {
      item: item.label,
      fields: item.detail_fields,
    });
    return answer;
  });
}

/** POST /public-document-request/submission. Sent again it changes nothing. */
export function submitPublic(deps: RecipientBasics, caller: RecipientCaller): Promise<PublicRequest> {
  return asTenant(deps.db, caller.companyId, async (trx) => {
    const row = await requireLive(trx, deps, caller, true);
    if (row.status === 'submitted') return present(trx, row);
    if (!mayGive(row.status)) throw invalid('Press Start first.');
    const items = await readItemRows(trx, row.id);
    const problem = submissionProblem(items);
    if (problem !== undefined) throw invalid(problem);
    requireMove(row.status, 'submitted');
    const at = deps.now().toISOString();
    const changes = { status: 'submitted', submitted_at: at, consent_at: at, updated_at: at } as const;
    await changeRequest(trx, row.id, changes);
    const answer = await present(trx, { ...row, ...changes });
    await record(trx, deps, caller, 'documentRequest.submitted', {
      consent: true,
      items: items.filter(({ status }) => status === 'given').map(({ label }) => label),
    });
    return answer;
  });
}
