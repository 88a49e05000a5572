import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ListFilters } from '#api/records/clients/list/list-store.ts';
import { createClient, exportClients, listClients } from '#contract/clients/clients.ts';
import { enrolClient } from '#contract/monitoring/enrolments.ts';
import { addDays } from '#rules/dates/calendar-dates.ts';
import { openTestApi, type TestApi, type TestCompany } from '#tests/support/api/api.ts';
import { aWorklist } from '#tests/support/api/monitoring.ts';
import { testDay } from '#tests/support/clock/test-day.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { addClient } from '../../checks/activities/support.ts';
import { businessForm } from './support.ts';

/** For each filter of the list a query with it, and the clients that it selects. */
const cases: Record<keyof ListFilters, [query: Record<string, string>, expected: string[]]> = {
  kind: [{ kind: 'business' }, ['Business']],
  type: [{ type: 'company' }, ['Business']],
  status: [{ status: 'dormant' }, ['Dormant']],
  responsible: [{ responsible: 'me' }, ['Own']],
  risk: [{ risk: 'high' }, ['Risky']],
  cdd: [{ cdd: 'verified' }, ['Diligent']],
  decided: [{ decided: 'byOne' }, ['Decided']],
  origin: [{ origin: 'import' }, ['Imported']],
  monitoring: [{ monitoring: 'none' }, ['Unmonitored']],
  reviewFrom: [{ review: 'due30' }, ['Due']],
  reviewTo: [{ review: 'overdue' }, ['Overdue']],
};

describe.each(testEngines)('filters of the client list beside a search on %s', (engine) => {
  let api: TestApi;
  let company: TestCompany;

  beforeAll(async () => {
    api = await openTestApi(engine);
    company = api.companies.a;
    const today = testDay('Pacific/Auckland', api.clock.now());
    const business = await api.request(
      createClient,
      { body: businessForm('Hinemoa Business') },
      { as: company.owner },
    );
    const add = (name: string, columns: Record<string, unknown> = {}) =>
      addClient(api, company, name, columns);
    const decided = await add('Decided');
    await add('Unmonitored');
    const monitored = [
      business.response.id,
      decided,
      await add('Dormant', { status: 'dormant' }),
      await add('Own', { responsible_member_id: company.owner.id }),
      await add('Risky', { risk_level: 'high' }),
      await add('Diligent', { cdd_status: 'verified' }),
      await add('Imported', { imported: true }),
      await add('Due', { next_review_due_on: addDays(today, 10) }),
      await add('Overdue', { next_review_due_on: addDays(today, -10) }),
    ];
    await api.database.asSuperuser(
      `INSERT INTO assay.cdd_decisions (company_id, id, client_id, decided_at, decided_by, cdd_level, packs, items, items_digest, basis, decided_by_one)
       VALUES ($1, gen_random_uuid(), $2, now(), $3, 'standard', '{}', '[]', repeat('0', 64), '{}', true)`,
      [company.id, decided, company.owner.id],
    );
    const worklist = await aWorklist(api, company);
    for (const id of monitored) {
      const enrolled = await api.request(
        enrolClient,
        { params: { id }, body: { worklistId: worklist.id }, requestKey: crypto.randomUUID() },
        { as: company.owner },
      );
      expect(enrolled.status, enrolled.text).toBe(201);
    }
  });
  afterAll(() => api?.close());

  const listed = async (query: Record<string, string>) => {
    const { response } = await api.request(listClients, { query }, { as: company.owner });
    return response.items.map(({ displayName }) => displayName.replace('Hinemoa ', ''));
  };
  const exported = async (query: Record<string, string>) => {
    const { text } = await api.request(exportClients, { query: query as never }, { as: company.owner });
    return text.trim().split('\r\n').slice(1);
  };

  test.each(Object.entries(cases))('%s selects the same clients with and without one', async (_, of) => {
    const [query, expected] = of;
    expect(await listed(query)).toEqual(expected);
    for (const sort of ['best', 'name', 'newest']) {
      expect(await listed({ ...query, q: 'hinemoa', sort })).toEqual(expected);
    }
    for (const searched of [query, { ...query, q: 'hinemoa' }]) {
      const lines = await exported(searched);
      expect(lines).toHaveLength(expected.length);
      for (const name of expected) expect(lines.join('\n')).toContain(name);
    }
  });
});
