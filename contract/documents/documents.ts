import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import {
  calendarDate,
  documentType,
  instant,
  namedRecord,
  recordId,
  recordVersion,
  requiredText,
  versionOnly,
} from '#contract/fields.ts';
import { documentOwnerTypes, uploadedDocumentTypes } from '#rules/documents/document-types.ts';
import { mimeTypes, systemTextMimeType } from '#rules/documents/file-kinds.ts';
import { scanStatuses } from '#rules/documents/scan-status.ts';

export const documentOwner = z.object({ ownerType: z.enum(documentOwnerTypes), ownerId: recordId });
export type DocumentOwner = z.infer<typeof documentOwner>;

/** Document as listed, without its content. */
export const storedDocument = z.object({
  id: recordId,
  version: z.number().int(),
  ownerType: z.enum(documentOwnerTypes),
  ownerId: recordId,
  type: documentType,
  fileName: z.string(),
  /** Detected from the content, never the file name. */
  mimeType: z.enum([mimeTypes.pdf, mimeTypes.jpeg, mimeTypes.png, mimeTypes.heic, systemTextMimeType]),
  /** Stored bytes. */
  size: z.number().int(),
  /** SHA-256 in hex of the received and the stored bytes. They differ if location data was removed from an image. */
  receivedSha256: z.string(),
  sha256: z.string(),
  hasThumbnail: z.boolean(),
  /** Whether it can be viewed in the browser. */
  hasPreview: z.boolean(),
  uploadedBy: z.enum(['staff', 'client', 'system']),
  /** Null if not added by a member. */
  createdBy: namedRecord.nullable(),
  /** Result of scanning it for malware; an infected document has no content for anyone. */
  scanStatus: z.enum(scanStatuses),
  /** The scanner's name of the malware. */
  scanThreat: z.string().nullable(),
  scannedAt: instant.nullable(),
  expiresOn: z.string().nullable(),
  /** When and why its content was removed; the record stays. */
  purgedAt: instant.nullable(),
  purgeReason: z.string().nullable(),
  /** Removal that needs two people: requester and reason, and the approver once there is one. */
  removal: z
    .object({
      reason: z.string(),
      requestedBy: namedRecord,
      requestedAt: instant,
      confirmedBy: namedRecord.nullable(),
    })
    .nullable(),
  createdAt: instant,
});
export type StoredDocument = z.infer<typeof storedDocument>;

/** Available actions of a document, by its record's state. */
const removability = z.object({
  /** Reason it cannot be removed, or null. */
  retainedBecause: z.string().nullable(),
  /** Whether its removal needs two people; in a draft one is enough. */
  needsSecondConfirmation: z.boolean(),
});

/** Rejected file, with the reason. */
const rejectedFile = z.object({ field: z.string(), fileName: z.string(), message: z.string() });

/** Result of uploading the files of a form. */
const received = z.object({
  /** In upload order. `isKnown`: the record already had this file, so it was not stored again. */
  documents: z.array(z.object({ field: z.string(), isKnown: z.boolean(), document: storedDocument })),
  refused: z.array(rejectedFile),
});

/** Text fields read from an upload besides its files, each at most once; others are ignored. */
export const uploadDetails = z.object({
  type: z.enum(uploadedDocumentTypes, { error: 'Select a document type' }).default('other'),
  expiresOn: calendarDate.optional(),
});

const byId = z.object({ id: recordId });

export const listDocuments = endpoint({
  id: 'documents.list',
  method: 'GET',
  path: '/documents/of/:ownerType/:ownerId',
  caller: 'member',
  permission: 'records.read',
  status: 200,
  summary: 'List documents of a record, newest first; removed documents without their content',
  params: documentOwner,
  query: z.object({ before: recordId.optional() }),
  response: z.object({
    documents: z.array(storedDocument),
    /** By document id. */
    removability: z.record(recordId, removability),
    nextBefore: recordId.nullable(),
  }),
});

export const uploadDocuments = endpoint({
  id: 'documents.upload',
  method: 'POST',
  path: '/documents/of/:ownerType/:ownerId',
  caller: 'member',
  permission: 'records.write',
  once: true,
  upload: true,
  status: 201,
  summary:
    'Upload files as multipart/form-data, 10 at once and 10 MB each: PDF, JPEG, PNG, HEIC. Besides them `type`, `expiresOn` and `requestKey`. Some rejected: the others are saved; all rejected: 422. Infected ones are quarantined',
  params: documentOwner,
  response: received,
});

export const receiveForm = endpoint({
  id: 'documents.receiveForm',
  method: 'POST',
  path: '/documents/of/:ownerType/:ownerId/form',
  caller: 'member',
  permission: 'records.write',
  upload: true,
  status: 200,
  summary:
    'Save the files of a page’s form as an upload does, with its `documentType` and `documentValidTo`; returns the text fields, so that the page continues with both',
  params: documentOwner,
  response: received.extend({ fields: z.array(z.object({ name: z.string(), value: z.string() })) }),
});
export type ReceivedForm = z.infer<typeof receiveForm.response>;

export const readDocument = endpoint({
  id: 'documents.read',
  method: 'GET',
  path: '/documents/:id',
  caller: 'member',
  permission: 'records.read',
  status: 200,
  summary: 'Get a document and whether it can be removed',
  params: byId,
  response: removability.extend({ document: storedDocument }),
});

export const downloadDocument = endpoint({
  id: 'documents.download',
  reads: { type: 'document', param: 'id' },
  uses: 'download',
  method: 'GET',
  path: '/documents/:id/download',
  caller: 'member',
  permission: 'records.read',
  status: 200,
  summary: 'Download the stored file as an attachment',
  params: byId,
  response: { contentType: 'application/octet-stream' },
});

export const previewDocument = endpoint({
  id: 'documents.preview',
  uses: 'preview',
  reads: { type: 'document', param: 'id' },
  method: 'GET',
  path: '/documents/:id/preview',
  caller: 'member',
  permission: 'records.read',
  status: 200,
  summary:
    'View a picture in the browser, under a policy that lets it do nothing: the stored bytes of a JPEG or PNG, a JPEG made of a HEIC; 404 for others',
  params: byId,
  response: { contentType: 'application/octet-stream' },
});

export const readThumbnail = endpoint({
  id: 'documents.thumbnail',
  uses: 'preview',
  method: 'GET',
  path: '/documents/:id/thumbnail',
  caller: 'member',
  permission: 'records.read',
  status: 200,
  summary: 'Get a JPEG thumbnail; 404 if the document has none',
  params: byId,
  response: { contentType: 'image/jpeg' },
});

export const removeDocument = endpoint({
  id: 'documents.remove',
  method: 'POST',
  path: '/documents/:id/removal',
  caller: 'member',
  permission: 'records.write',
  once: true,
  status: 200,
  summary:
    'Remove the bytes of a document of a draft, with a reason; the entry stays. Of any other record, request the removal, which another person confirms. Rejected for evidence, and while the record must be retained',
  params: byId,
  body: z.object({
    version: recordVersion,
    reason: requiredText('Enter a reason', { max: 500, multiline: true }),
  }),
  response: storedDocument,
});

export const confirmDocumentRemoval = endpoint({
  id: 'documents.confirmRemoval',
  method: 'POST',
  path: '/documents/:id/removal/confirmation',
  caller: 'member',
  permission: 'retention.destroy',
  once: true,
  status: 200,
  summary: 'Confirm a removal that another person requested: the file is deleted, the entry stays',
  params: byId,
  body: versionOnly,
  response: storedDocument,
});

export const withdrawDocumentRemoval = endpoint({
  id: 'documents.withdrawRemoval',
  method: 'POST',
  path: '/documents/:id/removal/withdrawal',
  caller: 'member',
  permission: 'records.write',
  once: true,
  status: 200,
  summary: 'Withdraw a requested removal, as its requester or a member who can confirm it',
  params: byId,
  body: versionOnly,
  response: storedDocument,
});
