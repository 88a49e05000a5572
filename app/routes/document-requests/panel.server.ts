import type { Client } from '#contract/clients/client-record.ts';
import {
  type DocumentRequest,
  type listDocumentRequests,
  readDocumentRequest,
} from '#contract/document-requests/document-requests.ts';
import type { EndpointResponse } from '#contract/endpoint.ts';
import { isRecordId } from '#contract/record-id.ts';
import { addDays, formatDate } from '#rules/dates/calendar-dates.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { requestEmailLabels } from '#rules/document-requests/email-templates.ts';
import {
  type DetailComparison,
  detailComparisonLabels,
  getIdentityDocuments,
} from '#rules/document-requests/evidence.ts';
import {
  type DetailField,
  detailFieldLabels,
  formatItemCounts,
  formatItemStatus,
  formatRequestedItem,
} from '#rules/document-requests/items.ts';
import { formatAddress } from '#rules/format/addresses.ts';
import { identityDocumentTypes } from '#rules/identity-verification/documents/identity-document-types.ts';
import { isOwedRequest, requestLifecycle } from '#rules/lifecycles/checks.ts';
import { toDocumentView } from '../../components/documents/document-views.server.ts';
import { formatDay, formatInstant } from '../../components/format-instant.server.ts';
import { newRequestKey } from '../../components/forms/form-result.server.ts';
import { formatEvents } from '../../components/record-history.server.ts';
import type { MemberArgs } from '../../session/guard-args.server.ts';
import { permissionFor } from '../../session/permissions.server.ts';
import type { DocumentToRecord } from './identity-document-fields.tsx';
import { requestForm } from './request-form.server.ts';

/** Default due date, in days from today. */
const usualDays = 7;

const emailStates = {
  queued: 'queued',
  sending: 'sending',
  sent: 'sent',
  failed: 'could not be delivered',
  dropped: 'not sent, because it was no longer needed',
} as const;

const history = {
  actions: {
    'documentRequest.drafted': 'Saved draft',
    'documentRequest.draftEdited': 'Edited draft',
    'documentRequest.sent': 'Sent',
    'documentRequest.sentAgain': 'Sent again with a new link',
    'documentRequest.reminded': 'Reminded',
    'documentRequest.opened': 'Started',
    'documentRequest.filesGiven': 'Uploaded files',
    'documentRequest.fileTakenBack': 'Removed a file',
    'documentRequest.detailsGiven': 'Added details',
    'documentRequest.submitted': 'Submitted request',
    'documentRequest.itemAccepted': 'Accepted an item',
    'documentRequest.numberRevealed': 'Saw a full document number',
    'documentRequest.numberCleared': 'Cleared a full document number',
    'documentRequest.itemRejected': 'Rejected an item',
    'documentRequest.changesRequested': 'Requested changes',
    'documentRequest.cancelled': 'Cancelled',
    'documentRequest.expired': 'Link expired',
  },
  labels: {
    status: 'Status',
    recipient: 'Recipient',
    email: 'Email',
    dueOn: 'Due date',
    message: 'Message',
    items: 'Requested items',
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
        : formatAddress({ ...value, countryCode: undefined });
    return { label: detailFieldLabels[field as DetailField], text };
  });
}

const formatDetailStatus = ({ field, standing }: { field: DetailField; standing: DetailComparison }) =>
  `${detailFieldLabels[field]} ${detailComparisonLabels[standing]}.`;

/**
 * The identity document that accepting a file can record; null if the item is not one, or no verification accepts it.
 */
function documentToRecord(
  { verification, items }: DocumentRequest,
  documentType: DocumentRequest['items'][number]['documentType'],
  country: 'NZL' | 'AUS',
): DocumentToRecord | null {
  if (!verification?.isOpen || verification.method === null || verification.method === 'reliance')
    return null;
  const kinds = getIdentityDocuments(documentType, country);
  const [first] = kinds;
  if (first === undefined) return null;
  const { documentNumber = '', documentExpiry = '' } =
    items.find(({ details }) => details?.documentNumber !== undefined)?.details ?? {};
  const has = (name: 'issuer' | 'state') =>
    kinds.some((kind) => identityDocumentTypes[kind].fields.some((field) => field.name === name));
  const issuer = identityDocumentTypes[first].issuedBy === 'any' ? country : '';
  return {
    method: verification.method,
    kinds: kinds.map((value) => ({ value, label: identityDocumentTypes[value].label })),
    values: { type: first, fields: { number: documentNumber, expiresOn: documentExpiry, issuer, state: '' } },
    needsIssuer: has('issuer'),
    needsState: has('state'),
  };
}

/** A request, formatted for display. */
function visibleRequest(
  request: DocumentRequest,
  {
    timeZone,
    today,
    country,
    canShowNumbers,
  }: { timeZone: string; today: string; country: 'NZL' | 'AUS'; canShowNumbers: boolean },
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
  const at = (instant: string | null) => instant && formatInstant(instant, timeZone);
  return {
    ...rest,
    dueOn,
    dueLabel: formatDate(dueOn),
    /** Initial due date when the previous one has passed. */
    nextDueOn: dueOn >= today ? dueOn : addDays(today, usualDays),
    statusText: requestLifecycle.labels[request.status],
    sentLabel: at(sentAt),
    endLabel: at(expiresAt),
    submittedText: at(submittedAt),
    consentText: at(consentAt),
    items: items.map(({ documents, rejectedDocuments, details, givenAt, evidence, ...item }) => ({
      ...item,
      asks: formatRequestedItem(item),
      statusText: formatItemStatus({ ...item, givenAt }, submittedAt),
      details: detailLines(details),
      canShowNumber: canShowNumbers && details?.documentNumber !== undefined,
      givenLabel: at(givenAt),
      documents: documents.map((document) => toDocumentView(document, timeZone)),
      rejectedDocuments: rejectedDocuments.map((document) => toDocumentView(document, timeZone)),
      evidence: evidence && {
        kind: evidence.kind,
        verificationId: evidence.verificationId,
        hasDocumentRecord: evidence.hasDocumentRecord,
        lines: evidence.details.filter(({ standing }) => standing !== 'notCompared').map(formatDetailStatus),
      },
      record: documentToRecord(request, item.documentType, country),
    })),
    mails: mails.map(({ id, kind, status, to, createdAt, sentAt: mailedAt }) => ({
      id,
      text: `${requestEmailLabels[kind]} to ${to}: ${emailStates[status]}`,
      at: formatInstant(mailedAt ?? createdAt, timeZone),
      isFailed: status === 'failed',
    })),
    timeline: formatEvents(events, history, timeZone),
  };
}

/** Data of the requests panel on a client's page, completed once the client is known. `?request=new` or `?request={id}`. */
export async function readRequestsPanel(
  { api, me, params, url }: MemberArgs,
  listed: Promise<EndpointResponse<typeof listDocumentRequests>>,
) {
  const id = params.id ?? '';
  const requested = url.searchParams.get('request');
  const [session, list, request] = await Promise.all([
    me(),
    listed,
    requested !== null && isRecordId(requested)
      ? api.call(readDocumentRequest, { params: { id: requested } })
      : null,
  ]);
  const { company, member } = session;
  const now = new Date();
  const today = companyDay(now, company.timeZone);
  const right = permissionFor({ member, company }, 'requests.send');
  // The request belongs to another client.
  const own = request?.clientId === id ? request : null;
  const isEditing = own?.actions.includes('edit') === true && url.searchParams.get('edit') !== null;
  const isNew = requested === 'new' && right.allowed;
  return (client: Client) => ({
    clientId: id,
    isFirstPage: !url.searchParams.has('requestsBefore'),
    nextBefore: list.nextBefore,
    lines: list.items.map(({ sentAt, dueOn, ...line }) => ({
      ...line,
      statusText: requestLifecycle.labels[line.status],
      itemsText: formatItemCounts(line),
      dueLabel: formatDate(dueOn),
      isOverdue: dueOn < today && isOwedRequest(line.status),
      sentLabel: sentAt && formatDay(sentAt, company.timeZone),
    })),
    isAuditor: !right.allowed && right.code === 'role.forbidden',
    /** Why no request can be sent; null if one can. */
    sendDenialReason: right.allowed ? null : right.reason,
    shown:
      own && !isEditing
        ? visibleRequest(own, {
            timeZone: company.timeZone,
            today,
            country: company.billingCountryCode,
            canShowNumbers: permissionFor({ member, company }, 'identityNumbers.reveal').allowed,
          })
        : null,
    form:
      isNew || isEditing
        ? requestForm({
            client,
            country: company.billingCountryCode,
            today,
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
export type DocumentRequestView = NonNullable<RequestsPanelData['shown']>;
