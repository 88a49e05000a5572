import type { Kysely, Transaction } from 'kysely';
import type { z } from 'zod';
import {
  type DocumentOwner,
  type listDocuments,
  type ReceivedForm,
  type readDocument,
  type removeDocument,
  type StoredDocument,
  uploadDetails,
  type uploadDocuments,
} from '#contract/documents.ts';
import type { EndpointAnswer, UploadedBody } from '#contract/endpoint.ts';
import { isDocumentType } from '#rules/documents/document-types.ts';
import { recordMemberEvent } from '../audit/member-event.ts';
import type { Schema } from '../database/schema.ts';
import { asTenant } from '../database/tenancy.ts';
import type { MemberCaller, StreamedAnswer } from '../http/bind.ts';
import { parseFields, refuseUnkeepable } from '../http/field-problems.ts';
import { refuse } from '../http/problems.ts';
import { isEvidenceFile } from '../request-evidence/store.ts';
import { answerOnce } from '../request-keys/answer-once.ts';
import { type DocumentFiles, unstoreFiles } from './intake.ts';
import { type KeptDocument, keepFiles, type TakenForm, takeInForm } from './keeping.ts';
import type { TextField } from './multipart.ts';
import { requireOpenOwner, requireOwner } from './owners.ts';
import {
  type DocumentRow,
  documentOf,
  isEvidence,
  listDocumentRows,
  markPurged,
  readDocumentRow,
} from './store.ts';
import { countUpload } from './upload-limits.ts';

export interface DocumentsDeps {
  db: Kysely<Schema>;
  now: () => Date;
  files: DocumentFiles;
}

type Trx = Transaction<Schema>;
type Received = EndpointAnswer<typeof uploadDocuments>;

const documentsPerPage = 50;

/** GET /documents/of/:ownerType/:ownerId. */
export function listDocumentsOf(
  deps: DocumentsDeps,
  { company }: MemberCaller,
  owner: DocumentOwner,
  before: string | undefined,
): Promise<EndpointAnswer<typeof listDocuments>> {
  return asTenant(deps.db, company.id, async (trx) => {
    await requireOwner(trx, owner);
    const rows = await listDocumentRows(trx, owner, { before, limit: documentsPerPage + 1 });
    const page = rows.slice(0, documentsPerPage);
    return {
      documents: page.map(documentOf),
      nextBefore: rows.length > documentsPerPage ? (page.at(-1)?.id ?? null) : null,
    };
  });
}

const lastOf = (fields: readonly TextField[], name: string) =>
  fields.findLast((field) => field.name === name && field.value !== '')?.value;

/** The key of a form whose page cannot send a header, because it passes the body on unread. */
function withKeyOf(caller: MemberCaller, fields: readonly TextField[]): MemberCaller {
  const given = lastOf(fields, 'requestKey');
  const requestKey = caller.request.requestKey ?? (given && /^[\w-]{16,64}$/.test(given) ? given : undefined);
  return { ...caller, request: { ...caller.request, requestKey } };
}

const withoutKey = (caller: MemberCaller): MemberCaller => ({
  ...caller,
  request: { ...caller.request, requestKey: undefined },
});

/** What was received, as it goes into the answer. */
function answerOf(kept: readonly KeptDocument[], { refused }: TakenForm): Received {
  return {
    documents: [...kept],
    refused: refused.map(({ field, fileName, message }) => ({ field, fileName, message })),
  };
}

/** Takes a member's form in and keeps its files on a record. `choose` looks at the form before anything is written. */
async function receive(
  deps: DocumentsDeps,
  caller: MemberCaller,
  { owner, upload, isPageForm }: { owner: DocumentOwner; upload: UploadedBody; isPageForm: boolean },
  choose: (form: TakenForm) => z.output<typeof uploadDetails>,
): Promise<{ received: Received; fields: TextField[] }> {
  const { company, member } = caller;
  // Before megabytes are read for a record that is not there.
  await asTenant(deps.db, company.id, (trx) => requireOwner(trx, owner));
  const refusal = await countUpload(deps, 'uploads.member', member.id);
  return takeInForm(
    deps,
    { companyId: company.id, upload, refusal, textsCount: isPageForm },
    async (form) => {
      const details = choose(form);
      // The key that a page's form carries is for what the page does with it; the same files sent twice are known by their content.
      const keyed = isPageForm ? withoutKey(caller) : withKeyOf(caller, form.fields);
      const record = `${owner.ownerType} ${owner.ownerId}`;
      const keep = async (trx: Trx): Promise<Received> => {
        await requireOpenOwner(trx, owner);
        const addition = {
          companyId: company.id,
          owner,
          uploadedBy: 'staff',
          createdBy: member.id,
          ...details,
        } as const;
        const kept = await keepFiles(trx, deps, { ...addition, expiresOn: details.expiresOn }, form.stored);
        const added = kept.filter(({ isKnown }) => !isKnown).map(({ document }) => document);
        if (added.length > 0) await recordAddition(trx, deps, caller, owner, added);
        return answerOf(kept, form);
      };
      if (form.received.length === 0) {
        return { answer: { received: answerOf([], form), fields: form.fields }, keptIds: new Set<string>() };
      }
      const received = await asTenant(deps.db, company.id, (trx) =>
        answerOnce(trx, deps, keyed, { record, body: [form.received, details], status: 201 }, () =>
          keep(trx),
        ),
      );
      const keptIds = new Set(received.documents.map(({ document }) => document.id));
      return { answer: { received, fields: form.fields }, keptIds };
    },
  );
}

function recordAddition(
  trx: Trx,
  deps: DocumentsDeps,
  caller: MemberCaller,
  { ownerType, ownerId }: DocumentOwner,
  added: readonly StoredDocument[],
): Promise<void> {
  return recordMemberEvent(trx, deps, caller, {
    action: 'document.added',
    resourceType: ownerType,
    resourceId: ownerId,
    detail: {
      documents: added.map(({ id, type, fileName, mimeType, size, receivedSha256, sha256 }) => {
        return { id, type, fileName, mimeType, size, receivedSha256, sha256 };
      }),
    },
  });
}

function detailsIn(fields: readonly TextField[]): z.output<typeof uploadDetails> {
  const given = { type: lastOf(fields, 'type'), expiresOn: lastOf(fields, 'expiresOn') };
  refuseUnkeepable(given);
  return parseFields(uploadDetails, given);
}

/** POST /documents/of/:ownerType/:ownerId: 422 where there is no file, or none that can be kept. */
export async function uploadDocumentsOf(
  deps: DocumentsDeps,
  caller: MemberCaller,
  owner: DocumentOwner,
  upload: UploadedBody,
): Promise<Received> {
  const { received } = await receive(deps, caller, { owner, upload, isPageForm: false }, (form) => {
    const details = detailsIn(form.fields);
    if (form.received.length === 0) {
      throw refuse('request.invalid', { fields: { file: ['Choose a file to add'] } });
    }
    if (form.stored.length === 0) {
      const fields: Record<string, string[]> = {};
      for (const { field, message } of form.refused) fields[field] = [...(fields[field] ?? []), message];
      throw refuse('request.invalid', {
        detail: form.refused.map(({ message }) => message).join(' '),
        fields,
      });
    }
    return details;
  });
  return received;
}

/** POST /documents/of/:ownerType/:ownerId/form: with or without files; refused ones are in the answer, so that the page can go on. */
export async function receiveFormFor(
  deps: DocumentsDeps,
  caller: MemberCaller,
  owner: DocumentOwner,
  upload: UploadedBody,
): Promise<ReceivedForm> {
  const { received, fields } = await receive(deps, caller, { owner, upload, isPageForm: true }, (form) => {
    const type = lastOf(form.fields, 'documentType');
    const expiresOn = lastOf(form.fields, 'documentValidTo');
    const given = { ...(isDocumentType(type) ? { type } : {}), ...(expiresOn ? { expiresOn } : {}) };
    refuseUnkeepable(given);
    return parseFields(uploadDetails, given);
  });
  return { ...received, fields };
}

async function readRow(trx: Trx, id: string, lock = false): Promise<DocumentRow> {
  const row = await readDocumentRow(trx, id, lock);
  if (row === null) throw refuse('record.notFound');
  return row;
}

const keptAsEvidence =
  'A submitted or approved risk assessment rests on this document, so it is kept as long as the assessment is.';

const keptAsExtract =
  'A verification rests on this answer of a register, so it is kept as long as the verification is.';

const keptAsGiven =
  'This was accepted as evidence of a verification, so it is kept as long as the verification is.';

/** Why a document stays; undefined where it may be removed. */
async function keptBecause(trx: Trx, row: DocumentRow): Promise<string | undefined> {
  if (row.owner_type === 'businessVerification' && row.uploaded_by === 'system') return keptAsExtract;
  if (row.owner_type === 'requestItem') {
    const { owner_id: ownerId, created_at: createdAt } = row;
    if (await isEvidenceFile(trx, { ownerId, createdAt })) return keptAsGiven;
  }
  return (await isEvidence(trx, row.id)) ? keptAsEvidence : undefined;
}

/** GET /documents/:id. */
export function readDocumentOf(
  deps: DocumentsDeps,
  { company }: MemberCaller,
  id: string,
): Promise<EndpointAnswer<typeof readDocument>> {
  return asTenant(deps.db, company.id, async (trx) => {
    const row = await readRow(trx, id);
    const removed = row.purged_at === null ? null : 'This document was removed before.';
    return {
      document: documentOf(row),
      keptBecause: removed ?? (await keptBecause(trx, row)) ?? null,
    };
  });
}

type Part = 'download' | 'preview' | 'thumbnail';

/** The bytes of a document: whole as an attachment, whole to look at, or small. 404 where there are none, or none any more. */
export async function streamDocument(
  deps: DocumentsDeps,
  { company }: MemberCaller,
  id: string,
  part: Part,
): Promise<StreamedAnswer> {
  const row = await asTenant(deps.db, company.id, (trx) => readRow(trx, id));
  if (row.purged_at !== null) throw refuse('record.notFound', { detail: 'This document was removed.' });
  const { storage } = deps.files;
  if (part === 'thumbnail') {
    if (row.thumbnail_key === null)
      throw refuse('record.notFound', { detail: 'There is no small picture of it.' });
    return { fileName: 'thumbnail.jpg', isInline: true, chunks: await storage.read(row.thumbnail_key) };
  }
  const isInline = part === 'preview';
  if (isInline && !documentOf(row).hasPreview) {
    throw refuse('record.notFound', {
      detail: 'This kind of file is not shown in the browser. Download it instead.',
    });
  }
  return {
    fileName: row.file_name,
    contentType: row.mime_type,
    contentLength: row.size,
    isInline,
    chunks: await storage.read(row.storage_key),
  };
}

/** POST /documents/:id/removal: the bytes go, the line stays with the reason. */
export async function removeDocumentOf(
  deps: DocumentsDeps,
  caller: MemberCaller,
  id: string,
  { version, reason }: z.output<typeof removeDocument.body>,
): Promise<StoredDocument> {
  const removed = await asTenant(deps.db, caller.company.id, async (trx) => {
    const body = { version, reason };
    let keys: Pick<DocumentRow, 'storage_key' | 'thumbnail_key'> | undefined;
    const document = await answerOnce(trx, deps, caller, { record: id, body, status: 200 }, async () => {
      const row = await readRow(trx, id, true);
      if (row.version !== version || row.purged_at !== null) {
        throw refuse('record.stale', {
          detail: 'Somebody else removed or changed this document in the meantime.',
          current: documentOf(row),
        });
      }
      const kept = await keptBecause(trx, row);
      if (kept !== undefined) throw refuse('request.invalid', { detail: kept, fields: { '': [kept] } });
      await markPurged(trx, row, { at: deps.now().toISOString(), reason });
      keys = row;
      await recordMemberEvent(trx, deps, caller, {
        action: 'document.removed',
        resourceType: row.owner_type,
        resourceId: row.owner_id,
        reason,
        detail: {
          documents: [{ id, type: row.type, fileName: row.file_name, size: row.size, sha256: row.sha256 }],
        },
      });
      return documentOf(await readRow(trx, id));
    });
    return { document, keys };
  });
  // After the commit: a line without bytes can be explained, bytes that a line still names must be there.
  const { keys } = removed;
  if (keys)
    await unstoreFiles(deps.files, [{ storageKey: keys.storage_key, thumbnailKey: keys.thumbnail_key }]);
  return removed.document;
}
