import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordFinding, withdrawFinding } from '#contract/cdd/findings.ts';
import { addParty, updateParty } from '#contract/clients/parties.ts';
import type { EndpointRequest } from '#contract/endpoint.ts';
import { decideMatch } from '#contract/monitoring/screenings.ts';
import { listReviews, type Review, transitionReview } from '#contract/risk/reviews.ts';
import { readHome } from '#contract/views/home.ts';
import type { PartyRole } from '#rules/clients/client-parties.ts';
import { addDays } from '#rules/dates/calendar-dates.ts';
import { openTestApi, type TestApi, type TestCompany, type TestPerson } from '#tests/support/api/api.ts';
import { getDiligence } from '#tests/support/api/due-diligence.ts';
import { confirmedMatch, foundAlert } from '#tests/support/api/monitoring.ts';
import { testDay } from '#tests/support/clock/test-day.ts';
import { testEngine } from '#tests/support/database/database.ts';
import { addClient } from '../../checks/activities/support.ts';
import { businessForm, create } from '../../records/clients/support.ts';

type Form = Extract<EndpointRequest<typeof recordFinding>['body'], { subject: 'politicalExposure' }>;

describe('reviews of confirmed PEPs', () => {
  let api: TestApi;
  let a: TestCompany;
  let officer: TestPerson;
  beforeAll(async () => {
    api = await openTestApi(testEngine);
    a = api.companies.a;
    officer = await api.addMember(a.id, { designations: ['complianceOfficer'] });
  });
  afterAll(() => api.close());

  const today = () => testDay('Pacific/Auckland', api.clock.now());

  async function record(id: string, pepStatus: Form['pepStatus'], more: Partial<Form> = {}, as = a.staff) {
    const { version } = await getDiligence(api, a.staff, id);
    const body = { subject: 'politicalExposure' as const, pepStatus, basis: 'Asked them', version, ...more };
    const recorded = await api.request(recordFinding, { params: { id }, body }, { as });
    expect(recorded.status).toBe(200);
  }
  const open = async (clientId: string, as = a.staff): Promise<Review[]> =>
    (await api.request(listReviews, { query: { clientId } }, { as })).response.items;

  async function owned(name: string, partyClientId: string, roles: PartyRole[], status = 'active') {
    const { id } = await create(api, a.staff, businessForm(name));
    const body = {
      partyClientId,
      roles,
      ...(roles.includes('shareholder') ? { directPercent: '40', beneficiallyHeld: 'yes' } : {}),
    };
    const added = await api.request(addParty, { params: { id }, body: body as never }, { as: a.staff });
    expect(added.status).toBe(201);
    await api.database.asSuperuser(`UPDATE assay.clients SET status = $1 WHERE id = $2`, [status, id]);
    return id;
  }

  test('are triggered for a current client once per finding, with the reason, and are on the home page', async () => {
    const id = await addClient(api, a, 'Minister', {
      status: 'active',
      responsible_member_id: a.staff.id,
    });
    await record(id, 'none');
    expect(await open(id)).toEqual([]);
    await record(id, 'foreign');
    // The same finding with more details, a repeated one, and another kind while the review is open: no further review.
    await record(id, 'foreign', { office: 'Minister of Finance', officeCountry: 'FJI' });
    await record(id, 'domestic', {}, officer);
    const [review, ...others] = await open(id);
    expect(others).toEqual([]);
    expect(review).toMatchObject({
      kind: 'triggered',
      trigger: 'pepConfirmed',
      cause: 'PEP status: Foreign PEP. Review the relationship.',
      dueOn: addDays(today(), 14),
      status: 'scheduled',
    });
    const { work } = (await api.request(readHome, { query: {} }, { as: a.staff })).response;
    expect(work.items.filter(({ kind }) => kind === 'review')).toMatchObject([
      { resourceId: id, id: review?.id, trigger: 'pepConfirmed', dueOn: addDays(today(), 14) },
    ]);
    // Another company sees nothing of it.
    expect(await open(id, api.companies.b.staff)).toEqual([]);
    // A finding withdrawn and made again later is a new cause once the review is closed.
    const body = { version: review?.version ?? 0, to: 'cancelled' as const, reason: 'Another person' };
    await api.request(transitionReview, { params: { id: review?.id ?? '' }, body }, { as: a.staff });
    await record(id, 'none');
    expect(await open(id)).toEqual([]);
    await record(id, 'relativeOrAssociate');
    expect((await open(id)).map(({ cause }) => cause)).toEqual([
      'PEP status: Relative or close associate of a PEP. Review the relationship.',
    ]);
  });

  test('are not triggered before the relationship or after it', async () => {
    for (const status of ['draft', 'onboarding', 'exited', 'declined']) {
      const id = await addClient(api, a, `Early ${status}`, { status });
      await record(id, 'foreign');
      expect(await open(id)).toEqual([]);
    }
    const dormant = await addClient(api, a, 'Resting', { status: 'dormant' });
    await record(dormant, 'internationalOrganisation');
    expect(await open(dormant)).toHaveLength(1);
  });

  test('follow for the clients that the person owns, whose CDD becomes enhanced', async () => {
    const person = await addClient(api, a, 'Ownerson', {});
    const company = await owned('Owned Limited', person, ['shareholder']);
    const represented = await owned('Represented Limited', person, ['authorisedRepresentative']);
    const prospective = await owned('Prospective Limited', person, ['shareholder'], 'onboarding');
    await record(person, 'foreign');
    expect(await open(person)).toEqual([]);
    expect(await open(company)).toMatchObject([
      {
        trigger: 'pepConfirmed',
        cause: expect.stringContaining('of related party Hinemoa Ownerson: Foreign PEP.'),
      },
    ]);
    expect(await open(represented)).toEqual([]);
    expect(await open(prospective)).toEqual([]);
    const savedLevel = async () =>
      (
        await api.database.asSuperuser(`SELECT cdd_level FROM assay.clients WHERE id = $1`, [company])
      ).rows.map((row) => (row as { cdd_level: string }).cdd_level);
    expect(await savedLevel()).toEqual(['enhanced']);
    const { version } = await getDiligence(api, a.staff, person);
    const params = { id: person, subject: 'politicalExposure' as const };
    await api.request(
      withdrawFinding,
      { params, body: { version, reason: 'Another person' } },
      { as: officer },
    );
    expect(await savedLevel()).toEqual(['standard']);
  });

  test('are one per client for a confirmed match, and none for a dismissed one', async () => {
    const decide = async (clientId: string, decision: 'truePositive' | 'falsePositive') => {
      const { matches } = await foundAlert(api, a, clientId, ['pep']);
      for (const { id, version } of matches) {
        const kind = decision === 'truePositive' ? { pepOf: 'foreign' } : { reasonCode: 'otherBirthDate' };
        const body = { decision, version, reason: 'Compared the offices', ...kind };
        const decided = await api.request(
          decideMatch,
          { params: { id }, body: body as never },
          { as: a.owner },
        );
        expect(decided.status).toBe(200);
      }
    };
    const dismissed = await addClient(api, a, 'Namesakeson', { status: 'active' });
    await decide(dismissed, 'falsePositive');
    expect(await open(dismissed)).toEqual([]);
    const person = await addClient(api, a, 'Matchedson', { status: 'active' });
    const company = await owned('Matched Limited', person, ['shareholder']);
    await decide(person, 'truePositive');
    // The match already has the client itself reviewed.
    expect((await open(person)).map(({ trigger }) => trigger)).toEqual(['confirmedMatch']);
    expect((await open(company)).map(({ trigger }) => trigger)).toEqual(['pepConfirmed']);
  });

  test('follow once for a client whose new related party is a PEP already, or has a confirmed sanctions match', async () => {
    const pep = await addClient(api, a, 'Knownson', {});
    await record(pep, 'foreign');
    const { id } = await create(api, a.staff, businessForm('Newly Owned Limited'));
    await api.database.asSuperuser(`UPDATE assay.clients SET status = 'active' WHERE id = $1`, [id]);
    const add = async (partyClientId: string, form: object) => {
      const body = { partyClientId, ...form } as never;
      const added = await api.request(addParty, { params: { id }, body }, { as: a.staff });
      expect(added.status).toBe(201);
      return added.response;
    };
    const change = async (party: { id: string; version: number }, form: object) => {
      const body = { ...form, version: party.version } as never;
      const changed = await api.request(
        updateParty,
        { params: { id, partyId: party.id }, body },
        { as: a.staff },
      );
      expect(changed.status).toBe(200);
      return changed.response;
    };
    // A representative is no reason for a review; an owner is.
    const representative = await add(pep, { roles: ['authorisedRepresentative'] });
    expect(await open(id)).toEqual([]);
    const owner = { roles: ['shareholder'], directPercent: '40', beneficiallyHeld: 'yes' };
    const changed = await change(representative, owner);
    const cause = 'PEP status of related party Hinemoa Knownson: Foreign PEP. Review the relationship.';
    expect(await open(id)).toMatchObject([{ trigger: 'pepConfirmed', cause, dueOn: addDays(today(), 14) }]);
    // Other changes of the owner, and another finding on the same person, add none, and none after the review either.
    const stays = await change(changed, { ...owner, directPercent: '45' });
    await record(pep, 'domestic', {}, officer);
    const [review, ...others] = await open(id);
    expect(others).toEqual([]);
    const body = { version: review?.version ?? 0, to: 'cancelled' as const, reason: 'Reviewed already' };
    await api.request(transitionReview, { params: { id: review?.id ?? '' }, body }, { as: a.staff });
    await change(stays, { ...owner, directPercent: '46' });
    expect(await open(id)).toEqual([]);

    const listed = await addClient(api, a, 'Designatedson', {});
    await confirmedMatch(api, a, listed, a.owner);
    await add(listed, { roles: ['director'] });
    expect(await open(id)).toMatchObject([
      {
        trigger: 'confirmedMatch',
        cause:
          'Related party Hinemoa Designatedson has a confirmed sanctions match. Review the relationship.',
      },
    ]);
    // A client that is not yet one is reviewed by its approval.
    const prospective = await owned('Prospective Too Limited', pep, ['shareholder'], 'onboarding');
    expect(await open(prospective)).toEqual([]);
  });
});
