import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readActivity, readActivityHistory } from '#contract/activities.ts';
import { listActivityFundsLines } from '#contract/cdd/funds-lines.ts';
import { listMembers } from '#contract/company/accounts.ts';
import { listDocuments } from '#contract/documents/documents.ts';
import { listAlerts } from '#contract/monitoring/alerts.ts';
import { listAssessments } from '#contract/risk/assessments.ts';
import { readActivityPage } from '#contract/views/activity-page.ts';
import { activityTabs } from '#rules/activities/activity-tabs.ts';
import { openTestApi, type TestApi, type TestCompany } from '#tests/support/api/api.ts';
import { testEngine } from '#tests/support/database/database.ts';
import { addClient, create, fullForm } from '../../checks/activities/support.ts';

describe('the page of an activity', () => {
  let api: TestApi;
  let a: TestCompany;
  let id: string;

  beforeAll(async () => {
    api = await openTestApi(testEngine);
    a = api.companies.a;
    id = (await create(api, a.staff, fullForm(await addClient(api, a, 'Aroha')))).id;
  });
  afterAll(() => api.close());

  test('has in each tab what the endpoints list, and the activity in all', async () => {
    const params = { id };
    const as = { as: a.staff };
    const read = async <T>(call: Promise<{ response: T }>) => (await call).response;
    const ofResource = { resourceType: 'activities', resourceId: id } as const;
    const lists = {
      overview: {
        alerts: await read(api.request(listAlerts, { query: { ...ofResource, limit: 5 } }, as)),
      },
      parties: {},
      risk: {
        assessments: await read(
          api.request(listAssessments, { params: ofResource, query: { limit: 5 } }, as),
        ),
        funds: await read(api.request(listActivityFundsLines, { params, query: { limit: 50 } }, as)),
      },
      documents: {
        documents: await read(
          api.request(listDocuments, { params: { ownerType: 'activity', ownerId: id }, query: {} }, as),
        ),
      },
      history: {
        history: await read(api.request(readActivityHistory, { params, query: {} }, as)),
        members: (await read(api.request(listMembers, {}, as))).members,
      },
    };
    const activity = await read(api.request(readActivity, { params }, as));
    for (const tab of activityTabs) {
      const page = await read(api.request(readActivityPage, { params, query: { tab } }, as));
      expect(page, tab).toEqual({ activity, content: { tab, ...lists[tab] } });
    }
    expect((await read(api.request(readActivityPage, { params, query: {} }, as))).content.tab).toBe(
      'overview',
    );
  });

  test('refuses unknown tabs, and is not found for another company', async () => {
    const refused = await api.request(
      readActivityPage,
      { params: { id }, query: { tab: 'nonsense' as never } },
      { as: a.staff },
    );
    expect(refused.status).toBe(422);
    const foreign = await api.request(
      readActivityPage,
      { params: { id }, query: {} },
      { as: api.companies.b.staff },
    );
    expect(foreign.status).toBe(404);
  });
});
