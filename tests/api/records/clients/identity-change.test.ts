import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readActivity } from '#contract/activities.ts';
import { readClient, readClientHistory, updateClient } from '#contract/clients/clients.ts';
import { addParty } from '#contract/clients/parties.ts';
import { listVerifications } from '#contract/individual-verifications/individual-verifications.ts';
import { decideMatch } from '#contract/monitoring/screenings.ts';
import { listReviews } from '#contract/risk/reviews.ts';
import { addDays } from '#rules/dates/calendar-dates.ts';
import { openTestApi, type TestApi, type TestCompany, type TestPerson } from '#tests/support/api/api.ts';
import {
  activeIndividual,
  addEvidence,
  getDiligence,
  individualWithEvidence,
  transitionClientTo,
  verifyIdentity,
} from '#tests/support/api/due-diligence.ts';
import { aWorklist, foundAlert, runNow } from '#tests/support/api/monitoring.ts';
import { withRequiredLists } from '#tests/support/api/required-lists.ts';
import { testDay } from '#tests/support/clock/test-day.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { create as createActivity, fullForm } from '../../checks/activities/support.ts';
import { businessForm, create, personForm } from './support.ts';

describe.each(testEngines)('changed identities on %s', (engine) => {
  let api: TestApi;
  let company: TestCompany;

  beforeAll(async () => {
    api = await openTestApi(engine);
    company = api.companies.a;
  });
  afterAll(() => api?.close());

  const read = async (id: string) =>
    (await api.request(readClient, { params: { id } }, { as: company.owner })).response;

  /** Saves the client with some of its identity replaced. */
  async function save(
    id: string,
    individual: object,
    { more = {}, as = company.staff }: { more?: object; as?: TestPerson } = {},
  ) {
    const { version, addresses, relationshipPurpose, individual: kept } = await read(id);
    const parts = { ...kept, individual: undefined, nzbn: undefined, abn: undefined, ...individual };
    const body = {
      clientType: 'individual',
      individual: Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== null)),
      addresses,
      ...(relationshipPurpose === null ? {} : { relationshipPurpose }),
      version,
      ...more,
    };
    return api.request(updateClient, { params: { id }, body: body as never }, { as });
  }
  const confirmed = { more: { confirmations: ['identityChanged'] } };
  const codes = async (id: string) =>
    (await getDiligence(api, company.owner, id)).items
      .filter(({ satisfied }) => !satisfied)
      .map(({ code }) => code);
  const isVerified = async (id: string) => !(await codes(id)).includes('identity.verified');

  test('are confirmed first, and then nothing rests on the evidence of before', async () => {
    const id = await activeIndividual(api, company, 'Wakefield');
    const activity = await createActivity(api, company.owner, fullForm(id));
    const blockers = async () =>
      (await api.request(readActivity, { params: { id: activity.id } }, { as: company.owner })).response;
    expect(JSON.stringify(await blockers())).not.toContain('verify the client’s identity again');
    const asked = await save(id, { givenNames: 'Peter', familyName: 'Thornton', dateOfBirth: '1960-01-02' });
    expect([asked.status, asked.problem.code]).toEqual([409, 'confirmation.required']);
    expect(asked.problem.questions).toEqual([
      {
        code: 'identityChanged',
        text: 'Change the name, date of birth of Hinemoa Wakefield? Identity must be verified again. Sanctions screening must be run again. Political exposure must be established again. The CDD status becomes “Refresh due”. A review is scheduled.',
      },
    ]);
    expect(await read(id)).toMatchObject({ cddStatus: 'verified', sanctionsStatus: 'clear' });

    const changedOn = async () =>
      (
        await api.request(listVerifications, { params: { clientId: id }, query: {} }, { as: company.owner })
      ).response.verifications.map(({ status, identityChangedOn }) => [status, identityChangedOn]);
    expect(await changedOn()).toEqual([['verified', null]]);
    const saved = await save(
      id,
      { givenNames: 'Peter', familyName: 'Thornton', dateOfBirth: '1960-01-02' },
      confirmed,
    );
    expect(await changedOn()).toEqual([['verified', testDay('Pacific/Auckland', api.clock.now())]]);
    expect(saved.response).toMatchObject({
      displayName: 'Peter Thornton',
      status: 'active',
      cddStatus: 'refreshDue',
      sanctionsStatus: 'notChecked',
      pepStatus: 'notChecked',
    });
    const { blockers: outstanding } = await getDiligence(api, company.owner, id);
    expect(outstanding.find(({ code }) => code === 'identity.verified')).toMatchObject({
      text: expect.stringMatching(
        /^Details changed on \d+ \w{3} \d{4}: verify the client’s identity again\.$/,
      ),
      provision: expect.stringContaining('NZ s'),
    });
    expect(outstanding.map(({ code }) => code)).toContain('sanctions.checked');
    expect(JSON.stringify(await blockers())).toContain('verify the client’s identity again');
    const { response: reviews } = await api.request(
      listReviews,
      { query: { clientId: id } as never },
      { as: company.owner },
    );
    expect(
      reviews.items.filter(({ clientId, trigger }) => clientId === id && trigger === 'identityChanged'),
    ).toHaveLength(1);
    const { events } = (
      await api.request(readClientHistory, { params: { id }, query: {} }, { as: company.owner })
    ).response;
    const told = events.flatMap(({ changes }) => changes);
    expect(told).toContainEqual({ field: 'cddStatus', before: 'Verified', after: 'Refresh due' });
    expect(told).toContainEqual({ field: 'sanctionsStatus', before: 'Clear', after: 'Not screened' });

    // Evidence decided since counts.
    for (const kind of ['identity', 'screening', 'exposure'] as const)
      await addEvidence(api, company, id, kind);
    expect(await codes(id)).toEqual([]);
    for (const to of ['inProgress', 'readyForReview', 'verified'] as const)
      expect((await transitionClientTo(api, company.staff, id, { lifecycle: 'cdd', to })).status).toBe(200);
  });

  test.each([
    ['case, accents, spaces and punctuation', { givenNames: 'HINEMOA', familyName: 'Ō’Te  Rangi' }],
    [
      'which part of the name it stands in',
      { givenNames: 'Hine', middleNames: 'moa', familyName: 'Ote Rangi' },
    ],
  ])('a change of %s is not a changed identity', async (_what, individual) => {
    const id = await individualWithEvidence(api, company, { familyName: 'Ote Rangi' });
    expect((await save(id, individual)).status).toBe(200);
    expect(await codes(id)).toEqual([]);
    expect(await read(id)).toMatchObject({ sanctionsStatus: 'clear', pepStatus: 'none' });
  });

  test.each([
    ['another birth date', { dateOfBirth: '1960-01-02' }],
    ['a cleared birth date', { dateOfBirth: undefined }],
    ['another family name', { familyName: 'Other' }],
    ['names in the other order', { givenNames: 'Singleson', familyName: 'Hinemoa' }],
  ])('a change of %s is a changed identity', async (_what, individual) => {
    const id = await individualWithEvidence(api, company, { familyName: 'Singleson' });
    expect((await save(id, individual)).problem.code).toBe('confirmation.required');
    expect((await save(id, individual, confirmed)).status).toBe(200);
    expect(await isVerified(id)).toBe(false);
    expect(await codes(id)).toContain('sanctions.checked');
  });

  test('are a first birth date only where a verification stands, which was not compared with it', async () => {
    const screened = await individualWithEvidence(api, company, {
      familyName: 'Dateless',
      without: ['record', 'identity', 'assessment'],
    });
    expect((await save(screened, { dateOfBirth: '1960-01-02' })).status).toBe(200);
    expect(await read(screened)).toMatchObject({ sanctionsStatus: 'clear', pepStatus: 'none' });
    const seen = await individualWithEvidence(api, company, {
      familyName: 'Datelessly',
      without: ['record', 'assessment'],
    });
    expect((await save(seen, { dateOfBirth: '1960-01-02' })).problem.code).toBe('confirmation.required');
    expect((await save(seen, { dateOfBirth: '1960-01-02' }, confirmed)).status).toBe(200);
    expect(await isVerified(seen)).toBe(false);
    expect(await read(seen)).toMatchObject({ sanctionsStatus: 'clear', pepStatus: 'none' });
  });

  test('return a client that is in review, and end an exception', async () => {
    const inReview = await individualWithEvidence(api, company, { familyName: 'Reviewson' });
    for (const to of ['inProgress', 'readyForReview'] as const)
      await transitionClientTo(api, company.staff, inReview, { lifecycle: 'cdd', to });
    expect((await save(inReview, { familyName: 'Zuckerman' }, confirmed)).response.cddStatus).toBe(
      'returned',
    );
    const excepted = await individualWithEvidence(api, company, {
      familyName: 'Exceptson',
      without: ['identity'],
    });
    await transitionClientTo(api, company.staff, excepted, { lifecycle: 'cdd', to: 'inProgress' });
    const reason = 'Until the passport is back from renewal';
    const grant = {
      lifecycle: 'cdd',
      to: 'exceptionApproved',
      reason,
      endsOn: addDays(testDay('Pacific/Auckland', api.clock.now()), 60),
    } as const;
    expect((await transitionClientTo(api, company.owner, excepted, grant)).status).toBe(200);
    expect((await save(excepted, { familyName: 'Zuckerman' }, confirmed)).response.cddStatus).toBe(
      'refreshDue',
    );
    expect((await getDiligence(api, company.owner, excepted)).exception).toBeNull();
  });

  test('keep a match, and deciding it makes nobody clear who was not screened since', async () => {
    const { id } = await create(api, company.owner, personForm('Hinemoa', 'Matchedson'));
    const alert = await foundAlert(api, company, id);
    expect((await save(id, { familyName: 'Zuckerman' }, confirmed)).response.sanctionsStatus).toBe(
      'potential',
    );
    for (const { id: matchId, version } of alert.matches) {
      const body = { decision: 'falsePositive', version, reason: 'Compared', reasonCode: 'otherBirthDate' };
      const input = { params: { id: matchId }, body: body as never };
      expect((await api.request(decideMatch, input, { as: company.owner })).status).toBe(200);
    }
    expect((await read(id)).sanctionsStatus).toBe('notChecked');
    await addEvidence(api, company, id, 'screening');
    expect((await read(id)).sanctionsStatus).toBe('clear');
  });

  test('of a monitored client have it screened again by the next run', async () => {
    const firm = await api.addCompany('Monitored Advisory');
    await withRequiredLists(api);
    await aWorklist(api, firm);
    const id = await activeIndividual(api, firm, 'Watchedson');
    await runNow(api);
    const getStatus = async () =>
      (await api.request(readClient, { params: { id } }, { as: firm.owner })).response.sanctionsStatus;
    expect(await getStatus()).toBe('clear');
    const { version, individual } = (await api.request(readClient, { params: { id } }, { as: firm.owner }))
      .response;
    const body = {
      ...personForm('Peter', 'Thornton', { individual: { dateOfBirth: individual?.dateOfBirth ?? '' } }),
      confirmations: ['identityChanged'],
      version,
    };
    await api.request(updateClient, { params: { id }, body: body as never }, { as: firm.owner });
    expect(await getStatus()).toBe('notChecked');
    await runNow(api);
    expect(await getStatus()).toBe('clear');
  });

  describe('that are a corrected spelling', () => {
    const correction = { spellingCorrection: true, spellingReason: 'As in the passport' };

    test('keep the evidence of identity with a reason in the history, and are screened again', async () => {
      const id = await activeIndividual(api, company, 'Macdonald');
      const asked = await save(id, { familyName: 'McDonald' });
      expect(asked.problem.questions).toMatchObject([{ code: 'identityChanged', mayBeSpelling: true }]);
      const blank = await save(id, { familyName: 'McDonald' }, { more: { spellingCorrection: true } });
      expect(blank.problem.fields).toEqual({ spellingReason: ['Enter the reason'] });
      const { response } = await save(id, { familyName: 'McDonald' }, { more: correction });
      expect(response).toMatchObject({
        cddStatus: 'verified',
        sanctionsStatus: 'notChecked',
        pepStatus: 'none',
      });
      expect(await codes(id)).toEqual(['sanctions.checked']);
      const { events } = (
        await api.request(readClientHistory, { params: { id }, query: {} }, { as: company.owner })
      ).response;
      expect(events.flatMap(({ changes }) => changes)).toContainEqual({
        field: 'spellingCorrection',
        before: null,
        after: 'As in the passport',
      });
    });

    test.each([
      ['another name', { familyName: 'Zuckerman' }],
      ['a birth date', { familyName: 'Spelsen', dateOfBirth: '1985-03-13' }],
      ['nothing of the name', { dateOfBirth: '1985-03-13' }],
    ])('does not accept %s as a corrected spelling', async (_what, individual) => {
      const id = await individualWithEvidence(api, company, { familyName: 'Spelson' });
      const { status, problem } = await save(id, individual, { more: correction });
      expect([status, Object.keys(problem.fields ?? {})]).toEqual([422, ['spellingCorrection']]);
      expect(await isVerified(id)).toBe(true);
    });

    describe('are compared with the name that was verified', () => {
      const spelt = (id: string, individual: object, as?: TestPerson) =>
        save(id, individual, { more: correction, as });
      const refusal = async (id: string, individual: object, as?: TestPerson) => {
        const { status, problem } = await spelt(id, individual, as);
        expect(status).toBe(422);
        return problem.fields?.spellingCorrection?.[0] ?? '';
      };

      test('however many there were, and by whom', async () => {
        const id = await individualWithEvidence(api, company, { familyName: 'Spelson' });
        expect((await spelt(id, { familyName: 'Spelsen' })).status).toBe(200);
        // One letter from the present name, and two from the verified one.
        for (const as of [company.staff, company.owner]) {
          expect(await refusal(id, { familyName: 'Spilsen' }, as)).toContain(
            'the verified name Hinemoa Spelson (NZ s16; AU s28(3))',
          );
        }
        const { problem } = await save(id, { familyName: 'Spilsen' });
        expect(problem.questions).toMatchObject([
          { code: 'identityChanged', text: expect.stringContaining('the verified name Hinemoa Spelson') },
        ]);
        expect(problem.questions?.[0]).not.toHaveProperty('mayBeSpelling');
        expect((await spelt(id, { familyName: 'Spelson' })).status).toBe(200);
        expect(await isVerified(id)).toBe(true);
      });

      test('whatever changed of its case, accents and parts meanwhile', async () => {
        const id = await individualWithEvidence(api, company, { familyName: 'Spelson Rua' });
        expect((await save(id, { familyName: 'SPELSÓN RUA' })).status).toBe(200);
        expect((await spelt(id, { familyName: 'Spelsen Rua' })).status).toBe(200);
        expect((await save(id, { givenNames: 'Hinemoa Spelsen', familyName: 'Rua' })).status).toBe(200);
        for (const individual of [
          { givenNames: 'Hinemoa Spilsen', familyName: 'Rua' },
          { givenNames: 'Hinemoa', middleNames: 'Spilsen', familyName: 'Rua' },
          { givenNames: 'Hinemoa', familyName: 'Spilsen Rua' },
        ]) {
          expect(await refusal(id, individual)).toContain('the verified name Hinemoa Spelson Rua');
        }
        const corrected = { givenNames: 'Hinemoa', familyName: 'Spelsan Rua' };
        expect((await spelt(id, corrected)).status).toBe(200);
        expect(await isVerified(id)).toBe(true);
      });

      test('until the identity is verified again under another', async () => {
        const id = await individualWithEvidence(api, company, { familyName: 'Spelson' });
        expect((await spelt(id, { familyName: 'Spelsen' })).status).toBe(200);
        expect((await save(id, { familyName: 'Spilsen' }, confirmed)).status).toBe(200);
        expect(await isVerified(id)).toBe(false);
        await verifyIdentity(api, company, id);
        expect(await isVerified(id)).toBe(true);
        expect((await spelt(id, { familyName: 'Spilsan' })).status).toBe(200);
        expect(await refusal(id, { familyName: 'Spelson' })).toContain('Hinemoa Spilsen');
      });
    });

    test('are saved by those alone who may approve the client', async () => {
      const id = await individualWithEvidence(api, company, { familyName: 'Spelson' });
      await api.database.asSuperuser(`UPDATE assay.clients SET risk_level = 'high' WHERE id = $1`, [id]);
      const asked = await save(id, { familyName: 'Spelsen' });
      expect(asked.problem.questions?.[0]).not.toHaveProperty('mayBeSpelling');
      const refused = await save(id, { familyName: 'Spelsen' }, { more: correction });
      expect([refused.status, refused.problem.code]).toEqual([403, 'role.forbidden']);
      const officer = await api.addMember(company.id, {
        designations: ['complianceOfficer'],
        name: 'Officer',
      });
      const saved = await save(id, { familyName: 'Spelsen' }, { more: correction, as: officer });
      expect(saved.status).toBe(200);
      expect(await isVerified(id)).toBe(true);
    });
  });

  test('make no business of an individual that was checked, and a business’s own register counts alone', async () => {
    const id = await individualWithEvidence(api, company, { familyName: 'Kindson' });
    const { version } = await read(id);
    const body = { ...businessForm('Kindson Limited'), version, confirmations: ['identityChanged'] } as never;
    const refused = await api.request(updateClient, { params: { id }, body }, { as: company.owner });
    expect([refused.status, Object.keys(refused.problem.fields ?? {})]).toEqual([422, ['clientType']]);
    expect(refused.problem.fields?.clientType?.[0]).toContain('create a separate client');

    // A passport says nothing of a company: what earlier versions let through counts no longer.
    await api.database.asSuperuser(
      `UPDATE assay.clients SET kind = 'business', client_type = 'company', individual = NULL, business = $2::jsonb WHERE id = $1`,
      [id, JSON.stringify({ legalName: 'Kindson Limited', tradingNames: [], registrationCountry: 'NZL' })],
    );
    expect(await isVerified(id)).toBe(false);
  });

  test('of a business are its legal name and numbers, but not a number that is entered first', async () => {
    const before = await create(
      api,
      company.owner,
      businessForm('Tarata Limited', { business: { nzbn: '9429041561140' } }),
    );
    await api.database.asSuperuser(
      `UPDATE assay.clients SET sanctions_status = 'clear', cdd_status = 'verified' WHERE id = $1`,
      [before.id],
    );
    const put = async (business: object, legalName = 'Tarata Limited', more: object = {}) => {
      const { version } = await read(before.id);
      const body = { ...businessForm(legalName, { business }), version, ...more };
      return api.request(
        updateClient,
        { params: { id: before.id }, body: body as never },
        { as: company.owner },
      );
    };
    const nzbn = '9429041561140';
    expect((await put({ nzbn, nzCompanyNumber: '5287642' })).status).toBe(200);
    for (const [business, name] of [
      [{ nzbn }, 'Tarata Limited'],
      [{ nzbn: '9429046393920', nzCompanyNumber: '5287642' }, 'Tarata Limited'],
      [{ nzbn, nzCompanyNumber: '5287642' }, 'Rewarewa Limited'],
    ] as const) {
      const { problem } = await put(business, name);
      expect(problem.questions?.map(({ code }) => code)).toEqual(['identityChanged']);
    }
    const { response } = await put({ nzbn }, 'Rewarewa Limited', confirmed.more);
    expect(response).toMatchObject({ cddStatus: 'refreshDue', sanctionsStatus: 'notChecked' });
  });

  test('of a related party are outstanding on the client, which is reviewed if it is current', async () => {
    const client = await activeIndividual(api, company, 'Principalson');
    const party = await individualWithEvidence(api, company, { familyName: 'Attorneyson' });
    const body = {
      partyClientId: party,
      roles: ['authorisedRepresentative'],
      authority: 'Power of attorney',
    };
    await api.request(addParty, { params: { id: client }, body: body as never }, { as: company.owner });
    const outstanding = async () =>
      (await getDiligence(api, company.owner, client)).blockers.map(({ text }) => text);
    expect((await outstanding()).join()).not.toContain('Attorneyson');
    await save(party, { familyName: 'Zuckerman' }, confirmed);
    expect(await outstanding()).toContainEqual(
      expect.stringMatching(/^Details of Hinemoa Zuckerman changed on .*: verify the identity again\.$/),
    );
    const { rows } = await api.database.asSuperuser(
      `SELECT trigger, cause FROM assay.reviews WHERE client_id = $1 ORDER BY id`,
      [client],
    );
    expect(rows).toEqual([
      expect.objectContaining({ trigger: 'clientChanged' }),
      {
        trigger: 'identityChanged',
        cause:
          'Related party Hinemoa Zuckerman changed: name. Verify the identity again and review the relationship.',
      },
    ]);
    await verifyIdentity(api, company, party);
    expect((await outstanding()).join()).not.toContain('changed on');
  });

  test('of whom nothing was established ask nothing', async () => {
    const { id } = await create(api, company.owner, personForm('Fresh', 'Draft'));
    expect((await save(id, { givenNames: 'Other', familyName: 'Person' })).status).toBe(200);
  });
});
