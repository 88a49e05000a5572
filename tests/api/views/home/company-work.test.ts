import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listReviews } from '#contract/risk/reviews.ts';
import { readHome } from '#contract/views/home.ts';
import { addDays } from '#rules/dates/calendar-dates.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { openTestApi, type TestApi, type TestCompany, type TestPerson } from '#tests/support/api/api.ts';
import { testEngine } from '#tests/support/database/database.ts';
import { addClient, create, fullForm } from '../../checks/activities/support.ts';

describe('work of the company on the home page', () => {
  let api: TestApi;
  let company: TestCompany;
  let officer: TestPerson;
  beforeAll(async () => {
    api = await openTestApi(testEngine);
    company = api.companies.a;
    officer = await api.addMember(company.id, { designations: ['complianceOfficer'] });
  });
  afterAll(() => api?.close());

  const run = (statement: string, values: unknown[]) => api.database.asSuperuser(statement, values);
  const read = async (as: TestPerson) => (await api.request(readHome, { query: {} }, { as })).response;

  /** An open review, due some days from today, of a client with this relationship owner. */
  async function addReview(name: string, inDays: number, responsibleMemberId: string | null) {
    const clientId = await addClient(api, company, name, {
      responsible_member_id: responsibleMemberId,
      status: 'active',
    });
    await run(
      `INSERT INTO assay.reviews (company_id, id, client_id, kind, cause, dedupe_key, due_on, status, created_at, updated_at)
       VALUES ($1, $2::uuid, $3, 'periodic', 'Policy', $2::uuid::text, $4, 'overdue', $5, $5)`,
      [
        company.id,
        crypto.randomUUID(),
        clientId,
        addDays(companyDay(api.clock.now(), 'Pacific/Auckland'), inDays),
        api.clock.now().toISOString(),
      ],
    );
  }

  it('has the overdue reviews of others’ clients for owners and compliance officers, longest overdue first', async () => {
    for (const days of [3, 1, 6, 5, 4, 2]) await addReview(`Late${days}`, -days, company.staff.id);
    await addReview('Today', 0, company.staff.id);
    await addReview('Unassigned', -7, null);
    await addReview('Owners', -8, company.owner.id);
    const names = async (as: TestPerson) =>
      (await read(as)).overdueReviews.items.map(({ clientName }) => clientName);
    const others = ['Unassigned', 'Late6', 'Late5', 'Late4', 'Late3'].map((name) => `Hinemoa ${name}`);
    expect(await names(company.owner)).toEqual(others);
    expect(await names(officer)).toEqual(['Hinemoa Owners', ...others.slice(0, 4)]);
    expect((await read(company.owner)).overdueReviews.total).toEqual({ count: 7, capped: false });
    const { overdueReviews, work } = await read(officer);
    expect(overdueReviews.items[0]).toMatchObject({ responsibleName: company.owner.name, riskLevel: null });
    expect(overdueReviews.items[1]).toMatchObject({ responsibleName: null });
    // What it leads to has as many, page by page; the member's own counters count own work alone.
    const listed: string[] = [];
    for (let after: string | undefined; ; ) {
      const query = { status: 'open', due: 'overdue', after, limit: 3 } as const;
      const { response } = await api.request(listReviews, { query }, { as: officer });
      expect(response.total).toEqual(overdueReviews.total);
      listed.push(...response.items.map(({ clientName }) => clientName));
      if (response.nextAfter === null) break;
      after = response.nextAfter;
    }
    expect(listed).toHaveLength(8);
    expect(work.overdueTotal.count).toBe(0);
    for (const as of [company.staff, company.auditor, api.companies.b.owner]) {
      expect((await read(as)).overdueReviews).toEqual({ items: [], total: { count: 0, capped: false } });
    }
  });

  it('has the activities to recheck of every assignee, high risk first', async () => {
    const customer = await addClient(api, company, 'Customer');
    const ids: string[] = [];
    for (let number = 1; number <= 6; number += 1) {
      const { id } = await create(api, company.staff, fullForm(customer));
      ids.push(id);
      await run(
        `UPDATE assay.activities SET recheck_due_at = $2, recheck_causes = '{factsChanged}', risk_level = $3
          WHERE id = $1`,
        [id, api.clock.now().toISOString(), number === 6 ? 'high' : 'low'],
      );
    }
    for (const as of [officer, company.owner]) {
      const { rechecks } = await read(as);
      expect(rechecks.total).toEqual({ count: 6, capped: false });
      expect(rechecks.items.map(({ activityId }) => activityId)).toEqual([ids[5], ...ids.slice(0, 4)]);
      expect(rechecks.items[0]).toMatchObject({ causes: ['factsChanged'], riskLevel: 'high' });
    }
    expect((await read(api.companies.b.owner)).rechecks.items).toEqual([]);
  });

  it('counts each lack of imported drafts by itself, and all imported clients', async () => {
    const none = { count: 0, capped: false };
    expect((await read(officer)).importedDrafts).toMatchObject({ total: none, imported: none });
    const add = (name: string, columns: Record<string, unknown>) =>
      addClient(api, company, name, { imported: true, ...columns });
    await add('Bare', {});
    await add('Owned', { responsible_member_id: company.staff.id });
    await add('Started', { status: 'onboarding' });
    await addClient(api, company, 'Typed');
    expect((await read(officer)).importedDrafts).toEqual({
      total: { count: 2, capped: false },
      withoutOwner: { count: 1, capped: false },
      unmonitored: { count: 2, capped: false },
      imported: { count: 3, capped: false },
    });
    await run(`UPDATE assay.clients SET status = 'onboarding' WHERE imported`, []);
    expect((await read(officer)).importedDrafts.total).toEqual(none);
  });
});
