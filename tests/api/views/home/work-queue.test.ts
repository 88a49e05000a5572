import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { asTenant } from '#api/kernel/database/tenancy.ts';
import { listCursors } from '#api/kernel/http/list-cursor.ts';
import { workQuery } from '#api/views/home/work-store.ts';
import { readHome, type WorkItem } from '#contract/views/home.ts';
import { addDays } from '#rules/dates/calendar-dates.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import type { WorkDue } from '#rules/work-queue.ts';
import { openedAlert } from '#tests/support/api/alerts.ts';
import { openTestApi, type TestApi, type TestCompany } from '#tests/support/api/api.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { insertMany } from '#tests/support/database/insert-many.ts';
import { explain, getNodes, sequentialScans } from '#tests/support/database/plans.ts';
import { addClient } from '../../checks/activities/support.ts';

const dayMs = 86_400_000;

describe.each(testEngines)('work queue on %s', (engine) => {
  let api: TestApi;
  let company: TestCompany;

  beforeAll(async () => {
    api = await openTestApi(engine);
    company = api.companies.a;
  });
  afterAll(() => api?.close());

  const today = () => companyDay(api.clock.now(), 'Pacific/Auckland');
  const inDays = (days: number) => new Date(api.clock.now().getTime() + days * dayMs).toISOString();
  const read = async (as = company.staff, query: { cursor?: string; due?: WorkDue } = {}) =>
    (await api.request(readHome, { query }, { as })).response.work;
  const named = (items: readonly WorkItem[]) => items.map(({ kind, resourceName }) => [kind, resourceName]);

  /** A client of the staff member in a status, with its next review in some days. */
  async function addOwn(name: string, { reviewInDays }: { reviewInDays: number | null }) {
    const id = await addClient(api, company, name);
    await api.database.asSuperuser(
      `UPDATE assay.clients SET responsible_member_id = $2, status = 'active', next_review_due_on = $3 WHERE id = $1`,
      [id, company.staff.id, reviewInDays === null ? null : addDays(today(), reviewInDays)],
    );
    return id;
  }

  test('is one list by consequence, then due date, of what waits for the member alone', async () => {
    const late = await addOwn('Lateman', { reviewInDays: -3 });
    await addOwn('Latest', { reviewInDays: -30 });
    await addOwn('Soonly', { reviewInDays: 3 });
    await addOwn('Nextmonth', { reviewInDays: 29 });
    await addOwn('Faraway', { reviewInDays: 31 });
    const other = { resourceId: late, type: 'other' as const };
    await openedAlert(api, company, { ...other, severity: 'low', dueAt: inDays(2) });
    await openedAlert(api, company, { ...other, severity: 'medium' });
    await openedAlert(api, company, { ...other, severity: 'high', dueAt: inDays(-1) });
    await openedAlert(api, company, { resourceId: late, severity: 'high', type: 'screeningMatch' });
    const snoozed = await openedAlert(api, company, { ...other, severity: 'high' });
    await api.database.asSuperuser(
      `UPDATE assay.alerts SET status = 'snoozed', snoozed_until = $2 WHERE id = $1`,
      [snoozed.id, inDays(1)],
    );
    const others = await openedAlert(api, company, { ...other, severity: 'high' });
    await api.database.asSuperuser('UPDATE assay.alerts SET assignee_member_id = $2 WHERE id = $1', [
      others.id,
      company.owner.id,
    ]);

    const work = await read();
    expect(
      work.items.map(({ kind, alertType, level, resourceName }) =>
        kind === 'alert' ? [kind, alertType, level] : [kind, resourceName],
      ),
    ).toEqual([
      ['alert', 'screeningMatch', 'high'],
      ['alert', 'other', 'high'],
      ['review', 'Hinemoa Latest'],
      ['review', 'Hinemoa Lateman'],
      ['alert', 'other', 'medium'],
      ['review', 'Hinemoa Soonly'],
      ['review', 'Hinemoa Nextmonth'],
      ['alert', 'other', 'low'],
    ]);
    expect(work).toMatchObject({
      total: { count: 8 },
      overdueTotal: { count: 3 },
      weekTotal: { count: 2 },
      nextCursor: null,
    });
    expect(named((await read(company.staff, { due: 'overdue' })).items)).toEqual([
      ['alert', 'Hinemoa Lateman'],
      ['review', 'Hinemoa Latest'],
      ['review', 'Hinemoa Lateman'],
    ]);
    expect(named((await read(company.staff, { due: 'week' })).items)).toEqual([
      ['review', 'Hinemoa Soonly'],
      ['alert', 'Hinemoa Lateman'],
    ]);
    const owners = (await read(company.owner)).items;
    expect(owners.map(({ id }) => id)).toContain(others.id);
    expect(owners.some(({ kind }) => kind === 'review')).toBe(false);
    expect((await read(api.companies.b.staff)).items).toEqual([]);
  });

  test('is paged without a gap or a repeat, across ranks, and rejects another list’s cursor', async () => {
    const people = [];
    for (let number = 0; number < 27; number += 1) {
      people.push(await addOwn(`Page${number}`, { reviewInDays: -(number % 4) - 1 }));
    }
    for (const resourceId of people.slice(0, 24)) {
      await openedAlert(api, company, { resourceId, type: 'other', severity: 'medium', dueAt: inDays(3) });
    }
    const seen: string[] = [];
    let work = await read();
    seen.push(...work.items.map(({ kind, id }) => `${kind} ${id}`));
    while (work.nextCursor !== null) {
      work = await read(company.staff, { cursor: work.nextCursor });
      seen.push(...work.items.map(({ kind, id }) => `${kind} ${id}`));
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toHaveLength(work.total.count);
    const first = (await read()).nextCursor ?? '';
    for (const [as, query] of [
      [company.owner, { cursor: first }],
      [company.staff, { cursor: first, due: 'overdue' as const }],
      [company.staff, { cursor: 'nonsense' }],
    ] as const) {
      const { problem } = await api.request(readHome, { query }, { as });
      expect(problem.fields?.cursor?.[0]).toContain('no longer available');
    }
  });

  test('rejects a cursor whose place no page could have, and has no page after the last kind of work', async () => {
    const id = crypto.randomUUID();
    const cursors = listCursors({ rank: z.number(), due: z.string(), id: z.string() });
    const readAt = (due: WorkDue | undefined, [rank, key]: [number, string], backward = false) => {
      const cursor = cursors.write({ due, member: company.staff.id }, { rank, due: key, id }, backward);
      return api.request(readHome, { query: { cursor, due } }, { as: company.staff });
    };
    const [day, instant] = ['2026-05-01', '2026-05-01 10:00:00.123+00'];
    const impossible: [number, string][] = [
      [0, ''],
      [0, day],
      [1, 'soon'],
      [1, '2026-02-30 10:00:00+00'],
      [1, '2026-05-01 25:00:00+00'],
      [2, ''],
      [2, instant],
      [2, '2026-02-30'],
      [2, 'infinity'],
      [4, day],
      [5, day],
      [8, instant],
      [9, 'infinity'],
      [10, day],
      [11, ''],
      [20, ''],
    ];
    for (const place of impossible) {
      const { status, problem } = await readAt(undefined, place);
      expect([place, status, problem?.fields?.cursor?.[0]]).toEqual([
        place,
        422,
        expect.stringContaining('no longer available'),
      ]);
    }
    expect((await readAt(undefined, [2, day], true)).status).toBe(422);
    const possible: [number, string][] = [
      [0, instant],
      [1, 'infinity'],
      [2, day],
      [3, '2026-05-01 10:00:00+00'],
      [4, instant],
      [5, ''],
      [6, day],
      [7, instant],
      [8, ''],
      [9, ''],
    ];
    for (const place of possible)
      expect([place, (await readAt(undefined, place)).status]).toEqual([place, 200]);
    for (const due of [undefined, 'overdue', 'week'] as const) {
      const { status, response } = await readAt(due, [10, '']);
      expect([status, response.work.items, response.work.nextCursor]).toEqual([200, [], null]);
    }
  });

  test('reads every kind by an index at thousands of records', async () => {
    // Ids and days are the same in every run: plans would depend on random ones.
    const { id: companyId, staff } = company;
    const client = await addOwn('Planned', { reviewInDays: null });
    await insertMany(
      api.database,
      `INSERT INTO assay.clients SELECT (jsonb_populate_record(c, jsonb_build_object('id', md5('client ' || n)::uuid, 'external_id', null,
         'current_risk_assessment_id', null, 'next_review_due_on', date '2026-01-01' + (n % 900)::int, 'responsible_member_id',
         CASE WHEN n % 20 = 0 THEN $2::uuid END, 'status', CASE WHEN n % 10 = 0 THEN 'onboarding' ELSE 'active' END,
         'cdd_status', CASE WHEN n % 100 = 0 THEN 'readyForReview' ELSE 'verified' END))).*
         FROM assay.clients c, generate_series(1, 3000) AS n WHERE c.id = $1`,
      [client, staff.id],
    );
    await insertMany(
      api.database,
      `INSERT INTO assay.activities (company_id, id, reference, name, search_text, activity_type, status, currency, cash_expected,
         funds_countries, settlement_on, assignee_member_id, created_at, created_by, updated_at, updated_by)
       SELECT $1, md5('activity ' || n)::uuid, 'P-' || n, 'Matter ' || n, ' matter ' || n, 'matter', 'toDo', 'NZD', false, '{}',
              CASE WHEN n % 3 > 0 THEN date '2026-01-01' + n % 900 END, CASE WHEN n % 20 = 0 THEN $2::uuid END, now(), $2, now(), $2
         FROM generate_series(1, 5000) AS n`,
      [companyId, staff.id],
    );
    await insertMany(
      api.database,
      `INSERT INTO assay.alerts (company_id, id, type, resource_type, resource_id, severity, status, summary, outcome, reason,
         assignee_member_id, due_at, dedupe_key, created_at, updated_at)
       SELECT $1, md5('alert ' || n)::uuid, 'riskRose', 'clients', $2, (ARRAY['low', 'medium', 'high'])[1 + n % 3],
              CASE WHEN n % 2 = 1 THEN 'closed' ELSE 'open' END, 'Look', CASE WHEN n % 2 = 1 THEN 'noAction' END,
              CASE WHEN n % 2 = 1 THEN 'Done' END, CASE WHEN n % 20 = 0 THEN $3::uuid END,
              $4::timestamptz + (n % 400 - 200) * interval '1 day', 'plan:' || n, $4, $4
         FROM generate_series(1, 5000) AS n`,
      [companyId, client, staff.id, api.clock.now().toISOString()],
    );
    await api.database.asSuperuser(
      'ANALYZE assay.clients, assay.client_periods, assay.activities, assay.alerts',
    );
    const isAlone = { high: false, others: false };
    const right = { memberId: staff.id, high: true, fourEyes: 'highOnly', isAlone } as const;
    const scope = { memberId: staff.id, right, today: today(), now: api.clock.now().toISOString() };
    const place = { rank: 2, due: '2026-05-01', id: client };
    for (const from of [undefined, place]) {
      const plan = await asTenant(api.database.db, companyId, (trx) =>
        explain(trx, (workQuery(scope, from, 21) ?? sql``).compile(trx)),
      );
      const large = ['clients', 'client_periods', 'activities', 'alerts'];
      expect(sequentialScans(plan).filter((table) => large.includes(table))).toEqual([]);
      expect(getNodes(plan).map((node) => node['Index Name'])).toEqual(
        expect.arrayContaining([
          'alerts_queue_by_assignee',
          'clients_by_responsible_review',
          'activities_open_by_assignee',
          'clients_by_responsible_status',
          'client_periods_in_review',
        ]),
      );
    }
  });
});
