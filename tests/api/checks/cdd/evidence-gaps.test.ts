import { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { selectGaps } from '#api/checks/cdd/evidence-gaps-store.ts';
import { asTenant } from '#api/kernel/database/tenancy.ts';
import { readDecisionBasis, readDiligence } from '#contract/cdd/cdd.ts';
import { listEvidenceGaps } from '#contract/cdd/evidence-gaps.ts';
import { readHome } from '#contract/views/home.ts';
import { addDays } from '#rules/dates/calendar-dates.ts';
import { openTestApi, type TestApi, type TestCompany } from '#tests/support/api/api.ts';
import {
  activeIndividual,
  getDiligence,
  individualWithEvidence,
  transitionClientTo,
} from '#tests/support/api/due-diligence.ts';
import { showPreCommencement } from '#tests/support/api/pre-commencement.ts';
import { testDay } from '#tests/support/clock/test-day.ts';
import { testEngine } from '#tests/support/database/database.ts';
import { insertMany } from '#tests/support/database/insert-many.ts';
import { addClient } from '../activities/support.ts';

describe('clients approved before evidence was required', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await openTestApi(testEngine);
  });
  afterAll(() => api.close());

  const list = async (company: TestCompany, query: { clientsCursor?: string; limit?: number } = {}) => {
    const { response } = await api.request(listEvidenceGaps, { query }, { as: company.staff });
    return { ...response.clients, approvedSince: response.approvedSince };
  };
  const set = (id: string, columns: string) =>
    api.database.asSuperuser(`UPDATE assay.clients SET ${columns} WHERE id = $1`, [id]);

  it('are listed by risk with outstanding requirements, without other clients', async () => {
    const company = await api.addCompany('Earlier Approvals Limited', { billingCountryCode: 'NZL' });
    const add = (name: string, columns: Record<string, unknown>) => addClient(api, company, name, columns);
    const low = await add('Lowson', { status: 'active', risk_level: 'low' });
    const unknown = await add('Unknownson', { status: 'dormant' });
    const high = await add('Highson', { status: 'active', cdd_status: 'verified', risk_level: 'high' });
    const medium = await add('Mediumson', { cdd_status: 'verified', risk_level: 'medium' });
    await add('Draftson', {});
    const oldson = await add('Oldson', {
      status: 'active',
      pre_commencement: true,
      relationship_started_on: '2010-05-01',
    });
    expect((await showPreCommencement(api, company.owner, oldson)).status).toBe(200);
    await add('Goneson', { status: 'exited', cdd_status: 'verified' });
    await activeIndividual(api, company, 'Provenson');
    const first = await list(company);
    expect(first.items.map(({ clientId }) => clientId)).toEqual([high, medium, unknown, low]);
    expect(first).toMatchObject({ total: { count: 4 }, approvedSince: { count: 0 }, nextCursor: null });
    for (const { clientId, outstanding } of first.items) {
      const { evidenceGap, progress } = await getDiligence(api, company.staff, clientId);
      expect(evidenceGap).toEqual({ why: 'approvedBefore', outstanding });
      expect(outstanding).toContain('Verify the client’s identity.');
      expect(progress.next).not.toBeNull();
    }
    // Page by page, forwards and back.
    const one = await list(company, { limit: 2 });
    const two = await list(company, { limit: 2, clientsCursor: one.nextCursor ?? '' });
    expect(two.items.map(({ clientId }) => clientId)).toEqual([unknown, low]);
    expect(two.nextCursor).toBeNull();
    const back = await list(company, { limit: 2, clientsCursor: two.previousCursor ?? '' });
    expect(back.items).toEqual(one.items);
    const wrong = await api.request(
      listEvidenceGaps,
      { query: { clientsCursor: 'x' } },
      { as: company.staff },
    );
    expect(wrong.problem).toMatchObject({ status: 422, fields: { clientsCursor: [expect.any(String)] } });
    const { evidenceGaps } = (await api.request(readHome, { query: {} }, { as: company.staff })).response;
    expect(evidenceGaps.total).toEqual({ count: 4, capped: false });
    expect(evidenceGaps.items[0]).toMatchObject({ clientId: high, riskLevel: 'high' });
    // Another company sees none of them.
    for (const endpoint of [readDiligence, readDecisionBasis]) {
      const { problem } = await api.request(
        endpoint as typeof readDiligence,
        { params: { id: high } },
        { as: api.companies.b.owner },
      );
      expect(problem.code).toBe('record.notFound');
    }
    expect((await list(api.companies.b)).items).toEqual([]);
  });

  it('include a pre-commencement client unless its start day and all laws of the company waive its CDD', async () => {
    const company = await api.addCompany('Before Commencement Limited', { billingCountryCode: 'NZL' });
    const facts = (columns: string) =>
      api.database.asSuperuser(`UPDATE assay.companies SET ${columns} WHERE id = $1`, [company.id]);
    await facts(`sector = 'legal'`);
    const add = (name: string, relationship_started_on: string | null) =>
      addClient(api, company, name, { status: 'active', pre_commencement: true, relationship_started_on });
    const before = await add('Beforeson', '2018-06-30');
    const after = await add('Afterson', '2018-07-01');
    const undated = await add('Undatedson', null);
    const unshown = await add('Unshownson', '2018-06-30');
    const late = await add('Lateson', '2018-06-30');
    expect((await showPreCommencement(api, company.owner, before, { dated: '2018-06-30' })).status).toBe(200);
    await showPreCommencement(api, company.owner, late);
    await api.database.asSuperuser(
      `UPDATE assay.client_findings SET content = jsonb_set(content, '{dated}', '"2018-07-01"') WHERE client_id = $1`,
      [late],
    );
    const listed = async () => {
      const { items, total } = await list(company);
      expect(total.count).toBe(items.length);
      const { evidenceGaps } = (await api.request(readHome, { query: {} }, { as: company.staff })).response;
      expect(evidenceGaps.total.count).toBe(items.length);
      for (const id of [before, after, undated, unshown, late]) {
        const { evidenceGap } = await getDiligence(api, company.staff, id);
        expect(evidenceGap !== null).toBe(items.some(({ clientId }) => clientId === id));
      }
      return items.map(({ clientId }) => clientId);
    };
    expect(await listed()).toEqual([after, undated, unshown, late]);
    // A company whose first captured service came later had no clients before the law; the same under Australian law.
    await facts(`first_service_nz = '2018-07-01'`);
    expect(await listed()).toEqual([before, after, undated, unshown, late]);
    await facts(`first_service_nz = NULL, regulated_in = '{AUS,NZL}'`);
    expect(await listed()).toEqual([after, undated, unshown, late]);
    await facts(`first_service_au = '2026-08-01'`);
    expect(await listed()).toEqual([before, after, undated, unshown, late]);
  });

  it('leave the list by an approval on evidence, which is counted, or by an exception', async () => {
    const company = await api.addCompany('Approved Since Limited', { billingCountryCode: 'NZL' });
    const id = await individualWithEvidence(api, company, { familyName: 'Settledson' });
    await set(id, `status = 'active', cdd_status = 'verified'`);
    expect((await list(company)).items).toMatchObject([{ clientId: id, outstanding: [] }]);
    expect((await getDiligence(api, company.staff, id)).evidenceGap).toEqual({
      why: 'approvedBefore',
      outstanding: [],
    });
    for (const to of ['refreshDue', 'inProgress', 'readyForReview', 'verified'] as const) {
      expect((await list(company)).total.count).toBe(1);
      expect((await transitionClientTo(api, company.owner, id, { lifecycle: 'cdd', to })).status).toBe(200);
    }
    expect(await list(company)).toMatchObject({
      items: [],
      total: { count: 0 },
      approvedSince: { count: 1 },
    });
    expect((await getDiligence(api, company.staff, id)).evidenceGap).toBeNull();
    // Approved again later: it is counted once. And a client created since then was never in the list.
    for (const to of ['refreshDue', 'inProgress', 'readyForReview', 'verified'] as const) {
      await transitionClientTo(api, company.owner, id, { lifecycle: 'cdd', to });
    }
    await activeIndividual(api, company, 'Newson');
    const old = await individualWithEvidence(api, company, { familyName: 'Oldson' });
    await set(old, `status = 'active', pre_commencement = true, relationship_started_on = '2010-05-01'`);
    await showPreCommencement(api, company.owner, old);
    for (const to of ['inProgress', 'readyForReview', 'verified'] as const) {
      expect((await transitionClientTo(api, company.owner, old, { lifecycle: 'cdd', to })).status).toBe(200);
    }
    expect((await list(company)).approvedSince.count).toBe(1);

    const excepted = await addClient(api, company, 'Exceptedson', {
      status: 'active',
      cdd_status: 'inProgress',
    });
    expect((await list(company)).total.count).toBe(1);
    const endsOn = addDays(testDay('Pacific/Auckland', api.clock.now()), 20);
    const reason = 'The passport is being renewed';
    const moved = await transitionClientTo(api, company.owner, excepted, {
      lifecycle: 'cdd',
      to: 'exceptionApproved',
      reason,
      endsOn,
    });
    expect(moved.status).toBe(200);
    expect((await list(company)).total.count).toBe(0);
    // An exception that ended, or CDD that a member requests again, is listed until it is approved.
    await set(excepted, `cdd_status = 'refreshDue'`);
    expect((await list(company)).items).toMatchObject([{ clientId: excepted, why: 'refreshDue' }]);
  });

  it('are found by their index among many clients', async () => {
    const { a } = api.companies;
    const other = await addClient(api, a, 'Manyson');
    await insertMany(
      api.database,
      `INSERT INTO assay.clients SELECT (jsonb_populate_record(c, jsonb_build_object('id', '01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'), 'status', 'active',
         'cdd_status', 'verified', 'cdd_decided_at', CASE WHEN n % 100 > 0 THEN now() END))).*
         FROM assay.clients c, generate_series(1, 4000) AS n WHERE c.id = $1`,
      [other],
    );
    // Clients relieved by their start day, of whom none is listed.
    await insertMany(
      api.database,
      `INSERT INTO assay.clients SELECT (jsonb_populate_record(c, jsonb_build_object('id', '01900000-0000-7000-9000-' || lpad(to_hex(n), 12, '0'), 'status', 'active',
         'cdd_status', 'notStarted', 'pre_commencement', true, 'relationship_started_on', date '2001-01-01' + n::int))).*
         FROM assay.clients c, generate_series(1, 1500) AS n WHERE c.id = $1`,
      [other],
    );
    await set(other, 'pre_commencement = true');
    await showPreCommencement(api, a.owner, other, { dated: '2001-01-01' });
    await set(other, 'pre_commencement = false');
    for (const [table, owner] of [
      ['documents', 'owner_id'],
      ['client_findings', 'client_id'],
    ] as const) {
      // Each has a document of its own.
      await insertMany(
        api.database,
        `INSERT INTO assay.${table} SELECT (jsonb_populate_record(r, jsonb_build_object('${owner}', c.id,
             'content', jsonb_build_object('documentId', c.id, 'dated', '2001-01-01')) || ${table === 'documents' ? `jsonb_build_object('id', c.id, 'storage_key', c.id)` : `'{}'`})).*
           FROM assay.${table} r, assay.clients c WHERE r.${owner} = $1 AND c.id::text LIKE '01900000-0000-7000-9000-%'`,
        [other],
      );
    }
    await api.database.asSuperuser('ANALYZE assay.clients, assay.documents, assay.client_findings');
    const plan = await asTenant(api.database.db, a.id, async (trx) => {
      const place = { rank: 3, id: other, backward: false };
      const { sql, parameters } = selectGaps(
        trx,
        { regulatedIn: ['NZL'], sector: null },
        { place, limit: 26 },
      ).compile();
      const query = CompiledQuery.raw(`EXPLAIN ${sql}`, [...parameters]);
      const { rows } = await trx.executeQuery<Record<string, string>>(query);
      return rows.flatMap((row) => Object.values(row)).join('\n');
    });
    expect(plan).toMatch(/Index Scan using clients_with_evidence_gap on/);
    expect(plan).toMatch(/clients_with_evidence_gap_by_start/);
    expect(plan).not.toContain('Seq Scan on clients');
    expect(plan).toMatch(/Index Cond: .*ROW\(/);
    expect((await list(a)).total).toEqual({ count: 40, capped: false });
  });
});
