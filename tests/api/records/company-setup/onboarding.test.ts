import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { rateLimits } from '#api/kernel/rate-limits/limits.ts';
import { consumeRateLimitToken } from '#api/kernel/rate-limits/take-token.ts';
import { listClients } from '#contract/clients/clients.ts';
import { readMe } from '#contract/company/accounts.ts';
import {
  adoptStarters,
  type companyDetailsInput,
  lookupCompany,
  nameOfficer,
  readOnboarding,
  saveCompanyDetails,
} from '#contract/company/onboarding.ts';
import { openCheckout, verifyCheckout } from '#contract/platform/billing.ts';
import { listTemplates } from '#contract/risk/risk-templates.ts';
import { openTestApi, type TestApi, type TestCompany } from '#tests/support/api/api.ts';
import { testEngine } from '#tests/support/database/database.ts';
import { addClient } from '../../checks/activities/support.ts';

const sampleAddress = {
  countryCode: 'NZL',
  addressLine1: '1 Sample Street',
  state: 'Wellington',
  postcode: '6011',
};

const details: Omit<z.input<typeof companyDetailsInput>, 'version'> = {
  legalName: 'Kōwhai Sample Advisers Limited',
  sector: 'accounting',
  regulatedIn: ['NZL'],
  address: sampleAddress,
};

describe('company setup', () => {
  let test: TestApi;
  beforeAll(async () => {
    test = await openTestApi(testEngine);
  });
  afterAll(() => test.close());

  /** A company immediately after sign-up. */
  async function newCompany(): Promise<TestCompany> {
    const company = await test.addCompany('Newly Sample', {
      accessRestricted: true,
      subscriptionActive: false,
    });
    await test.database.asSuperuser(`UPDATE assay.companies SET onboarding_step = 'company' WHERE id = $1`, [
      company.id,
    ]);
    return company;
  }

  const steps = {
    company: async ({ owner }: TestCompany) => {
      const { version } = (await test.request(readOnboarding, {}, { as: owner })).response.company;
      return test.request(saveCompanyDetails, { body: { ...details, version } }, { as: owner });
    },
    officer: async ({ owner }: TestCompany) =>
      test.request(nameOfficer, { body: { memberId: owner.id } }, { as: owner }),
    plan: async ({ owner }: TestCompany) => {
      const opened = await test.request(
        openCheckout,
        { body: { plan: 'monthly', from: 'onboarding' } },
        { as: owner },
      );
      await test.payments.payOn(opened.response.url, { card: 'works', webhook: 'never' });
      return test.request(verifyCheckout, { body: { sessionId: opened.response.id } }, { as: owner });
    },
  };
  type StepName = keyof typeof steps;

  it('lists the clients whose level of CDD other details change, as the settings do', async () => {
    const company = await test.addCompany('Set Up Again Limited');
    const client = await addClient(test, company, 'Tehran', { status: 'active', cdd_level: 'standard' });
    await test.database.asSuperuser(
      `UPDATE assay.clients SET individual = individual || '{"residenceCountry": "IRN"}' WHERE id = $1`,
      [client],
    );
    const { version } = (await test.request(readOnboarding, {}, { as: company.owner })).response.company;
    const body = { ...details, regulatedIn: ['NZL' as const, 'AUS' as const], version };
    expect((await test.request(saveCompanyDetails, { body }, { as: company.owner })).status).toBe(200);
    const { rows } = await test.database.asSuperuser(
      `SELECT c.cdd_level, l.cause FROM assay.law_change_clients a JOIN assay.clients c ON c.id = a.client_id
         JOIN assay.law_changes l ON l.id = a.law_change_id WHERE c.id = $1`,
      [client],
    );
    expect(rows).toEqual([{ cdd_level: 'enhanced', cause: 'Company details' }]);
  });

  const state = async ({ owner }: TestCompany) =>
    (await test.request(readMe, {}, { as: owner })).response.company;

  it.each([
    ['plan last', ['company', 'officer', 'plan']],
    ['the officer last', ['plan', 'company', 'officer']],
    ['details last', ['officer', 'plan', 'company']],
  ] satisfies [string, StepName[]][])(
    'ends the restriction with the last requirement: %s',
    async (_, order) => {
      const company = await newCompany();
      for (const [index, name] of order.entries()) {
        expect(await state(company)).toMatchObject({ accessRestricted: true, defaultWorklistId: 0 });
        expect((await test.request(listClients, { query: {} }, { as: company.owner })).problem.code).toBe(
          'company.restricted',
        );
        const { left, done } = (await test.request(readOnboarding, {}, { as: company.owner })).response;
        expect([left.includes(name), done, index]).toEqual([true, false, index]);
        expect((await steps[name](company)).status).toBe(200);
      }
      const after = await state(company);
      expect(after).toMatchObject({
        accessRestricted: false,
        subscriptionActive: true,
        onboardingStep: 'done',
      });
      expect(after.defaultWorklistId).toBeGreaterThan(0);
      expect((await test.request(listClients, { query: {} }, { as: company.owner })).status).toBe(200);
      // No templates were chosen, so those of its country are adopted.
      const { templates } = (await test.request(listTemplates, { query: {} }, { as: company.owner }))
        .response;
      expect(templates.map(({ isDefault }) => isDefault)).toEqual([true, true]);
      const { rows } = await test.database.asSuperuser(
        `SELECT action, actor_type FROM assay.audit_events WHERE chain = $1
          AND action IN ('company.onboarded', 'company.subscriptionActiveChanged', 'worklist.created') ORDER BY seq`,
        [company.id],
      );
      expect(rows.map((row) => row.action).sort()).toEqual([
        'company.onboarded',
        'company.subscriptionActiveChanged',
        'worklist.created',
      ]);
      expect(rows.find((row) => row.action === 'company.subscriptionActiveChanged')?.actor_type).toBe(
        'system',
      );
    },
  );

  it('rejects facts that contradict the countries, or lie ahead', async () => {
    const company = await newCompany();
    const { version } = (await test.request(readOnboarding, {}, { as: company.owner })).response.company;
    const rejected = await test.request(
      saveCompanyDetails,
      {
        body: {
          ...details,
          regulatedIn: ['AUS'],
          australianTranche: 'T2',
          sector: 'finance',
          firstServiceNz: '2020-01-01',
          firstServiceAu: '2999-01-01',
          version,
        },
      },
      { as: company.owner },
    );
    expect(rejected.status).toBe(422);
    expect(Object.keys(rejected.problem.fields ?? {}).sort()).toEqual([
      'australianTranche',
      'firstServiceAu',
      'firstServiceNz',
    ]);
  });

  it('ends setup once when its last two steps are saved concurrently', async () => {
    for (let round = 0; round < 3; round += 1) {
      const company = await newCompany();
      await steps.plan(company);
      const { version } = (await test.request(readOnboarding, {}, { as: company.owner })).response.company;
      const outcomes = await Promise.all([
        test.request(saveCompanyDetails, { body: { ...details, version } }, { as: company.owner }),
        steps.officer(company),
      ]);
      expect(outcomes.map(({ status }) => status)).toEqual([200, 200]);
      expect(await state(company)).toMatchObject({ accessRestricted: false, onboardingStep: 'done' });
      // Saving a step again afterwards does not end setup a second time.
      expect((await steps.company(company)).status).toBe(200);
      const { rows } = await test.database.asSuperuser(
        `SELECT seq FROM assay.audit_events WHERE chain = $1 AND action = 'company.onboarded'`,
        [company.id],
      );
      expect(rows).toHaveLength(1);
    }
  });

  it('never lifts a restriction set by a platform admin', async () => {
    const company = await newCompany();
    await test.database.asSuperuser(
      `UPDATE assay.companies SET access_restricted_by = $1, access_restricted_reason = 'Unpaid' WHERE id = $2`,
      [test.admin.id, company.id],
    );
    for (const name of ['company', 'officer', 'plan'] as const) await steps[name](company);
    expect(await state(company)).toMatchObject({
      accessRestricted: true,
      accessRestrictedReason: 'Unpaid',
      onboardingStep: 'done',
    });
  });

  it('accepts one compliance officer at a time, invited ones included, and no auditor', async () => {
    const company = await newCompany();
    const as = { as: company.owner };
    await steps.officer(company);
    const invited = await test.addMember(company.id, { status: 'invited', designations: ['seniorManager'] });
    const { response } = await test.request(nameOfficer, { body: { memberId: invited.id } }, as);
    expect(response.people.filter(({ isComplianceOfficer }) => isComplianceOfficer)).toMatchObject([
      { id: invited.id, hasJoined: false },
    ]);
    expect(response.left).not.toContain('officer');
    for (const memberId of [company.auditor.id, test.companies.b.owner.id]) {
      const refused = await test.request(nameOfficer, { body: { memberId } }, as);
      expect(refused.problem.fields?.memberId).toHaveLength(1);
    }
    const byStaff = await test.request(
      nameOfficer,
      { body: { memberId: company.staff.id } },
      { as: company.staff },
    );
    expect(byStaff.problem.code).toBe('role.forbidden');
  });

  it('rejects a stale version, applies a form once, and returns field errors', async () => {
    const { owner } = await newCompany();
    const send = (change: object, requestKey?: string) =>
      test.request(
        saveCompanyDetails,
        { body: { ...details, version: 1, ...change } as never, ...(requestKey ? { requestKey } : {}) },
        { as: owner },
      );
    for (const [field, change, message] of [
      ['legalName', { legalName: ' ' }, 'Enter the legal name of your company'],
      ['regulatedIn', { regulatedIn: [] }, 'Select at least one country'],
      ['address.postcode', { address: { ...sampleAddress, postcode: '60' } }, 'Enter a postcode of 4 digits'],
      ['address.addressLine1', { address: { countryCode: 'NZL' } }, 'Enter the address'],
    ] as const) {
      expect((await send(change)).problem.fields?.[field]).toContain(message);
    }
    expect((await send({ version: 7 })).problem).toMatchObject({
      code: 'record.versionConflict',
      current: { name: 'Newly Sample' },
    });
    const key = 'one-key-for-two-posts';
    const first = await send({}, key);
    expect((await send({}, key)).response).toEqual(first.response);
    expect((await send({ legalName: 'Another Sample Limited' }, key)).problem.code).toBe(
      'idempotencyKey.reused',
    );
  });

  it('adopts the chosen templates of its own countries alone', async () => {
    const company = await newCompany();
    const as = { as: company.owner };
    const { starters } = (await test.request(readOnboarding, {}, as)).response;
    expect(new Set(starters.map(({ country }) => country))).toEqual(new Set(['NZL']));
    const [first] = starters;
    const { response } = await test.request(adoptStarters, { body: { keys: [first?.key ?? ''] } }, as);
    expect(response.starters.map(({ isAdopted }) => isAdopted)).toEqual([true, false]);
    const foreign = await test.request(adoptStarters, { body: { keys: ['clients-aus'] } }, as);
    expect(foreign.problem.fields?.keys).toEqual(['Select templates of your company’s countries']);
    for (const name of ['company', 'officer', 'plan'] as const) await steps[name](company);
    // The chosen templates are the whole selection.
    expect((await test.request(listTemplates, { query: {} }, as)).response.templates).toHaveLength(1);
  });

  it('prefills the form from the register, and says why where it cannot', async () => {
    const { owner } = await newCompany();
    const look = (register: 'nzbn' | 'abr', number: string) =>
      test.request(lookupCompany, { body: { register, number } }, { as: owner });
    const known = test.registers.entity('KŌWHAI BAY TRADING LIMITED');
    const found = (await look('nzbn', known.nzbn ?? '')).response;
    expect(found).toMatchObject({ legalName: 'KŌWHAI BAY TRADING LIMITED', nzbn: known.nzbn });
    expect(found.address?.postcode).toMatch(/^\d{4}$/);
    expect((await look('nzbn', '9429041561141')).problem.fields?.nzbn).toHaveLength(1);
    expect((await look('abr', '99 999 999 999')).problem.fields?.abn).toHaveLength(1);
    test.registers.setDown(true);
    expect((await look('nzbn', known.nzbn ?? '')).problem.fields?.nzbn?.[0]).toMatch(/register/);
    test.registers.setDown(false);
  });

  it('limits lookups, and says when to retry', async () => {
    const { id, owner } = await newCompany();
    const { limit } = rateLimits['onboarding.lookup'];
    const known = test.registers.entity('KŌWHAI BAY TRADING LIMITED');
    const now = test.clock.now();
    for (let taken = 0; taken < limit; taken += 1) {
      await consumeRateLimitToken(test.database.db, 'onboarding.lookup', id, now);
    }
    const { status, problem } = await test.request(
      lookupCompany,
      { body: { register: 'nzbn', number: known.nzbn ?? '' } },
      { as: owner },
    );
    expect([status, problem?.code]).toEqual([429, 'rate.limited']);
  });
});
