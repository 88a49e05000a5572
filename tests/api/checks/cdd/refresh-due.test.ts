import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startBusinessVerification } from '#contract/business-verifications/business-verifications.ts';
import { editOwnership } from '#contract/business-verifications/ownership-endpoints.ts';
import { listEvidenceGaps } from '#contract/cdd/evidence-gaps.ts';
import { recordFinding } from '#contract/cdd/findings.ts';
import { listClients, readClient, readClientHistory, updateClient } from '#contract/clients/clients.ts';
import { addParty, endParty, listParties, updateParty } from '#contract/clients/parties.ts';
import { listReviews } from '#contract/risk/reviews.ts';
import { addDays } from '#rules/dates/calendar-dates.ts';
import { openTestApi, type TestApi, type TestCompany } from '#tests/support/api/api.ts';
import {
  activate,
  approve,
  companyWithEvidence,
  completeCompany,
} from '#tests/support/api/approved-company.ts';
import { acceptedDocument, readVerification } from '#tests/support/api/business-evidence.ts';
import {
  addEvidence,
  getDiligence,
  individualWithEvidence,
  transitionClientTo,
} from '#tests/support/api/due-diligence.ts';
import { testDay } from '#tests/support/clock/test-day.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { mergeRecords } from '../../follow-up/client-merging/support.ts';
import { businessForm, create, personForm } from '../../records/clients/support.ts';

describe.each(testEngines)('CDD of an approved client on %s', (engine) => {
  let api: TestApi;
  let a: TestCompany;
  let made = 0;

  beforeAll(async () => {
    api = await openTestApi(engine);
    a = api.companies.a;
  });
  afterAll(() => api?.close());

  const next = () => {
    made += 1;
    return made;
  };
  const person = async (familyName = `Largeowner${next()}`) =>
    (await create(api, a.staff, personForm('Tui', familyName))).id;
  const add = (id: string, partyClientId: string, more: object = {}) => {
    const body = {
      partyClientId,
      roles: ['shareholder'],
      directPercent: '60',
      beneficiallyHeld: 'yes',
      ...more,
    };
    return api.request(addParty, { params: { id }, body: body as never }, { as: a.staff });
  };
  const end = async (id: string, partyId: string) => {
    const { response } = await api.request(listParties, { params: { id }, query: {} }, { as: a.staff });
    const version = response.items.find((item) => item.id === partyId)?.version ?? 0;
    return api.request(endParty, { params: { id, partyId }, body: { version } }, { as: a.staff });
  };
  /** Where the client is shown as one whose CDD is due again. */
  const seen = async (id: string) => {
    const cdd = await getDiligence(api, a.staff, id);
    const { response: client } = await api.request(readClient, { params: { id } }, { as: a.staff });
    const due = await api.request(listClients, { query: { cdd: 'refreshDue', limit: 100 } }, { as: a.staff });
    const gaps = await api.request(listEvidenceGaps, { query: { limit: 50 } }, { as: a.staff });
    const reviews = await api.request(listReviews, { query: { clientId: id } }, { as: a.staff });
    return {
      status: client.status,
      cdd: client.cddStatus,
      causes: cdd.refresh?.causes ?? null,
      approval:
        cdd.progress.steps.find(({ step }) => step === 'approval')?.state !== 'complete'
          ? 'open'
          : 'complete',
      isInList: due.response.items.some((item) => item.id === id),
      why: gaps.response.clients.items.find(({ clientId }) => clientId === id)?.why ?? null,
      reviews: reviews.response.items.filter(({ trigger }) => trigger === 'clientChanged').length,
    };
  };
  const settled = {
    status: 'active',
    cdd: 'verified',
    causes: null,
    approval: 'complete',
    isInList: false,
    why: null,
    reviews: 0,
  };
  const due = {
    ...settled,
    cdd: 'refreshDue',
    approval: 'open',
    isInList: true,
    why: 'refreshDue',
    reviews: 1,
  };

  test('is due again when the owner who was ended before the approval is added again, until it is approved', async () => {
    const { id } = await companyWithEvidence(api, a, `Ended Owner ${next()} Limited`);
    const owner = await individualWithEvidence(api, a, {
      familyName: `Againson${next()}`,
      without: ['identity'],
    });
    const first = await add(id, owner);
    expect(first.status).toBe(201);
    const blocked = await transitionClientTo(api, a.owner, id, { lifecycle: 'cdd', to: 'inProgress' });
    expect(blocked.status).toBe(200);
    const refused = await transitionClientTo(api, a.owner, id, { lifecycle: 'cdd', to: 'readyForReview' });
    expect(refused.status).toBe(422);
    expect((await end(id, first.response.id)).status).toBe(200);
    for (const to of ['readyForReview', 'verified'] as const) {
      expect((await transitionClientTo(api, a.owner, id, { lifecycle: 'cdd', to })).status).toBe(200);
    }
    await activate(api, a, id);
    expect(await seen(id)).toEqual(settled);
    expect((await add(id, owner)).status).toBe(201);
    expect(await seen(id)).toEqual({ ...due, causes: ['outstanding', 'partyAdded'] });
    const { blockers, cddTransitions, evidenceGap } = await getDiligence(api, a.staff, id);
    expect(blockers.map(({ text }) => text).join()).toContain('Againson');
    for (const { provision } of blockers) expect(provision).not.toBe('');
    expect(evidenceGap).toEqual({ why: 'refreshDue', outstanding: blockers.map(({ text }) => text) });
    expect(cddTransitions.map(({ to }) => to)).toContain('inProgress');
    // While the refresh is under way the client stays on the list, and it cannot be approved without the owner.
    await transitionClientTo(api, a.owner, id, { lifecycle: 'cdd', to: 'inProgress' });
    expect(await seen(id)).toMatchObject({ cdd: 'inProgress', why: 'refreshDue', approval: 'open' });
    const early = await transitionClientTo(api, a.owner, id, { lifecycle: 'cdd', to: 'readyForReview' });
    expect(early.status).toBe(422);
    await addEvidence(api, a, owner, 'identity');
    for (const to of ['readyForReview', 'verified'] as const) {
      expect((await transitionClientTo(api, a.owner, id, { lifecycle: 'cdd', to })).status).toBe(200);
    }
    expect(await seen(id)).toEqual({ ...settled, reviews: 1 });
    const query = { params: { id }, query: {} };
    const { events } = (await api.request(readClientHistory, query, { as: a.staff })).response;
    expect(events.flatMap(({ changes }) => changes)).toContainEqual({
      field: 'reason',
      before: null,
      after: expect.stringMatching(/^Requirements became outstanding: .*Againson/),
    });
  });

  test('is due again when the type of a government body changes to a company', async () => {
    const { id } = await companyWithEvidence(api, a, `Government ${next()}`, {
      clientType: 'government',
      business: { legalName: `Government ${made}`, registrationCountry: 'NZL' },
    });
    await add(id, await person());
    await approve(api, a, id);
    await activate(api, a, id);
    expect(await seen(id)).toEqual(settled);
    const change = async (clientType: string) => {
      const { response } = await api.request(readClient, { params: { id } }, { as: a.staff });
      const business = { legalName: response.displayName, registrationCountry: 'NZL' };
      const form = completeCompany(response.displayName, { clientType, business });
      const body = { ...form, version: response.version, confirmations: ['identityChanged'] } as never;
      return (await api.request(updateClient, { params: { id }, body }, { as: a.staff })).status;
    };
    expect(await change('company')).toBe(200);
    // The chart of a government body traces no owners of a company.
    const { items } = await getDiligence(api, a.staff, id);
    expect(items).toContainEqual(expect.objectContaining({ code: 'owners.determined', satisfied: false }));
    expect(await seen(id)).toMatchObject({ ...due, causes: expect.arrayContaining(['typeChanged']) });
    // Back again: it stays due until someone decides, and one review is open.
    expect(await change('government')).toBe(200);
    expect(await seen(id)).toMatchObject({ ...due, causes: expect.arrayContaining(['typeChanged']) });
  });

  test('of a government body has no owners by a recorded ground alone, not by its type', async () => {
    const officer = await api.addMember(a.id, {
      designations: ['complianceOfficer'],
      name: `Officer ${next()}`,
    });
    const form = businessForm(`Council ${made}`, { clientType: 'government' });
    const { id: clientId } = await create(api, a.staff, form);
    const start = { params: { clientId }, query: {} };
    const begun = (await api.request(startBusinessVerification, start, { as: a.staff })).response;
    await acceptedDocument(api, a.staff, clientId, 'registryExtract');
    const read = () => readVerification(api, a.staff, begun.id);
    const edit = async (entry: object) => {
      const { version } = await read();
      const sent = {
        params: { id: begun.id },
        body: { version, source: 'Register of public bodies', ...entry },
      };
      const edited = await api.request(editOwnership, sent as never, { as: a.staff });
      expect(edited.status, edited.text).toBe(200);
      return edited.response as Awaited<ReturnType<typeof read>>;
    };
    const drawn = await edit({ intent: 'addNode', name: 'Tui Onepercent', kind: 'person' });
    const share = {
      intent: 'saveHolding',
      of: 'client',
      holders: [drawn.ownership?.nodes.at(-1)?.id],
      share: { percent: '1' },
      beneficiallyHeld: 'yes',
      evidenceId: drawn.submittedEvidence.at(-1)?.id,
    };
    // By its type alone, of 99 % the owners are unknown.
    const { ownership } = await edit(share);
    expect(ownership).toMatchObject({ unresolvedPercent: '99', unresolved: [{ reason: 'partUnknown' }] });
    expect(ownership?.fallbacks).not.toEqual([]);
    const { version } = await getDiligence(api, officer, clientId);
    const body = {
      subject: 'simplified',
      listedClass: 'localAuthority',
      ground: 'Schedule 2',
      version,
    } as never;
    expect(
      (await api.request(recordFinding, { params: { id: clientId }, body }, { as: officer })).status,
    ).toBe(200);
    expect((await read()).ownership).toMatchObject({ unresolvedPercent: '0', unresolved: [], fallbacks: [] });
  });

  test('is due again by a changed share or role, not by the wording of an authority or another first day', async () => {
    const { id } = await companyWithEvidence(api, a, `Changed Party ${next()} Limited`);
    const small = await add(id, await person(), { directPercent: '10' });
    expect(small.status).toBe(201);
    await approve(api, a, id);
    await activate(api, a, id);
    const partyId = small.response.id;
    const change = async (more: object) => {
      const { response } = await api.request(listParties, { params: { id }, query: {} }, { as: a.staff });
      const party = response.items.find((item) => item.id === partyId);
      const body = {
        roles: party?.roles,
        directPercent: party?.directPercent,
        joint: false,
        beneficiallyHeld: 'yes',
        version: party?.version,
        ...more,
      };
      const sent = { params: { id, partyId }, body: body as never };
      expect((await api.request(updateParty, sent, { as: a.staff })).status).toBe(200);
    };
    const day = addDays(testDay('Pacific/Auckland', api.clock.now()), -3);
    await change({ authority: 'As the register says', validFrom: day });
    expect(await seen(id)).toEqual(settled);
    await change({ directPercent: '60' });
    expect(await seen(id)).toEqual({ ...due, causes: ['outstanding', 'partyChanged'] });
    await change({ directPercent: '10', roles: ['shareholder', 'director'] });
    expect(await seen(id)).toEqual({ ...due, causes: ['outstanding', 'partyChanged'] });
  });

  test('is due again by a party of an active client without a change of what is outstanding', async () => {
    const { id } = await companyWithEvidence(api, a, `Small Holder ${next()} Limited`);
    await approve(api, a, id);
    await activate(api, a, id);
    const party = await add(id, await person(), { directPercent: '5' });
    expect(await seen(id)).toEqual({ ...due, causes: ['partyAdded'] });
    // Ended on the same day, it stays due until someone decides; added again, it opens no second review.
    await end(id, party.response.id);
    expect(await seen(id)).toEqual({ ...due, causes: ['partyAdded'] });
    await add(id, party.response.client.id, { directPercent: '5' });
    expect(await seen(id)).toEqual({ ...due, causes: ['partyAdded'] });
    const future = addDays(testDay('Pacific/Auckland', api.clock.now()), 2);
    expect((await add(id, await person(), { directPercent: '5', validFrom: future })).status).toBe(422);
    await approve(api, a, id);
    expect(await seen(id)).toEqual({ ...settled, reviews: 1 });
  });

  test.each([
    ['a controller', { clientType: 'trust', business: { trustType: 'discretionary' } }, 'appointor'],
    ['a beneficiary', { clientType: 'trust', business: { trustType: 'fixed' } }, 'beneficiary'],
  ])('of a trust under an exception is due again by %s', async (_, form, role) => {
    const name = `Trust ${next()}`;
    const { id } = await create(api, a.staff, businessForm(name, form as never));
    const endsOn = addDays(testDay('Pacific/Auckland', api.clock.now()), 20);
    await transitionClientTo(api, a.owner, id, { lifecycle: 'cdd', to: 'inProgress' });
    const move = {
      lifecycle: 'cdd',
      to: 'exceptionApproved',
      reason: 'The deed is at the court',
      endsOn,
    } as const;
    expect((await transitionClientTo(api, a.owner, id, move)).status).toBe(200);
    const body = { directPercent: undefined, roles: [role] };
    expect((await add(id, await person(), body)).status).toBe(201);
    const { cddStatus, exception, refresh } = await getDiligence(api, a.staff, id);
    expect([cddStatus, exception, refresh?.causes]).toEqual(['refreshDue', null, ['partyAdded']]);
  });

  test('is due again by a merge that brings an owner, and by a party whose identity changes', async () => {
    const name = `Merged Owner ${next()} Limited`;
    const { id, ownerId } = await companyWithEvidence(api, a, name);
    await approve(api, a, id);
    await activate(api, a, id);
    const other = await create(api, a.staff, businessForm(name));
    await add(other.id, await person());
    const merged = await mergeRecords(api, a.owner, { id, mergedId: other.id });
    expect(merged.status, merged.text).toBe(200);
    expect(await seen(id)).toMatchObject({ cdd: 'refreshDue', why: 'refreshDue', causes: ['outstanding'] });

    const second = await companyWithEvidence(api, a, `Renamed Owner ${next()} Limited`);
    await approve(api, a, second.id);
    await activate(api, a, second.id);
    const { response } = await api.request(readClient, { params: { id: second.ownerId } }, { as: a.staff });
    const body = {
      ...personForm('Hinemoa', 'Entirelydifferent', {
        individual: { dateOfBirth: '1985-03-12', residenceCountry: 'NZL' },
      }),
      version: response.version,
      confirmations: ['identityChanged'],
    } as never;
    const renamed = await api.request(
      updateClient,
      { params: { id: second.ownerId }, body },
      { as: a.staff },
    );
    expect(renamed.status).toBe(200);
    expect(await seen(second.id)).toMatchObject({
      cdd: 'refreshDue',
      why: 'refreshDue',
      causes: ['outstanding'],
    });
    expect(ownerId).not.toBe(second.ownerId);
  });

  test('does not concern a draft that was never approved, nor a relationship that has ended', async () => {
    const draft = await create(api, a.staff, businessForm(`Draft ${next()} Limited`));
    await add(draft.id, await person());
    expect(await seen(draft.id)).toMatchObject({
      status: 'draft',
      cdd: 'notStarted',
      causes: null,
      why: null,
      reviews: 0,
    });
    const { id } = await companyWithEvidence(api, a, `Exited ${next()} Limited`);
    await approve(api, a, id);
    await activate(api, a, id);
    const gone = await transitionClientTo(api, a.owner, id, {
      lifecycle: 'client',
      to: 'exited',
      endedOn: testDay('Pacific/Auckland', api.clock.now()),
    });
    expect(gone.status).toBe(200);
    await add(id, await person());
    expect(await seen(id)).toMatchObject({ status: 'exited', cdd: 'verified', why: null, reviews: 0 });
  });
});
