import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import {
  calendarDate,
  instant,
  namedRecord,
  recordId,
  recordVersion,
  requiredText,
} from '#contract/fields.ts';
import { privacyDecisions, privacyRequestKinds } from '#rules/privacy/requests.ts';

const by = z.object({ at: instant, by: namedRecord });

/** A person’s request for access to, or correction of, the information that the company holds about them. */
export const privacyRequest = z.object({
  id: recordId,
  version: z.number().int(),
  client: namedRecord,
  kind: z.enum(privacyRequestKinds),
  receivedOn: calendarDate,
  /** Who requested it, and how their identity or authority was confirmed. */
  requestedBy: z.string(),
  /** What is requested; of a correction, what is wrong and the correction sought. */
  details: z.string(),
  /** Last day for the decision under the earliest applicable law; later if extended. */
  dueOn: calendarDate,
  provision: z.string(),
  working: z.string(),
  extended: by.extend({ until: calendarDate, reason: z.string() }).nullable(),
  decided: by.extend({ decision: z.enum(privacyDecisions), reason: z.string() }).nullable(),
  /** Statement of the correction sought but not made, attached to the record. */
  statement: by.extend({ text: z.string() }).nullable(),
  recorded: by,
  isOverdue: z.boolean(),
});
export type PrivacyRequest = z.infer<typeof privacyRequest>;

export const privacyRequestInput = z.object({
  kind: z.enum(privacyRequestKinds, { error: 'Select a kind of request' }),
  receivedOn: calendarDate,
  requestedBy: requiredText('Enter who made the request, and how you confirmed who they are', { max: 500 }),
  details: requiredText('Enter what is requested', { max: 5000, multiline: true }),
});

const byId = z.object({ id: recordId });
const version = { version: recordVersion };
const page = z.object({
  requests: z.array(privacyRequest),
  nextBefore: recordId.nullable(),
});

export const listPrivacyRequests = endpoint({
  id: 'privacyRequests.list',
  method: 'GET',
  path: '/privacy-requests',
  summary: 'List requests for access and correction, newest first, 50 a page',
  caller: 'member',
  permission: 'privacy.read',
  query: z.object({ before: recordId.optional() }),
  response: page,
  status: 200,
});

export const listClientPrivacyRequests = endpoint({
  id: 'privacyRequests.ofClient',
  method: 'GET',
  path: '/clients/:id/privacy-requests',
  summary: 'List the latest 50 requests for access and correction about a client, newest first',
  caller: 'member',
  permission: 'privacy.read',
  params: byId,
  response: page,
  status: 200,
});

export const exportPrivacyRequests = endpoint({
  id: 'privacyRequests.export',
  uses: 'export',
  recentProof: true,
  method: 'GET',
  path: '/privacy-requests/export',
  summary: 'Export requests for access and correction as CSV',
  caller: 'member',
  permission: 'privacy.read',
  response: { contentType: 'text/csv; charset=utf-8' },
  status: 200,
});

export const recordPrivacyRequest = endpoint({
  id: 'privacyRequests.record',
  method: 'POST',
  path: '/clients/:id/privacy-requests',
  summary: 'Record a request for access or correction about a client',
  caller: 'member',
  permission: 'privacy.record',
  once: true,
  params: byId,
  body: privacyRequestInput,
  response: privacyRequest,
  status: 201,
});

export const extendPrivacyRequest = endpoint({
  id: 'privacyRequests.extend',
  method: 'POST',
  path: '/privacy-requests/:id/extension',
  summary: 'Extend the time for an undecided request, once, before its last day',
  caller: 'member',
  permission: 'privacy.manage',
  once: true,
  params: byId,
  body: z.object({
    ...version,
    until: calendarDate,
    reason: requiredText('Enter the reason in the response to the person', { max: 1000, multiline: true }),
  }),
  response: privacyRequest,
  status: 200,
});

export const decidePrivacyRequest = endpoint({
  id: 'privacyRequests.decide',
  method: 'POST',
  path: '/privacy-requests/:id/decision',
  summary: 'Record the decision on a request, as communicated to the person',
  caller: 'member',
  permission: 'privacy.manage',
  once: true,
  params: byId,
  body: z.object({
    ...version,
    decision: z.enum(privacyDecisions, { error: 'Select a decision' }),
    reason: requiredText('Enter what was done, or the ground of the refusal', { max: 2000, multiline: true }),
  }),
  response: privacyRequest,
  status: 200,
});

export const attachStatement = endpoint({
  id: 'privacyRequests.attachStatement',
  method: 'POST',
  path: '/privacy-requests/:id/statement',
  summary: 'Attach the person’s statement of a correction that was not made in full to the client’s record',
  caller: 'member',
  permission: 'privacy.record',
  once: true,
  params: byId,
  body: z.object({ ...version, text: requiredText('Enter the statement', { max: 5000, multiline: true }) }),
  response: privacyRequest,
  status: 200,
});
