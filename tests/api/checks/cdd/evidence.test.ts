import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordFinding } from '#contract/cdd/findings.ts';
import { readClientHistory } from '#contract/clients/clients.ts';
import { addParty } from '#contract/clients/parties.ts';
import { addMonths } from '#rules/dates/calendar-dates.ts';
import { openTestApi, type TestApi, type TestCompany, type TestPerson } from '#tests/support/api/api.ts';
import {
  activeIndividual,
  addEvidence,
  type EvidenceKind,
  getDiligence,
  individualWithEvidence,
  transitionClientTo,
  verifyIdentity,
} from '#tests/support/api/due-diligence.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { addAssessment, addClient } from '../activities/support.ts';

describe.each(testEngines)('CDD by evidence on %s', (engine) => {
  let api: TestApi;
  let a: TestCompany;
  let officer: TestPerson;

  beforeAll(async () => {
    api = await openTestApi(engine);
    a = api.companies.a;
    officer = await api.addMember(a.id, { designations: ['complianceOfficer'], name: 'Officer of Kauri' });
  });
  afterAll(() => api.close());

  const read = (id: string) => getDiligence(api, a.staff, id);
  const cdd = (id: string, to: 'inProgress' | 'readyForReview' | 'verified') =>
    transitionClientTo(api, a.staff, id, { lifecycle: 'cdd', to });
  const client = (id: string, to: 'onboarding' | 'active') =>
    transitionClientTo(api, a.staff, id, { lifecycle: 'client', to });

  test('a client with a name alone cannot be sent for review, verified or activated, with reasons', async () => {
    const id = await addClient(api, a, 'Namealone');
    await cdd(id, 'inProgress');
    const offered = (await read(id)).cddTransitions.find(({ to }) => to === 'readyForReview');
    expect(offered?.blockers.map(({ code, provision }) => [code, provision])).toEqual([
      ['record.dateOfBirth', 'NZ s15'],
      ['record.addresses', 'NZ s15'],
      ['relationship.purpose', 'NZ s17'],
      ['identity.verified', 'NZ s16'],
      [
        'sanctions.checked',
        'NZ Russia Sanctions Act 2022, NZ Terrorism Suppression Act 2002 s9, s10, NZ United Nations Act 1946',
      ],
      ['risk.rated', 'NZ reg 12AC'],
    ]);
    const refused = await cdd(id, 'readyForReview');
    expect(refused.problem).toMatchObject({
      status: 422,
      detail: '6 requirements outstanding before “Submit for review”.',
      fields: { '': offered?.blockers.map(({ text }) => text) },
      blockers: offered?.blockers,
    });
    // As in a database of an earlier version.
    await api.database.asSuperuser(
      `UPDATE assay.clients SET cdd_status = 'readyForReview', status = 'onboarding' WHERE id = $1`,
      [id],
    );
    const confirmed = await cdd(id, 'verified');
    expect(confirmed.problem.blockers).toEqual(offered?.blockers);
    const activated = await client(id, 'active');
    expect(activated.problem.blockers?.map(({ code }) => code)).toEqual([
      'client.cddNotDone',
      ...(offered?.blockers.map(({ code }) => code) ?? []),
    ]);
    expect((await read(id)).cddStatus).toBe('readyForReview');
  });

  test('with all evidence a client goes through review and becomes active', async () => {
    const id = await activeIndividual(api, a, 'Honestson');
    const now = await read(id);
    expect(now).toMatchObject({ status: 'active', cddStatus: 'verified', blockers: [] });
    expect(now.items.filter(({ satisfied }) => !satisfied)).toEqual([]);
  });

  test.each([
    ['identity', 'identity.verified'],
    ['screening', 'sanctions.checked'],
    ['assessment', 'risk.rated'],
  ] as [Exclude<EvidenceKind, 'record'>, string][])(
    'without %s alone every transition is rejected; with it every transition succeeds',
    async (kind, code) => {
      const id = await individualWithEvidence(api, a, { familyName: `Without${kind}`, without: [kind] });
      await cdd(id, 'inProgress');
      await client(id, 'onboarding');
      const refused = [await cdd(id, 'readyForReview'), await client(id, 'active')];
      const codes = refused.map(({ problem }) => problem.blockers?.map((blocker) => blocker.code));
      expect(codes).toEqual([[code], ['client.cddNotDone', code]]);
      await addEvidence(api, a, id, kind);
      expect((await cdd(id, 'readyForReview')).response.cddStatus).toBe('readyForReview');
      expect((await cdd(id, 'verified')).response.cddStatus).toBe('verified');
      expect((await client(id, 'active')).response.status).toBe('active');
    },
  );

  test('New Zealand allows a later PEP check: it is outstanding and blocks nothing', async () => {
    const id = await individualWithEvidence(api, a, { familyName: 'Unasked', without: ['exposure'] });
    await cdd(id, 'inProgress');
    await client(id, 'onboarding');
    expect((await cdd(id, 'readyForReview')).response.cddStatus).toBe('readyForReview');
    expect((await cdd(id, 'verified')).response.cddStatus).toBe('verified');
    const active = (await client(id, 'active')).response;
    expect(active).toMatchObject({ status: 'active', blockers: [] });
    expect(active.items.filter(({ satisfied }) => !satisfied)).toMatchObject([
      { code: 'pep.checked', provision: 'NZ s26(1)' },
    ]);
  });

  test('Australia requires the PEP check before the relationship starts', async () => {
    await api.database.asSuperuser(
      `UPDATE assay.companies SET regulated_in = ARRAY['NZL', 'AUS'], sector = 'finance' WHERE id = $1`,
      [a.id],
    );
    const id = await individualWithEvidence(api, a, { familyName: 'Unaskedaustral', without: ['exposure'] });
    await cdd(id, 'inProgress');
    expect((await cdd(id, 'readyForReview')).problem.blockers).toMatchObject([
      { code: 'pep.checked', provision: 'NZ s26(1), AU s28(2)(e)(i)' },
    ]);
    await addEvidence(api, a, id, 'exposure');
    expect((await cdd(id, 'readyForReview')).response.cddStatus).toBe('readyForReview');
    await api.database.asSuperuser(`UPDATE assay.companies SET regulated_in = ARRAY['NZL'] WHERE id = $1`, [
      a.id,
    ]);
  });

  test('a company in two countries follows the stricter law, with that law’s reason', async () => {
    const id = await individualWithEvidence(api, a, { familyName: 'Twocountriesson' });
    const office = { office: 'Minister', officeCountry: 'AUS', basis: 'Said so' };
    const setLaws = (...laws: string[]) =>
      api.database.asSuperuser('UPDATE assay.companies SET regulated_in = $2 WHERE id = $1', [a.id, laws]);
    const { version } = await getDiligence(api, a.owner, id);
    const finding = { subject: 'politicalExposure', pepStatus: 'foreign', ...office, version } as const;
    await api.request(recordFinding, { params: { id }, body: finding }, { as: a.owner });
    const levels: Record<string, string[]> = {};
    for (const laws of [['AUS'], ['NZL'], ['NZL', 'AUS']]) {
      await setLaws(...laws);
      const { cddLevel, reasons } = await getDiligence(api, a.owner, id);
      levels[laws.join()] = [cddLevel, ...reasons.map(({ provision }) => provision)];
    }
    await setLaws('NZL');
    // A minister of Australia is a domestic PEP there and a foreign one in New Zealand.
    expect(levels.AUS?.[0]).toBe('standard');
    expect(levels.NZL).toEqual(['enhanced', 'NZ s22(2), s26(2)']);
    expect(levels['NZL,AUS']).toEqual(levels.NZL);
  });

  test('a recorded status remains, and shows what it should rest on', async () => {
    const id = await addClient(api, a, 'Declaredson', { status: 'active', cdd_status: 'verified' });
    const now = await read(id);
    expect(now).toMatchObject({ status: 'active', cddStatus: 'verified' });
    expect(now.items.find(({ code }) => code === 'identity.verified')?.satisfied).toBe(false);
    expect(now.blockers.map(({ code }) => code)).toContain('identity.verified');
    // A party is verified by evidence of its own as well.
    const firm = await addClient(api, a, 'Firmson');
    const party = { partyClientId: id, roles: ['authorisedRepresentative'] as ['authorisedRepresentative'] };
    const added = await api.request(addParty, { params: { id: firm }, body: party }, { as: a.staff });
    expect(added.response).toMatchObject({ verified: false, mustVerify: true });
    await verifyIdentity(api, a, id);
    expect((await read(id)).items.find(({ code }) => code === 'identity.verified')?.satisfied).toBe(true);
    const [again] = (await read(firm)).items.filter(({ code }) => code === 'party.verified');
    expect(again?.satisfied).toBe(true);
    const later = await transitionClientTo(api, a.staff, id, { lifecycle: 'client', to: 'dormant' });
    expect(later.response.status).toBe('dormant');
    expect((await client(id, 'active')).status).toBe(422);
  });

  test('evidence is valid through its last day, whether or not a job has run', async () => {
    const id = await activeIndividual(api, a, 'Expiringson');
    const { on } = await read(id);
    const endsOn = (day: string) =>
      api.database.asSuperuser(
        `UPDATE assay.individual_verifications SET evidence_expires_on = $1 WHERE client_id = $2`,
        [day, id],
      );
    const identity = async () =>
      (await read(id)).items.find(({ code }) => code === 'identity.verified')?.satisfied;
    await endsOn(on);
    expect(await identity()).toBe(true);
    await endsOn('2020-01-01');
    expect(await identity()).toBe(false);
    await transitionClientTo(api, a.staff, id, { lifecycle: 'cdd', to: 'refreshDue' });
    await cdd(id, 'inProgress');
    expect((await cdd(id, 'readyForReview')).problem.blockers?.map(({ code }) => code)).toEqual([
      'identity.verified',
    ]);
  });

  test('an exception allows activation until its last day, and never excuses screening', async () => {
    const id = await individualWithEvidence(api, a, {
      familyName: 'Exceptedson',
      without: ['identity', 'screening'],
    });
    await cdd(id, 'inProgress');
    await client(id, 'onboarding');
    const grant = {
      lifecycle: 'cdd',
      to: 'exceptionApproved',
      reason: 'Abroad',
      endsOn: addMonths((await read(id)).on, 11),
    } as const;
    expect((await transitionClientTo(api, officer, id, grant)).response.cddStatus).toBe('exceptionApproved');
    const unscreened = await client(id, 'active');
    expect(unscreened.problem.blockers?.map(({ code }) => code)).toEqual(['sanctions.checked']);
    await addEvidence(api, a, id, 'screening');
    expect((await client(id, 'active')).response).toMatchObject({ status: 'active', blockers: [] });
    // An exception is no verification: requirements stay visible, and evidence allows verification before it ends.
    expect((await read(id)).items.find(({ code }) => code === 'identity.verified')?.satisfied).toBe(false);
    expect((await cdd(id, 'readyForReview')).problem.blockers?.map(({ code }) => code)).toEqual([
      'identity.verified',
    ]);
    await addEvidence(api, a, id, 'identity');
    expect((await cdd(id, 'readyForReview')).response).toMatchObject({
      cddStatus: 'readyForReview',
      exception: null,
    });
    expect((await cdd(id, 'verified')).response.cddStatus).toBe('verified');
  });

  test('a rejected command leaves no event in the history', async () => {
    const id = await addClient(api, a, 'Traceless');
    await cdd(id, 'inProgress');
    await addAssessment(api, a, { type: 'clients', id }, { status: 'approved' });
    await cdd(id, 'readyForReview');
    const { response } = await api.request(readClientHistory, { params: { id }, query: {} }, { as: a.staff });
    const moved = response.events.filter(({ action }) => action === 'client.cddStatusChanged');
    expect(moved.map(({ changes }) => changes.find(({ field }) => field === 'cddStatus')?.after)).toEqual([
      'In progress',
    ]);
  });
});
