import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listDocuments } from '#contract/documents/documents.ts';
import { readIdentityVerificationPage } from '#contract/views/identity-verification-page.ts';
import { identityVerificationTabs } from '#rules/verification-pages/identity-tabs.ts';
import { openTestApi, type TestApi, type TestCompany } from '#tests/support/api/api.ts';
import {
  personToVerify,
  sightedPassport,
  started,
  verificationNow,
} from '#tests/support/api/verifications.ts';
import { testEngine } from '#tests/support/database/database.ts';

describe('the page of an identity verification', () => {
  let api: TestApi;
  let a: TestCompany;
  let id: string;

  beforeAll(async () => {
    api = await openTestApi(testEngine);
    a = api.companies.a;
    const { id: clientId } = await personToVerify(api, a.staff);
    ({ id } = await started(api, a.staff, clientId, {
      method: 'documentSighted',
      document: sightedPassport(),
    }));
  });
  afterAll(() => api.close());

  test('has in each tab the verification, and in Documents what the endpoint lists', async () => {
    const params = { id };
    const owner = { ownerType: 'individualVerification', ownerId: id } as const;
    const verification = await verificationNow(api, a.staff, id);
    const { response: documents } = await api.request(
      listDocuments,
      { params: owner, query: {} },
      { as: a.staff },
    );
    for (const tab of identityVerificationTabs) {
      const page = await api.request(
        readIdentityVerificationPage,
        { params, query: { tab } },
        { as: a.staff },
      );
      expect(page.response, tab).toEqual({
        verification,
        content: tab === 'documents' ? { tab, documents } : { tab },
      });
    }
    const first = await api.request(readIdentityVerificationPage, { params, query: {} }, { as: a.staff });
    expect(first.response.content.tab).toBe('evidence');
  });

  test('refuses unknown tabs, and is not found for another company', async () => {
    const refused = await api.request(
      readIdentityVerificationPage,
      { params: { id }, query: { tab: 'nonsense' as never } },
      { as: a.staff },
    );
    expect(refused.status).toBe(422);
    const foreign = await api.request(
      readIdentityVerificationPage,
      { params: { id }, query: {} },
      { as: api.companies.b.staff },
    );
    expect(foreign.status).toBe(404);
  });
});
