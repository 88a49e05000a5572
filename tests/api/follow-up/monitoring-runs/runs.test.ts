import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asTenant } from '#api/kernel/database/tenancy.ts';
import { createListEngine } from '#api/records/screening-engine/list-engine.ts';
import { transitionClient } from '#contract/cdd/cdd.ts';
import { readClient } from '#contract/clients/clients.ts';
import { claimAlert, listAlerts } from '#contract/monitoring/alerts.ts';
import { enrolClient, listEnrolments, transitionEnrolment } from '#contract/monitoring/enrolments.ts';
import { readMonitoringLists } from '#contract/monitoring/screenings.ts';
import {
  archiveWorklist,
  readWorklist,
  setDefaultWorklist,
  updateWorklist,
} from '#contract/monitoring/worklists.ts';
import { openedAlert } from '#tests/support/api/alerts.ts';
import { openTestApi, type TestApi, type TestCompany } from '#tests/support/api/api.ts';
import {
  aWorklist,
  copiedFamilyName,
  copyClients,
  day,
  everyDay,
  runNow,
} from '#tests/support/api/monitoring.ts';
import { sendOwnList } from '#tests/support/api/screening-lists.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { addClient } from '../../checks/activities/support.ts';

const list = (...names: string[]) =>
  `id,name,type,reason\n${names.map((name, index) => `${index},${name},person,sanction`).join('\n')}\n`;

describe.each(testEngines)('monitoring runs on %s', (engine) => {
  let api: TestApi;
  let a: TestCompany;
  beforeAll(async () => {
    api = await openTestApi(engine);
    a = await api.addCompany('Runs Limited');
  });
  afterAll(() => api.close());

  const counts = (sql: string) => api.database.asSuperuser(sql, [a.id]).then(({ rows }) => rows[0] ?? {});

  test('screen each client once and lose or repeat no alert when killed twice', async () => {
    await sendOwnList(api, a.owner, list('Hinemoa Wanted', 'Someone Elsewhere', 'Nobody Known'));
    const worklist = await aWorklist(api, a);
    const total = 450;
    const first = await addClient(api, a, 'Wanted', { status: 'active' });
    await copyClients(api, first, total - 1, 50);
    expect((await runNow(api)).runs).toBe(0);
    const wanted = { screenings: total, clients: total, alerts: 9 };
    const now = () =>
      counts(`SELECT (SELECT count(*)::int FROM assay.screenings WHERE company_id = $1 AND run_id IS NULL) AS screenings,
        (SELECT count(DISTINCT client_id)::int FROM assay.screenings WHERE company_id = $1) AS clients,
        (SELECT count(*)::int FROM assay.alerts WHERE company_id = $1 AND type = 'screeningMatch') AS alerts`);
    expect(await now()).toMatchObject({ ...wanted, alerts: expect.any(Number) });
    const alerts = (await now()).alerts;
    await api.clock.advance(day);
    // The process ends after a batch was written, before the next.
    for (const after of [1, 1]) {
      let batches = 0;
      await expect(
        runNow(api, {
          onBatch: () => {
            batches += 1;
            if (batches === after) throw new Error('killed');
          },
        }),
      ).rejects.toThrow('killed');
    }
    await runNow(api);
    const run = (await api.request(readWorklist, { params: { id: worklist.id } }, { as: a.staff })).response
      .runs[0];
    expect(run).toMatchObject({ kind: 'scheduled', status: 'done', screened: total, failed: 0 });
    expect(
      await counts(`SELECT count(*)::int AS rows, count(DISTINCT client_id)::int AS clients FROM assay.screenings
        WHERE company_id = $1 AND run_id IS NOT NULL`),
    ).toEqual({ rows: total, clients: total });
    expect((await now()).alerts).toBe(alerts);
    expect((await runNow(api)).runs).toBe(0);
  });

  test('write a batch claimed by two runs once', async () => {
    await api.clock.advance(day);
    const screening = createListEngine({ db: api.database.db });
    const both = await Promise.all([runNow(api, { engine: screening }), runNow(api, { engine: screening })]);
    expect(both.length).toBe(2);
    await runNow(api);
    expect(
      await counts(`SELECT count(*)::int AS twice FROM (SELECT 1 FROM assay.screenings WHERE company_id = $1 AND run_id IS NOT NULL
        GROUP BY run_id, client_id HAVING count(*) > 1) AS found`),
    ).toEqual({ twice: 0 });
  });

  test('compare clients only with the entries that a new list version changed', async () => {
    await sendOwnList(
      api,
      a.owner,
      list('Hinemoa Wanted', 'Someone Elsewhere', 'Nobody Known', `Hinemoa ${copiedFamilyName(7)}`),
    );
    const before = await counts(`SELECT count(*)::int AS rows FROM assay.screenings WHERE company_id = $1`);
    await runNow(api);
    const after = await counts(`SELECT count(*)::int AS rows FROM assay.screenings WHERE company_id = $1`);
    // Clients without a similar changed entry have no row: the run records that it checked them.
    expect(Number(after.rows) - Number(before.rows)).toBeLessThan(20);
    const { lists } = (await api.request(readMonitoringLists, {}, { as: a.staff })).response;
    expect(lists).toMatchObject([{ version: '2', worklists: [{ coveredVersion: '2' }] }]);
    const { items } = (
      await api.request(listAlerts, { query: { type: 'screeningMatch', limit: 100 } }, { as: a.staff })
    ).response;
    const newest = items.reduce((a, b) => (a.id > b.id ? a : b));
    expect(newest.summary).toContain(copiedFamilyName(7));
  });

  test('pause without a subscription, show since when, and catch up once', async () => {
    const flag = (active: boolean) =>
      api.database.asSuperuser('UPDATE assay.companies SET subscription_active = $1 WHERE id = $2', [
        active,
        a.id,
      ]);
    await flag(false);
    expect(await runNow(api)).toMatchObject({ paused: 1 });
    await api.clock.advance(3 * day);
    expect((await runNow(api)).runs).toBe(0);
    const worklistId = Number(
      (await counts('SELECT default_worklist_id AS id FROM assay.companies WHERE id = $1')).id,
    );
    const enrolments = async () =>
      (
        await api.request(
          listEnrolments,
          { params: { id: worklistId }, query: { limit: 1 } },
          { as: a.staff },
        )
      ).response.items;
    expect(await enrolments()).toMatchObject([
      { status: 'paused', pausedReason: 'subscription', nextRunOn: null },
    ]);
    await flag(true);
    await runNow(api);
    await runNow(api);
    const { runs } = (await api.request(readWorklist, { params: { id: worklistId } }, { as: a.staff }))
      .response;
    expect(runs.filter(({ kind }) => kind === 'catchUp')).toHaveLength(1);
    expect(runs[0]).toMatchObject({ kind: 'catchUp', status: 'done' });
    expect(await enrolments()).toMatchObject([{ status: 'active', pausedReason: null }]);
  });

  test('follow an enrolment that is paused manually, moved, or ended with the relationship', async () => {
    const other = await aWorklist(api, a, { name: 'Weekly', frequency: 'weekly', dayOfWeek: 5 });
    const id = await addClient(api, a, 'Moved', { status: 'active' });
    const enrol = (worklistId: number) =>
      api.request(enrolClient, { params: { id }, body: { worklistId } }, { as: a.staff });
    const enrolment = (await enrol(other.id)).response;
    expect(enrolment).toMatchObject({ worklistName: 'Weekly', status: 'active' });
    const to = (body: { version: number; to: 'paused' | 'active' | 'ended' }) =>
      api.request(transitionEnrolment, { params: { id: enrolment.id }, body }, { as: a.staff });
    const paused = (await to({ version: enrolment.version, to: 'paused' })).response;
    expect(paused).toMatchObject({ status: 'paused', pausedReason: 'manual' });
    expect((await to({ version: enrolment.version, to: 'active' })).problem.code).toBe(
      'record.versionConflict',
    );
    expect((await to({ version: paused.version, to: 'active' })).response.status).toBe('active');
    const archive = (version: number) =>
      api.request(archiveWorklist, { params: { id: other.id }, body: { version } }, { as: a.owner });
    expect((await archive(other.version)).problem.detail).toContain('still has enrolled clients');
    const client = (await api.request(readClient, { params: { id } }, { as: a.owner })).response;
    await api.request(
      transitionClient,
      { params: { id }, body: { lifecycle: 'client', version: client.version, to: 'exited' } as never },
      { as: a.owner },
    );
    expect((await enrol(other.id)).problem.detail).toContain('has ended');
    const kept = await asTenant(api.database.db, a.id, (trx) =>
      trx
        .selectFrom('monitoring_enrolments')
        .select(['status', 'ended_reason'])
        .where('client_id', '=', id)
        .execute(),
    );
    expect(kept).toEqual([{ status: 'ended', ended_reason: 'relationshipEnded' }]);
    const body = { ...everyDay, name: 'Weekly', threshold: 60, version: other.version };
    const staff = await api.request(updateWorklist, { params: { id: other.id }, body }, { as: a.staff });
    expect(staff.problem.code).toBe('role.forbidden');
    const changed = (await api.request(updateWorklist, { params: { id: other.id }, body }, { as: a.owner }))
      .response;
    const made = (
      await api.request(
        setDefaultWorklist,
        { params: { id: other.id }, body: { version: changed.version } },
        { as: a.owner },
      )
    ).response;
    expect(made.isDefault).toBe(true);
    expect((await archive(made.version)).problem.detail).toContain('default');
  });

  test('assign the next alert to one person alone, however many claim at once', async () => {
    const b = api.companies.b;
    const people = await Promise.all(Array.from({ length: 6 }, () => api.addMember(b.id)));
    const client = await addClient(api, b, 'Queued');
    for (const severity of ['low', 'high', 'medium', 'low', 'low'] as const) {
      await openedAlert(api, b, { resourceId: client, severity, type: 'other' });
    }
    const claim = (as: { token: string }) => api.request(claimAlert, { body: {} }, { as });
    const claimed = await Promise.all(people.map(claim));
    const alerts = claimed.map(({ response }) => response.alert);
    const ids = alerts.flatMap((alert) => (alert === null ? [] : [alert.id]));
    expect(new Set(ids).size).toBe(5);
    expect(alerts.filter((alert) => alert === null)).toHaveLength(1);
    const mine = alerts.find((alert) => alert?.severity === 'high');
    expect(mine).toMatchObject({ status: 'inProgress', assignee: { id: expect.any(String) } });
  });
});
