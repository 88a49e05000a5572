import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDueAlerts } from '#api/records/alerts/due-alerts.ts';
import { createActivity, listActivities } from '#contract/activities.ts';
import { listAlerts } from '#contract/monitoring/alerts.ts';
import { addDays, formatDate } from '#rules/dates/calendar-dates.ts';
import { companyDay, endOfDay } from '#rules/dates/company-day.ts';
import { openTestApi, type TestApi, type TestCompany } from '#tests/support/api/api.ts';
import { individualWithEvidence, verifiedIndividual } from '#tests/support/api/due-diligence.ts';
import { testEngines } from '#tests/support/database/database.ts';
import {
  type ActivityForm,
  addAssessment,
  addClient,
  create,
  fullForm,
  move,
  read,
  transitionThrough,
  update,
} from './support.ts';

/** Of a company with Australian billing. */
const timeZone = 'Australia/Sydney';

describe.each(testEngines)('delayed CDD under Australian law on %s', (engine) => {
  let api: TestApi;
  let au: TestCompany;
  let vendor: string;
  let buyer: string;

  beforeAll(async () => {
    api = await openTestApi(engine);
    au = await api.addCompany('Jacaranda Property', { billingCountryCode: 'AUS' });
    vendor = await verifiedIndividual(api, au, 'Vendor');
    buyer = await individualWithEvidence(api, au, { familyName: 'Buyer', without: ['identity'] });
  });
  afterAll(() => api.close());

  const today = () => companyDay(api.clock.now(), timeZone);
  const day = (days: number) => addDays(today(), days);

  const refused = async (body: ActivityForm) =>
    (await api.request(createActivity, { body }, { as: au.staff })).problem;

  const sale = (more: Partial<ActivityForm>): ActivityForm =>
    fullForm(vendor, {
      activityType: 'propertySale',
      designatedServiceAu: 'au.t5.1',
      parties: [
        { clientId: vendor, capacity: 'customer' },
        { clientId: buyer, capacity: 'otherParty' },
      ],
      delayedCddGround: 'The buyer is abroad until settlement',
      delayedCddRiskLimits: 'The deposit stays in the trust account',
      ...more,
    });

  test.each([
    [{ exchangeOn: -3 }, 25],
    [{ settlementOn: 26 }, 23],
    [{ exchangeOn: -3, settlementOn: 60 }, 25],
    [{ exchangeOn: -3, settlementOn: 11 }, 8],
  ] as const)('days %j from today are due in %s days', async (offsets, dueIn) => {
    const dates = Object.fromEntries(Object.entries(offsets).map(([field, days]) => [field, day(days)]));
    const dueOn = day(dueIn);
    const made = await create(api, au.staff, sale(dates));
    expect(made.delayedCdd).toEqual({
      basis: 'property',
      ground: 'The buyer is abroad until settlement',
      riskLimits: 'The deposit stays in the trust account',
      dueOn,
      recordedBy: { id: au.staff.id, name: expect.any(String) },
      approval: null,
    });
    const { response } = await api.request(listActivities, { query: { sort: 'due' } }, { as: au.staff });
    expect(response.items.find(({ id }) => id === made.id)?.dueOn).toBe(dueOn);
  });

  test('counts from the first recorded settlement day, regardless of later changes', async () => {
    const exchangeOn = day(-12);
    const made = await create(api, au.staff, sale({ exchangeOn, settlementOn: day(16) }));
    const first = { settlementFirstAgreedOn: day(16), delayedCdd: { dueOn: day(13) } };
    expect(made).toMatchObject(first);
    const moved = (await update(api, au.staff, made, sale({ exchangeOn, settlementOn: day(62) }))).response;
    expect(moved).toMatchObject({ ...first, version: 2, settlementOn: day(62) });
    const same = await update(api, au.staff, moved, sale({ exchangeOn, settlementOn: day(62) }));
    expect(same.response.version).toBe(2);
    const unknown = (await update(api, au.staff, moved, sale({ exchangeOn }))).response;
    expect(unknown).toMatchObject({ ...first, settlementOn: null });
    const earlier = await update(api, au.staff, unknown, sale({ exchangeOn, settlementOn: day(12) }));
    expect(earlier.response).toMatchObject({ ...first, delayedCdd: { dueOn: day(9) } });
  });

  test('uses the first known settlement day, and rejects a delay that it leaves no time for', async () => {
    const exchangeOn = day(-5);
    const made = await create(api, au.staff, sale({ exchangeOn }));
    expect(made).toMatchObject({ settlementFirstAgreedOn: null, delayedCdd: { dueOn: day(23) } });
    const tooSoon = sale({ exchangeOn, settlementOn: day(-3) });
    const { problem } = await update(api, au.staff, made, tooSoon);
    expect(problem.fields?.delayedCddGround?.[0]).toContain(formatDate(day(-6)));
    const { delayedCddGround: _ground, delayedCddRiskLimits: _limits, ...undelayed } = tooSoon;
    const known = (await update(api, au.staff, made, undelayed)).response;
    expect(known).toMatchObject({ settlementFirstAgreedOn: day(-3), delayedCdd: null });
    const later = sale({ exchangeOn, settlementOn: day(65) });
    const refusal = (await update(api, au.staff, known, later)).problem;
    expect(refusal.fields?.delayedCddGround?.[0]).toContain(formatDate(day(-6)));
  });

  test('requires a day to count from, and enough time', async () => {
    expect((await refused(sale({}))).fields).toHaveProperty('exchangeOn');
    const tooSoon = sale({ exchangeOn: day(-1), settlementOn: today() });
    expect((await refused(tooSoon)).fields?.delayedCddGround?.[0]).toContain(formatDate(day(-3)));
    expect(
      (await refused(sale({ designatedServiceAu: 'au.t6.6', exchangeOn: today() }))).fields,
    ).toHaveProperty('delayedCddBasis');
  });

  test('blocks completion from the day after it is due, and no earlier', async () => {
    const codesFor = async (dueOn: string) => {
      const made = await create(api, au.owner, sale({ exchangeOn: addDays(dueOn, -28) }));
      expect(made.delayedCdd?.dueOn).toBe(dueOn);
      await addAssessment(api, au, { type: 'activities', id: made.id }, { status: 'approved' });
      await move(api, au.staff, made.id, { move: 'outcome', outcome: 'approved' });
      return (await read(api, au.staff, made.id)).checklist;
    };
    expect(await codesFor(today())).toEqual([]);
    const late = await codesFor(day(-1));
    expect(late[0]).toMatchObject({
      code: 'activity.partyNotVerified',
      text: expect.stringContaining('Hinemoa Buyer'),
      provision: 'AU s28, Rules 6-32',
      fix: { target: 'client.diligence', id: buyer },
    });
    expect(late.slice(1).map(({ fix }) => fix.of)).toEqual(late.slice(1).map(() => buyer));
    expect(late.map(({ text }) => text)).toContain('Hinemoa Buyer: Verify the client’s identity.');
  });

  test('never covers the customer, and remains due after completion', async () => {
    const unverified = await addClient(api, au, 'Unverifiedvendor');
    const parties: ActivityForm['parties'] = [
      { clientId: unverified, capacity: 'customer' },
      { clientId: buyer, capacity: 'otherParty' },
    ];
    const ready = async (more: Partial<ActivityForm>) => {
      const made = await create(api, au.owner, sale({ exchangeOn: today(), ...more }));
      await addAssessment(api, au, { type: 'activities', id: made.id }, { status: 'approved' });
      await transitionThrough(api, au.staff, made.id, ['inProgress', 'inReview']);
      await move(api, au.staff, made.id, { move: 'outcome', outcome: 'approved' });
      return made.id;
    };
    const complete = (id: string) => move(api, au.staff, id, { move: 'to', to: 'completed' });
    const unstarted = await create(api, au.owner, sale({ exchangeOn: today(), parties }));
    const { problem } = await move(api, au.staff, unstarted.id, { move: 'to', to: 'inProgress' });
    expect(problem.status).toBe(422);
    expect(problem.blockers?.map(({ fix }) => fix.of ?? fix.id)).toEqual(
      problem.blockers?.map(() => unverified),
    );
    const done = (await complete(await ready({}))).response;
    expect(done).toMatchObject({ status: 'completed', delayedCdd: { dueOn: day(28) } });
    expect(done.checklist[0]).toMatchObject({
      code: 'activity.partyNotVerified',
      fix: { target: 'client.diligence', id: buyer },
    });
    const due = (days: number) =>
      api.database.asSuperuser('UPDATE assay.activities SET delayed_cdd_due_on = $1 WHERE id = $2', [
        day(days),
        done.id,
      ]);
    await due(-1);
    await openDueAlerts(api.database.db, api.clock);
    const { response } = await api.request(
      listAlerts,
      { query: { resourceType: 'activities', resourceId: done.id } },
      { as: au.staff },
    );
    expect(response.items[0]?.summary).toContain(
      'One party is not verified: verify them now (AU Rules 6-32)',
    );
    const { checklist, delayedCdd } = await read(api, au.staff, done.id);
    expect(checklist[0]?.text).toContain('Delayed CDD was due');
    // Until the day ends in the company's time zone.
    expect(response.items[0]?.dueAt).toBe(endOfDay(delayedCdd?.dueOn ?? '', timeZone).toISOString());
  });
});
