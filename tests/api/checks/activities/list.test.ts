import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exportActivities, listActivities } from '#contract/activities.ts';
import { openTestApi, type TestApi, type TestCompany } from '#tests/support/api/api.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { addClient, create, transitionThrough } from './support.ts';

type Query = Record<string, string | number>;

describe.each(testEngines)('lists of activities on %s', (engine) => {
  let api: TestApi;
  let a: TestCompany;
  let smith: string;
  const references: Record<string, string> = {};

  beforeAll(async () => {
    api = await openTestApi(engine);
    a = api.companies.a;
    smith = await addClient(api, a, 'Smithson');
    const add = async (name: string, more: object = {}) => {
      const made = await create(api, a.staff, { name, activityType: 'matter', ...more });
      references[name] = made.reference;
      return made;
    };
    await add('Sale of the harbour office', { activityType: 'propertySale', settlementOn: '2027-03-01' });
    await add('Ōtene family trust', {
      assigneeMemberId: a.staff.id,
      parties: [{ clientId: smith, capacity: 'customer' }],
    });
    await add('Accounts 2026', { settlementOn: '2026-12-24', externalId: 'XR-900' });
    const started = await add('Trust account payment', {
      parties: [{ clientId: smith, capacity: 'otherParty' }],
    });
    await transitionThrough(api, a.staff, started.id, ['inProgress']);
    const put = await add('=HYPERLINK("http://x")', { maxTransactionValue: '12.05' });
    await transitionThrough(api, a.staff, put.id, ['cancelled']);
    await api.database.asSuperuser(
      `UPDATE assay.activities SET risk_level = 'high' WHERE name LIKE 'Accounts%'`,
    );
    await api.database.asSuperuser(
      `UPDATE assay.activities SET recheck_causes = '{factsChanged}', recheck_due_at = created_at
        WHERE name LIKE 'Accounts%' OR name LIKE 'Trust account%'`,
    );
    await create(api, api.companies.b.staff, { name: 'Trust of another company', activityType: 'matter' });
  });
  afterAll(() => api.close());

  const page = async (query: Query) =>
    (await api.request(listActivities, { query: query as never }, { as: a.staff })).response;
  const names = async (query: Query) => (await page(query)).items.map(({ name }) => name.split(' ')[0]);

  test.each<[Query, string[]]>([
    [{}, ['=HYPERLINK("http://x")', 'Trust', 'Accounts', 'Ōtene', 'Sale']],
    [{ sort: 'oldest' }, ['Sale', 'Ōtene', 'Accounts', 'Trust', '=HYPERLINK("http://x")']],
    [{ sort: 'due' }, ['Accounts', 'Sale', 'Ōtene', 'Trust', '=HYPERLINK("http://x")']],
    [{ status: 'toDo' }, ['Accounts', 'Ōtene', 'Sale']],
    [{ type: 'propertySale' }, ['Sale']],
    [{ risk: 'high' }, ['Accounts']],
    [{ assignee: 'me' }, ['Ōtene']],
    [{ assignee: 'none', status: 'toDo' }, ['Accounts', 'Sale']],
    [{ recheck: 'due' }, ['Trust', 'Accounts']],
    [{ recheck: 'due', sort: 'due' }, ['Accounts', 'Trust']],
    [{ recheck: 'due', status: 'toDo' }, ['Accounts']],
    [{ q: 'trust' }, ['Trust', 'Ōtene']],
    [{ q: 'otene fam' }, ['Ōtene']],
    [{ q: 'xr-900' }, ['Accounts']],
    [{ q: 'smithson' }, ['Trust', 'Ōtene']],
    [{ q: 'smithson', status: 'toDo' }, ['Ōtene']],
    [{ q: 'nothing of the kind' }, []],
    [{ q: '%' }, []],
    [{ q: '   ' }, ['=HYPERLINK("http://x")', 'Trust', 'Accounts', 'Ōtene', 'Sale']],
  ])('%j', async (query, expected) => {
    expect(await names(query)).toEqual(expected);
  });

  test('finds by reference, in full or by number, and by client', async () => {
    const reference = references['Accounts 2026'] ?? '';
    expect(await names({ q: reference })).toEqual(['Accounts']);
    expect(await names({ q: reference.toLowerCase() })).toEqual(['Accounts']);
    expect(await names({ q: String(Number(reference.slice(2))) })).toEqual(['Accounts']);
    expect(await names({ clientId: smith })).toEqual(['Trust', 'Ōtene']);
    expect((await page({ q: 'Ōtene' })).items[0]?.customers).toEqual([
      { id: smith, name: 'Hinemoa Smithson' },
    ]);
  });

  test('say since when a recheck is due', async () => {
    const due = (await page({})).items.filter(({ recheckDueAt }) => recheckDueAt !== null);
    expect(due.map(({ name, createdAt, recheckDueAt }) => [name, recheckDueAt === createdAt])).toEqual([
      ['Trust account payment', true],
      ['Accounts 2026', true],
    ]);
  });

  test('counts every status with the other filters applied', async () => {
    const counts = async (query: Query) => {
      const { total, byStatus } = await page(query);
      return [total.count, ...byStatus.map((entry) => entry.total.count)];
    };
    expect(await counts({})).toEqual([5, 3, 1, 0, 0, 0, 1]);
    expect(await counts({ status: 'inProgress' })).toEqual([1, 3, 1, 0, 0, 0, 1]);
    expect(await counts({ recheck: 'due' })).toEqual([2, 1, 1, 0, 0, 0, 0]);
    expect(await counts({ q: 'trust' })).toEqual([2, 1, 1, 0, 0, 0, 0]);
  });

  test.each(['newest', 'oldest', 'due'])('pages by %s to the end and back', async (sort) => {
    const whole = await names({ sort });
    const walked: string[][] = [];
    let query: Query = { sort, limit: 2 };
    for (;;) {
      const { items, nextCursor } = await page(query);
      walked.push(items.map(({ name }) => name.split(' ')[0] ?? ''));
      if (nextCursor === null) break;
      query = { sort, limit: 2, cursor: nextCursor };
    }
    expect(walked.flat()).toEqual(whole);
    const back: string[][] = [];
    for (;;) {
      const { items, previousCursor } = await page(query);
      back.unshift(items.map(({ name }) => name.split(' ')[0] ?? ''));
      if (previousCursor === null) break;
      query = { sort, limit: 2, cursor: previousCursor };
    }
    expect(back.flat()).toEqual(whole);
    const alien = await api.request(
      listActivities,
      { query: { sort: sort === 'due' ? 'newest' : 'due', cursor: String(query.cursor) } },
      { as: a.staff },
    );
    expect(alien.problem.fields).toHaveProperty('cursor');
  });

  test('exports every activity of the filter, with formulas neutralised', async () => {
    const { text, headers } = await api.request(exportActivities, { query: {} }, { as: a.auditor });
    expect(headers.get('Content-Disposition')).toMatch(/activities-\d{4}-\d{2}-\d{2}\.csv/);
    const lines = text.trim().split('\r\n');
    expect(lines).toHaveLength(6);
    expect(text).toContain(`"'=HYPERLINK(""http://x"")"`);
    expect(text).toContain(',12.05,NZD,');
    expect(text).not.toContain('another company');
    const filtered = await api.request(
      exportActivities,
      { query: { q: 'smithson', status: 'toDo' } },
      { as: a.staff },
    );
    expect(filtered.text.trim().split('\r\n')).toHaveLength(2);
    const due = await api.request(exportActivities, { query: { recheck: 'due' } }, { as: a.staff });
    expect(due.text.trim().split('\r\n')).toHaveLength(3);
  });
});
