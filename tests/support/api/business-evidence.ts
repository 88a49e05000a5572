import {
  decideBusinessVerification,
  readBusinessVerification,
  startBusinessVerification,
} from '#contract/business-verifications/business-verifications.ts';
import { createOwnershipParties } from '#contract/business-verifications/ownership-endpoints.ts';
import type { BusinessVerification } from '#contract/business-verifications/record.ts';
import { chooseRegistryEntity } from '#contract/business-verifications/registry-endpoints.ts';
import {
  createDocumentRequest,
  type DocumentRequest,
  decideRequestItem,
  readDocumentRequest,
} from '#contract/document-requests/document-requests.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { UploadedDocumentType } from '#rules/documents/document-types.ts';
import { samplePdf } from '#tests/support/files/sample-files.ts';
import type { TestApi, TestPerson } from './api.ts';
import { dayFromNow, getLink, getRecipient } from './document-requests.ts';

/** A document request, uploaded and submitted by its recipient. A second item, never decided on, holds it open. */
export async function submittedDocument(
  test: TestApi,
  as: TestPerson,
  clientId: string,
  documentType: UploadedDocumentType,
): Promise<DocumentRequest> {
  const body = {
    recipientName: 'Hinemoa Exampleton',
    dueOn: dayFromNow(test, 7),
    items: [
      { label: `Document: ${documentType}`, kind: 'document', documentType },
      { label: 'Bank statement', kind: 'document', documentType: 'bankStatement' },
    ],
  };
  const input = { params: { id: clientId }, body: body as never, requestKey: crypto.randomUUID() };
  const { response: request } = await test.request(createDocumentRequest, input, { as });
  const recipient = getRecipient(test, await getLink(test, request.id));
  await recipient.start();
  for (const { id } of request.items) await recipient.give(id, samplePdf(), `${documentType}.pdf`);
  await recipient.submit();
  return request;
}

/** Decides on the document of such a request. */
export async function decideOnDocument(
  test: TestApi,
  as: TestPerson,
  requestId: string,
  decision: { decision: 'accept' } | { decision: 'reject'; reason: string },
): Promise<void> {
  const { response } = await test.request(readDocumentRequest, { params: { id: requestId } }, { as });
  const params = { id: requestId, itemId: response.items[0]?.id ?? '' };
  const body = { version: response.version, ...decision } as never;
  const { status } = await test.request(
    decideRequestItem,
    { params, body, requestKey: crypto.randomUUID() },
    { as },
  );
  if (status !== 200) throw new Error(`The item was not decided: ${status}.`);
}

/** A document of the client, submitted and accepted; evidence of its verification in progress, if there is one. */
export async function acceptedDocument(
  test: TestApi,
  as: TestPerson,
  clientId: string,
  documentType: UploadedDocumentType,
): Promise<DocumentRequest> {
  const request = await submittedDocument(test, as, clientId, documentType);
  await decideOnDocument(test, as, request.id, { decision: 'accept' });
  return request;
}

/** Verifies a business by the extract of a register, with everybody it names as owner recorded as a party. */
export async function verifyByExtract(
  test: TestApi,
  as: TestPerson,
  clientId: string,
  number: string,
): Promise<BusinessVerification> {
  const send = async (endpoint: Endpoint, body: object, id: string) => {
    const sent = await test.request(endpoint, { params: { id }, body } as never, { as });
    if (sent.status !== 200) throw new Error(`${endpoint.id}: ${JSON.stringify(sent.problem)}`);
    return sent.response as BusinessVerification;
  };
  const begun = await test.request(startBusinessVerification, { params: { clientId }, query: {} }, { as });
  const { id, version } = begun.response;
  const order = { version, registry: 'nzbn', number, quotedCost: 250 };
  let now = await send(chooseRegistryEntity, order, id);
  const parties = now.mustVerify
    .filter(({ isParty }) => !isParty)
    .map(({ nodeId, matches }) => ({ nodeId, clientId: matches[0]?.id }));
  if (parties.length > 0) now = await send(createOwnershipParties, { version: now.version, parties }, id);
  const decision = { decision: 'verified', version: now.version, reason: 'Extract seen' };
  return send(decideBusinessVerification, decision, id);
}

/** A verification as it is now. */
export const readVerification = async (test: TestApi, as: TestPerson, id: string) =>
  (await test.request(readBusinessVerification, { params: { id } }, { as })).response;
