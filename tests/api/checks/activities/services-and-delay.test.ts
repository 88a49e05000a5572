import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createActivity, exportActivities } from '#contract/activities.ts';
import { createClient } from '#contract/clients/clients.ts';
import { addParty } from '#contract/clients/parties.ts';
import { addDays } from '#rules/dates/calendar-dates.ts';
import { openTestApi, type TestApi, type TestCompany } from '#tests/support/api/api.ts';
import { individualWithEvidence, verifiedIndividual } from '#tests/support/api/due-diligence.ts';
import { testDay } from '#tests/support/clock/test-day.ts';
import { testEngine } from '#tests/support/database/database.ts';
import {
  type ActivityForm,
  addAssessment,
  addClient,
  create,
  fullForm,
  move,
  read,
  transitionThrough,
} from './support.ts';

describe('captured services and delayed CDD', () => {
  let api: TestApi;
  let au: TestCompany;
  let nz: TestCompany;
  let verified: string;
  let unverified: string;

  beforeAll(async () => {
    api = await openTestApi(testEngine);
    au = await api.addCompany('Banksia Conveyancing', { billingCountryCode: 'AUS' });
    nz = await api.addCompany('Rimu Law');
    verified = await verifiedIndividual(api, au, 'Done');
    unverified = await addClient(api, au, 'Undone');
  });
  afterAll(() => api.close());

  const today = () => testDay('Australia/Sydney', api.clock.now());
  const refusal = async (body: ActivityForm, as = au.staff) =>
    (await api.request(createActivity, { body }, { as })).problem.fields;
  const start = (id: string) => move(api, au.staff, id, { move: 'to', to: 'inProgress' });
  const goAhead = async (id: string) => {
    await addAssessment(api, au, { type: 'activities', id }, { status: 'approved' });
    await transitionThrough(api, au.staff, id, ['inProgress', 'inReview']);
    await move(api, au.staff, id, { move: 'outcome', outcome: 'approved' });
    return move(api, au.staff, id, { move: 'to', to: 'completed' });
  };

  const purchase = (more: Partial<ActivityForm> = {}) =>
    fullForm(unverified, {
      activityType: 'propertyPurchase',
      designatedServiceAu: 'au.t6.1',
      delayedCddBasis: 'property',
      delayedCddGround: 'The buyer sends certified copies from abroad',
      delayedCddRiskLimits: 'The deposit stays in the trust account meanwhile',
      exchangeOn: addDays(today(), -20),
      settlementOn: addDays(today(), 40),
      ...more,
    });

  test('a designated service does not start before CDD on the customer', async () => {
    const { id } = await create(api, au.staff, fullForm(unverified, { designatedServiceAu: 'au.t6.1' }));
    const { problem } = await start(id);
    expect(problem).toMatchObject({
      status: 422,
      blockers: [{ code: 'activity.partyNotVerified' }, {}, {}, {}, {}, {}, {}, {}],
    });
    const done = await create(api, au.staff, fullForm(verified, { designatedServiceAu: 'au.t6.1' }));
    expect((await start(done.id)).status).toBe(200);
  });

  test('the buyer’s conveyancer completes with its own client’s CDD delayed, until the day after it is due', async () => {
    const collected = await individualWithEvidence(api, au, {
      familyName: 'Collected',
      without: ['identity'],
    });
    const parties: ActivityForm['parties'] = [{ clientId: collected, capacity: 'customer' }];
    const made = await create(api, au.owner, purchase({ parties }));
    expect(made.delayedCdd).toMatchObject({ basis: 'property', dueOn: addDays(today(), 8) });
    expect((await goAhead(made.id)).status).toBe(200);
    const late = await create(api, au.owner, purchase({ parties, exchangeOn: addDays(today(), -29) }));
    expect((await start(late.id)).problem.blockers?.[0]).toMatchObject({
      text: expect.stringContaining('Delayed CDD was due on'),
      provision: 'AU s28, Rules 6-32',
    });
    const onTheDay = await create(api, au.owner, purchase({ parties, exchangeOn: addDays(today(), -28) }));
    expect((await start(onTheDay.id)).status).toBe(200);
    // Collection, screening, political exposure and the rating come first.
    const bare = await create(api, au.owner, purchase());
    const { problem } = await start(bare.id);
    expect(problem.blockers?.length).toBeGreaterThan(3);
    expect(new Set(problem.blockers?.map(({ code }) => code))).toEqual(
      new Set(['activity.partyOutstanding']),
    );
  });

  test('the seller’s conveyancer has 20 business days, and transfers nothing before CDD is complete', async () => {
    const sale = purchase({ activityType: 'propertySale' });
    expect((await refusal(sale))?.delayedCddBasis?.[0]).toContain('the 20 business days');
    const collected = await individualWithEvidence(api, au, { familyName: 'Vendor', without: ['identity'] });
    const general: ActivityForm = {
      ...sale,
      parties: [{ clientId: collected, capacity: 'customer' }],
      delayedCddBasis: 'general',
      serviceStartedOn: today(),
    };
    const made = await create(api, au.owner, general);
    expect(made.delayedCdd?.basis).toBe('general');
    const { problem } = await goAhead(made.id);
    expect(problem).toMatchObject({ status: 422 });
    expect(problem.blockers?.[0]).toMatchObject({
      text: expect.stringContaining('nothing may be transferred'),
      provision: 'AU s28, Rules 6-12',
    });
  });

  test.each([
    ['a delay without its reason', { delayedCddGround: undefined }, 'delayedCddGround'],
    ['a sale of property without the service', { designatedServiceAu: undefined }, 'designatedServiceAu'],
    [
      '6-12 where 6-32 fit',
      { delayedCddBasis: 'general', serviceStartedOn: '2026-11-02' },
      'delayedCddBasis',
    ],
    [
      '20 business days from no day',
      { designatedServiceAu: 'au.t6.6', delayedCddBasis: 'general' },
      'serviceStartedOn',
    ],
    [
      'a day before the law',
      { designatedServiceAu: 'au.t6.6', delayedCddBasis: 'general', serviceStartedOn: '2026-06-30' },
      'serviceStartedOn',
    ],
    ['a service of the other country', { capturedActivityNz: 'nz.a6' }, 'capturedActivityNz'],
    ['a code that there is not', { designatedServiceAu: 'au.t9.9' }, 'designatedServiceAu'],
  ] as const)('rejects %s as a field error', async (_, more, field) => {
    const { capturedActivityNz: _nz, ...form } = purchase(more as Partial<ActivityForm>);
    const body = { ...form, ...('capturedActivityNz' in more ? more : {}) } as ActivityForm;
    expect(await refusal(body)).toHaveProperty(field);
  });

  test('a financial firm opens an account before CDD with its own due date, and transfers nothing meanwhile', async () => {
    const bank = await api.addCompany('Banksia Savings', { billingCountryCode: 'AUS' });
    await api.database.asSuperuser(`UPDATE assay.companies SET sector = 'finance' WHERE id = $1`, [bank.id]);
    const client = await individualWithEvidence(api, bank, { familyName: 'Saver', without: ['identity'] });
    const form = fullForm(client, {
      capturedActivityNz: undefined,
      capturedService: 'Opening an account',
      delayedCddBasis: 'account',
      delayedCddGround: 'The account is opened at the counter while the post brings the papers',
      delayedCddRiskLimits: 'No withdrawal before CDD is complete',
      serviceStartedOn: today(),
      delayedCddDueOn: addDays(today(), 10),
    });
    const { delayedCddDueOn: _day, ...withoutEnd } = form;
    expect(await refusal(withoutEnd, bank.staff)).toHaveProperty('delayedCddDueOn');
    expect(await refusal({ ...form, delayedCddDueOn: addDays(today(), -1) }, bank.staff)).toHaveProperty(
      'delayedCddDueOn',
    );
    // No other kind of firm, and never without a reason.
    expect(await refusal({ ...form, parties: [] })).toHaveProperty('delayedCddBasis');
    const { delayedCddGround: _ground, ...withoutGround } = form;
    expect(await refusal(withoutGround, bank.staff)).toHaveProperty('delayedCddGround');
    const first = await create(api, bank.staff, {
      ...withoutGround,
      delayedCddRiskLimits: undefined,
      delayedCddBasis: undefined,
      delayedCddDueOn: undefined,
    });
    const started = await move(api, bank.staff, first.id, { move: 'to', to: 'inProgress' });
    expect(started.problem.status).toBe(422);
    expect(started.problem.blockers?.[0]).toMatchObject({
      code: 'activity.partyNotVerified',
      provision: 'AU s28',
    });
    const made = await create(api, bank.owner, form);
    expect(made.delayedCdd).toMatchObject({ basis: 'account', dueOn: addDays(today(), 10) });
    await addAssessment(api, bank, { type: 'activities', id: made.id }, { status: 'approved' });
    await transitionThrough(api, bank.staff, made.id, ['inProgress', 'inReview']);
    await move(api, bank.staff, made.id, { move: 'outcome', outcome: 'approved' });
    const { problem } = await move(api, bank.staff, made.id, { move: 'to', to: 'completed' });
    expect(problem.blockers?.[0]).toMatchObject({
      text: expect.stringContaining('nothing may be transferred'),
      provision: 'AU s28, Rules 6-13',
    });
  });

  test('rejects delayed CDD on a customer where New Zealand also captures the work', async () => {
    await api.database.asSuperuser(
      `UPDATE assay.companies SET regulated_in = ARRAY['NZL', 'AUS'] WHERE id = $1`,
      [au.id],
    );
    const fields = await refusal(purchase({ capturedActivityNz: 'nz.a6' }));
    expect(fields?.delayedCddBasis?.[0]).toContain('NZ s37');
    await api.database.asSuperuser(`UPDATE assay.companies SET regulated_in = ARRAY['AUS'] WHERE id = $1`, [
      au.id,
    ]);
  });

  test('in New Zealand verification alone follows, by the company’s own day, in a business relationship', async () => {
    const id = await individualWithEvidence(api, nz, { familyName: 'Relatedson', without: ['identity'] });
    const form = (more: Partial<ActivityForm> = {}) =>
      fullForm(id, {
        activityType: 'matter',
        capturedActivityNz: 'nz.a6',
        designatedServiceAu: undefined,
        delayedCddBasis: 'relationship',
        delayedCddGround: 'Settlement is under way',
        delayedCddRiskLimits: 'No funds leave the trust account meanwhile',
        serviceStartedOn: addDays(today(), -10),
        delayedCddDueOn: addDays(today(), 5),
        ...more,
      });
    expect(await refusal(form({ activityType: 'transaction' }), nz.staff)).toHaveProperty('delayedCddBasis');
    expect(await refusal(form({ delayedCddDueOn: undefined }), nz.staff)).toHaveProperty('delayedCddDueOn');
    expect(await refusal(form({ delayedCddGround: undefined }), nz.staff)).toHaveProperty('delayedCddGround');
    const complete = async (body: ActivityForm) => {
      const made = await create(api, nz.owner, body);
      await addAssessment(api, nz, { type: 'activities', id: made.id }, { status: 'approved' });
      await transitionThrough(api, nz.staff, made.id, ['inProgress', 'inReview']);
      await move(api, nz.staff, made.id, { move: 'outcome', outcome: 'approved' });
      return move(api, nz.staff, made.id, { move: 'to', to: 'completed' });
    };
    expect((await complete(form())).status).toBe(200);
    const { problem } = await complete(form({ delayedCddDueOn: addDays(today(), -2) }));
    expect(problem.blockers?.[0]).toMatchObject({
      text: expect.stringContaining('Delayed CDD was due on'),
      provision: 'NZ s37',
    });
    // What is collected does not follow.
    const bare = await addClient(api, nz, 'Uncollected');
    const early = await complete(form({ parties: [{ clientId: bare, capacity: 'customer' }] }));
    expect(early.problem.blockers?.[0]?.code).toBe('activity.partyOutstanding');
  });

  test('who creates a company has its directors and owners as customers', async () => {
    const [f, g, h] = [
      await verifiedIndividual(api, au, 'Founder'),
      await addClient(api, au, 'Governor'),
      await addClient(api, au, 'Holder'),
    ];
    const form = {
      clientType: 'company',
      business: { legalName: 'Newly Made Pty Ltd', registrationCountry: 'AUS' },
    } as const;
    const { response: entity } = await api.request(createClient, { body: form }, { as: au.staff });
    const setUp = (parties: ActivityForm['parties']) =>
      fullForm(f, { activityType: 'matter', designatedServiceAu: 'au.t6.6', parties });
    const customer = { clientId: f, capacity: 'customer' } as const;
    const without = await create(api, au.staff, setUp([customer]));
    const codes = without.checklist.map(({ code }) => code);
    expect(codes).toContain('activity.formedEntityMissing');
    const made = await create(
      api,
      au.staff,
      setUp([customer, { clientId: entity.id, capacity: 'formedEntity' }]),
    );
    expect(made.checklist.map(({ code }) => code)).toContain('activity.formedEntityPeopleMissing');
    const relate = (partyClientId: string, body: object) =>
      api.request(
        addParty,
        { params: { id: entity.id }, body: { partyClientId, ...body } as never },
        { as: au.staff },
      );
    await relate(f, { roles: ['director', 'shareholder'], directPercent: '60' });
    await relate(g, { roles: ['director'] });
    await relate(h, { roles: ['shareholder'], directPercent: '40' });
    const now = await read(api, au.staff, made.id);
    expect(now.customersByLaw.map(({ clientId }) => clientId)).toEqual([g, h]);
    expect(now.customersByLaw[0]?.provision).toBe('AU s6 table 6 item 6');
    const { problem } = await start(made.id);
    const notDone = problem.blockers?.filter(({ code }) => code === 'activity.partyNotVerified');
    expect(notDone?.map(({ fix }) => fix.id)).toEqual([g, h]);
  });

  test('requires a code where the sector has codes, and a note where it has none', async () => {
    const customer = await addClient(api, nz, 'Client');
    const { capturedActivityNz: _code, ...noted } = fullForm(customer);
    const missing = async () =>
      (await create(api, nz.staff, noted)).checklist.find(({ code }) => code === 'activity.fieldMissing');
    expect((await missing())?.text).toBe(
      'Select the captured activity or designated service, or why the work is outside the law.',
    );
    await api.database.asSuperuser(`UPDATE assay.companies SET sector = 'finance' WHERE id = $1`, [nz.id]);
    expect(await missing()).toBeUndefined();
  });

  test('exports codes with their labels', async () => {
    const { text } = await api.request(exportActivities, { query: {} }, { as: au.owner });
    expect(text).toContain('au.t6.1');
    expect(text).toContain('Helping to sell, buy or transfer real estate');
  });
});
