import { sendOutbox } from '#api/integrations/email/send-outbox.ts';
import type { EmailTransport } from '#api/integrations/email/transport.ts';
import { outboxReceivers } from '#api/jobs/daily-jobs.ts';
import {
  createDocumentRequest,
  type DocumentRequest,
  readDocumentRequest,
} from '#contract/document-requests/document-requests.ts';
import {
  readPublicRequest,
  startPublicRequest,
  submitPublicRequest,
  submitRequestDetails,
  uploadRequestFiles,
} from '#contract/document-requests/public-document-request.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { addDays } from '#rules/dates/calendar-dates.ts';
import { testDay } from '#tests/support/clock/test-day.ts';
import { formWith, samplePicture } from '#tests/support/files/sample-files.ts';
import type { TestApi, TestPerson } from './api.ts';
import { sampleClient } from './risk.ts';

/** A day a number of days from today, in New Zealand. */
export const dayFromNow = (test: TestApi, days: number): string =>
  addDays(testDay('Pacific/Auckland', test.clock.now()), days);

/** A request body with a document and details. */
export const sampleRequestBody = (test: TestApi, rest: Record<string, unknown> = {}) => ({
  recipientName: 'Hinemoa Exampleton',
  recipientEmail: 'hinemoa@example.test',
  dueOn: dayFromNow(test, 7),
  message: 'Before we can act for you.',
  items: [
    { label: 'Passport', kind: 'document', documentType: 'passport' },
    { label: 'Your details', kind: 'details', detailFields: ['name', 'dateOfBirth'] },
    { label: 'Bank statement', kind: 'document', documentType: 'bankStatement', required: false },
  ],
  ...rest,
});

/** A sent request to a new client. */
export async function sentRequest(
  test: TestApi,
  person: TestPerson,
  rest: Record<string, unknown> = {},
): Promise<DocumentRequest> {
  const { id } = await sampleClient(test, person);
  const input = { params: { id }, body: sampleRequestBody(test, rest), requestKey: crypto.randomUUID() };
  return (await test.request(createDocumentRequest, input as never, { as: person })).response;
}

/** The current transaction id of a request, as in its email. */
export async function getLink(test: TestApi, requestId: string): Promise<string> {
  const { rows } = await test.database.asSuperuser(
    'SELECT link_seed FROM assay.document_requests WHERE id = $1',
    [requestId],
  );
  return test.links.transactionId(requestId, String(rows[0]?.link_seed));
}

/** Sends the emails of document requests that are due. */
export const sendEmails = (test: TestApi, mail: EmailTransport, now = test.clock.now) =>
  sendOutbox({ db: test.database.db, now }, outboxReceivers({ mail, links: test.links, now }));

/** Actions of the recipient with the link. */
export function getRecipient(test: TestApi, transactionId: string) {
  const as = { token: transactionId };
  const send = <E extends Endpoint>(endpoint: E, input: object) =>
    test.request(endpoint, input as never, { as });
  return {
    as,
    read: () => send(readPublicRequest, {}),
    start: () => send(startPublicRequest, { body: {} }),
    give: (itemId: string, bytes: Uint8Array, name = 'passport.png') =>
      send(uploadRequestFiles, { params: { itemId }, body: formWith([{ name, bytes }]) }),
    tell: (itemId: string, body: object) => send(submitRequestDetails, { params: { itemId }, body }),
    submit: () => send(submitPublicRequest, { body: { consent: true } }),
  };
}

/** Starts a request and provides everything required, without submitting. */
export async function submitAll(
  test: TestApi,
  request: DocumentRequest,
): Promise<ReturnType<typeof getRecipient>> {
  const recipient = getRecipient(test, await getLink(test, request.id));
  (await recipient.start()).response;
  const [passport, details] = request.items;
  (await recipient.give(passport?.id ?? '', await samplePicture('png'))).response;
  (await recipient.tell(details?.id ?? '', { name: 'Hinemoa Exampleton', dateOfBirth: '1984-02-29' }))
    .response;
  return recipient;
}

/** A fully submitted request that awaits review, in its current state. */
export async function submittedRequest(test: TestApi, person: TestPerson): Promise<DocumentRequest> {
  const request = await sentRequest(test, person);
  const recipient = await submitAll(test, request);
  (await recipient.submit()).response;
  return (await test.request(readDocumentRequest, { params: { id: request.id } }, { as: person })).response;
}
