import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exportClients, listClients } from '#contract/clients/clients.ts';
import { addDays } from '#rules/dates/calendar-dates.ts';
import { openTestApi, type TestApi, type TestCompany } from '#tests/support/api/api.ts';
import { testDay } from '#tests/support/clock/test-day.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { addClient } from '../../checks/activities/support.ts';

describe.each(testEngines)('client lists by risk, CDD and review on %s', (engine) => {
  let api: TestApi;
  let company: TestCompany;

  beforeAll(async () => {
    api = await openTestApi(engine);
    company = api.companies.a;
    const day = testDay('Pacific/Auckland', api.clock.now());
    const reviewed = (name: string, days: number, risk_level: string) =>
      addClient(api, company, name, {
        risk_level,
        next_review_due_on: addDays(day, days),
        cdd_status: 'verified',
        cdd_level: risk_level === 'high' ? 'enhanced' : 'standard',
      });
    await reviewed('Yesterday', -1, 'high');
    await reviewed('Today', 0, 'medium');
    await reviewed('Thirtieth', 30, 'low');
    await reviewed('Thirtyfirst', 31, 'low');
    await addClient(api, company, 'Untouched');
  });
  afterAll(() => api.close());

  const names = async (query: Record<string, string>) => {
    const { response: answer } = await api.request(listClients, { query }, { as: company.staff });
    expect(answer.total.count).toBe(answer.items.length);
    return answer.items.map(({ displayName }) => displayName.replace('Hinemoa ', ''));
  };

  test.each([
    [{ risk: 'high' }, ['Yesterday']],
    [{ risk: 'low' }, ['Thirtieth', 'Thirtyfirst']],
    [{ cdd: 'notStarted' }, ['Untouched']],
    [{ review: 'overdue' }, ['Yesterday']],
    [{ review: 'due30' }, ['Thirtieth', 'Today']],
    [{ review: 'due30', risk: 'medium' }, ['Today']],
    [{ q: 'hinemoa', review: 'overdue', sort: 'newest' }, ['Yesterday']],
    [{ q: 'hinemoa', review: 'due30', sort: 'name' }, ['Thirtieth', 'Today']],
    [{ q: 'hinemoa', cdd: 'verified', risk: 'low', sort: 'best' }, ['Thirtieth', 'Thirtyfirst']],
  ])('%j', async (query, expected) => {
    expect(await names(query)).toEqual(expected);
    const exported = await api.request(exportClients, { query: query as never }, { as: company.staff });
    for (const name of expected) expect(exported.text).toContain(name);
    expect(exported.text.trim().split('\r\n')).toHaveLength(expected.length + 1);
  });

  test('return them on every item', async () => {
    const { response: answer } = await api.request(
      listClients,
      { query: { q: 'yesterday' } },
      { as: company.staff },
    );
    expect(answer.items[0]).toMatchObject({ riskLevel: 'high', cddStatus: 'verified', cddLevel: 'enhanced' });
  });

  test('page through a filtered list, and reject its cursor in another list', async () => {
    const query = { risk: 'low', limit: 1 } as const;
    const { response: first } = await api.request(listClients, { query }, { as: company.staff });
    const cursor = first.nextCursor ?? '';
    const { response: second } = await api.request(
      listClients,
      { query: { ...query, cursor } },
      { as: company.staff },
    );
    expect([first, second].map(({ items }) => items[0]?.displayName)).toEqual([
      'Hinemoa Thirtieth',
      'Hinemoa Thirtyfirst',
    ]);
    const other = await api.request(listClients, { query: { risk: 'high', cursor } }, { as: company.staff });
    expect(other.problem.fields?.cursor).toBeDefined();
  });
});
