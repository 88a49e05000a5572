import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readDecisionBasis } from '#contract/cdd/cdd.ts';
import { addParty, listParties } from '#contract/clients/parties.ts';
import {
  listVerifications,
  readVerification,
} from '#contract/individual-verifications/individual-verifications.ts';
import type { Template } from '#contract/risk/risk-templates.ts';
import { openTestApi, type TestApi, type TestCompany, type TestPerson } from '#tests/support/api/api.ts';
import {
  activeIndividual,
  getDiligence,
  individualWithEvidence,
  transitionClientTo,
} from '#tests/support/api/due-diligence.ts';
import { approvedAssessment, publishedTemplate, sampleAnswers } from '#tests/support/api/risk.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { businessForm, create } from '../../records/clients/support.ts';

describe.each(testEngines)('identity verified before the client was rated high on %s', (engine) => {
  let api: TestApi;
  let australian: TestCompany;
  let officer: TestPerson;
  let template: Template;

  beforeAll(async () => {
    api = await openTestApi(engine);
    australian = await api.addCompany('Wattle of levels', { billingCountryCode: 'AUS' });
    officer = await api.addMember(australian.id, { designations: ['complianceOfficer'] });
    template = await publishedTemplate(api, australian.owner, { name: 'Risk that rises' });
  });
  afterAll(() => api?.close());

  const rate = (clientId: string, q: 'low' | 'high') =>
    approvedAssessment(api, australian.owner, { clientId, template }, sampleAnswers({ q }), officer);
  const identityItem = async (id: string) =>
    (await getDiligence(api, australian.staff, id)).items.find(({ code }) => code === 'identity.verified');
  const identityStep = async (id: string) =>
    (await getDiligence(api, australian.staff, id)).progress.steps.find(({ step }) => step === 'identity')
      ?.state;
  /** What a client's one verification states that it lacks, the same in the list and by itself. */
  const unmetOf = async (clientId: string) => {
    const listed = await api.request(
      listVerifications,
      { params: { clientId }, query: {} },
      { as: australian.staff },
    );
    const [{ id, unmetAtRisk } = expect.unreachable()] = listed.response.verifications;
    const own = await api.request(readVerification, { params: { id } }, { as: australian.staff });
    expect(own.response.unmetAtRisk).toEqual(unmetAtRisk);
    return unmetAtRisk;
  };
  /** Kinds of evidence that an approval would rely on. */
  const reliedOn = async (id: string) => {
    const read = await api.request(readDecisionBasis, { params: { id } }, { as: australian.staff });
    return read.response.basis.map(({ kind }) => kind);
  };
  const missing =
    'The client’s risk is higher than when the identity was verified: verify it again. Rated high: documents and data of two organisations are both needed.';

  test('is outstanding, and the client cannot be approved', async () => {
    const id = await individualWithEvidence(api, australian, { without: ['assessment'] });
    expect(await identityItem(id)).toMatchObject({ satisfied: true });
    await rate(id, 'high');
    expect(await identityItem(id)).toMatchObject({
      satisfied: false,
      text: missing,
      provision: 'AU s28, s32',
    });
    expect(await reliedOn(id)).not.toContain('identity');
    expect(await identityStep(id)).not.toBe('complete');
    expect(await unmetOf(id)).toEqual({
      evidence: 'Rated high: documents and data of two organisations are both needed.',
      provision: 'AU s28, s32',
    });
    await transitionClientTo(api, australian.staff, id, { lifecycle: 'cdd', to: 'inProgress' });
    const refused = await transitionClientTo(api, australian.staff, id, {
      lifecycle: 'cdd',
      to: 'readyForReview',
    });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain(missing);
    await rate(id, 'low');
    expect(await identityItem(id)).toMatchObject({ satisfied: true });
    expect(await unmetOf(id)).toBeNull();
    expect(await reliedOn(id)).toContain('identity');
  });

  test.each([
    ['has expired', `individual_verifications SET evidence_expires_on = '2020-01-01' WHERE client_id = $1`],
    ['lacks its exception', 'individual_verifications SET opposes_findings = true WHERE client_id = $1'],
    ['is of a former identity', 'clients SET identified_as_changed_at = now() WHERE id = $1'],
  ])('is not stated of a verification that does not count because it %s', async (_, update) => {
    const id = await individualWithEvidence(api, australian, { without: ['assessment'] });
    await rate(id, 'high');
    expect(await unmetOf(id)).not.toBeNull();
    await api.database.asSuperuser(`UPDATE assay.${update}`, [id]);
    expect(await unmetOf(id)).toBeNull();
  });

  test('makes the CDD of an approved client due again', async () => {
    const id = await activeIndividual(api, australian);
    expect((await getDiligence(api, australian.staff, id)).refresh).toBeNull();
    await rate(id, 'high');
    const { cddStatus, refresh, blockers } = await getDiligence(api, australian.staff, id);
    expect(cddStatus).toBe('refreshDue');
    expect(refresh?.causes).toEqual(['outstanding']);
    expect(blockers).toContainEqual(expect.objectContaining({ text: missing, provision: 'AU s28, s32' }));
  });

  test('leaves a related party to be verified again', async () => {
    const partyClientId = await individualWithEvidence(api, australian, { familyName: 'Risenson' });
    const form = businessForm('Higher Client Pty Ltd', { business: { registrationCountry: 'AUS' } });
    const { id } = await create(api, australian.staff, form);
    const body = { partyClientId, roles: ['shareholder'], directPercent: '60', beneficiallyHeld: 'yes' };
    const added = await api.request(
      addParty,
      { params: { id }, body: body as never },
      { as: australian.staff },
    );
    expect(added.status).toBe(201);
    const isVerified = async () => {
      const input = { params: { id }, query: {} };
      const { response } = await api.request(listParties, input, { as: australian.staff });
      return response.items.map(({ verified }) => verified);
    };
    expect(await isVerified()).toEqual([true]);
    await rate(partyClientId, 'high');
    expect(await isVerified()).toEqual([false]);
    const { items } = await getDiligence(api, australian.staff, id);
    expect(items.filter(({ text }) => text.includes('Risenson is higher'))).toEqual([
      expect.objectContaining({ satisfied: false, provision: 'AU s28, s32' }),
    ]);
  });
});
