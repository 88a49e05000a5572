import { z } from 'zod';
import { detailFields, requestItemKinds, requestItemStatuses } from '#rules/document-requests/items.ts';
import { addressInput } from './addresses.ts';
import { requestStatus } from './document-requests.ts';
import { endpoint } from './endpoint.ts';
import { calendarDate, instant, optionalText, recordId } from './fields.ts';

/**
 * The public side of a document request. The caller is whoever holds the link: its transaction id is the bearer token, never a part of a
 * path. No answer holds data of the client, and what was given is not said again.
 */
const item = z.object({
  id: recordId,
  label: z.string(),
  kind: z.enum(requestItemKinds),
  detailFields: z.array(z.enum(detailFields)),
  required: z.boolean(),
  status: z.enum(requestItemStatuses),
  /** Why it was not accepted. */
  rejectReason: z.string().nullable(),
  /** Whether it can be given or changed now. */
  isOpen: z.boolean(),
  /** What was given, without its name. */
  files: z.array(z.object({ id: recordId, kindText: z.string(), size: z.number().int(), givenAt: instant })),
});

export const publicRequest = z.object({
  companyName: z.string(),
  countryCode: z.enum(['AUS', 'NZL']),
  timeZone: z.string(),
  status: requestStatus,
  message: z.string(),
  dueOn: z.string(),
  expiresAt: instant,
  items: z.array(item),
});
export type PublicRequest = z.infer<typeof publicRequest>;

const asRecipient = { caller: 'recipient', act: 'publicRequest.answer', status: 200 } as const;
const ofItem = z.object({ itemId: recordId });

export const readPublicRequest = endpoint({
  id: 'publicRequests.read',
  method: 'GET',
  path: '/public-document-request',
  ...asRecipient,
  summary: 'What the link asks for; reading it changes nothing',
  answer: publicRequest,
});

export const startPublicRequest = endpoint({
  id: 'publicRequests.start',
  method: 'POST',
  path: '/public-document-request/start',
  ...asRecipient,
  summary: 'The person begins: the request counts as opened',
  body: z.object({}),
  answer: publicRequest,
});

export const giveFiles = endpoint({
  id: 'publicRequests.giveFiles',
  method: 'POST',
  path: '/public-document-request/items/:itemId/files',
  ...asRecipient,
  upload: true,
  summary:
    'Files of an item, at most 5 in all and 10 MB each. Some refused: the others are kept; all refused: 422',
  params: ofItem,
  answer: z.object({
    request: publicRequest,
    kept: z.number().int(),
    known: z.number().int(),
    refused: z.array(z.string()),
  }),
});

export const removeFile = endpoint({
  id: 'publicRequests.removeFile',
  method: 'POST',
  path: '/public-document-request/items/:itemId/files/:fileId/removal',
  ...asRecipient,
  summary: 'Take a file back before all is submitted',
  params: ofItem.extend({ fileId: recordId }),
  body: z.object({}),
  answer: publicRequest,
});

/** What may be typed for an item of details; which of it is asked, the item says. */
export const givenDetails = z.object({
  name: optionalText({ max: 200 }),
  dateOfBirth: calendarDate.optional(),
  address: addressInput,
  documentNumber: optionalText({ max: 40 }),
  documentExpiry: calendarDate.optional(),
});
export type GivenDetails = z.output<typeof givenDetails>;

export const giveDetails = endpoint({
  id: 'publicRequests.giveDetails',
  method: 'POST',
  path: '/public-document-request/items/:itemId/details',
  ...asRecipient,
  summary: 'Details of an item; they take the place of those given before',
  params: ofItem,
  body: givenDetails,
  answer: publicRequest,
});

export const submitPublicRequest = endpoint({
  id: 'publicRequests.submit',
  method: 'POST',
  path: '/public-document-request/submission',
  ...asRecipient,
  summary: 'Everything required is given, and the person agrees to its use: staff look at it',
  body: z.object({
    consent: z.literal(true, { error: 'Agree to how it is used, or leave the page without sending' }),
  }),
  answer: publicRequest,
});
