import type { MemberSession } from '#contract/company/accounts.ts';
import type { DocumentOwner, listDocuments, StoredDocument } from '#contract/documents/documents.ts';
import type { EndpointResponse } from '#contract/endpoint.ts';
import { formatDate, isCalendarDate } from '#rules/dates/calendar-dates.ts';
import {
  documentTypeLabels,
  isDocumentType,
  type UploadedDocumentType,
} from '#rules/documents/document-types.ts';
import { mimeTypes, systemTextMimeType } from '#rules/documents/file-kinds.ts';
import { formatScan } from '#rules/documents/scan-status.ts';
import { formatFileSize } from '#rules/format/numbers.ts';
import { may } from '../../session/permissions.server.ts';
import { formatDay } from '../format-instant.server.ts';
import { newRequestKey } from '../forms/form-result.server.ts';
import type { DocumentView } from './document-line.tsx';

const uploaders = { staff: 'a former member', client: 'the client', system: 'Assay' } as const;

/** Both people, if the removal took two. */
function removedBy({ removal }: StoredDocument): string {
  if (!removal?.confirmedBy) return '';
  return ` by ${removal.confirmedBy.name}, requested by ${removal.requestedBy.name}`;
}

/** A document, formatted. */
export function toDocumentView(document: StoredDocument, timeZone: string): DocumentView {
  const { type, size, createdAt, createdBy, uploadedBy, expiresOn, sha256, mimeType, purgedAt, purgeReason } =
    document;
  return {
    id: document.id,
    version: document.version,
    fileName: document.fileName,
    typeLabel: documentTypeLabels[type],
    sizeLabel: formatFileSize(size),
    addedLabel: `${formatDay(createdAt, timeZone)}, ${createdBy?.name ?? uploaders[uploadedBy]}`,
    expiresLabel: expiresOn && formatDate(expiresOn),
    shortSha256: sha256.slice(0, 12),
    isPicture: mimeType !== mimeTypes.pdf && mimeType !== systemTextMimeType,
    scanLabel: purgedAt === null ? formatScan(document.scanStatus, document.scanThreat) : null,
    isInfected: document.scanStatus === 'infected',
    hasThumbnail: document.hasThumbnail,
    hasPreview: document.hasPreview,
    removedLabel:
      purgedAt && `Removed ${formatDay(purgedAt, timeZone)}${removedBy(document)}: ${purgeReason ?? ''}`,
  };
}

/** A document in its record's panel, with this member's options to remove it. */
export interface PanelDocument extends DocumentView {
  /** Reason why it cannot be removed; null if it can, or was removed. */
  retainedBecause: string | null;
  needsSecondConfirmation: boolean;
  /** A removal that awaits a second person; null if there is none. */
  removal: { text: string; mayConfirm: boolean; mayWithdraw: boolean } | null;
}

type Removability = EndpointResponse<typeof listDocuments>['removability'][string];
type Session = Pick<MemberSession, 'member' | 'company'>;

/** For a document added while the list was read. */
const nothingKnown: Removability = { retainedBecause: null, needsSecondConfirmation: true };

function panelDocument(
  document: StoredDocument,
  { retainedBecause, needsSecondConfirmation }: Removability,
  session: Session,
): PanelDocument {
  const { removal, purgedAt } = document;
  const { timeZone } = session.company;
  const view = { ...toDocumentView(document, timeZone), retainedBecause, needsSecondConfirmation };
  if (purgedAt !== null) return { ...view, retainedBecause: null, removal: null };
  if (removal === null) return { ...view, removal: null };
  const { requestedBy, requestedAt, reason } = removal;
  const isOwn = requestedBy.id === session.member.id;
  const canDestroy = may(session, 'retention.destroy');
  return {
    ...view,
    removal: {
      text: `Removal requested by ${requestedBy.name}, ${formatDay(requestedAt, timeZone)}: ${reason}`,
      mayConfirm: canDestroy && !isOwn && retainedBecause === null,
      mayWithdraw: canDestroy || (isOwn && may(session, 'records.write')),
    },
  };
}

export interface DocumentsPanelData {
  owner: DocumentOwner;
  documents: PanelDocument[];
  nextBefore: string | null;
  /** The document whose removal form is open; null if none is. */
  removing: string | null;
  /** Initial values of the upload form: the choices of a rejected upload. */
  chosen: { type: UploadedDocumentType; validTo: string };
  requestKey: string;
}

/** Data of the documents panel of a record from its listed documents, for a given session. */
export function toDocumentsPanel(
  { documents, removability, nextBefore }: EndpointResponse<typeof listDocuments>,
  owner: DocumentOwner,
  url: URL,
): (session: Session) => DocumentsPanelData {
  const requestedId = url.searchParams.get('remove');
  const removing =
    documents.find(
      ({ id, purgedAt }) =>
        id === requestedId && purgedAt === null && removability[id]?.retainedBecause === null,
    )?.id ?? null;
  const [type, validTo] = [url.searchParams.get('documentType'), url.searchParams.get('documentValidTo')];
  return (session) => ({
    owner,
    documents: documents.map((document) =>
      panelDocument(document, removability[document.id] ?? nothingKnown, session),
    ),
    nextBefore,
    removing,
    chosen: {
      type: isDocumentType(type) ? type : 'other',
      validTo: validTo !== null && isCalendarDate(validTo) ? validTo : '',
    },
    requestKey: newRequestKey(),
  });
}
