import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asTenant } from '#api/kernel/database/tenancy.ts';
import { readClientHistory, updateClient } from '#contract/clients/clients.ts';
import { pepStatuses, riskLevels, sanctionsStatuses } from '#rules/clients/client-types.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { openTestApi, type TestApi } from '#tests/support/api/api.ts';
import { brokenPeriods } from '#tests/support/api/client-periods.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { businessForm, create, personForm } from './support.ts';

describe.each(testEngines)('periods of a client’s values on %s', (engine) => {
  let api: TestApi;
  let owner: TestApi['companies']['a']['owner'];

  beforeAll(async () => {
    api = await openTestApi(engine);
    owner = api.companies.a.owner;
  });
  afterAll(() => api?.close());

  const history = async (id: string, asAt?: string) =>
    (await api.request(readClientHistory, { params: { id }, query: { asAt } }, { as: owner })).response;

  /** One transaction of statements directly in the database. */
  const write = (id: string, sets: readonly string[]) =>
    api.database.asSuperuser(
      `BEGIN; ${sets.map((set) => `UPDATE assay.clients SET ${set} WHERE id = '${id}'`).join('; ')}; COMMIT`,
    );

  const asCompany = (companyId: string, statement: string) =>
    asTenant(api.database.db, companyId, (trx) => sql.raw(statement).execute(trx));

  const getKind = (periods: Awaited<ReturnType<typeof history>>['periods'], kind: string) =>
    periods.filter((period) => period.kind === kind);

  test('start with the client, at the event that records the value', async () => {
    const { id, createdAt } = await create(api, owner, personForm('Aroha', 'Begins'));
    const { periods, events, asAt } = await history(id);
    const event = { seq: events[0]?.seq, action: 'client.created' };
    expect(asAt).toBeNull();
    expect(Object.fromEntries(periods.map(({ kind, value }) => [kind, value]))).toEqual({
      status: 'draft',
      cddStatus: 'notStarted',
      cddLevel: null,
      riskLevel: null,
      pepStatus: 'notChecked',
      sanctionsStatus: 'notChecked',
      clientType: 'individual',
    });
    for (const period of periods) expect(period).toMatchObject({ cause: 'event', event, to: null });
    expect(Date.parse(periods[0]?.from ?? '')).toBeGreaterThanOrEqual(Date.parse(createdAt));
    expect(periods[0]?.from).toBe(events[0]?.at);
  });

  test('end where a command changes the value, and return the value on a day', async () => {
    const { id } = await create(api, owner, businessForm('Tarata Holdings'));
    const before = companyDay(api.clock.now(), 'Pacific/Auckland');
    await api.clock.advance(3 * 86_400);
    const body = { ...businessForm('Tarata Holdings'), clientType: 'trust' as const, version: 1 };
    await api.request(updateClient, { params: { id }, body }, { as: owner });
    const { periods, events } = await history(id);
    const [company, trust, ...more] = getKind(periods, 'clientType');
    expect(more).toEqual([]);
    expect(company).toMatchObject({ value: 'company', to: events[0]?.at });
    expect(trust).toMatchObject({
      value: 'trust',
      from: events[0]?.at,
      to: null,
      event: { action: 'client.updated' },
    });
    const typeOn = async (day: string) =>
      (await history(id, day)).asAt?.values.find(({ kind }) => kind === 'clientType')?.value;
    expect(await typeOn(before)).toBe('company');
    expect(await typeOn(companyDay(api.clock.now(), 'Pacific/Auckland'))).toBe('trust');
    expect((await history(id, '2020-01-01')).asAt).toEqual({ day: '2020-01-01', values: [] });
  });

  test('return an error for a future day, and 404 for another company', async () => {
    const { id } = await create(api, owner, personForm('Wiremu', 'Later'));
    for (const asAt of ['2999-01-01', '9999-12-31']) {
      const refused = await api.request(
        readClientHistory,
        { params: { id }, query: { asAt } },
        { as: owner },
      );
      expect(refused).toMatchObject({
        status: 422,
        problem: { fields: { asAt: ['Enter today or an earlier date'] } },
      });
    }
    const { rows } = await asCompany(api.companies.b.id, 'SELECT * FROM assay.client_periods');
    expect(rows).toEqual([]);
  });

  test('cannot be written by the tenant role', async () => {
    for (const statement of [
      `UPDATE assay.client_periods SET value = 'low'`,
      'DELETE FROM assay.client_periods',
      `INSERT INTO assay.client_periods (company_id, client_id, kind, from_at, cause) SELECT company_id, client_id, kind, now(), 'other' FROM assay.client_periods`,
    ]) {
      await expect(asCompany(api.companies.a.id, statement)).rejects.toMatchObject({ code: '42501' });
    }
  });

  test('omit a value changed and restored in one transaction', async () => {
    const { id } = await create(api, owner, personForm('Hemi', 'Unchanged'));
    await write(id, [`risk_level = 'high'`, 'risk_level = NULL']);
    expect(getKind((await history(id)).periods, 'riskLevel')).toHaveLength(1);
    await write(id, [`risk_level = 'high'`, `risk_level = 'low'`]);
    expect(
      getKind((await history(id)).periods, 'riskLevel').map(({ value, cause }) => [value, cause]),
    ).toEqual([
      [null, 'event'],
      ['low', 'other'],
    ]);
  });

  test('have one open period equal to the column, without overlaps or gaps, after any writes', async () => {
    const { id } = await create(api, owner, personForm('Any', 'Order'));
    const oneOf = (column: string, values: readonly string[]) =>
      fc.constantFrom(...values.map((value) => `${column} = '${value}'`));
    const set = fc.oneof(
      oneOf('risk_level', riskLevels),
      oneOf('pep_status', pepStatuses),
      oneOf('sanctions_status', sanctionsStatuses),
      fc.constant('risk_level = NULL'),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(set, { minLength: 1, maxLength: 4 }), async (sets) => {
        await write(id, sets);
        expect(await brokenPeriods(api.database.asSuperuser)).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });

  test('are deleted with a destroyed client', async () => {
    const { id } = await create(api, owner, personForm('Gone', 'Entirely'));
    await asCompany(api.companies.a.id, `SELECT assay.destroy_client('${id}')`);
    const { rows } = await api.database.asSuperuser(
      'SELECT 1 FROM assay.client_periods WHERE client_id = $1',
      [id],
    );
    expect(rows).toEqual([]);
  });
});
