import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import {
  type DocumentOwner,
  downloadDocument as downloadEndpoint,
  listDocuments as listEndpoint,
  previewDocument as previewEndpoint,
  readDocument as readEndpoint,
  readThumbnail as readThumbnailEndpoint,
  receiveForm as receiveFormEndpoint,
  type StoredDocument,
  uploadDetails,
  uploadDocuments as uploadEndpoint,
} from '#contract/documents/documents.ts';
import type { EndpointResponse, UploadedBody } from '#contract/endpoint.ts';
import { isDocumentType } from '#rules/documents/document-types.ts';
import { mimeTypes } from '#rules/documents/file-kinds.ts';
import { callerActor } from '../../kernel/command/caller-actor.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import { queriesFor } from '../../kernel/command/query.ts';
import { inWork, type Work, type WorkEvent } from '../../kernel/command/work.ts';
import { toPage } from '../../kernel/database/keyset.ts';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import { asTenant } from '../../kernel/database/tenancy.ts';
import { apiError, invalid } from '../../kernel/http/api-error.ts';
import type { MemberCaller, StreamedResponse } from '../../kernel/http/bind-endpoint.ts';
import { parseFields } from '../../kernel/http/field-problems.ts';
import { respondOnce } from '../../kernel/idempotency/idempotent-response.ts';
import type { TextField } from './multipart.ts';
import { requireOpenOwner, requireOwner } from './owners.ts';
import { renderThumbnail } from './pictures/thumbnails.ts';
import type { DocumentFiles } from './receive-file.ts';
import { getRemovability } from './removal-queries.ts';
import {
  infectedMessages,
  type SavedDocument,
  type SavedForm,
  saveDocuments,
  saveFormWithFiles,
} from './save-documents.ts';
import type { FileStorage } from './storage.ts';
import {
  type DocumentRow,
  getDocument,
  hasStandIn,
  listDocumentRows,
  readDocumentRow,
  readDocumentRows,
} from './store.ts';
import { countUpload } from './upload-limits.ts';

export interface DocumentsDeps {
  db: Kysely<Schema>;
  now: () => Date;
  files: DocumentFiles;
}

const query = queriesFor<DocumentsDeps>();
const handler = handlersFor<DocumentsDeps>();

type Received = EndpointResponse<typeof uploadEndpoint>;

const documentsPerPage = 50;

/** GET /documents/of/:ownerType/:ownerId. */
export const listDocuments = query(
  listEndpoint,
  async ({ trx, deps, caller: { company }, params: owner, query: { before } }) => {
    await requireOwner(trx, owner);
    const rows = await listDocumentRows(trx, owner, { before, limit: documentsPerPage + 1 });
    const { items: page, next } = toPage(rows, documentsPerPage, ({ id }) => id);
    const removability = await getRemovability(trx, deps, company, page);
    return {
      documents: page.map(getDocument),
      removability: Object.fromEntries(page.map((row) => [row.id, removability(row)])),
      nextBefore: next,
    };
  },
);

const getLast = (fields: readonly TextField[], name: string) =>
  fields.findLast((field) => field.name === name && field.value !== '')?.value;

/** Idempotency key of a form whose page cannot send a header, because it streams the body unread. */
function withFormKey(caller: MemberCaller, fields: readonly TextField[]): MemberCaller {
  const keyField = getLast(fields, 'requestKey');
  const requestKey =
    caller.request.requestKey ?? (keyField && /^[\w-]{16,64}$/.test(keyField) ? keyField : undefined);
  return { ...caller, request: { ...caller.request, requestKey } };
}

const withoutKey = (caller: MemberCaller): MemberCaller => ({
  ...caller,
  request: { ...caller.request, requestKey: undefined },
});

/** Received files, as in the response. */
function getAnswer(savedDocuments: readonly SavedDocument[], { refused }: SavedForm): Received {
  return {
    documents: [...savedDocuments],
    refused: [...refused, ...infectedMessages(savedDocuments)].map(({ field, fileName, message }) => ({
      field,
      fileName,
      message,
    })),
  };
}

/** The response to a form that was received before: its documents as they are now. */
async function readAgain({ trx }: Work, { documents, refused }: Received): Promise<Received> {
  const rows = await readDocumentRows(
    trx,
    documents.map(({ document }) => document.id),
  );
  const current = new Map(rows.map((row) => [row.id, getDocument(row)]));
  return {
    documents: documents.flatMap(({ field, isKnown, document: { id } }) => {
      const document = current.get(id);
      return document === undefined ? [] : [{ field, isKnown, document }];
    }),
    refused,
  };
}

/** Receives a member's form and stores its files on a record. `choose` checks the form before anything is written. */
async function receive(
  deps: DocumentsDeps,
  caller: MemberCaller,
  { owner, upload, isPageForm }: { owner: DocumentOwner; upload: UploadedBody; isPageForm: boolean },
  choose: (form: SavedForm) => z.output<typeof uploadDetails>,
): Promise<{ received: Received; fields: TextField[] }> {
  const { company, member } = caller;
  // Before megabytes are read for a record that is not there.
  await asTenant(deps.db, company.id, (trx) => requireOwner(trx, owner));
  const limitError = await countUpload(deps, 'uploads.member', member.id);
  return saveFormWithFiles(
    deps,
    { companyId: company.id, upload, refusal: limitError, textsCount: isPageForm },
    async (form) => {
      const details = choose(form);
      // The key of a page's form is for the page's own command; resent files are recognised by content.
      const keyed = isPageForm ? withoutKey(caller) : withFormKey(caller, form.fields);
      const key = {
        record: `${owner.ownerType} ${owner.ownerId}`,
        body: [form.received, details],
        status: 201,
      };
      const keep = async (work: Work): Promise<Received> => {
        const { trx, record } = work;
        await requireOpenOwner(trx, owner);
        const addition = {
          companyId: company.id,
          owner,
          uploadedBy: 'staff',
          createdBy: member.id,
          ...details,
        } as const;
        const savedDocuments = await saveDocuments(
          work,
          deps,
          { ...addition, expiresOn: details.expiresOn },
          form.stored,
        );
        const added = savedDocuments.filter(({ isKnown }) => !isKnown).map(({ document }) => document);
        if (added.length > 0) record(additionEvent(owner, added));
        return getAnswer(savedDocuments, form);
      };
      if (form.received.length === 0) {
        return {
          response: { received: getAnswer([], form), fields: form.fields },
          savedIds: new Set<string>(),
        };
      }
      const received = await inWork(deps, callerActor(caller), (work) =>
        respondOnce(
          work.trx,
          deps,
          keyed,
          key,
          () => keep(work),
          (first) => readAgain(work, first),
        ),
      );
      const savedIds = new Set(received.documents.map(({ document }) => document.id));
      return { response: { received, fields: form.fields }, savedIds };
    },
  );
}

const additionEvent = (
  { ownerType, ownerId }: DocumentOwner,
  added: readonly StoredDocument[],
): WorkEvent => ({
  action: 'document.added',
  resourceType: ownerType,
  resourceId: ownerId,
  detail: {
    documents: added.map(({ id, type, fileName, mimeType, size, receivedSha256, sha256 }) => {
      return { id, type, fileName, mimeType, size, receivedSha256, sha256 };
    }),
  },
});

function detailsIn(fields: readonly TextField[]): z.output<typeof uploadDetails> {
  return parseFields(uploadDetails, {
    type: getLast(fields, 'type'),
    expiresOn: getLast(fields, 'expiresOn'),
  });
}

/** POST /documents/of/:ownerType/:ownerId: 422 without an acceptable file. */
export const uploadDocuments = handler(uploadEndpoint, async (deps, { params: owner, upload }, caller) => {
  const { received } = await receive(deps, caller, { owner, upload, isPageForm: false }, (form) => {
    const details = detailsIn(form.fields);
    if (form.received.length === 0) {
      throw invalid('Select a file to add', 'file');
    }
    if (form.stored.length === 0) {
      const fields: Record<string, string[]> = {};
      for (const { field, message } of form.refused) fields[field] = [...(fields[field] ?? []), message];
      throw apiError('request.invalid', {
        detail: form.refused.map(({ message }) => message).join(' '),
        fields,
      });
    }
    return details;
  });
  return received;
});

/**
 * POST /documents/of/:ownerType/:ownerId/form: with or without files; rejected ones are in the response, so that the page can
 * continue.
 */
export const receiveForm = handler(receiveFormEndpoint, async (deps, { params: owner, upload }, caller) => {
  const { received, fields } = await receive(deps, caller, { owner, upload, isPageForm: true }, (form) => {
    const type = getLast(form.fields, 'documentType');
    const expiresOn = getLast(form.fields, 'documentValidTo');
    return parseFields(uploadDetails, {
      ...(isDocumentType(type) ? { type } : {}),
      ...(expiresOn ? { expiresOn } : {}),
    });
  });
  return { ...received, fields };
});

/** GET /documents/:id. */
export const readDocument = query(readEndpoint, async ({ trx, deps, caller: { company }, params }) => {
  const row = await readDocumentRow(trx, params.id);
  if (row === null) return null;
  const removability = (await getRemovability(trx, deps, company, [row]))(row);
  const removed = row.purged_at === null ? null : 'This document was removed before.';
  return {
    document: getDocument(row),
    ...removability,
    retainedBecause: removed ?? removability.retainedBecause,
  };
});

async function streamThumbnail(storage: FileStorage, row: DocumentRow): Promise<StreamedResponse> {
  const hasNone = () => apiError('record.notFound', { detail: 'This document has no thumbnail.' });
  if (row.thumbnail_key === null) throw hasNone();
  const stored = await storage.read(row.thumbnail_key);
  const thumbnail = { fileName: 'thumbnail.jpg', isInline: true };
  if (!hasStandIn(row)) return { ...thumbnail, chunks: stored };
  const small = await renderThumbnail(await buffer(stored));
  if (small === undefined) throw hasNone();
  return { ...thumbnail, contentLength: small.length, chunks: Readable.from([small]) };
}

type Part = 'download' | 'preview' | 'thumbnail';

/** Streams a document: as an attachment, inline, or as a thumbnail. 404 if it never had or no longer has content, and in quarantine. */
async function streamDocument(
  deps: DocumentsDeps,
  { company }: MemberCaller,
  id: string,
  part: Part,
): Promise<StreamedResponse> {
  const row = await asTenant(deps.db, company.id, (trx) => readDocumentRow(trx, id));
  if (row === null) throw apiError('record.notFound');
  if (row.purged_at !== null) throw apiError('record.notFound', { detail: 'This document was removed.' });
  if (row.scan_status === 'infected') {
    throw apiError('record.notFound', {
      detail: 'This document is quarantined because malware was found in it. No one can open it.',
    });
  }
  const { storage } = deps.files;
  if (part === 'thumbnail') return streamThumbnail(storage, row);
  const isInline = part === 'preview';
  if (isInline && !getDocument(row).hasPreview) {
    throw apiError('record.notFound', {
      detail: 'This file type cannot be previewed in the browser. Download it instead.',
    });
  }
  if (isInline && hasStandIn(row) && row.thumbnail_key !== null) {
    return {
      fileName: `${row.file_name}.jpg`,
      contentType: mimeTypes.jpeg,
      isInline,
      chunks: await storage.read(row.thumbnail_key),
    };
  }
  return {
    fileName: row.file_name,
    contentType: row.mime_type,
    contentLength: row.size,
    isInline,
    chunks: await storage.read(row.storage_key),
  };
}

/** GET /documents/:id/download. */
export const downloadDocument = handler(downloadEndpoint, (deps, { params }, caller) =>
  streamDocument(deps, caller, params.id, 'download'),
);

/** GET /documents/:id/preview. */
export const previewDocument = handler(previewEndpoint, (deps, { params }, caller) =>
  streamDocument(deps, caller, params.id, 'preview'),
);

/** GET /documents/:id/thumbnail. */
export const readThumbnail = handler(readThumbnailEndpoint, (deps, { params }, caller) =>
  streamDocument(deps, caller, params.id, 'thumbnail'),
);
