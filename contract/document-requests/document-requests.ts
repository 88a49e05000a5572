import { z } from 'zod';
import { address } from '#contract/addresses.ts';
import { cappedCount, clientEvent } from '#contract/clients/client-record.ts';
import { storedDocument } from '#contract/documents/documents.ts';
import { submittedDetail } from '#contract/documents/submitted-evidence.ts';
import { endpoint } from '#contract/endpoint.ts';
import {
  calendarDate,
  documentType,
  emailAddress,
  instant,
  namedRecord,
  optionalText,
  recordId,
  recordVersion,
  requiredText,
} from '#contract/fields.ts';
import { documentInput } from '#contract/individual-verifications/verification-inputs.ts';
import { requestEmailKinds } from '#rules/document-requests/email-templates.ts';
import {
  detailFields,
  maxItems,
  requestItemKinds,
  requestItemStatuses,
} from '#rules/document-requests/items.ts';
import { verificationMethods } from '#rules/identity-verification/evidence.ts';
import { requestLifecycle } from '#rules/lifecycles/checks.ts';
import { getStates } from '#rules/lifecycles/lifecycle.ts';

const byId = z.object({ id: recordId });
export const requestStatus = z.enum(getStates(requestLifecycle));

/** Details submitted by the recipient. */
export const requestDetails = z.object({
  name: z.string().optional(),
  dateOfBirth: z.string().optional(),
  address: address.optional(),
  documentNumber: z.string().optional(),
  documentExpiry: z.string().optional(),
});
export type RequestDetails = z.infer<typeof requestDetails>;

const itemRequested = z.object({
  label: requiredText('Enter a name for the item', { max: 120 }),
  kind: z.enum(requestItemKinds),
  documentType: documentType.nullable().default(null),
  detailFields: z.array(z.enum(detailFields)).max(detailFields.length).default([]),
  required: z.boolean().default(true),
});

export const requestItem = z.object({
  id: recordId,
  version: z.number().int(),
  label: z.string(),
  kind: z.enum(requestItemKinds),
  documentType: documentType.nullable(),
  detailFields: z.array(z.enum(detailFields)),
  required: z.boolean(),
  status: z.enum(requestItemStatuses),
  rejectReason: z.string().nullable(),
  details: requestDetails.nullable(),
  givenAt: instant.nullable(),
  /** Submitted since it was last requested. */
  documents: z.array(storedDocument),
  /** Rejected submissions. */
  rejectedDocuments: z.array(storedDocument),
  /** Verification for which it is evidence, once accepted. */
  evidence: z
    .object({
      kind: z.enum(['individual', 'business']),
      verificationId: recordId,
      details: z.array(submittedDetail),
      /** Whether an identity document was recorded from it. */
      hasDocumentRecord: z.boolean(),
    })
    .nullable(),
});
export type RequestItem = z.infer<typeof requestItem>;

const requestEmail = z.object({
  id: recordId,
  kind: z.enum(requestEmailKinds),
  status: z.enum(['queued', 'sending', 'sent', 'failed', 'dropped']),
  to: z.string(),
  createdAt: instant,
  sentAt: instant.nullable(),
});

/** Request as shown in lists. */
export const requestListItem = z.object({
  id: recordId,
  version: z.number().int(),
  clientId: recordId,
  clientName: z.string(),
  recipientName: z.string(),
  status: requestStatus,
  dueOn: z.string(),
  sentAt: instant.nullable(),
  submittedAt: instant.nullable(),
  createdAt: instant,
  items: z.object({ total: z.number().int(), given: z.number().int(), accepted: z.number().int() }),
});
export type RequestListItem = z.infer<typeof requestListItem>;

export const documentRequest = requestListItem.omit({ items: true }).extend({
  activityId: recordId.nullable(),
  /** Verification for which accepted items become evidence, or null. */
  verification: z
    .object({
      kind: z.enum(['individual', 'business']),
      id: recordId,
      /** Short description. */
      text: z.string(),
      method: z.enum(verificationMethods).nullable(),
      /** Whether it is still open for evidence. */
      isOpen: z.boolean(),
    })
    .nullable(),
  recipientEmail: z.string().nullable(),
  message: z.string(),
  expiresAt: instant.nullable(),
  firstOpenedAt: instant.nullable(),
  consentAt: instant.nullable(),
  completedAt: instant.nullable(),
  createdBy: namedRecord,
  items: z.array(requestItem),
  mails: z.array(requestEmail),
  /** Link of a live request without an email address, for callers who may send requests. */
  link: z.string().nullable(),
  /** Actions available to the caller. */
  actions: z.array(z.enum(['edit', 'send', 'sendAgain', 'remind', 'cancel', 'requestChanges', 'decide'])),
  /** The latest 50, newest first. */
  history: z.array(clientEvent),
});
export type DocumentRequest = z.infer<typeof documentRequest>;

/** Form fields of a new request. */
export const newDocumentRequest = z.object({
  activityId: recordId.optional(),
  /** Verification of the client in progress, for which accepted items become evidence. */
  verificationId: recordId.optional(),
  recipientName: requiredText('Enter the recipient name', { max: 200 }),
  recipientEmail: emailAddress.optional(),
  dueOn: calendarDate,
  message: optionalText({ max: 2000, multiline: true }),
  items: z
    .array(itemRequested)
    .min(1, { error: 'Select at least one item' })
    .max(maxItems, { error: `Request at most ${maxItems} items at once` }),
  /** If false, saves a draft. */
  send: z.boolean().default(true),
});
export type NewDocumentRequest = z.infer<typeof newDocumentRequest>;

export const listDocumentRequests = endpoint({
  id: 'documentRequests.list',
  method: 'GET',
  path: '/clients/:id/document-requests',
  caller: 'member',
  permission: 'records.read',
  status: 200,
  summary: 'List document requests of a client, newest first',
  params: byId,
  query: z.object({ before: recordId.optional() }),
  response: z.object({
    items: z.array(requestListItem),
    nextBefore: recordId.nullable(),
    /** Verifications of the client that can be selected for a request. */
    verifications: z.array(z.object({ id: recordId, text: z.string() })),
  }),
});

export const createDocumentRequest = endpoint({
  id: 'documentRequests.create',
  method: 'POST',
  path: '/clients/:id/document-requests',
  caller: 'member',
  permission: 'requests.send',
  once: true,
  status: 201,
  summary: 'Create a document request. The email with the link is sent after it',
  params: byId,
  body: newDocumentRequest,
  response: documentRequest,
});

export const listSubmittedRequests = endpoint({
  id: 'documentRequests.submitted',
  method: 'GET',
  path: '/document-requests/submitted',
  caller: 'member',
  permission: 'records.read',
  status: 200,
  summary: 'List fully submitted requests that await review, oldest first',
  query: z.object({ limit: z.coerce.number().int().min(1).max(50).default(5) }),
  response: z.object({ items: z.array(requestListItem), total: cappedCount }),
});

export const readDocumentRequest = endpoint({
  id: 'documentRequests.read',
  method: 'GET',
  path: '/document-requests/:id',
  caller: 'member',
  permission: 'records.read',
  status: 200,
  summary: 'Get a request: items with submissions, emails, timeline and available actions',
  params: byId,
  response: documentRequest,
});

const newDates = { dueOn: calendarDate };
const versioned = { version: recordVersion };

export const editDocumentRequest = endpoint({
  id: 'documentRequests.edit',
  method: 'POST',
  path: '/document-requests/:id/draft',
  caller: 'member',
  permission: 'requests.send',
  once: true,
  status: 200,
  summary: 'Change a draft: recipient, items, due date and message; `send` sends it in the same step',
  params: byId,
  body: newDocumentRequest.extend(versioned),
  response: documentRequest,
});

export const sendDocumentRequest = endpoint({
  id: 'documentRequests.send',
  method: 'POST',
  path: '/document-requests/:id/send',
  caller: 'member',
  permission: 'requests.send',
  once: true,
  status: 200,
  summary: 'Send a draft, or resend with a new link that replaces the old one. Reopens an expired request',
  params: byId,
  body: z.object({ ...versioned, ...newDates, recipientEmail: emailAddress.optional() }),
  response: documentRequest,
});

export const sendReminder = endpoint({
  id: 'documentRequests.remind',
  method: 'POST',
  path: '/document-requests/:id/reminders',
  caller: 'member',
  permission: 'records.write',
  once: true,
  status: 200,
  summary: 'Email a reminder with the same link, at most once an hour',
  params: byId,
  body: z.object(versioned),
  response: documentRequest,
});

export const cancelDocumentRequest = endpoint({
  id: 'documentRequests.cancel',
  method: 'POST',
  path: '/document-requests/:id/cancel',
  caller: 'member',
  permission: 'requests.cancel',
  once: true,
  status: 200,
  summary: 'Cancel a request with a reason. Its link stops working',
  params: byId,
  body: z.object({
    ...versioned,
    reason: requiredText('Enter a reason for cancelling', { max: 500, multiline: true }),
  }),
  response: documentRequest,
});

export const decideRequestItem = endpoint({
  id: 'documentRequests.decideItem',
  method: 'POST',
  path: '/document-requests/:id/items/:itemId/decision',
  caller: 'member',
  permission: 'records.write',
  once: true,
  status: 200,
  summary:
    'Accept an item as evidence of its verification, or reject it with a reason for the recipient. Accepting the last required item completes the request',
  params: z.object({ id: recordId, itemId: recordId }),
  body: z.discriminatedUnion('decision', [
    z.object({
      decision: z.literal('accept'),
      ...versioned,
      /**
       * How the identity document is recorded in the verification. Omitted: with the number and expiry date the
       * recipient entered. Null: only the file is evidence.
       */
      document: documentInput.nullable().optional(),
    }),
    z.object({
      decision: z.literal('reject'),
      ...versioned,
      reason: requiredText('Enter a reason the recipient can act on', {
        max: 500,
        multiline: true,
      }),
    }),
  ]),
  response: documentRequest,
});

export const revealItemNumber = endpoint({
  id: 'documentRequests.revealNumber',
  method: 'POST',
  path: '/document-requests/:id/items/:itemId/number',
  caller: 'member',
  permission: 'identityNumbers.reveal',
  status: 200,
  summary:
    'Get the full document number that the recipient submitted, which is masked everywhere else. The reason is recorded in the audit log',
  params: z.object({ id: recordId, itemId: recordId }),
  body: z.object({ reason: requiredText('Enter a reason', { max: 500, multiline: true }) }),
  response: z.object({ number: z.string() }),
});

export const requestChanges = endpoint({
  id: 'documentRequests.requestChanges',
  method: 'POST',
  path: '/document-requests/:id/changes',
  caller: 'member',
  permission: 'records.write',
  once: true,
  status: 200,
  summary: 'Request changes to rejected items. Emails the same link and extends it if needed',
  params: byId,
  body: z.object(versioned),
  response: documentRequest,
});
