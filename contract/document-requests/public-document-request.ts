import { z } from 'zod';
import { addressInput } from '#contract/addresses.ts';
import { endpoint } from '#contract/endpoint.ts';
import { calendarDate, instant, optionalText, recordId } from '#contract/fields.ts';
import { detailFields, requestItemKinds, requestItemStatuses } from '#rules/document-requests/items.ts';
import { requestStatus } from './document-requests.ts';

/**
 * Public side of a document request. The caller is the recipient: the transaction id of the link is the bearer token,
 * never part of a path. No response contains client data or submitted content.
 */
const item = z.object({
  id: recordId,
  label: z.string(),
  kind: z.enum(requestItemKinds),
  detailFields: z.array(z.enum(detailFields)),
  required: z.boolean(),
  status: z.enum(requestItemStatuses),
  /** Reason for rejection. */
  rejectReason: z.string().nullable(),
  /** Whether it can be submitted or changed now. */
  isOpen: z.boolean(),
  /** Submitted file, without its name. */
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

const asRecipient = { caller: 'recipient', permission: 'publicRequest.submit', status: 200 } as const;
const ofItem = z.object({ itemId: recordId });

export const readPublicRequest = endpoint({
  id: 'publicRequests.read',
  method: 'GET',
  path: '/public-document-request',
  ...asRecipient,
  summary: 'Show the request of the link; reading changes nothing',
  response: publicRequest,
});

export const startPublicRequest = endpoint({
  id: 'publicRequests.start',
  method: 'POST',
  path: '/public-document-request/start',
  ...asRecipient,
  summary: 'Mark the request as opened by the recipient',
  body: z.object({}),
  response: publicRequest,
});

export const uploadRequestFiles = endpoint({
  id: 'publicRequests.uploadFiles',
  method: 'POST',
  path: '/public-document-request/items/:itemId/files',
  ...asRecipient,
  upload: true,
  summary:
    'Upload files for an item, at most 5 in all and 10 MB each. Some rejected: the others are saved; all rejected: 422',
  params: ofItem,
  response: z.object({
    request: publicRequest,
    kept: z.number().int(),
    known: z.number().int(),
    refused: z.array(z.string()),
  }),
});

/** Suffix of the form field with an item’s files, after the item’s id. */
export const fileFieldSuffix = '.file';

export const receiveRequestForm = endpoint({
  id: 'publicRequests.receiveForm',
  method: 'POST',
  path: '/public-document-request/form',
  ...asRecipient,
  upload: true,
  summary:
    'Save the files of every item in the page’s form, in fields named by its id, as far as possible; returns the texts for the page’s next step',
  response: z.object({
    request: publicRequest,
    /** Items for which files were received. */
    items: z.array(
      z.object({
        itemId: recordId,
        kept: z.number().int(),
        /** Submitted earlier, detected by content. */
        known: z.number().int(),
        /** Reason a file was rejected, with its name. */
        refused: z.array(z.string()),
      }),
    ),
    fields: z.array(z.object({ name: z.string(), value: z.string() })),
  }),
});
export type ReceivedRequestForm = z.infer<typeof receiveRequestForm.response>;

/** With `request.tooLarge`: the text fields of the rejected form, those that are too long truncated. Nothing is saved. */
export const cutRequestForm = receiveRequestForm.response.pick({ fields: true });

export const removeFile = endpoint({
  id: 'publicRequests.removeFile',
  method: 'POST',
  path: '/public-document-request/items/:itemId/files/:fileId/removal',
  ...asRecipient,
  summary: 'Remove a file before submitting',
  params: ofItem.extend({ fileId: recordId }),
  body: z.object({}),
  response: publicRequest,
});

/** Fields of a details item; the item lists those requested. */
export const submittedDetailsInput = z.object({
  name: optionalText({ max: 200 }),
  dateOfBirth: calendarDate.optional(),
  address: addressInput,
  documentNumber: optionalText({ max: 40 }),
  documentExpiry: calendarDate.optional(),
});
export type SubmittedDetails = z.output<typeof submittedDetailsInput>;

export const submitRequestDetails = endpoint({
  id: 'publicRequests.submitDetails',
  method: 'POST',
  path: '/public-document-request/items/:itemId/details',
  ...asRecipient,
  summary: 'Save the details of an item, replacing the earlier ones',
  params: ofItem,
  body: submittedDetailsInput,
  response: publicRequest,
});

/** Error for submitting without consent. */
export const consentMissing = 'Consent to how it is used, or leave the page without submitting';

export const submitPublicRequest = endpoint({
  id: 'publicRequests.submit',
  method: 'POST',
  path: '/public-document-request/submission',
  ...asRecipient,
  summary: 'Submit the request with the recipient’s consent, once every required item is submitted',
  body: z.object({
    consent: z.literal(true, { error: consentMissing }),
  }),
  response: publicRequest,
});
