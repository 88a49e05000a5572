import type { Client } from '#contract/clients.ts';
import {
  type DocumentRequest,
  listDocumentRequests,
  readDocumentRequest,
} from '#contract/document-requests.ts';
import { addDays, formatDate } from '#rules/calendar-dates.ts';
import { companyDay } from '#rules/company-day.ts';
import {
  type DetailStanding,
  detailStandingLabels,
  identityDocumentsOf,
} from '#rules/document-requests/evidence.ts';
import {
  askedText,
  type DetailField,
  detailFieldLabels,
  requestItemStatusLabels,
} from '#rules/document-requests/items.ts';
import { requestMailLabels } from '#rules/document-requests/mail-text.ts';
import { requestLifecycle } from '#rules/lifecycles/checks.ts';
import { documentTypes } from '#rules/verification/document-types.ts';
import { shownDocument } from '../../components/documents/shown-documents.server.ts';
import { newRequestKey } from '../../components/forms/reply.server.ts';
import { eventsInWords } from '../../components/record-history.server.ts';
import type { MemberArgs } from '../../guards.server.ts';
import { rightTo } from '../../rights.server.ts';
import { dayText, instantText } from '../clients/instant-text.server.ts';
import type { DocumentToRecord } from './identity-document-fields.tsx';
import { requestForm } from './request-form.server.ts';

const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Days that people are given at first. */
const usualDays = 7;

const mailStates = {
  queued: 'goes out in a moment',
  sending: 'goes out in a moment',
  sent: 'sent',
  failed: 'could not be delivered',
  dropped: 'not sent, because it was no longer needed',
} as const;

const history = {
  actions: {
    'documentRequest.drafted': 'Kept as a draft',
    'documentRequest.draftEdited': 'Changed the draft',
    'documentRequest.sent': 'Sent',
    'documentRequest.sentAgain': 'Sent again with a new link',
    'documentRequest.reminded': 'Reminded',
    'documentRequest.opened': 'Started',
    'documentRequest.filesGiven': 'Gave files',
    'documentRequest.fileTakenBack': 'Took a file back',
    'documentRequest.detailsGiven': 'Gave details',
    'documentRequest.submitted': 'Sent everything in',
    'documentRequest.itemAccepted': 'Accepted an item',
    'documentRequest.itemRejected': 'Did not accept an item',
    'documentRequest.changesRequested': 'Asked for something again',
    'documentRequest.cancelled': 'Cancelled',
    'documentRequest.expired': 'The link ran out',
  },
  labels: {
    status: 'Status',
    recipient: 'Whom you ask',
    email: 'Email',
    dueOn: 'Due on',
    message: 'Message',
    items: 'What you ask for',
  },
  value: (field: string, value: string | null) =>
    field === 'status'
      ? (requestLifecycle.labels[value as keyof typeof requestLifecycle.labels] ?? value ?? '')
      : (value ?? ''),
};

function detailLines(
  details: DocumentRequest['items'][number]['details'],
): { label: string; text: string }[] {
  return Object.entries(details ?? {}).map(([field, value]) => {
    const text =
      typeof value === 'string'
        ? /^\d{4}-\d{2}-\d{2}$/.test(value)
          ? formatDate(value)
          : value
        : [
            value?.addressLine1,
            value?.addressLine2,
            value?.suburb,
            value?.city,
            value?.state,
            value?.postcode,
          ]
            .filter(Boolean)
            .join(', ');
    return { label: detailFieldLabels[field as DetailField], text };
  });
}

const detailStandingText = ({ field, standing }: { field: DetailField; standing: DetailStanding }) =>
  `${detailFieldLabels[field]} ${detailStandingLabels[standing]}.`;

/** What accepting a file offers to record as an identity document; null where it is none, or nothing takes it. */
function documentToRecord(
  { verification, items }: DocumentRequest,
  asked: DocumentRequest['items'][number]['documentType'],
  country: 'NZL' | 'AUS',
): DocumentToRecord | null {
  if (!verification?.isOpen || verification.method === null || verification.method === 'reliance')
    return null;
  const kinds = identityDocumentsOf(asked, country);
  const [first] = kinds;
  if (first === undefined) return null;
  const { documentNumber = '', documentExpiry = '' } =
    items.find(({ details }) => details?.documentNumber !== undefined)?.details ?? {};
  const has = (name: 'issuer' | 'state') =>
    kinds.some((kind) => documentTypes[kind].fields.some((field) => field.name === name));
  const issuer = documentTypes[first].issuedBy === 'any' ? country : '';
  return {
    method: verification.method,
    kinds: kinds.map((value) => ({ value, label: documentTypes[value].label })),
    values: { type: first, fields: { number: documentNumber, expiresOn: documentExpiry, issuer, state: '' } },
    needsIssuer: has('issuer'),
    needsState: has('state'),
  };
}

/** A request in words. */
function shownRequest(
  request: DocumentRequest,
  { timeZone, today, country }: { timeZone: string; today: string; country: 'NZL' | 'AUS' },
) {
  const {
    items,
    mails,
    history: events,
    sentAt,
    expiresAt,
    submittedAt,
    consentAt,
    dueOn,
    ...rest
  } = request;
  const at = (instant: string | null) => instant && instantText(instant, timeZone);
  return {
    ...rest,
    dueOn,
    dueText: formatDate(dueOn),
    /** What a new due date starts with where the old one is over. */
    nextDueOn: dueOn >= today ? dueOn : addDays(today, usualDays),
    statusText: requestLifecycle.labels[request.status],
    sentText: at(sentAt),
    endText: at(expiresAt),
    submittedText: at(submittedAt),
    consentText: at(consentAt),
    items: items.map(({ documents, refusedDocuments, details, givenAt, evidence, ...item }) => ({
      ...item,
      asks: askedText(item),
      statusText: requestItemStatusLabels[item.status],
      details: detailLines(details),
      givenText: at(givenAt),
      documents: documents.map((document) => shownDocument(document, timeZone)),
      refusedDocuments: refusedDocuments.map((document) => shownDocument(document, timeZone)),
      evidence: evidence && {
        kind: evidence.kind,
        verificationId: evidence.verificationId,
        hasDocumentRecord: evidence.hasDocumentRecord,
        lines: evidence.details.filter(({ standing }) => standing !== 'notCompared').map(detailStandingText),
      },
      record: documentToRecord(request, item.documentType, country),
    })),
    mails: mails.map(({ id, kind, status, to, createdAt, sentAt: mailedAt }) => ({
      id,
      text: `${requestMailLabels[kind]} to ${to}: ${mailStates[status]}`,
      at: instantText(mailedAt ?? createdAt, timeZone),
      isFailed: status === 'failed',
    })),
    timeline: eventsInWords(events, history, timeZone),
  };
}

/** What the requests panel of a client's page shows; the rest once the client is known. `?request=new` or `?request={id}`. */
export async function readRequestsPanel({ api, me, params, url }: MemberArgs) {
  const id = params.id ?? '';
  const asked = url.searchParams.get('request');
  const before = url.searchParams.get('requestsBefore') ?? undefined;
  const [session, list, request] = await Promise.all([
    me(),
    api.call(listDocumentRequests, { params: { id }, query: { before } }),
    asked !== null && isId.test(asked) ? api.call(readDocumentRequest, { params: { id: asked } }) : null,
  ]);
  const { company, member } = session;
  const now = new Date();
  const today = companyDay(now, company.timeZone);
  const right = rightTo({ member, company }, 'requests.send');
  // Another client's request has no place on this page.
  const own = request?.clientId === id ? request : null;
  const isEditing = own?.moves.includes('edit') === true && url.searchParams.get('edit') !== null;
  const isNew = asked === 'new' && right.allowed;
  return (client: Client) => ({
    clientId: id,
    isFirstPage: before === undefined,
    nextBefore: list.nextBefore,
    lines: list.items.map(({ sentAt, dueOn, ...line }) => ({
      ...line,
      statusText: requestLifecycle.labels[line.status],
      dueText: formatDate(dueOn),
      isOverdue: dueOn < today && !['draft', 'completed', 'cancelled', 'submitted'].includes(line.status),
      sentText: sentAt && dayText(sentAt, company.timeZone),
    })),
    isAuditor: !right.allowed && right.code === 'role.forbidden',
    /** Why nothing can be sent; null where it can. */
    sendRefusal: right.allowed ? null : right.reason,
    shown:
      own && !isEditing
        ? shownRequest(own, { timeZone: company.timeZone, today, country: company.billingCountryCode })
        : null,
    form:
      isNew || isEditing
        ? requestForm({
            client,
            country: company.billingCountryCode,
            verifications: list.verifications,
            draft: isEditing ? own : null,
            url,
            dueOn: addDays(today, usualDays),
          })
        : null,
    requestKey: newRequestKey(),
  });
}

export type RequestsPanelData = ReturnType<Awaited<ReturnType<typeof readRequestsPanel>>>;
export type ShownRequest = NonNullable<RequestsPanelData['shown']>;
