import { z } from 'zod';
import { documentType, instant, namedRecord, recordId } from '#contract/fields.ts';
import { detailComparisons } from '#rules/document-requests/evidence.ts';
import { detailFields } from '#rules/document-requests/items.ts';
import { storedDocument } from './documents.ts';

/** Submitted detail as text, compared with the client's record. */
export const submittedDetail = z.object({
  field: z.enum(detailFields),
  /** On one line, with the document number masked. */
  text: z.string(),
  standing: z.enum(detailComparisons),
});
export type SubmittedDetail = z.infer<typeof submittedDetail>;

/** Item of a document request accepted as evidence of a verification, with its source. */
export const submittedEvidence = z.object({
  id: recordId,
  label: z.string(),
  /** Requested document type; null for details. */
  documentType: documentType.nullable(),
  request: z.object({ id: recordId, recipientName: z.string() }),
  files: z.array(storedDocument),
  details: z.array(submittedDetail),
  /** The identity document of the verification that was recorded from it. */
  documentId: recordId.nullable(),
  givenAt: instant.nullable(),
  acceptedBy: namedRecord,
  acceptedAt: instant,
});
export type SubmittedEvidence = z.infer<typeof submittedEvidence>;
