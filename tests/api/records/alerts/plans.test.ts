import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asTenant } from '#api/kernel/database/tenancy.ts';
import { type AlertFilter, alertPageQuery } from '#api/records/alerts/store.ts';
import { openTestApi, type TestApi, type TestCompany } from '#tests/support/api/api.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { explain, type PlanNode } from '#tests/support/database/plans.ts';
import { addClient } from '../../checks/activities/support.ts';

/** Path from the top of a plan down to the scan of the alerts. */
function pathToAlerts(node: PlanNode): PlanNode[] {
  if (node.Alias === 't') return [node];
  const below = (node.Plans ?? []).map(pathToAlerts).find((path) => path.length > 0) ?? [];
  return below.length === 0 ? [] : [node, ...below];
}

const getId = (number: number) => `01900000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;

describe.each(testEngines)('query plans of the queue at 20,000 alerts on %s', (engine) => {
  let api: TestApi;
  let a: TestCompany;

  beforeAll(async () => {
    api = await openTestApi(engine);
    a = api.companies.a;
    const client = await addClient(api, a, 'Everywhere');
    await api.database.asSuperuser(
      `INSERT INTO assay.alerts (company_id, id, type, resource_type, resource_id, severity, status, summary, outcome, reason,
         assignee_member_id, snoozed_until, due_at, dedupe_key, created_at, updated_at)
       SELECT $1, ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
              (ARRAY['reviewDue', 'idExpiring', 'riskRose', 'requestOverdue', 'delayedCdd', 'screeningMatch', 'other'])[1 + n % 7], 'clients', $2,
              (ARRAY['low', 'medium', 'high'])[1 + n % 3], CASE WHEN n % 2 = 1 THEN 'closed' WHEN n % 40 = 0 AND n % 7 <> 5 THEN 'snoozed'
                WHEN n % 50 = 2 THEN 'escalated' ELSE 'open' END,
              'Look', CASE WHEN n % 2 = 1 THEN 'noAction' END, CASE WHEN n % 2 = 1 THEN 'Done' END,
              CASE WHEN n % 3 = 0 THEN $3::uuid END, CASE WHEN n % 2 = 0 AND n % 40 = 0 AND n % 7 <> 5 THEN $4::timestamptz + interval '9 days' END,
              CASE WHEN n % 11 > 0 THEN $4::timestamptz + (n % 400 - 200) * interval '1 day' END, 'plan:' || n, $4, $4
         FROM generate_series(1, 20000) AS n`,
      [a.id, client, a.staff.id, api.clock.now().toISOString()],
    );
    await api.database.asSuperuser('ANALYZE assay.alerts');
  });
  afterAll(() => api?.close());

  /** The scan of a page's alerts, and the nodes between it and the page's limit. */
  async function getReading(filter: AlertFilter, after?: string) {
    const now = api.clock.now().toISOString();
    return asTenant(api.database.db, a.id, async (trx) => {
      const query = alertPageQuery(trx, { filter, after, limit: 50, now });
      const path = pathToAlerts(await explain(trx, query.compile()));
      return {
        index: path.at(-1)?.['Index Name'],
        sorts: path.map((node) => node['Node Type']).filter((type) => type.includes('Sort')),
      };
    });
  }

  const filters: [string, (company: TestCompany) => AlertFilter, string][] = [
    [
      'what waits for a member, as the home page shows it',
      ({ staff }) => ({ waitingFor: staff.id }),
      'alerts_queue',
    ],
    ['all that is open', () => ({}), 'alerts_queue'],
    ['what is assigned to a member', ({ staff }) => ({ assignee: staff.id }), 'alerts_queue_by_assignee'],
    ['what is assigned to nobody', () => ({ assignee: 'none' }), 'alerts_queue'],
    ['one type', () => ({ type: 'reviewDue' }), 'alerts_queue_by_type'],
    ['what is overdue', () => ({ isOverdue: true }), 'alerts_queue'],
    ['one severity', () => ({ severity: 'high' }), 'alerts_queue'],
    ['what is closed', () => ({ status: 'closed' }), 'alerts_closed'],
  ];

  test.each(filters)('%s is read in the order of an index, page by page', async (_, filterOf, index) => {
    const filter = filterOf(a);
    for (const after of [undefined, getId(10_000)]) {
      expect(await getReading(filter, after)).toEqual({ index, sorts: [] });
    }
  });
});
