import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listActivities } from '#contract/activities.ts';
import { listBusinessVerifications } from '#contract/business-verifications/business-verifications.ts';
import { readDiligence } from '#contract/cdd/cdd.ts';
import { listFundsLines } from '#contract/cdd/funds-lines.ts';
import { readClientGroup } from '#contract/clients/client-group.ts';
import { readClient, readClientHistory } from '#contract/clients/clients.ts';
import { addParty, endParty, listParties } from '#contract/clients/parties.ts';
import { listDocumentRequests } from '#contract/document-requests/document-requests.ts';
import { listDocuments } from '#contract/documents/documents.ts';
import { listVerifications } from '#contract/individual-verifications/individual-verifications.ts';
import { listAlerts } from '#contract/monitoring/alerts.ts';
import { readClientMonitoring } from '#contract/monitoring/screenings.ts';
import { listClientPrivacyRequests } from '#contract/privacy/requests.ts';
import { listAssessments } from '#contract/risk/assessments.ts';
import { listReviews } from '#contract/risk/reviews.ts';
import { readClientPage } from '#contract/views/client-page.ts';
import { clientTabs } from '#rules/clients/client-tabs.ts';
import { openTestApi, type TestApi, type TestCompany } from '#tests/support/api/api.ts';
import { testEngine } from '#tests/support/database/database.ts';
import { addClient } from '../../checks/activities/support.ts';
import { businessForm, create } from '../../records/clients/support.ts';

describe('the page of a client', () => {
  let api: TestApi;
  let a: TestCompany;
  let id: string;

  beforeAll(async () => {
    api = await openTestApi(testEngine);
    a = api.companies.a;
    id = (await create(api, a.staff, businessForm('Kahikatea Holdings Limited'))).id;
    for (const name of ['Aroha', 'Ngaio']) {
      const partyClientId = await addClient(api, a, name);
      const { response } = await api.request(
        addParty,
        { params: { id }, body: { partyClientId, roles: ['director'] } },
        { as: a.staff },
      );
      if (name === 'Aroha')
        await api.request(
          endParty,
          { params: { id, partyId: response.id }, body: { version: response.version, reason: 'Resigned' } },
          { as: a.staff },
        );
    }
  });
  afterAll(() => api.close());

  const page = async (
    query: Parameters<typeof api.request<typeof readClientPage>>[1]['query'],
    as = a.staff,
  ) => (await api.request(readClientPage, { params: { id }, query }, { as })).response;

  test('has in each tab what the endpoints list, and the client with its CDD in all', async () => {
    const params = { id };
    const as = { as: a.staff };
    const alerts = { query: { resourceType: 'clients', resourceId: id, limit: 5 } } as const;
    const reviews = { query: { clientId: id, limit: 5 } };
    const read = async <T>(call: Promise<{ response: T }>) => (await call).response;
    const ofResource = { resourceType: 'clients', resourceId: id } as const;
    const lists = {
      overview: {
        alerts: await read(api.request(listAlerts, alerts, as)),
        reviews: await read(api.request(listReviews, reviews, as)),
        privacyRequests: await read(api.request(listClientPrivacyRequests, { params }, as)),
      },
      identity: {
        verifications: await read(
          api.request(listVerifications, { params: { clientId: id }, query: {} }, as),
        ),
        business: await read(
          api.request(listBusinessVerifications, { params: { clientId: id }, query: {} }, as),
        ),
      },
      people: {
        parties: await read(api.request(listParties, { params, query: { limit: 8 } }, as)),
        group: await read(api.request(readClientGroup, { params }, as)),
      },
      risk: {
        assessments: await read(
          api.request(listAssessments, { params: ofResource, query: { limit: 5 } }, as),
        ),
        funds: await read(api.request(listFundsLines, { params, query: { limit: 10 } }, as)),
      },
      activities: {
        activities: await read(api.request(listActivities, { query: { clientId: id, limit: 5 } }, as)),
      },
      documents: {
        requests: await read(api.request(listDocumentRequests, { params, query: {} }, as)),
        documents: await read(
          api.request(listDocuments, { params: { ownerType: 'client', ownerId: id }, query: {} }, as),
        ),
      },
      monitoring: {
        monitoring: await read(api.request(readClientMonitoring, { params, query: {} }, as)),
        alerts: await read(api.request(listAlerts, alerts, as)),
        reviews: await read(api.request(listReviews, reviews, as)),
      },
      history: { history: await read(api.request(readClientHistory, { params, query: {} }, as)) },
    };
    const client = await read(api.request(readClient, { params }, as));
    const diligence = await read(api.request(readDiligence, { params }, as));
    for (const tab of clientTabs) {
      expect(await page({ tab }), tab).toEqual({ client, diligence, content: { tab, ...lists[tab] } });
    }
    expect((await page({})).content.tab).toBe('overview');
  });

  test('continues the list of a cursor, and shows former parties when asked', async () => {
    const { content } = await page({ tab: 'people', parties: 'ended' });
    expect(content).toMatchObject({ parties: { items: [{ client: { name: 'Hinemoa Aroha' } }] } });
    const history = await page({ tab: 'history', before: 2 });
    expect(history.content).toMatchObject({ history: { nextBefore: null } });
    for (const query of [
      { tab: 'history', asAt: '2999-01-01' },
      { tab: 'people', partiesAfter: 'nonsense' },
      { tab: 'nonsense' },
    ]) {
      const refused = await api.request(
        readClientPage,
        { params: { id }, query: query as never },
        { as: a.staff },
      );
      expect(refused.status).toBe(422);
    }
  });

  test('tells of a legal hold only those who may place one', async () => {
    expect((await page({}, a.owner)).client.onLegalHold).toBe(false);
    expect((await page({})).client.onLegalHold).toBeUndefined();
  });
});
