import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDueAlerts } from '#api/records/alerts/due-alerts.ts';
import { createActivity, listActivities } from '#contract/activities.ts';
import { listAlerts } from '#contract/monitoring/alerts.ts';
import { addDays } from '#rules/dates/calendar-dates.ts';
import { companyDay, endOfDay } from '#rules/dates/company-day.ts';
import { openTestApi, type TestApi, type TestCompany } from '#tests/support/api/api.ts';
import { verifiedIndividual } from '#tests/support/api/due-diligence.ts';
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
    buyer = await addClient(api, au, 'Buyer');
  });
  afterAll(() => api.close());

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
      ...more,
    });

  test.each([
    [{ exchangeOn: '2026-12-01' }, '2026-12-29'],
    [{ settlementOn: '2026-12-24' }, '2026-12-21'],
    [{ exchangeOn: '2026-12-01', settlementOn: '2027-02-01' }, '2026-12-29'],
    [{ exchangeOn: '2026-12-01', settlementOn: '2026-12-15' }, '2026-12-12'],
  ])('%j is due on %s', async (dates, dueOn) => {
    const made = await create(api, au.staff, sale(dates));
    expect(made.delayedCdd).toEqual({
      basis: 'property',
      ground: 'The buyer is abroad until settlement',
      dueOn,
    });
    const { response } = await api.request(listActivities, { query: { sort: 'due' } }, { as: au.staff });
    expect(response.items.find(({ id }) => id === made.id)?.dueOn).toBe(dueOn);
  });

  test('counts from the first recorded settlement day, regardless of later changes', async () => {
    const exchangeOn = '2026-11-16';
    const made = await create(api, au.staff, sale({ exchangeOn, settlementOn: '2026-12-14' }));
    const first = { settlementFirstAgreedOn: '2026-12-14', delayedCdd: { dueOn: '2026-12-11' } };
    expect(made).toMatchObject(first);
    const moved = (await update(api, au.staff, made, sale({ exchangeOn, settlementOn: '2027-01-29' })))
      .response;
    expect(moved).toMatchObject({ ...first, version: 2, settlementOn: '2027-01-29' });
    const same = await update(api, au.staff, moved, sale({ exchangeOn, settlementOn: '2027-01-29' }));
    expect(same.response.version).toBe(2);
    const unknown = (await update(api, au.staff, moved, sale({ exchangeOn }))).response;
    expect(unknown).toMatchObject({ ...first, settlementOn: null });
    const earlier = await update(api, au.staff, unknown, sale({ exchangeOn, settlementOn: '2026-12-10' }));
    expect(earlier.response).toMatchObject({ ...first, delayedCdd: { dueOn: '2026-12-07' } });
  });

  test('uses the first known settlement day, and rejects a delay that it leaves no time for', async () => {
    const made = await create(api, au.staff, sale({ exchangeOn: '2026-11-23' }));
    expect(made).toMatchObject({ settlementFirstAgreedOn: null, delayedCdd: { dueOn: '2026-12-21' } });
    const tooSoon = sale({ exchangeOn: '2026-11-23', settlementOn: '2026-11-25' });
    const { problem } = await update(api, au.staff, made, tooSoon);
    expect(problem.fields?.delayedCddGround?.[0]).toContain('22 Nov 2026');
    const undelayed = { ...tooSoon, delayedCddGround: undefined };
    const known = (await update(api, au.staff, made, undelayed)).response;
    expect(known).toMatchObject({ settlementFirstAgreedOn: '2026-11-25', delayedCdd: null });
    const later = sale({ exchangeOn: '2026-11-23', settlementOn: '2027-02-01' });
    const refusal = (await update(api, au.staff, known, later)).problem;
    expect(refusal.fields?.delayedCddGround?.[0]).toContain('22 Nov 2026');
  });

  test('requires a day to count from, and enough time', async () => {
    expect((await refused(sale({}))).fields).toHaveProperty('exchangeOn');
    const tooSoon = sale({ exchangeOn: '2026-12-01', settlementOn: '2026-12-02' });
    expect((await refused(tooSoon)).fields?.delayedCddGround?.[0]).toContain('29 Nov 2026');
    expect(
      (await refused(sale({ designatedServiceAu: 'au.t6.6', exchangeOn: '2026-12-01' }))).fields,
    ).toHaveProperty('delayedCddBasis');
  });

  test('blocks completion from the day after it is due, and no earlier', async () => {
    const today = companyDay(api.clock.now(), timeZone);
    const codesFor = async (dueOn: string) => {
      const made = await create(api, au.staff, sale({ exchangeOn: addDays(dueOn, -28) }));
      expect(made.delayedCdd?.dueOn).toBe(dueOn);
      await addAssessment(api, au, { type: 'activities', id: made.id }, { status: 'approved' });
      await move(api, au.staff, made.id, { move: 'outcome', outcome: 'approved' });
      return (await read(api, au.staff, made.id)).checklist;
    };
    expect(await codesFor(today)).toEqual([]);
    const late = await codesFor(addDays(today, -1));
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
    const today = companyDay(api.clock.now(), timeZone);
    const unverified = await addClient(api, au, 'Unverifiedvendor');
    const parties: ActivityForm['parties'] = [
      { clientId: unverified, capacity: 'customer' },
      { clientId: buyer, capacity: 'otherParty' },
    ];
    const ready = async (more: Partial<ActivityForm>) => {
      const made = await create(api, au.staff, sale({ exchangeOn: today, ...more }));
      await addAssessment(api, au, { type: 'activities', id: made.id }, { status: 'approved' });
      await transitionThrough(api, au.staff, made.id, ['inProgress', 'inReview']);
      await move(api, au.staff, made.id, { move: 'outcome', outcome: 'approved' });
      return made.id;
    };
    const complete = (id: string) => move(api, au.staff, id, { move: 'to', to: 'completed' });
    const unstarted = await create(api, au.staff, sale({ exchangeOn: today, parties }));
    const { problem } = await move(api, au.staff, unstarted.id, { move: 'to', to: 'inProgress' });
    expect(problem.status).toBe(422);
    expect(problem.blockers?.map(({ fix }) => fix.of ?? fix.id)).toEqual(
      problem.blockers?.map(() => unverified),
    );
    const done = (await complete(await ready({}))).response;
    expect(done).toMatchObject({ status: 'completed', delayedCdd: { dueOn: addDays(today, 28) } });
    expect(done.checklist[0]).toMatchObject({
      code: 'activity.partyNotVerified',
      fix: { target: 'client.diligence', id: buyer },
    });
    const due = (days: number) =>
      api.database.asSuperuser('UPDATE assay.activities SET delayed_cdd_due_on = $1 WHERE id = $2', [
        addDays(today, days),
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
