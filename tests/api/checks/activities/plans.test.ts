import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ListFilters, pageQuery, type Sort } from '#api/checks/activities/list-store.ts';
import { asTenant } from '#api/kernel/database/tenancy.ts';
import { openTestApi, type TestApi, type TestCompany } from '#tests/support/api/api.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { explain, getNodes, type PlanNode, planIn } from '#tests/support/database/plans.ts';
import { vacuumAnalyze } from '#tests/support/database/vacuum.ts';
import { addClient } from './support.ts';

/** How the activities are read, and whether rows are sorted before the limit. */
function getReading(plan: PlanNode): { nodes: string[]; index: string | undefined } {
  const limit = getNodes(plan).find((node) => node['Node Type'] === 'Limit');
  if (limit === undefined) throw new Error('The page has no limit.');
  const below = getNodes(limit).slice(1);
  const scan = below.find((node) => node['Relation Name'] === 'activities');
  return { nodes: below.map((node) => node['Node Type']), index: scan?.['Index Name'] };
}

const sorts: Sort[] = ['newest', 'oldest', 'due'];

describe.each(testEngines)('query plans at 20,000 activities on %s', (engine) => {
  let api: TestApi;
  let a: TestCompany;
  let client: string;

  beforeAll(async () => {
    api = await openTestApi(engine);
    a = api.companies.a;
    client = await addClient(api, a, 'Rarely');
    await api.database.asSuperuser(
      `INSERT INTO assay.activities (company_id, id, reference, name, search_text, activity_type, status, currency,
         cash_expected, funds_countries, settlement_on, risk_level, assignee_member_id, created_at, created_by,
         updated_at, updated_by)
       SELECT $1, ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'A-' || lpad(n::text, 6, '0'), 'Matter ' || n,
              ' matter ' || n || CASE WHEN n % 5000 = 0 THEN ' rarity' ELSE '' END,
              CASE WHEN n % 50 = 0 THEN 'other' ELSE 'matter' END, CASE WHEN n % 40 = 0 THEN 'inReview' ELSE 'toDo' END,
              'NZD', false, '{}', CASE WHEN n % 3 = 0 THEN date '2026-01-01' + n % 700 END,
              CASE WHEN n % 30 = 0 THEN 'high' ELSE 'low' END, CASE WHEN n % 2 = 0 THEN $2::uuid END, now(), $2, now(), $2
         FROM generate_series(1, 20000) AS n`,
      [a.id, a.staff.id],
    );
    const everywhere = await addClient(api, a, 'Everywhere');
    await api.database.asSuperuser(
      `INSERT INTO assay.activity_parties SELECT company_id, id, $1, 'customer', 0 FROM assay.activities`,
      [everywhere],
    );
    await api.database.asSuperuser(
      `INSERT INTO assay.activity_parties SELECT company_id, id, $1, 'customer', 1 FROM assay.activities
        WHERE reference IN ('A-000007', 'A-000900')`,
      [client],
    );
    await api.database.asSuperuser(
      `UPDATE assay.activities SET recheck_causes = '{factsChanged}', recheck_due_at = created_at WHERE reference LIKE '%500'`,
    );
    await vacuumAnalyze(api.database, ['activities', 'activity_parties']);
  });
  afterAll(() => api?.close());

  async function getPlan(filters: ListFilters, sort: Sort, deep: boolean): Promise<PlanNode> {
    const place = { id: '01900000-0000-7000-8000-000000002710', dueOn: '2026-09-01', backward: false };
    const query = { filters, sort, search: undefined, place: deep ? place : undefined, limit: 50 };
    return asTenant(api.database.db, a.id, (trx) => explain(trx, pageQuery(query).compile(trx)));
  }

  const filters: [string, () => ListFilters][] = [
    ['the whole list', () => ({})],
    ['a common status', () => ({ status: 'toDo' })],
    ['a rare status', () => ({ status: 'inReview' })],
    ['a rare type', () => ({ type: 'other' })],
    ['a risk', () => ({ risk: 'high' })],
    ['an assignee', () => ({ assignee: a.staff.id })],
    ['nobody assigned', () => ({ assignee: 'none' })],
  ];
  const cases = filters.flatMap(([name, filter]) =>
    sorts.flatMap((sort) =>
      [false, true].map((deep) => [name, sort, deep ? 'deep' : 'first', filter, deep] as const),
    ),
  );

  test.each(cases)('%s by %s, %s page: read in index order', async (_n, sort, _d, filter, deep) => {
    const { nodes, index } = getReading(await getPlan(filter(), sort, deep));
    expect(index).toMatch(/^activities_/);
    expect(nodes).not.toContain('Sort');
    expect(nodes).not.toContain('Seq Scan');
  });

  test('a client’s activities are read through the client', async () => {
    const nodes = getNodes(await getPlan({ clientId: client }, 'newest', false));
    expect(nodes.map((node) => node['Index Name'])).toContain('activity_parties_by_client');
    expect(
      nodes.some((node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] === 'activities'),
    ).toBe(false);
  });

  test.each(sorts)('activities to recheck by %s are read by their own index', async (sort) => {
    const nodes = getNodes(await getPlan({ recheck: 'due' }, sort, false));
    expect(nodes.map((node) => node['Index Name'])).toContain('activities_to_recheck');
    expect(
      nodes.some((node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] === 'activities'),
    ).toBe(false);
  });

  test('a search for a name reads only matching rows', async () => {
    const { rows } = await api.database.asSuperuser(
      `EXPLAIN (FORMAT JSON, COSTS OFF) SELECT a.id FROM assay.activities a
        WHERE a.company_id = '${a.id}'::uuid AND a.search_text LIKE '% rarit%' ORDER BY a.id DESC LIMIT 10001`,
    );
    expect(getNodes(planIn(rows)).map((node) => node['Index Name'])).toContain('activities_search');
  });
});
