import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDueAlerts } from '#api/records/alerts/due-alerts.ts';
import { type Alert, listAlerts } from '#contract/monitoring/alerts.ts';
import { readHome } from '#contract/views/home.ts';
import { compareAlerts } from '#rules/alerts/alert-order.ts';
import type { AlertSeverity, AlertType } from '#rules/alerts/alert-types.ts';
import { openedAlert } from '#tests/support/api/alerts.ts';
import { openTestApi, type TestApi, type TestCompany } from '#tests/support/api/api.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { addClient } from '../../checks/activities/support.ts';

const dayMs = 86_400_000;

describe.each(testEngines)('alert order on %s', (engine) => {
  let api: TestApi;
  let company: TestCompany;

  beforeAll(async () => {
    api = await openTestApi(engine);
    company = api.companies.a;
  });
  afterAll(() => api?.close());

  const inDays = (days: number) => new Date(api.clock.now().getTime() + days * dayMs).toISOString();

  async function walk(limit: number): Promise<Alert[]> {
    const seen: Alert[] = [];
    for (let after: string | undefined; ; ) {
      const query = after === undefined ? { limit } : { limit, after };
      const { response } = await api.request(listAlerts, { query }, { as: company.staff });
      seen.push(...response.items);
      if (response.nextAfter === null) return seen;
      after = response.nextAfter;
    }
  }

  const ids = (alerts: readonly { id: string }[]) => alerts.map(({ id }) => id);

  test('is most severe, then most overdue first, page by page and on the home page', async () => {
    const clientId = await addClient(api, company, 'Queueson');
    const causes: { severity: AlertSeverity; type: AlertType; dueAt: string | null }[] = [
      { severity: 'low', type: 'riskRose', dueAt: inDays(-1) },
      { severity: 'high', type: 'riskRose', dueAt: null },
      { severity: 'medium', type: 'riskRose', dueAt: inDays(2) },
      { severity: 'high', type: 'riskRose', dueAt: inDays(-3) },
      { severity: 'high', type: 'screeningMatch', dueAt: inDays(5) },
      { severity: 'high', type: 'riskRose', dueAt: inDays(-9) },
      { severity: 'medium', type: 'riskRose', dueAt: inDays(-2) },
    ];
    const opened: Alert[] = [];
    for (const cause of causes)
      opened.push(await openedAlert(api, company, { resourceId: clientId, ...cause }));
    const wanted = ids(opened.toSorted(compareAlerts));
    expect(wanted).toEqual([4, 5, 3, 1, 6, 2, 0].map((place) => opened[place]?.id));
    expect(ids(await walk(100))).toEqual(wanted);
    expect(ids(await walk(2))).toEqual(wanted);
    const home = (await api.request(readHome, { query: {} }, { as: company.staff })).response;
    expect(ids(home.work.items.filter(({ kind }) => kind === 'alert'))).toEqual(wanted);
  });

  test('severity rises with lateness by the daily job, with an audit event, and once', async () => {
    await openDueAlerts(api.database.db, api.clock);
    const raised = (await walk(100)).filter(({ raisedFrom }) => raisedFrom !== null);
    expect(raised.map(({ raisedFrom, severity }) => [raisedFrom, severity]).sort()).toEqual([
      ['low', 'medium'],
      ['medium', 'high'],
    ]);
    const events = () =>
      api.database.asSuperuser(
        `SELECT resource_id::text AS id FROM assay.audit_events WHERE action = 'alert.severityRaised'`,
      );
    expect((await events()).rows.map(({ id }) => id).sort()).toEqual(ids(raised).sort());
    await openDueAlerts(api.database.db, api.clock);
    expect((await events()).rowCount).toBe(2);
    const all = await walk(100);
    expect(ids(all)).toEqual(ids(all.toSorted(compareAlerts)));
  });
});
