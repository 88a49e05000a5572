import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asTenant } from '#api/kernel/database/tenancy.ts';
import {
  readCompanyProfile,
  readPolicies,
  updateCompanyProfile,
  updatePolicies,
} from '#contract/company/company-settings.ts';
import type { Problem } from '#contract/errors.ts';
import { listTemplates } from '#contract/risk/risk-templates.ts';
import { openTestApi, type TestApi, type TestCompany } from '#tests/support/api/api.ts';
import { runWhileLocked } from '#tests/support/api/held-rows.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { addClient } from '../../checks/activities/support.ts';

describe.each(testEngines)('the company’s settings on %s', (engine) => {
  let test: TestApi;
  let company: TestCompany;

  beforeAll(async () => {
    test = await openTestApi(engine);
    company = await test.addCompany('Kōwhai Sample Partners');
  });
  afterAll(() => test?.close());

  const profile = async () => (await test.request(readCompanyProfile, {}, { as: company.owner })).response;
  const saveProfile = async (changed: object, requestKey = crypto.randomUUID()) => {
    const { updatedAt: _updatedAt, ...form } = await profile();
    const given = Object.fromEntries(Object.entries(form).filter(([, value]) => value !== null));
    const body = { ...given, ...changed } as never;
    return test.request(updateCompanyProfile, { body, requestKey }, { as: company.owner });
  };
  const policies = async () => (await test.request(readPolicies, {}, { as: company.owner })).response;
  const savePolicies = async (changed: object, requestKey = crypto.randomUUID()) => {
    const { policies: now, version } = await policies();
    const body = { version, ...now, ...changed };
    return test.request(updatePolicies, { body, requestKey }, { as: company.owner });
  };
  const trail = () =>
    asTenant(test.database.db, company.id, (trx) =>
      trx
        .selectFrom('audit_events as e')
        .innerJoin('audit_details as d', 'd.id', 'e.detail_id')
        .select(['e.action', 'e.resource_id', 'e.actor_id', 'd.detail'])
        .where('e.resource_type', 'in', ['company', 'riskTemplate'])
        .orderBy('e.seq')
        .execute(),
    );

  it('adds a country’s templates and retention periods with audit events, before the change, once', async () => {
    expect((await savePolicies({ retentionYears: 5 })).status).toBe(200);
    const body = { name: 'Kōwhai Renamed', regulatedIn: ['NZL', 'AUS'], version: (await profile()).version };
    const clear = await addClient(test, company, 'Clearston', { sanctions_status: 'clear' });
    const unchecked = await addClient(test, company, 'Uncheckedston');
    const before = (await trail()).length;
    const saved = await saveProfile(body, 'a-key-of-these-settings');
    expect(saved.response).toMatchObject({ name: 'Kōwhai Renamed', regulatedIn: ['NZL', 'AUS'] });
    expect((await policies()).policies.retentionYears).toBe(7);
    // The list that Australian law requires was not in use for any earlier screening.
    const { rows: screened } = await test.database.asSuperuser(
      'SELECT id, sanctions_status, screening_gaps FROM assay.clients WHERE id = ANY($1) ORDER BY id',
      [[clear, unchecked]],
    );
    expect(screened).toMatchObject([
      { id: clear, sanctions_status: 'incomplete', screening_gaps: [{ regime: 'dfat', problem: 'missing' }] },
      { id: unchecked, sanctions_status: 'notChecked', screening_gaps: [] },
    ]);
    const { templates } = (await test.request(listTemplates, { query: {} }, { as: company.owner })).response;
    const events = (await trail()).slice(before);
    expect(events.map(({ action }) => action)).toEqual([
      ...templates.map(() => 'template.published'),
      'company.updated',
    ]);
    expect(templates.length).toBeGreaterThan(0);
    expect(events.at(-1)).toMatchObject({
      resource_id: company.id,
      actor_id: company.owner.id,
      detail: {
        changes: {
          name: { before: 'Kōwhai Sample Partners', after: 'Kōwhai Renamed' },
          retentionYears: { before: 5, after: 7 },
        },
      },
    });
    const again = await saveProfile(body, 'a-key-of-these-settings');
    expect(again.response).toEqual(saved.response);
    expect((await trail()).length).toBe(before + events.length);
  });

  it('rejects settings changed concurrently, and returns the stored ones', async () => {
    const { version } = await profile();
    expect((await saveProfile({ sector: 'accounting' })).status).toBe(200);
    expect((await saveProfile({ version })).problem).toMatchObject({
      code: 'record.versionConflict',
      detail: 'Someone else changed the company’s settings while you had them open.',
      current: await profile(),
    });
    expect((await savePolicies({ version })).problem).toMatchObject({
      code: 'record.versionConflict',
      detail: 'Someone else changed the company’s settings while you had them open.',
      current: await policies(),
    });
  });

  it('accepts one of several concurrent updates', async () => {
    const { version } = await profile();
    const outcomes = await Promise.all(
      (['accounting', 'legal', 'accounting', 'legal'] as const).map((sector) =>
        saveProfile({ version, sector }),
      ),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });

  const saves: [string, (version: number) => Promise<{ status: number; problem: Problem }>][] = [
    ['details', (version) => saveProfile({ version, sector: 'legal' })],
    ['policies', (version) => savePolicies({ version, requestExpiryDays: 20 })],
  ];
  it.each(saves)('waits with %s for a concurrent change, and is then rejected', async (_, save) => {
    // As the form was opened, before the change: on one connection a read would wait for it, too.
    const { version } = await profile();
    const late = await runWhileLocked(
      test,
      company.id,
      (trx) =>
        trx
          .updateTable('companies')
          .set(({ eb }) => ({ version: eb('version', '+', 1) }))
          .where('id', '=', company.id)
          .execute(),
      () => save(version),
    );
    expect([late.status, late.problem?.code]).toEqual([409, 'record.versionConflict']);
  });

  it('returns all field errors of policies, without a change', async () => {
    const before = await policies();
    const { problem } = await savePolicies({ retentionYears: 1, fourEyes: 'always' });
    expect(problem.code).toBe('request.invalid');
    expect(problem.detail).toBeUndefined();
    expect(problem.fields).toEqual({
      retentionYears: [expect.stringContaining('The legal minimum is')],
      fourEyes: [expect.stringContaining('Maker-checker approval requires two people')],
    });
    expect(await policies()).toEqual(before);
  });

  it('records changed policies in readable form', async () => {
    const { version } = await policies();
    const saved = await savePolicies({ requestExpiryDays: 21 });
    expect(saved.response).toMatchObject({ version: version + 1, policies: { requestExpiryDays: 21 } });
    expect((await trail()).at(-1)).toMatchObject({
      action: 'company.policiesChanged',
      resource_id: company.id,
      detail: { changes: { requestExpiryDays: { before: '14 days', after: '21 days' } } },
    });
  });
});
