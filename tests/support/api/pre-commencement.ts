import { readDiligence } from '#contract/cdd/cdd.ts';
import { recordFinding } from '#contract/cdd/findings.ts';
import type { TestApi, TestPerson } from './api.ts';
import { uploadedDocument } from './source-of-funds.ts';

/**
 * Records that a client is one of before commencement, by a document of its own unless another is named.
 * @param as a person who may grant exceptions from CDD
 */
export async function showPreCommencement(
  test: TestApi,
  as: TestPerson,
  clientId: string,
  { dated = '2005-03-01', documentId }: { dated?: string; documentId?: string } = {},
) {
  const shown = documentId ?? (await uploadedDocument(test, as, clientId));
  const { response } = await test.request(readDiligence, { params: { id: clientId } }, { as });
  const body = {
    subject: 'preCommencement' as const,
    version: response.version,
    reason: 'Engaged for the family trust since 2005',
    documentId: shown,
    dated,
  };
  return test.request(recordFinding, { params: { id: clientId }, body }, { as });
}
