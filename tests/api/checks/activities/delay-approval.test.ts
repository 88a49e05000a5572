import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createActivity, readActivityHistory, transitionActivity } from '#contract/activities.ts';
import { readPolicies, updatePolicies } from '#contract/company/company-settings.ts';
import { addDays, formatDate } from '#rules/dates/calendar-dates.ts';
import { openTestApi, type TestApi, type TestCompany, type TestPerson } from '#tests/support/api/api.ts';
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
  update,
} from './support.ts';

/*
 * Siblings tried: staff, officer, senior manager, owner, auditor, another company; the delay recorded with the activity, added later, removed and
 * recorded again, under another basis, of a reopened copy; the days first recorded before the delay; the delayed party replaced; the type changed
 * after the delay; a policy lowered.
 */

describe('a delay of CDD', () => {
  let api: TestApi;
  let au: TestCompany;
  let nz: TestCompany;
  let officer: TestPerson;
  let collected: string;

  beforeAll(async () => {
    api = await openTestApi(testEngine);
    au = await api.addCompany('Banksia Conveyancing', { billingCountryCode: 'AUS' });
    nz = await api.addCompany('Rimu Law');
    officer = await api.addMember(au.id, { designations: ['complianceOfficer'], name: 'Officer' });
    collected = await individualWithEvidence(api, au, { familyName: 'Collected', without: ['identity'] });
  });
  afterAll(() => api.close());

  const day = (days: number) => addDays(testDay('Australia/Sydney', api.clock.now()), days);
  const purchase = (more: Partial<ActivityForm> = {}) =>
    fullForm(collected, {
      activityType: 'propertyPurchase',
      designatedServiceAu: 'au.t6.1',
      delayedCddBasis: 'property',
      delayedCddGround: 'The buyer sends certified copies from abroad',
      delayedCddRiskLimits: 'The deposit stays in the trust account meanwhile',
      exchangeOn: day(-10),
      settlementOn: day(60),
      ...more,
    });
  const undelayed = (more: Partial<ActivityForm> = {}): ActivityForm => ({
    ...purchase(more),
    delayedCddBasis: undefined,
    delayedCddGround: undefined,
    delayedCddRiskLimits: undefined,
  });
  const start = (id: string) => move(api, au.staff, id, { move: 'to', to: 'inProgress' });
  const approve = (id: string, as: TestPerson) => move(api, as, id, { move: 'delayApproval' });
  const refused = async (body: ActivityForm, as: TestPerson = au.staff) =>
    (await api.request(createActivity, { body }, { as })).problem.fields;
  const put = async (id: string, form: ActivityForm, as: TestPerson = au.staff) =>
    update(api, as, await read(api, au.owner, id), form);

  test('recorded by staff waits, lifts nothing, and is approved by who may grant exceptions', async () => {
    const { id, delayedCdd } = await create(api, au.staff, purchase());
    expect(delayedCdd).toMatchObject({ recordedBy: { id: au.staff.id }, approval: null });
    const blocked = await start(id);
    expect(blocked.problem.blockers?.at(-1)).toMatchObject({
      code: 'activity.delayNotApproved',
      text: expect.stringContaining('awaiting approval by someone who may grant exceptions from CDD'),
      provision: 'AU Rules 6-32',
      fix: { target: 'activity.delay' },
    });
    const own = await approve(id, au.staff);
    expect(own.problem).toMatchObject({
      status: 403,
      code: 'role.forbidden',
      detail: expect.stringContaining('an owner, a compliance officer or a senior manager'),
    });
    expect((await approve(id, au.auditor)).problem.status).toBe(403);
    const foreign = await api.request(
      transitionActivity,
      { params: { id }, body: { move: 'delayApproval', version: 1 } },
      { as: nz.owner },
    );
    expect(foreign.problem.status).toBe(404);
    expect((await read(api, au.staff, id)).delayedCdd?.approval).toBeNull();
    const approved = (await approve(id, officer)).response;
    expect(approved.delayedCdd?.approval).toMatchObject({ by: { id: officer.id } });
    expect((await start(id)).status).toBe(200);
    expect((await approve(id, au.owner)).problem.fields?.['']?.[0]).toContain(
      'has already approved the delay',
    );
    const history = await api.request(readActivityHistory, { params: { id }, query: {} }, { as: au.staff });
    expect(history.response.events.map(({ action }) => action)).toContain('activity.delayApproved');
  });

  test('recorded by who may grant exceptions is approved at once', async () => {
    const manager = await api.addMember(au.id, { designations: ['seniorManager'], name: 'Manager' });
    for (const person of [au.owner, officer, manager]) {
      const { id, delayedCdd } = await create(api, person, purchase());
      expect(delayedCdd?.approval).toMatchObject({ by: { id: person.id } });
      const history = await api.request(readActivityHistory, { params: { id }, query: {} }, { as: au.staff });
      const created = history.response.events.find(({ action }) => action === 'activity.created');
      expect(JSON.stringify(created)).toContain('delayedCddApproval');
    }
    expect((await approve((await create(api, au.owner, undelayed())).id, au.owner)).problem.status).toBe(422);
  });

  test.each([
    ['another ground', { delayedCddGround: 'The buyer is ill' }, false],
    ['other limits', { delayedCddRiskLimits: 'None of the money moves' }, false],
    ['another customer', { parties: 'other' as never }, false],
    ['another basis', { activityType: 'propertySale', delayedCddBasis: 'general' }, false],
    ['another day of exchange', { exchangeOn: -5 as never }, true],
    ['another day of settlement', { settlementOn: 90 as never }, true],
    ['another name', { name: 'Purchase of 14 Rata Street' }, true],
  ] as const)('approved, with %s by staff', async (_, change, stays) => {
    const { id } = await create(api, au.owner, purchase({ serviceStartedOn: day(-8) }));
    const changes: Partial<ActivityForm> = { ...(change as Partial<ActivityForm>) };
    if ('parties' in change)
      changes.parties = [{ clientId: await addClient(api, au, 'Other'), capacity: 'customer' }];
    if ('exchangeOn' in change) changes.exchangeOn = day(change.exchangeOn);
    if ('settlementOn' in change) changes.settlementOn = day(change.settlementOn);
    const form = purchase({ serviceStartedOn: day(-8), ...changes });
    const saved = (await put(id, form)).response;
    expect(saved.version).toBe(2);
    expect(saved.delayedCdd?.approval === null).toBe(!stays);
    const recorder = stays ? au.owner : au.staff;
    expect(saved.delayedCdd?.recordedBy?.id).toBe(recorder.id);
    // The same change by who may grant exceptions is approved by them.
    const again = await create(api, au.staff, purchase({ serviceStartedOn: day(-8) }));
    const byOfficer = (await put(again.id, form, officer)).response;
    expect(byOfficer.delayedCdd?.approval?.by.id).toBe(stays ? undefined : officer.id);
  });

  test.each([
    ['no limits of the risk', { delayedCddRiskLimits: undefined }, 'delayedCddRiskLimits'],
    ['no ground', { delayedCddGround: undefined }, 'delayedCddGround'],
    ['an exchange to come', { exchangeOn: 1 }, 'exchangeOn'],
    ['a start to come', { serviceStartedOn: 1 }, 'serviceStartedOn'],
  ] as const)('with %s is refused beside the field', async (_, change, field) => {
    const dated = Object.fromEntries(
      Object.entries(change).map(([name, value]) => [name, typeof value === 'number' ? day(value) : value]),
    );
    for (const person of [au.staff, au.owner]) {
      expect(Object.keys((await refused(purchase(dated), person)) ?? {})).toEqual([field]);
    }
    const { id } = await create(api, au.owner, undelayed());
    expect(Object.keys((await put(id, purchase(dated))).problem.fields ?? {})).toEqual([field]);
  });

  test('before exchange covers starting, never completing, however far off settlement is', async () => {
    const { exchangeOn: _exchange, ...far } = purchase({ settlementOn: '2090-01-01' });
    const { id } = await create(api, au.owner, far);
    await addAssessment(api, au, { type: 'activities', id }, { status: 'approved' });
    await transitionThrough(api, au.staff, id, ['inProgress', 'inReview']);
    await move(api, au.staff, id, { move: 'outcome', outcome: 'approved' });
    const { problem } = await move(api, au.staff, id, { move: 'to', to: 'completed' });
    expect(problem.blockers?.map(({ code }) => code)).toContain('activity.partyNotVerified');
    expect(problem.blockers?.find(({ code }) => code === 'activity.exchangeMissing')).toMatchObject({
      provision: 'AU Rules 6-32',
      fix: { target: 'activity.edit', id: 'exchangeOn' },
    });
    // Once it is recorded, only the delay's days decide.
    expect((await put(id, { ...far, exchangeOn: day(-3) })).response.delayedCdd?.dueOn).toBe(day(25));
    await move(api, au.staff, id, { move: 'outcome', outcome: 'approved' });
    const open = (await read(api, au.staff, id)).checklist.map(({ code }) => code);
    expect(open).not.toContain('activity.exchangeMissing');
    expect(open).not.toContain('activity.partyNotVerified');
    const late = (await create(api, au.owner, { ...far, exchangeOn: day(-40) })).checklist;
    expect(late.some(({ text }) => text.includes('Delayed CDD was due on'))).toBe(true);
  });

  test('keeps its first due day: a later exchange, removed and recorded again, under another basis', async () => {
    const dueOn = day(18);
    const { id } = await create(api, au.staff, purchase());
    expect((await read(api, au.staff, id)).delayedCdd?.dueOn).toBe(dueOn);
    expect((await put(id, purchase({ exchangeOn: day(0) }))).response.delayedCdd?.dueOn).toBe(dueOn);
    expect((await put(id, undelayed({ exchangeOn: undefined }))).response.delayedCdd).toBeNull();
    expect((await put(id, purchase({ exchangeOn: day(0) }), au.owner)).response.delayedCdd?.dueOn).toBe(
      dueOn,
    );
    const general = purchase({
      activityType: 'propertySale',
      delayedCddBasis: 'general',
      serviceStartedOn: day(0),
    });
    expect((await put(id, general)).response.delayedCdd).toMatchObject({ basis: 'general', dueOn });
    expect((await put(id, { ...general, serviceStartedOn: undefined })).response.delayedCdd?.dueOn).toBe(
      dueOn,
    );
    // An earlier day counts at once, and then stays.
    const earlier = (await put(id, purchase({ exchangeOn: day(-20) }))).response;
    expect(earlier.delayedCdd?.dueOn).toBe(day(8));
    expect((await put(id, purchase())).response.delayedCdd?.dueOn).toBe(day(8));
  });

  test('is not counted from a day to come that was recorded before it', async () => {
    const { id } = await create(
      api,
      au.staff,
      undelayed({ exchangeOn: '2099-01-01', settlementOn: undefined }),
    );
    const { exchangeOn: _exchange, ...undated } = purchase({ settlementOn: undefined });
    expect((await put(id, undated)).problem.fields).toHaveProperty('exchangeOn');
    expect((await put(id, purchase())).response.delayedCdd?.dueOn).toBe(day(18));
    const later = await create(api, au.staff, undelayed({ serviceStartedOn: '2099-01-01' }));
    const general = purchase({ activityType: 'propertySale', delayedCddBasis: 'general' });
    expect((await put(later.id, general)).problem.fields).toHaveProperty('serviceStartedOn');
  });

  test('of a reopened copy waits, with its conditions, and is due on the first day', async () => {
    const verified = await verifiedIndividual(api, au, 'Finished');
    const form = purchase({ parties: [{ clientId: verified, capacity: 'customer' }] });
    const { id } = await create(api, au.owner, form);
    await addAssessment(api, au, { type: 'activities', id }, { status: 'approved' });
    await transitionThrough(api, au.staff, id, ['inProgress', 'inReview']);
    await move(api, au.staff, id, { move: 'outcome', outcome: 'approved' });
    expect((await move(api, au.staff, id, { move: 'to', to: 'completed' })).status).toBe(200);
    expect((await approve(id, officer)).problem.status).toBe(422);
    const copy = (await move(api, au.owner, id, { move: 'reopen' })).response;
    expect(copy.delayedCdd).toMatchObject({
      riskLimits: 'The deposit stays in the trust account meanwhile',
      dueOn: day(18),
      recordedBy: { id: au.owner.id },
      approval: null,
    });
    const moved = (await put(copy.id, { ...form, exchangeOn: day(0) })).response;
    expect(moved.delayedCdd).toMatchObject({ dueOn: day(18), approval: null });
  });

  test('leaves screening due: an undecided match blocks starting and completing', async () => {
    const matched = await individualWithEvidence(api, au, { familyName: 'Matched', without: ['identity'] });
    const { id } = await create(
      api,
      au.owner,
      purchase({ parties: [{ clientId: matched, capacity: 'customer' }] }),
    );
    await api.database.asSuperuser(`UPDATE assay.clients SET sanctions_status = 'potential' WHERE id = $1`, [
      matched,
    ]);
    expect((await start(id)).problem.blockers).toMatchObject([
      { code: 'activity.partyOutstanding', fix: { target: 'client.screening', of: matched } },
    ]);
    const { checklist } = await read(api, au.staff, id);
    expect(checklist.filter(({ fix }) => fix.of === matched)).toHaveLength(1);
  });

  test('by the company’s own day ends within its policy, of a business relationship alone', async () => {
    const id = await individualWithEvidence(api, nz, { familyName: 'Relatedson', without: ['identity'] });
    const nzDay = (days: number) => addDays(testDay('Pacific/Auckland', api.clock.now()), days);
    const form = (more: Partial<ActivityForm> = {}) =>
      fullForm(id, {
        capturedActivityNz: 'nz.a6',
        delayedCddBasis: 'relationship',
        delayedCddGround: 'Settlement is under way',
        delayedCddRiskLimits: 'No funds leave the trust account meanwhile',
        serviceStartedOn: nzDay(-2),
        delayedCddDueOn: nzDay(28),
        ...more,
      });
    const far = await refused(form({ delayedCddDueOn: '2099-12-31' }), nz.owner);
    expect(far?.delayedCddDueOn?.[0]).toContain(`30 days`);
    expect(far?.delayedCddDueOn?.[0]).toContain(formatDate(nzDay(28)));
    expect(await refused(form({ delayedCddDueOn: nzDay(29) }), nz.staff)).toHaveProperty('delayedCddDueOn');
    const made = await create(api, nz.staff, form());
    const edit = async (more: Partial<ActivityForm>, as = nz.staff) =>
      update(api, as, await read(api, nz.staff, made.id), form(more));
    // An edit neither moves the day on nor turns the work into an occasional transaction.
    const shorter = await edit({ delayedCddDueOn: nzDay(10) }, nz.owner);
    expect(shorter.response.delayedCdd).toMatchObject({
      dueOn: nzDay(10),
      approval: { by: { id: nz.owner.id } },
    });
    expect(
      (await edit({ delayedCddDueOn: nzDay(11) }, nz.owner)).problem.fields?.delayedCddDueOn?.[0],
    ).toContain(`first due on ${formatDate(nzDay(10))}`);
    expect((await edit({ activityType: 'transaction' }, nz.owner)).problem.fields).toHaveProperty(
      'delayedCddBasis',
    );
    const again = await edit({ delayedCddDueOn: nzDay(9) });
    expect(again.response.delayedCdd).toMatchObject({ dueOn: nzDay(9), approval: null });

    const { response: before } = await api.request(readPolicies, {}, { as: nz.owner });
    expect(before.policies.delayMaxDays).toBe(30);
    const save = (delayMaxDays: number) =>
      api.request(
        updatePolicies,
        { body: { ...before.policies, delayMaxDays, version: before.version } },
        { as: nz.owner },
      );
    expect((await save(91)).problem.fields).toHaveProperty('delayMaxDays');
    expect((await save(0)).problem.fields).toHaveProperty('delayMaxDays');
    expect((await save(5)).response.policies.delayMaxDays).toBe(5);
    expect(await refused(form({ delayedCddDueOn: nzDay(4) }), nz.owner)).toHaveProperty('delayedCddDueOn');
    expect((await create(api, nz.owner, form({ delayedCddDueOn: nzDay(3) }))).delayedCdd?.dueOn).toBe(
      nzDay(3),
    );
  });
});
