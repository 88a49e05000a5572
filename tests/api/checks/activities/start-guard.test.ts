import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createActivity, readActivityHistory } from '#contract/activities.ts';
import { openTestApi, type TestApi, type TestCompany, type TestPerson } from '#tests/support/api/api.ts';
import { verifiedIndividual } from '#tests/support/api/due-diligence.ts';
import { testEngine } from '#tests/support/database/database.ts';
import {
  type ActivityForm,
  addClient,
  create,
  fullForm,
  move,
  read,
  transitionThrough,
  update,
} from './support.ts';

/*
 * Australia's start guard, after the start. Tried beside what is asserted: by staff, the owner and the officer; on hold and resumed, in review, returned; a party
 * removed and added again in two edits; a customer who becomes the formed entity; a service of the other country; a company under both laws.
 */
describe('work in Australia that has started', () => {
  let api: TestApi;
  let au: TestCompany;
  let officer: TestPerson;
  let verified: string;
  let unverified: string;

  beforeAll(async () => {
    api = await openTestApi(testEngine);
    au = await api.addCompany('Banksia Conveyancing', { billingCountryCode: 'AUS' });
    officer = await api.addMember(au.id, { designations: ['complianceOfficer'] });
    verified = await verifiedIndividual(api, au, 'Done');
    unverified = await addClient(api, au, 'Undone');
  });
  afterAll(() => api.close());

  const sale = (customerId: string, more: Partial<ActivityForm> = {}) =>
    fullForm(customerId, { designatedServiceAu: 'au.t6.1', ...more });
  const start = (id: string, as = au.staff) => move(api, as, id, { move: 'to', to: 'inProgress' });
  const started = async (form: ActivityForm, as = au.staff) => {
    const { id } = await create(api, as, form);
    return transitionThrough(api, as, id, ['inProgress']);
  };
  const withoutService = (customerId: string, more: Partial<ActivityForm> = {}) => {
    const { capturedActivityNz: _, ...form } = fullForm(customerId, more);
    return form;
  };

  test('is not approved as its outcome after it started as declined, before CDD', async () => {
    const { id } = await create(api, au.staff, sale(unverified));
    await move(api, au.staff, id, { move: 'outcome', outcome: 'declined' });
    expect((await start(id)).status).toBe(200);
    for (const person of [au.staff, au.owner, officer]) {
      const { problem } = await move(api, person, id, { move: 'outcome', outcome: 'approved' });
      expect([problem.status, problem.blockers?.[0]?.code]).toEqual([422, 'activity.partyNotVerified']);
    }
    expect((await read(api, au.staff, id)).outcome).toBe('declined');
    // Neither does an edit that withdraws the outcome.
    const edit = await update(
      api,
      au.staff,
      await read(api, au.staff, id),
      sale(unverified, { cashExpected: true }),
    );
    expect([edit.problem.status, edit.problem.blockers?.[0]?.code]).toEqual([
      422,
      'activity.partyNotVerified',
    ]);
    expect((await read(api, au.staff, id)).cashExpected).toBe(false);
    await move(api, au.staff, id, { move: 'to', to: 'onHold' });
    expect((await start(id)).status).toBe(200);
  });

  test('says before the start which designated service it is, or why none', async () => {
    const { id } = await create(api, au.staff, withoutService(unverified));
    const { problem } = await start(id);
    expect(problem.blockers).toMatchObject([
      {
        code: 'activity.fieldMissing',
        text: 'Select the captured activity or designated service, or why the work is outside the law.',
        provision: 'AU s6',
        fix: { target: 'activity.edit', id: 'designatedServiceAu' },
      },
    ]);
  });

  const outside = {
    outsideScopeAu: 'au.shortLease',
    noServiceReason: 'Lease of a shop for six years',
  } as const;

  test('is outside the law by a ground of those who may grant exceptions alone, with its reason and without a service', async () => {
    const form = withoutService(unverified, outside);
    const refusedFields = async (body: ActivityForm, as: TestPerson) =>
      (await api.request(createActivity, { body }, { as })).problem.fields;
    expect(await refusedFields(form, au.staff)).toEqual({
      outsideScopeAu: [expect.stringMatching(/^Only those who may grant CDD exceptions/)],
    });
    expect(await refusedFields(sale(unverified, outside), officer)).toEqual({
      outsideScopeAu: [expect.stringMatching(/^A service is selected/)],
    });
    const { noServiceReason, outsideScopeAu } = outside;
    expect(await refusedFields(withoutService(unverified, { outsideScopeAu }), officer)).toEqual({
      noServiceReason: [expect.stringMatching(/^Describe why/)],
    });
    expect(await refusedFields(withoutService(unverified, { noServiceReason }), officer)).toEqual({
      noServiceReason: [expect.stringMatching(/^Select the law/)],
    });
    expect(
      await refusedFields(
        withoutService(unverified, { ...outside, outsideScopeNz: 'nz.notListed' }),
        officer,
      ),
    ).toEqual({ outsideScopeNz: [expect.stringMatching(/^New Zealand’s law does not apply/)] });

    const made = await create(api, officer, form);
    // Others edit the rest, but not by what it was judged, nor the ground.
    const edited = await update(api, au.staff, made, { ...form, name: 'Lease of a shop' });
    expect(edited.response).toMatchObject(outside);
    for (const change of [
      { noServiceReason: 'Lease of a shop for seven years' },
      { outsideScopeAu: 'au.mortgagee' as const },
      { nature: 'Buying the shop' },
      { purpose: 'To own it' },
      { activityType: 'propertyPurchase' as const },
      { capturedService: 'Purchase' },
    ]) {
      const { problem } = await update(api, au.staff, edited.response, { ...form, ...change });
      expect(Object.keys(problem.fields ?? {})).toEqual(Object.keys(change));
    }
    const added = await update(api, au.staff, edited.response, {
      ...form,
      parties: [...(form.parties ?? []), { clientId: verified, capacity: 'onBehalfOf' }],
    });
    expect(added.problem.fields).toHaveProperty('parties');
    expect((await start(made.id)).status).toBe(200);
    // A service that it turns out to be needs CDD first.
    const { problem: late } = await update(
      api,
      au.staff,
      await read(api, au.staff, made.id),
      sale(unverified),
    );
    expect(late.blockers?.[0]?.code).toBe('activity.partyNotVerified');
  });

  test('outside the law is completed without CDD, not without its assessment, and requires none of the customer', async () => {
    const { id } = await create(api, officer, withoutService(unverified, outside));
    await start(id);
    const { checklist } = await read(api, au.staff, id);
    expect(checklist.map(({ code }) => code)).toEqual([
      'activity.assessmentNotSubmitted',
      'activity.outcomeMissing',
    ]);
  });

  test('starts by a reason of before there were grounds, until it is changed', async () => {
    const made = await create(api, officer, withoutService(unverified, outside));
    await api.database.asSuperuser(`UPDATE assay.activities SET outside_scope_au = NULL WHERE id = $1`, [
      made.id,
    ]);
    const { outsideScopeAu: _, ...former } = withoutService(unverified, outside);
    const named = await update(api, au.staff, made, { ...former, name: 'Lease' });
    expect(named.status).toBe(200);
    expect((await start(made.id)).status).toBe(200);
    // It had no effect on completion, and has none now.
    const { checklist } = await read(api, au.staff, made.id);
    expect(checklist.map(({ code }) => code)).toContain('activity.partyNotVerified');
    const changed = { ...former, noServiceReason: 'Advice' };
    const refused = await update(api, officer, await read(api, officer, made.id), changed);
    expect(refused.problem.fields).toHaveProperty('noServiceReason');
  });

  test('of a company under both laws counts as a service in Australia beside a captured activity in New Zealand', async () => {
    const both = await api.addCompany('Tasman Law');
    await api.database.asSuperuser(
      `UPDATE assay.companies SET regulated_in = '{NZL,AUS}', sector = 'legal' WHERE id = $1`,
      [both.id],
    );
    const client = await addClient(api, both, 'Both');
    const { id } = await create(api, both.staff, fullForm(client));
    const startBoth = () => move(api, both.staff, id, { move: 'to', to: 'inProgress' });
    const { problem } = await startBoth();
    expect(problem.blockers?.map(({ code, provision }) => [code, provision])).toEqual(
      expect.arrayContaining([
        ['activity.partyNotVerified', 'AU s28'],
        ['activity.serviceUntold', 'AU s6'],
      ]),
    );
    const grounds = {
      outsideScopeAu: 'au.noAustralianLink',
      noServiceReason: 'Done by the office in Wellington',
    } as const;
    const edited = await update(api, both.owner, await read(api, both.owner, id), fullForm(client, grounds));
    expect(edited.response).toMatchObject({ capturedActivityNz: 'nz.a6', ...grounds });
    expect((await startBoth()).status).toBe(200);
    // New Zealand still requires CDD before completion.
    const { checklist } = await read(api, both.staff, id);
    const verification = checklist.find(({ code }) => code === 'activity.partyNotVerified');
    expect(verification?.provision).toBe('NZ s37');
  });

  test('is refused a party without CDD, a service, and both after a hold', async () => {
    const activity = await started(sale(verified));
    const parties: ActivityForm['parties'] = [
      { clientId: verified, capacity: 'customer' },
      { clientId: unverified, capacity: 'onBehalfOf' },
    ];
    const { problem } = await update(api, au.staff, activity, sale(verified, { parties }));
    expect([problem.status, problem.detail, problem.blockers?.[0]?.code]).toEqual([
      422,
      expect.stringContaining('before “Save”'),
      'activity.partyNotVerified',
    ]);
    expect((await read(api, au.staff, activity.id)).parties).toHaveLength(1);
    // On hold it is edited freely, and not resumed.
    await move(api, au.staff, activity.id, { move: 'to', to: 'onHold' });
    const held = await update(
      api,
      au.staff,
      await read(api, au.staff, activity.id),
      sale(verified, { parties }),
    );
    expect(held.status).toBe(422);
  });

  test('keeps no mistake from being corrected once evidence of its customer has lapsed', async () => {
    const lapsing = await verifiedIndividual(api, au, 'Lapsing');
    const activity = await started(sale(lapsing));
    await api.database.asSuperuser(`UPDATE assay.clients SET cdd_status = 'refreshDue' WHERE id = $1`, [
      lapsing,
    ]);
    const saved = await update(api, au.staff, activity, sale(lapsing, { name: 'Corrected' }));
    expect(saved.response.name).toBe('Corrected');
  });

  test('loses a customer only by who may grant exceptions, with a reason', async () => {
    const second = await verifiedIndividual(api, au, 'Second');
    const both = (capacity: 'customer' | 'otherParty' | 'formedEntity' | null): ActivityForm['parties'] => [
      { clientId: verified, capacity: 'customer' },
      ...(capacity === null ? [] : [{ clientId: second, capacity }]),
    ];
    const activity = await started(sale(verified, { parties: both('customer') }));
    for (const [capacity, field] of [
      ['otherParty', 'parties.1.capacity'],
      ['formedEntity', 'parties.1.capacity'],
      [null, 'parties'],
    ] as const) {
      const form = { ...sale(verified, { parties: both(capacity) }), partyReason: 'Because' };
      const { problem } = await update(api, au.staff, activity, form);
      expect(problem.fields?.[field]?.[0]).toContain('Ask someone who may grant CDD exceptions');
      const { problem: unexplained } = await update(api, officer, activity, {
        ...form,
        partyReason: undefined,
      } as ActivityForm);
      expect(unexplained.fields).toHaveProperty('partyReason');
    }
    const left = { ...sale(verified, { parties: both('otherParty') }), partyReason: 'Sold her share before' };
    const { response: changed } = await update(api, officer, activity, left);
    expect(changed.parties.map(({ capacity }) => capacity)).toEqual(['customer', 'otherParty']);
    const { response: history } = await api.request(
      readActivityHistory,
      { params: { id: activity.id }, query: {} },
      { as: au.auditor },
    );
    expect(history.events[0]?.changes).toContainEqual({
      field: 'partyReason',
      before: null,
      after: 'Sold her share before',
    });
    // Somebody who becomes a customer is no loss.
    expect((await update(api, au.staff, changed, sale(verified, { parties: both('customer') }))).status).toBe(
      200,
    );
    // Before the start parties are edited freely.
    const early = await create(api, au.staff, sale(verified, { parties: both('customer') }));
    expect((await update(api, au.staff, early, sale(verified, { parties: both(null) }))).status).toBe(200);
  });
});

describe('work of a real estate agent in New Zealand', () => {
  let api: TestApi;
  let nz: TestCompany;
  let verified: string;
  let unverified: string;

  beforeAll(async () => {
    api = await openTestApi(testEngine);
    nz = await api.addCompany('Pohutukawa Realty', { billingCountryCode: 'NZL' });
    await api.database.asSuperuser(`UPDATE assay.companies SET sector = 'realEstate' WHERE id = $1`, [nz.id]);
    verified = await verifiedIndividual(api, nz, 'Vendordone');
    unverified = await addClient(api, nz, 'Vendorundone');
  });
  afterAll(() => api.close());

  const form = (customerId: string, more: Partial<ActivityForm> = {}) =>
    fullForm(customerId, { activityType: 'propertySale', capturedActivityNz: 'nz.a5', ...more });
  const start = (id: string) => move(api, nz.staff, id, { move: 'to', to: 'inProgress' });
  const isRefused = async (id: string, provision = 'NZ s14(3)') => {
    const { problem } = await start(id);
    expect([problem.status, problem.blockers?.[0]]).toMatchObject([
      422,
      { code: 'activity.partyNotVerified', provision },
    ]);
  };

  test('starts after CDD on its client, whatever captured activity a member records', async () => {
    const { id } = await create(api, nz.staff, form(unverified));
    await isRefused(id);
    await isRefused((await create(api, nz.staff, form(unverified, { capturedActivityNz: 'nz.a6' }))).id);
    const done = await create(api, nz.staff, form(verified));
    expect((await start(done.id)).status).toBe(200);
    // Nor does an edit in progress bring in who could not have been there at the start.
    const edit = await update(
      api,
      nz.staff,
      await read(api, nz.staff, done.id),
      form(verified, {
        parties: [
          { clientId: verified, capacity: 'customer' },
          { clientId: unverified, capacity: 'customer' },
        ],
      }),
    );
    expect([edit.problem.status, edit.problem.blockers?.[0]?.provision]).toEqual([422, 'NZ s14(3)']);
  });

  test('does not start before a captured activity tells what it is, save property, which is an agent’s', async () => {
    const { capturedActivityNz: _, ...untold } = form(unverified, { activityType: 'engagement' });
    const { id } = await create(api, nz.staff, untold);
    expect((await start(id)).problem.blockers?.map(({ code }) => code)).toEqual(['activity.fieldMissing']);
    const { capturedActivityNz: __, ...property } = form(unverified);
    const sale = await create(api, nz.staff, property);
    await isRefused(sale.id);
  });

  test('starts of another company as before', async () => {
    const { a } = api.companies;
    const id = await addClient(api, a, 'Otherundone');
    const { id: activityId } = await create(api, a.staff, fullForm(id));
    expect((await move(api, a.staff, activityId, { move: 'to', to: 'inProgress' })).status).toBe(200);
  });
});
