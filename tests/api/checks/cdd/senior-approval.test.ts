import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordFinding } from '#contract/cdd/findings.ts';
import { readClientHistory } from '#contract/clients/clients.ts';
import { addParty } from '#contract/clients/parties.ts';
import type { EndpointRequest } from '#contract/endpoint.ts';
import type { Template } from '#contract/risk/risk-templates.ts';
import { openTestApi, type TestApi, type TestCompany, type TestPerson } from '#tests/support/api/api.ts';
import {
  getDiligence,
  individualWithEvidence,
  transitionClientTo,
} from '#tests/support/api/due-diligence.ts';
import {
  approvedAssessment,
  publishedTemplate,
  sampleAnswers,
  sampleContent,
  sampleQuestion,
} from '#tests/support/api/risk.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { businessForm, create } from '../../records/clients/support.ts';
import { changeAccess } from '../../records/team/support.ts';

/*
 * Approvals by a senior manager and the political exposures for which they are made. Tried beside what is asserted: a foreign PEP, a relative of one,
 * and in Australia a domestic one; found by a finding, and by a new related party; before and after the approval; approved separately and with the
 * assessment; by a person designated before, later or no more.
 */
describe.each(testEngines)('a senior manager’s approval of a PEP on %s', (engine) => {
  let api: TestApi;
  let a: TestCompany;
  let manager: TestPerson;
  let officer: TestPerson;
  let template: Template;

  beforeAll(async () => {
    api = await openTestApi(engine);
    a = api.companies.a;
    manager = await api.addMember(a.id, { designations: ['seniorManager'] });
    officer = await api.addMember(a.id, { designations: ['complianceOfficer'] });
    template = await publishedTemplate(api, officer, { content: sampleContent([sampleQuestion('q')]) });
  });
  afterAll(() => api.close());

  type Finding = EndpointRequest<typeof recordFinding>['body'];
  const basis = 'The government’s site';
  const foreign = { subject: 'politicalExposure', pepStatus: 'foreign', basis } as const;
  const domestic = { ...foreign, pepStatus: 'domestic' } as const;

  async function record(id: string, finding: Record<string, unknown>, as = a.staff) {
    const { version } = await getDiligence(api, as, id);
    const body = { ...finding, version } as Finding;
    return api.request(recordFinding, { params: { id }, body }, { as });
  }
  const isMissing = async (id: string, as = a.staff) =>
    (await getDiligence(api, as, id)).blockers.some(({ code }) => code === 'rule.seniorManagerApproval');
  const assess = (id: string, by: TestPerson, using = template) =>
    approvedAssessment(api, a.staff, { clientId: id, template: using }, sampleAnswers({ q: 'low' }), by);
  const addClient = (familyName: string, without = ['exposure', 'assessment'] as const) =>
    individualWithEvidence(api, a, { familyName, without });
  const approve = (id: string, by = manager) => record(id, { subject: 'seniorApproval' }, by);

  test('does not come from an assessment that was approved before the PEP was found', async () => {
    const id = await addClient('Earlier');
    await record(id, { subject: 'politicalExposure', pepStatus: 'none', basis });
    await assess(id, manager);
    await record(id, foreign);
    expect(await isMissing(id)).toBe(true);
    const blockers = (
      await transitionClientTo(api, a.staff, id, { lifecycle: 'cdd', to: 'inProgress' })
    ).response.cddTransitions.find(({ to }) => to === 'readyForReview')?.blockers;
    expect(blockers?.map(({ code }) => code)).toContain('rule.seniorManagerApproval');
    // An assessment approved after it was found is an approval, as is one recorded separately.
    await assess(id, officer);
    expect(await isMissing(id)).toBe(true);
    await assess(id, manager);
    expect(await isMissing(id)).toBe(false);
    // Another exposure was not approved with it.
    await record(id, { ...foreign, pepStatus: 'relativeOrAssociate', pepOf: 'foreign' });
    expect(await isMissing(id)).toBe(true);
    await approve(id);
    expect(await isMissing(id)).toBe(false);
  });

  test('cannot be recorded before a PEP is found, and tells for which it was made', async () => {
    const id = await addClient('Inadvance');
    expect((await approve(id)).problem.fields).toEqual({
      note: [expect.stringContaining('No politically exposed person on record')],
    });
    await record(id, domestic);
    // New Zealand’s law has no approval for a domestic PEP.
    expect((await approve(id)).status).toBe(422);
    await record(id, foreign);
    const approved = await approve(id);
    expect(approved.status).toBe(200);
    const shown = approved.response.findings.find(({ subject }) => subject === 'seniorApproval');
    expect(shown?.recorded?.content).toEqual({ subject: 'seniorApproval', note: null });
    const { events } = (await api.request(readClientHistory, { params: { id }, query: {} }, { as: a.staff }))
      .response;
    expect(events[0]?.changes).toContainEqual({
      field: 'seniorApproval.exposures',
      before: null,
      after: 'Foreign PEP',
    });
  });

  test('covers an owner known at the approval, and no owner who is added or found later', async () => {
    const owners = [await addClient('Owning'), await addClient('Joining'), await addClient('Becoming')];
    const [known, later, found] = owners as [string, string, string];
    await record(known, foreign);
    await record(later, foreign);
    const company = await create(api, a.staff, businessForm('Approved Owners Limited'));
    const params = { id: company.id };
    const add = (partyClientId: string) =>
      api.request(
        addParty,
        { params, body: { partyClientId, roles: ['shareholder'], directPercent: '30' } as never },
        { as: a.staff },
      );
    expect((await add(known)).status).toBe(201);
    await add(found);
    await approve(company.id);
    expect(await isMissing(company.id)).toBe(false);
    await record(found, foreign);
    expect(await isMissing(company.id)).toBe(true);
    await approve(company.id);
    expect(await isMissing(company.id)).toBe(false);
    await add(later);
    expect(await isMissing(company.id)).toBe(true);
    await assess(company.id, manager);
    expect(await isMissing(company.id)).toBe(false);
  });

  test('depends on the designation at the approval: one that ended later changes nothing, one granted later does not count', async () => {
    const [former, coming] = [
      await api.addMember(a.id, { designations: ['seniorManager', 'complianceOfficer'] }),
      await api.addMember(a.id, { designations: ['complianceOfficer'] }),
    ];
    const [lawful, early, late] = [
      await addClient('Lawful'),
      await addClient('Early'),
      await addClient('Late'),
    ];
    for (const id of [lawful, early, late]) await record(id, foreign);
    await assess(lawful, former);
    await assess(early, coming);
    await changeAccess(api, a, former, { designations: ['complianceOfficer'] });
    await changeAccess(api, a, coming, { designations: ['complianceOfficer', 'seniorManager'] });
    expect(await isMissing(lawful)).toBe(false);
    expect(await isMissing(early)).toBe(true);
    expect((await approve(late, former)).problem.code).toBe('role.forbidden');
    await assess(late, former);
    expect(await isMissing(late)).toBe(true);
  });

  test('of a domestic PEP in Australia is made once the risk is high', async () => {
    const wattle = await api.addCompany('Wattle Approvals', { billingCountryCode: 'AUS' });
    await api.database.asSuperuser(`UPDATE assay.companies SET sector = 'finance' WHERE id = $1`, [
      wattle.id,
    ]);
    const senior = await api.addMember(wattle.id, { designations: ['seniorManager'] });
    const id = await individualWithEvidence(api, wattle, { without: ['exposure', 'assessment'] });
    const levels = ['low', 'high'].map((key, index) => ({ key, label: key, score: index * 100 }));
    const rating = await publishedTemplate(api, wattle.owner, {
      content: sampleContent([sampleQuestion('q', { options: levels })]),
    });
    await record(id, domestic, wattle.staff);
    const at = (level: string) =>
      approvedAssessment(
        api,
        wattle.staff,
        { clientId: id, template: rating },
        sampleAnswers({ q: level }),
        senior,
      );
    await at('low');
    expect(await isMissing(id, wattle.staff)).toBe(false);
    await api.database.asSuperuser(`UPDATE assay.clients SET risk_level = 'high' WHERE id = $1`, [id]);
    expect(await isMissing(id, wattle.staff)).toBe(true);
    await at('high');
    expect(await isMissing(id, wattle.staff)).toBe(false);
  });
});
