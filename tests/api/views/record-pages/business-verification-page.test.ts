import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  readBusinessVerification,
  readBusinessVerificationHistory,
  startBusinessVerification,
} from '#contract/business-verifications/business-verifications.ts';
import { readExpansionCost } from '#contract/business-verifications/ownership-endpoints.ts';
import { listDocuments } from '#contract/documents/documents.ts';
import { readBusinessVerificationPage } from '#contract/views/business-verification-page.ts';
import { businessVerificationTabs } from '#rules/verification-pages/business-tabs.ts';
import { openTestApi, type TestApi, type TestCompany } from '#tests/support/api/api.ts';
import { testEngine } from '#tests/support/database/database.ts';
import { businessForm, create } from '../../records/clients/support.ts';

describe('the page of a business verification', () => {
  let api: TestApi;
  let a: TestCompany;
  let id: string;

  beforeAll(async () => {
    api = await openTestApi(testEngine);
    a = api.companies.a;
    const clientId = (await create(api, a.staff, businessForm('Kahikatea Holdings Limited'))).id;
    const started = await api.request(
      startBusinessVerification,
      { params: { clientId }, query: {}, requestKey: crypto.randomUUID() },
      { as: a.staff },
    );
    id = started.response.id;
  });
  afterAll(() => api.close());

  test('has in each tab what the endpoints list, and the verification in all', async () => {
    const params = { id };
    const as = { as: a.staff };
    const read = async <T>(call: Promise<{ response: T }>) => (await call).response;
    const lists = {
      register: {},
      ownership: { cost: null },
      people: {},
      documents: {
        documents: await read(
          api.request(
            listDocuments,
            { params: { ownerType: 'businessVerification', ownerId: id }, query: {} },
            as,
          ),
        ),
      },
      history: {
        history: await read(api.request(readBusinessVerificationHistory, { params, query: {} }, as)),
      },
    };
    const verification = await read(api.request(readBusinessVerification, { params }, as));
    for (const tab of businessVerificationTabs) {
      const page = await read(api.request(readBusinessVerificationPage, { params, query: { tab } }, as));
      expect(page, tab).toEqual({ verification, content: { tab, ...lists[tab] } });
    }
    const first = await read(api.request(readBusinessVerificationPage, { params, query: {} }, as));
    expect(first.content.tab).toBe('register');
  });

  test('tells the cost of layers that were chosen', async () => {
    const params = { id };
    const { response: cost } = await api.request(
      readExpansionCost,
      { params, query: { layers: 2 } },
      { as: a.staff },
    );
    const page = await api.request(
      readBusinessVerificationPage,
      { params, query: { tab: 'ownership', layers: 2 } },
      { as: a.staff },
    );
    expect(page.response.content).toEqual({ tab: 'ownership', cost });
  });

  test('refuses unknown tabs, and is not found for another company', async () => {
    for (const query of [{ tab: 'nonsense' }, { tab: 'ownership', layers: 99 }]) {
      const refused = await api.request(
        readBusinessVerificationPage,
        { params: { id }, query: query as never },
        { as: a.staff },
      );
      expect(refused.status).toBe(422);
    }
    const foreign = await api.request(
      readBusinessVerificationPage,
      { params: { id }, query: {} },
      { as: api.companies.b.staff },
    );
    expect(foreign.status).toBe(404);
  });
});
