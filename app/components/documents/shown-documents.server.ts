import { type DocumentOwner, listDocuments, type StoredDocument } from '#contract/documents.ts';
import { formatDate, isCalendarDate } from '#rules/calendar-dates.ts';
import { type DocumentType, documentTypeLabels, isDocumentType } from '#rules/documents/document-types.ts';
import { mimeTypes, systemTextMimeType } from '#rules/documents/file-kinds.ts';
import { fileSizeText } from '#rules/documents/file-limits.ts';
import type { MainApi } from '../../main-api.server.ts';
import { dayText } from '../../routes/clients/instant-text.server.ts';
import { newRequestKey } from '../forms/reply.server.ts';
import type { ShownDocument } from './document-line.tsx';

const uploaders = { staff: 'a former member', client: 'the client', system: 'Assay' } as const;

/** A document in words. */
export function shownDocument(document: StoredDocument, timeZone: string): ShownDocument {
  const { type, size, createdAt, createdBy, uploadedBy, expiresOn, sha256, mimeType, purgedAt, purgeReason } =
    document;
  return {
    id: document.id,
    version: document.version,
    fileName: document.fileName,
    typeText: documentTypeLabels[type],
    sizeText: fileSizeText(size),
    addedText: `${dayText(createdAt, timeZone)}, ${createdBy?.name ?? uploaders[uploadedBy]}`,
    expiresText: expiresOn && formatDate(expiresOn),
    shortSha256: sha256.slice(0, 12),
    isPicture: mimeType !== mimeTypes.pdf && mimeType !== systemTextMimeType,
    hasThumbnail: document.hasThumbnail,
    hasPreview: document.hasPreview,
    removedText: purgedAt && `Removed ${dayText(purgedAt, timeZone)}: ${purgeReason ?? ''}`,
  };
}

export interface DocumentsPanelData {
  owner: DocumentOwner;
  documents: ShownDocument[];
  nextBefore: string | null;
  /** The document that the person asked to remove; null where none of those shown is. */
  removing: string | null;
  /** What the form for adding starts with: what was chosen in one that was refused. */
  chosen: { type: DocumentType; validTo: string };
  requestKey: string;
}

/** What the documents panel of a record shows; its texts once the company's time zone is known. */
export async function readDocumentsPanel(
  api: MainApi,
  owner: DocumentOwner,
  url: URL,
): Promise<(timeZone: string) => DocumentsPanelData> {
  const before = url.searchParams.get('documentsBefore') ?? undefined;
  const { documents, nextBefore } = await api.call(listDocuments, {
    params: owner,
    query: before ? { before } : {},
  });
  const asked = url.searchParams.get('remove');
  const removing = documents.find(({ id, purgedAt }) => id === asked && purgedAt === null)?.id ?? null;
  const [type, validTo] = [url.searchParams.get('documentType'), url.searchParams.get('documentValidTo')];
  return (timeZone) => ({
    owner,
    documents: documents.map((document) => shownDocument(document, timeZone)),
    nextBefore,
    removing,
    chosen: {
      type: isDocumentType(type) ? type : 'other',
      validTo: validTo !== null && isCalendarDate(validTo) ? validTo : '',
    },
    requestKey: newRequestKey(),
  });
}
