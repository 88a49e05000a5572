import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDecisionBasis } from '#contract/cdd/cdd.ts';
import { recordFinding } from '#contract/cdd/findings.ts';
import { exportClients, listClients, readClientHistory } from '#contract/clients/clients.ts';
import { readHome } from '#contract/views/home.ts';
import { decidedByOneLabel } from '#rules/maker-checker.ts';
import { openTestApi, type TestApi, type TestCompany, type TestPerson } from '#tests/support/api/api.ts';
import {
  getDiligence,
  individualWithEvidence,
  transitionClientTo,
} from '#tests/support/api/due-diligence.ts';
import { filesInZip, requestPack } from '#tests/support/api/evidence-packs.ts';
import { verifiedSource } from '#tests/support/api/source-of-funds.ts';
import { testEngine } from '#tests/support/database/database.ts';
import { changeAccess, reinvite } from '../../records/team/support.ts';
import { addAssessment, create, fullForm } from '../activities/support.ts';

describe('a second person for the approval of a client', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await openTestApi(testEngine);
  });
  afterAll(() => api.close());

  /** A company whose owner is its compliance officer, with a second officer if needed. */
  async function getCompany(name: string, seconds: number) {
    const company = await api.addCompany(name, { billingCountryCode: 'NZL' });
    const officers: TestPerson[] = [];
    for (let index = 0; index <= seconds; index += 1) {
      officers.push(await api.addMember(company.id, { designations: ['complianceOfficer'] }));
    }
    const [one, two] = officers;
    if (one === undefined) throw new Error('A company has an officer.');
    return { company, one, two: two ?? one };
  }

  const setPolicy = (company: TestCompany, fourEyes: string) =>
    api.database.asSuperuser(
      `UPDATE assay.companies SET policy = policy || jsonb_build_object('fourEyes', $1::text) WHERE id = $2`,
      [fourEyes, company.id],
    );

  /** A client with all evidence for its level, sent for review. The level is set as an assessment would have. */
  async function inReview(company: TestCompany, by: TestPerson, level: 'low' | 'high' = 'low') {
    const id = await individualWithEvidence(api, company, { familyName: `Second ${level}` });
    if (level === 'high') {
      await api.database.asSuperuser(`UPDATE assay.clients SET risk_level = 'high' WHERE id = $1`, [id]);
      await verifiedSource(api, company.staff, id);
      const { version } = await getDiligence(api, company.staff, id);
      const body = { subject: 'addressVerified', basis: 'Rates notice of this year', version } as const;
      await api.request(recordFinding, { params: { id }, body }, { as: company.staff });
    }
    for (const to of ['inProgress', 'readyForReview'] as const) {
      const moved = await transitionClientTo(api, by, id, { lifecycle: 'cdd', to });
      expect(moved.response.cddStatus).toBe(to);
    }
    return id;
  }

  const approve = (as: TestPerson, id: string) =>
    transitionClientTo(api, as, id, { lifecycle: 'cdd', to: 'verified' });
  const offered = async (as: TestPerson, id: string) =>
    (await getDiligence(api, as, id)).cddTransitions.find(({ to }) => to === 'verified')?.blockers;
  const isByOne = async (as: TestPerson, id: string) =>
    (await api.request(readDecisionBasis, { params: { id } }, { as })).response.decidedByOne;

  it('is required for high risk under any policy, with the page’s message', async () => {
    const { company, one, two } = await getCompany('Second Person Limited', 1);
    const id = await inReview(company, one, 'high');
    const blockers = await offered(one, id);
    expect(blockers).toMatchObject([
      { code: 'client.secondPersonNeeded', text: expect.stringContaining('you sent this client for review') },
    ]);
    expect((await approve(one, id)).problem).toMatchObject({
      status: 422,
      fields: { '': blockers?.map(({ text }) => text) },
      blockers,
    });
    // A second user who may not approve high risk does not count.
    expect((await approve(company.staff, id)).problem.blockers).toMatchObject([
      { code: 'client.approverNotEligible' },
    ]);
    expect(await offered(two, id)).toEqual([]);
    expect(await isByOne(two, id)).toBe(false);
    const { response } = await approve(two, id);
    expect(response).toMatchObject({
      cddStatus: 'verified',
      decision: { by: two.name, decidedByOne: false },
    });
  });

  it('follows the policy for other levels and for PEPs', async () => {
    const { company, one, two } = await getCompany('Second By Policy Limited', 1);
    const ordinary = await inReview(company, one);
    const returned = await inReview(company, one);
    expect(await offered(one, ordinary)).toEqual([]);
    await setPolicy(company, 'highOnly');
    expect(await offered(one, ordinary)).toEqual([]);
    await setPolicy(company, 'always');
    expect(await offered(one, ordinary)).toMatchObject([{ code: 'client.secondPersonNeeded' }]);
    expect((await approve(two, ordinary)).status).toBe(200);
    // The user who sends it again after a return is the one who sent it.
    for (const to of ['returned', 'inProgress', 'readyForReview'] as const) {
      await transitionClientTo(api, two, returned, { lifecycle: 'cdd', to });
    }
    expect(await offered(two, returned)).toMatchObject([{ code: 'client.secondPersonNeeded' }]);
    expect((await approve(one, returned)).status).toBe(200);
  });

  it('is not required where there is none, which the record notes', async () => {
    const { company, one } = await getCompany('One Person Limited', 0);
    const id = await inReview(company, one, 'high');
    expect(await offered(one, id)).toEqual([]);
    expect(await isByOne(one, id)).toBe(true);
    expect((await approve(one, id)).response.decision).toMatchObject({ decidedByOne: true });
    const { events } = (await api.request(readClientHistory, { params: { id }, query: {} }, { as: one }))
      .response;
    expect(events.flatMap(({ changes }) => changes)).toContainEqual({
      field: 'makerChecker',
      before: null,
      after: decidedByOneLabel,
    });
    const pack = await requestPack(api, one, { scope: 'client', scopeId: id });
    const files = await filesInZip(Buffer.from(await pack.arrayBuffer()));
    const page = files.get('index.html')?.toString() ?? '';
    expect(page).toContain('CDD approved');
    expect(page).toContain(decidedByOneLabel);
    // A low risk needs no second person, so the record notes nothing.
    const low = await inReview(company, one);
    expect(await isByOne(one, low)).toBe(false);
    expect((await approve(one, low)).response.decision).toMatchObject({ decidedByOne: false });
    // Once there is a second one the rule applies automatically; earlier decisions stay.
    const next = await inReview(company, one, 'high');
    await api.addMember(company.id, { designations: ['seniorManager'] });
    expect(await offered(one, next)).toMatchObject([{ code: 'client.secondPersonNeeded' }]);
    expect((await getDiligence(api, one, id)).decision?.decidedByOne).toBe(true);
  });

  it('is another person than the former member who sent it and was invited again', async () => {
    const { company, one, two } = await getCompany('Second Membership Limited', 1);
    const id = await inReview(company, two, 'high');
    await reinvite(api, company, two);
    expect(await offered(two, id)).toMatchObject([{ code: 'client.secondPersonNeeded' }]);
    expect((await approve(two, id)).problem.blockers).toMatchObject([{ code: 'client.secondPersonNeeded' }]);
    expect((await approve(one, id)).response.decision).toMatchObject({ decidedByOne: false });
  });

  it('counts for 24 hours after someone lost the right to approve', async () => {
    const { company, one, two } = await getCompany('Demoted Person Limited', 1);
    const id = await inReview(company, one, 'high');
    await changeAccess(api, company, two, { designations: [] });
    expect(await offered(one, id)).toMatchObject([
      {
        code: 'client.secondPersonNeeded',
        text: expect.stringContaining('alone once no one else could for 24 hours'),
      },
    ]);
    expect((await approve(one, id)).problem.blockers).toMatchObject([{ code: 'client.secondPersonNeeded' }]);
    await api.clock.advance(24 * 3600 + 60);
    expect(await offered(one, id)).toEqual([]);
    expect((await approve(one, id)).response.decision).toMatchObject({ decidedByOne: true });
  });

  it('decided by one is listed for the next audit, counted at home and exported, within the company', async () => {
    const { company, one } = await getCompany('Alone Limited', 0);
    const high = await inReview(company, one, 'high');
    await approve(one, high);
    await approve(one, await inReview(company, one));
    const assessed = await individualWithEvidence(api, company, { familyName: 'Sole Assessment' });
    const excepted = await individualWithEvidence(api, company, { familyName: 'Sole Exception' });
    const asOne = async (sql: string, id: string) => {
      const { rowCount } = await api.database.asSuperuser(sql, [id, one.id]);
      expect(rowCount).toBe(1);
    };
    await asOne(
      `UPDATE assay.risk_assessments SET decided_by_one = true, approved_by = $2, approved_at = '2026-03-01T12:30:00Z' WHERE resource_id = $1`,
      assessed,
    );
    await asOne(
      `UPDATE assay.individual_verifications SET exception_approved_by = $2, created_by = $2, exception_approved_at = '2026-04-02T01:00:00Z'
        WHERE client_id = $1`,
      excepted,
    );
    // An assessment of an activity is listed with the client whose activity it is.
    const acting = await individualWithEvidence(api, company, { familyName: 'Sole Activity' });
    const activity = await create(api, company.owner, fullForm(acting));
    await addAssessment(api, company, { type: 'activities', id: activity.id }, { status: 'submitted' });
    await asOne(
      `UPDATE assay.risk_assessments SET decided_by_one = true, approved_by = $2, approved_at = '2026-05-03T01:00:00Z' WHERE resource_id = $1`,
      activity.id,
    );
    const auditor = await api.addMember(company.id, { role: 'auditor' });
    const list = async (query: object, as: TestPerson = auditor) =>
      (await api.request(listClients, { query: query as never }, { as })).response;
    const all = await list({ decided: 'byOne' });
    expect(all.items.map(({ id }) => id).toSorted()).toEqual([high, assessed, excepted, acting].toSorted());
    expect(all.total).toEqual({ count: 4, capped: false });
    // With a search, another filter and the pages' cursor.
    expect((await list({ decided: 'byOne', q: 'Sole' })).items).toHaveLength(3);
    expect((await list({ decided: 'byOne', q: 'Second' })).items.map(({ id }) => id)).toEqual([high]);
    expect((await list({ decided: 'byOne', risk: 'high' })).items.map(({ id }) => id)).toEqual([high]);
    const first = await list({ decided: 'byOne', limit: 2 });
    const rest = await list({ decided: 'byOne', limit: 2, cursor: first.nextCursor });
    expect([...first.items, ...rest.items]).toEqual(all.items);
    const wrong = await api.request(listClients, { query: { decided: 'two' } as never }, { as: auditor });
    expect(wrong.status).toBe(422);
    const { response: home } = await api.request(readHome, { query: {} }, { as: auditor });
    expect(home.decidedByOneTotal).toEqual({ count: 4, capped: false });
    const query = { decided: 'byOne' } as never;
    const { text } = await api.request(exportClients, { query }, { as: auditor });
    expect(text.trim().split('\r\n')).toHaveLength(5);
    // By the company's day: 12:30 UTC on 1 March is the day after in New Zealand.
    expect(text).toContain('Risk assessment 2026-03-02');
    expect(text).toContain('Identity exception 2026-04-02');
    expect(text).toContain('Risk assessment of an activity 2026-05-03');
    expect(text).toMatch(/,CDD \d{4}-\d\d-\d\d,/);
    const stranger = api.companies.b.staff;
    expect((await list({ decided: 'byOne' }, stranger)).items).toEqual([]);
    expect((await list({ decided: 'byOne', q: 'Sole' }, stranger)).items).toEqual([]);
  });
});
