import type { SubmittedEvidence } from '#contract/documents/submitted-evidence.ts';
import { detailComparisonLabels } from '#rules/document-requests/evidence.ts';
import { detailFieldLabels } from '#rules/document-requests/items.ts';
import { formatInstant } from '../format-instant.server.ts';
import { toDocumentView } from './document-views.server.ts';

/** Evidence from document requests, formatted. */
export function toEvidenceView(evidence: readonly SubmittedEvidence[], timeZone: string) {
  return evidence.map(
    ({ id, label, request, files, details, documentId, givenAt, acceptedBy, acceptedAt }) => ({
      id,
      label,
      requestId: request.id,
      originLabel: [
        `Submitted by ${request.recipientName}${givenAt ? ` on ${formatInstant(givenAt, timeZone)}` : ''}`,
        `accepted by ${acceptedBy.name} on ${formatInstant(acceptedAt, timeZone)}`,
      ].join(', '),
      files: files.map((file) => toDocumentView(file, timeZone)),
      details: details.map(({ field, text, standing }) => ({
        field,
        label: detailFieldLabels[field],
        text,
        standing,
        formatStatus: standing === 'notCompared' ? null : detailComparisonLabels[standing],
      })),
      hasDocumentRecord: documentId !== null,
    }),
  );
}

export type EvidenceView = ReturnType<typeof toEvidenceView>[number];
