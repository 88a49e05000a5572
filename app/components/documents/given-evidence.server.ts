import type { GivenEvidence } from '#contract/given-evidence.ts';
import { detailStandingLabels } from '#rules/document-requests/evidence.ts';
import { detailFieldLabels } from '#rules/document-requests/items.ts';
import { instantText } from '../../routes/clients/instant-text.server.ts';
import { shownDocument } from './shown-documents.server.ts';

/** Evidence that came by document requests, in words. */
export function shownEvidence(evidence: readonly GivenEvidence[], timeZone: string) {
  return evidence.map(
    ({ id, label, request, files, details, documentId, givenAt, acceptedBy, acceptedAt }) => ({
      id,
      label,
      requestId: request.id,
      originText: [
        `Given by ${request.recipientName}${givenAt ? ` on ${instantText(givenAt, timeZone)}` : ''}`,
        `accepted by ${acceptedBy.name} on ${instantText(acceptedAt, timeZone)}`,
      ].join(', '),
      files: files.map((file) => shownDocument(file, timeZone)),
      details: details.map(({ field, text, standing }) => ({
        field,
        label: detailFieldLabels[field],
        text,
        standing,
        standingText: standing === 'notCompared' ? null : detailStandingLabels[standing],
      })),
      hasDocumentRecord: documentId !== null,
    }),
  );
}

export type ShownEvidence = ReturnType<typeof shownEvidence>[number];
