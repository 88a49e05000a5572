import { z } from 'zod';
import { documentOwnerTypes, documentTypes } from '#rules/documents/document-types.ts';
import { mimeTypes, systemTextMimeType } from '#rules/documents/file-kinds.ts';
import { endpoint } from './endpoint.ts';
import { calendarDate, instant, recordId, recordVersion, requiredText } from './fields.ts';

export const documentOwner = z.object({ ownerType: z.enum(documentOwnerTypes), ownerId: recordId });
export type DocumentOwner = z.infer<typeof documentOwner>;

/** A document as it is listed. Its bytes are at its download. */
export const storedDocument = z.object({
  id: recordId,
  version: z.number().int(),
  ownerType: z.enum(documentOwnerTypes),
  ownerId: recordId,
  type: z.enum(documentTypes),
  fileName: z.string(),
  /** By its content, never by its name. */
  mimeType: z.enum([mimeTypes.pdf, mimeTypes.jpeg, mimeTypes.png, mimeTypes.heic, systemTextMimeType]),
  /** Bytes kept. */
  size: z.number().int(),
  /** SHA-256 in hex of what was received, and of what is kept: they differ where a place was taken out of a picture. */
  receivedSha256: z.string(),
  sha256: z.string(),
  hasThumbnail: z.boolean(),
  /** Whether it can be looked at in the browser. */
  hasPreview: z.boolean(),
  uploadedBy: z.enum(['staff', 'client', 'system']),
  /** Null where no member added it. */
  createdBy: z.object({ id: recordId, name: z.string() }).nullable(),
  scanStatus: z.enum(['pending', 'clean', 'rejected']),
  expiresOn: z.string().nullable(),
  /** When and why its bytes were removed; the row stays. */
  purgedAt: instant.nullable(),
  purgeReason: z.string().nullable(),
  createdAt: instant,
});
export type StoredDocument = z.infer<typeof storedDocument>;

/** A file that was not kept, and the sentence that says why. */
const refusedFile = z.object({ field: z.string(), fileName: z.string(), message: z.string() });

/** What became of the files of a form. */
const received = z.object({
  /** In the order in which they came. `isKnown`: the record had this file already, so it was not kept a second time. */
  documents: z.array(z.object({ field: z.string(), isKnown: z.boolean(), document: storedDocument })),
  refused: z.array(refusedFile),
});

/** The text fields that an upload reads besides its files, each at most once; others are passed over. */
export const uploadDetails = z.object({
  type: z.enum(documentTypes, { error: 'Choose what kind of document it is' }).default('other'),
  expiresOn: calendarDate.optional(),
});

const byId = z.object({ id: recordId });

export const listDocuments = endpoint({
  id: 'documents.list',
  method: 'GET',
  path: '/documents/of/:ownerType/:ownerId',
  caller: 'member',
  act: 'records.read',
  status: 200,
  summary: 'Documents of a record, newest first; removed ones without their bytes',
  params: documentOwner,
  query: z.object({ before: recordId.optional() }),
  answer: z.object({ documents: z.array(storedDocument), nextBefore: recordId.nullable() }),
});

export const uploadDocuments = endpoint({
  id: 'documents.upload',
  method: 'POST',
  path: '/documents/of/:ownerType/:ownerId',
  caller: 'member',
  act: 'records.write',
  once: true,
  upload: true,
  status: 201,
  summary:
    'Files as multipart/form-data, 10 at once and 10 MB each: PDF, JPEG, PNG, HEIC. Besides them `type`, `expiresOn` and `requestKey`. Some refused: the others are kept; all refused: 422',
  params: documentOwner,
  answer: received,
});

export const receiveForm = endpoint({
  id: 'documents.receiveForm',
  method: 'POST',
  path: '/documents/of/:ownerType/:ownerId/form',
  caller: 'member',
  act: 'records.write',
  upload: true,
  status: 200,
  summary:
    'A page’s form with files in it: the files are kept as by an upload, what they are by its `documentType` and `documentValidTo`; the text fields come back, so that the page goes on with both',
  params: documentOwner,
  answer: received.extend({ fields: z.array(z.object({ name: z.string(), value: z.string() })) }),
});
export type ReceivedForm = z.infer<typeof receiveForm.answer>;

export const readDocument = endpoint({
  id: 'documents.read',
  method: 'GET',
  path: '/documents/:id',
  caller: 'member',
  act: 'records.read',
  status: 200,
  summary: 'One document, and whether it may be removed',
  params: byId,
  answer: z.object({
    document: storedDocument,
    /** Why it cannot be removed; null where it can. */
    keptBecause: z.string().nullable(),
  }),
});

export const downloadDocument = endpoint({
  id: 'documents.download',
  method: 'GET',
  path: '/documents/:id/download',
  caller: 'member',
  act: 'records.read',
  status: 200,
  summary: 'The kept bytes, as an attachment',
  params: byId,
  answer: { contentType: 'application/octet-stream' },
});

export const previewDocument = endpoint({
  id: 'documents.preview',
  method: 'GET',
  path: '/documents/:id/preview',
  caller: 'member',
  act: 'records.read',
  status: 200,
  summary:
    'The kept bytes to look at in the browser, under a policy that lets them do nothing; JPEG and PNG alone',
  params: byId,
  answer: { contentType: 'application/octet-stream' },
});

export const readThumbnail = endpoint({
  id: 'documents.thumbnail',
  method: 'GET',
  path: '/documents/:id/thumbnail',
  caller: 'member',
  act: 'records.read',
  status: 200,
  summary: 'A small JPEG of a picture; 404 where there is none',
  params: byId,
  answer: { contentType: 'image/jpeg' },
});

export const removeDocument = endpoint({
  id: 'documents.remove',
  method: 'POST',
  path: '/documents/:id/removal',
  caller: 'member',
  act: 'records.write',
  once: true,
  status: 200,
  summary:
    'Removes the bytes with a reason; the line stays. Refused for evidence of an assessment that was submitted',
  params: byId,
  body: z.object({
    version: recordVersion,
    reason: requiredText('Say why it is removed', { max: 500, multiline: true }),
  }),
  answer: storedDocument,
});
