import { addFundsLine, type FundsLine, verifyFundsLine } from '#contract/cdd/funds-lines.ts';
import { uploadDocuments } from '#contract/documents/documents.ts';
import type { EndpointRequest } from '#contract/endpoint.ts';
import { formWith, samplePicture } from '#tests/support/files/sample-files.ts';
import type { TestApi } from './api.ts';

let made = 0;

/** A unique document of a client. @returns its id */
export async function uploadedDocument(
  test: TestApi,
  as: { token: string },
  clientId: string,
): Promise<string> {
  made += 1;
  const bytes = await samplePicture('png', { side: 60 + (made % 400) });
  const body = formWith([{ name: `settlement-${made}.png`, bytes }]);
  const input = { params: { ownerType: 'client', ownerId: clientId }, body } as never;
  const { response } = await test.request(uploadDocuments, input, { as });
  return response.documents[0]?.document.id ?? '';
}

/** A line of source of wealth or funds supported by its document. */
export async function verifiedSource(
  test: TestApi,
  as: { token: string },
  clientId: string,
  more: Partial<EndpointRequest<typeof addFundsLine>['body']> = {},
): Promise<FundsLine> {
  const body: EndpointRequest<typeof addFundsLine>['body'] = {
    of: 'wealth',
    kind: 'businessSale',
    amount: '640,000',
    currency: 'NZD',
    from: 'Sale of a vineyard',
    documentIds: [await uploadedDocument(test, as, clientId)],
    ...more,
  };
  const line = (await test.request(addFundsLine, { params: { id: clientId }, body }, { as })).response;
  const verified = await test.request(
    verifyFundsLine,
    {
      params: { id: clientId, lineId: line.id },
      body: { version: line.version, corroboration: 'Compared with the settlement statement' },
    },
    { as },
  );
  return verified.response;
}
