import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createActivity, updateActivity } from '#contract/activities.ts';
import { openTestApi, type TestApi, type TestCompany } from '#tests/support/api/api.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { type ActivityForm, addClient, create, fullForm, read, update } from './support.ts';

describe.each(testEngines)('details of activities on %s', (engine) => {
  let api: TestApi;
  let a: TestCompany;
  let customer: string;

  beforeAll(async () => {
    api = await openTestApi(engine);
    a = api.companies.a;
    customer = await addClient(api, a, 'Customerton', { cdd_status: 'verified' });
  });
  afterAll(() => api.close());

  const refused = async (form: Partial<ActivityForm>, company = a) => {
    const body = { name: 'Refused', activityType: 'matter' as const, ...form };
    return (await api.request(createActivity, { body }, { as: company.staff })).problem;
  };

  test('stores every field of the form', async () => {
    const other = await addClient(api, a, 'Otherton');
    const form = fullForm(customer, {
      parties: [
        { clientId: customer, capacity: 'customer' },
        { clientId: other, capacity: 'otherParty' },
      ],
      maxTransactionValue: '12,500.50',
      currency: 'AUD',
      cashExpected: true,
      fundsCountries: ['NZL', 'WSM'],
      sourceOfFunds: 'Savings',
      address: { addressLine1: '12 Rata Street', state: 'Auckland', postcode: '1011', countryCode: 'NZL' },
      exchangeOn: '2026-12-01',
      settlementOn: '2027-01-20',
      assigneeMemberId: a.staff.id,
      reviewerMemberId: a.owner.id,
      externalId: 'M-17',
    });
    const made = await create(api, a.staff, form);
    expect(made).toMatchObject({
      reference: expect.stringMatching(/^A-\d{6}$/),
      status: 'toDo',
      version: 1,
      maxTransactionValue: 1_250_050,
      currency: 'AUD',
      fundsCountries: ['NZL', 'WSM'],
      settlementOn: '2027-01-20',
      delayedCdd: null,
      assignee: { name: a.staff.name },
      reviewer: { name: a.owner.name },
      parties: [
        { clientId: customer, name: 'Hinemoa Customerton', capacity: 'customer', cddStatus: 'verified' },
        { clientId: other, capacity: 'otherParty', cddStatus: 'notStarted' },
      ],
    });
    expect(await read(api, a.auditor, made.id)).toEqual({ ...made, transitions: [] });
    const unchanged = (await update(api, a.staff, made, form)).response;
    expect(unchanged.version).toBe(1);
    const changed = (
      await update(api, a.staff, made, { ...form, name: 'Renamed', parties: form.parties?.slice(0, 1) })
    ).response;
    expect([changed.version, changed.name, changed.parties.length]).toEqual([2, 'Renamed', 1]);
  });

  test('rejects a concurrent edit without losing data', async () => {
    const made = await create(api, a.staff, fullForm(customer));
    const both = await Promise.all([
      update(api, a.staff, made, fullForm(customer, { name: 'Of staff' })),
      update(api, a.owner, made, fullForm(customer, { name: 'Of owner' })),
    ]);
    const won = both.find(({ status }) => status === 200)?.response;
    const lost = both.find(({ status }) => status !== 200)?.problem;
    expect(lost).toMatchObject({ code: 'record.versionConflict', current: { name: won?.name, version: 2 } });
    expect((await read(api, a.staff, made.id)).name).toBe(won?.name);
  });

  test('gives concurrent activities unique references, in a series per company', async () => {
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, number) =>
        create(api, a.staff, { name: `At once ${number}`, activityType: 'other' }),
      ),
    );
    expect(new Set(made.map(({ reference }) => reference)).size).toBe(12);
    const first = await create(api, api.companies.b.staff, { name: 'First', activityType: 'other' });
    expect(first.reference).toBe('A-000001');
  });

  test('creates one activity for a form sent twice', async () => {
    const send = (name: string) =>
      api.request(
        createActivity,
        { body: { name, activityType: 'other' }, requestKey: 'same-form' },
        { as: a.staff },
      );
    const [one, two] = await Promise.all([send('Once'), send('Once')]);
    expect(one.response.id).toBe(two.response.id);
    expect((await send('Another')).problem).toMatchObject({
      code: 'idempotencyKey.reused',
      current: { name: 'Once' },
    });
  });

  test('rejects invalid input with field errors', async () => {
    const ofOthers = await addClient(api, api.companies.b, 'Foreignton');
    expect((await refused({ parties: [{ clientId: ofOthers, capacity: 'customer' }] })).fields).toEqual({
      'parties.0.clientId': ['Select a client of your company'],
    });
    const twice = [
      { clientId: customer, capacity: 'customer' as const },
      { clientId: customer, capacity: 'otherParty' as const },
    ];
    expect((await refused({ parties: twice })).fields?.['parties.1.clientId']?.[0]).toContain('already');
    const gone = await api.addMember(a.id, { status: 'suspended' });
    for (const person of [gone.id, api.companies.b.staff.id]) {
      expect((await refused({ assigneeMemberId: person })).fields).toHaveProperty('assigneeMemberId');
    }
    for (const maxTransactionValue of ['a lot', '1.234', '-5', -5, 1.5, '9999999999999']) {
      expect((await refused({ maxTransactionValue })).fields).toHaveProperty('maxTransactionValue');
    }
    expect((await refused({ name: '' })).fields).toHaveProperty('name');
    expect((await refused({ name: 'x'.repeat(121) })).fields).toHaveProperty('name');
    const backwards = { exchangeOn: '2026-12-02', settlementOn: '2026-12-01' };
    expect((await refused(backwards)).fields).toHaveProperty('settlementOn');
    expect(
      (
        await refused({
          delayedCddGround: 'Abroad',
          delayedCddRiskLimits: 'No funds move',
          exchangeOn: '2026-12-02',
        })
      ).fields?.delayedCddGround?.[0],
    ).toContain('Only Australian law');
    const unknown = await api.request(
      updateActivity,
      { params: { id: crypto.randomUUID() }, body: { name: 'x', activityType: 'other', version: 1 } },
      { as: a.staff },
    );
    expect(unknown.problem.code).toBe('record.notFound');
  });
});
