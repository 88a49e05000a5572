import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { readMe } from '#contract/accounts.ts';
import { listClients } from '#contract/clients.ts';
import { finishOnboarding, type onboardingInput, readOnboarding } from '#contract/onboarding.ts';
import { openTestApi, type TestApi } from '#tests/support/api.ts';
import { testEngines } from '#tests/support/database.ts';

const sampleAddress = {
  countryCode: 'NZL',
  addressLine1: '1 Sample Street',
  state: 'Wellington',
  postcode: '6011',
};

const details: Omit<z.input<typeof onboardingInput>, 'version'> = {
  legalName: 'Kōwhai Sample Advisers Limited',
  sector: 'accounting',
  regulatedIn: ['NZL'],
  address: sampleAddress,
  actsAsComplianceOfficer: true,
};

describe.each(testEngines)('setting a company up, on %s', (engine) => {
  let test: TestApi;
  beforeAll(async () => {
    test = await openTestApi(engine);
  });
  afterAll(() => test.close());

  const newCompany = (flags = {}) => test.addCompany('Newly Sample', { accessRestricted: true, ...flags });

  it('lifts the restriction that a new company starts with, and names the compliance officer', async () => {
    const { owner } = await newCompany();
    expect((await test.request(listClients, { query: {} }, { as: owner })).problem.code).toBe(
      'company.restricted',
    );

    const { version } = (await test.request(readOnboarding, {}, { as: owner })).answer.company;
    const saved = await test.request(finishOnboarding, { body: { ...details, version } }, { as: owner });
    expect(saved.answer).toMatchObject({ accessRestricted: false, onboardingStep: 'done' });

    expect((await test.request(listClients, { query: {} }, { as: owner })).status).toBe(200);
    const me = (await test.request(readMe, {}, { as: owner })).answer;
    expect(me.member.designations).toEqual(['complianceOfficer']);
    const after = (await test.request(readOnboarding, {}, { as: owner })).answer;
    expect(after).toMatchObject({ done: true, complianceOfficers: [{ id: owner.id }] });
    expect(after.company).toMatchObject({ legalName: details.legalName, address: details.address });
  });

  it('never lifts a restriction that a platform admin set', async () => {
    const company = await newCompany();
    await test.database.asSuperuser(
      `UPDATE assay.companies SET access_restricted_by = $1, access_restricted_reason = 'Unpaid' WHERE id = $2`,
      [test.admin.id, company.id],
    );
    const as = { as: company.owner };
    const { version } = (await test.request(readOnboarding, {}, as)).answer.company;
    const saved = await test.request(finishOnboarding, { body: { ...details, version } }, as);
    expect(saved.answer).toMatchObject({ accessRestricted: true, accessRestrictedReason: 'Unpaid' });
    expect((await test.request(listClients, { query: {} }, as)).problem.code).toBe('company.restricted');
  });

  it('refuses people who are no owner, and a stale version', async () => {
    const company = await newCompany();
    const body = { ...details, version: 1 };
    const byStaff = await test.request(finishOnboarding, { body }, { as: company.staff });
    expect(byStaff.problem.code).toBe('role.forbidden');
    const stale = await test.request(
      finishOnboarding,
      { body: { ...body, version: 7 } },
      { as: company.owner },
    );
    expect(stale.problem).toMatchObject({ code: 'record.stale', current: { name: 'Newly Sample' } });
  });

  it('acts once for one form sent twice, and says so when the second differs', async () => {
    const { owner } = await newCompany();
    const send = (legalName: string) =>
      test.request(
        finishOnboarding,
        { body: { ...details, legalName, version: 1 }, requestKey: 'one-key-for-two-posts' },
        { as: owner },
      );
    const first = await send('Twice Sample Limited');
    const again = await send('Twice Sample Limited');
    expect(again.answer).toEqual(first.answer);
    expect((await send('Another Sample Limited')).problem.code).toBe('requestKey.reused');
  });

  it.each([
    ['legalName', { legalName: ' ' }, 'Enter the legal name of your company'],
    ['regulatedIn', { regulatedIn: [] }, 'Choose at least one country'],
    ['address.postcode', { address: { ...sampleAddress, postcode: '60' } }, 'Enter a postcode of 4 digits'],
    ['address.addressLine1', { address: { countryCode: 'NZL' } }, 'Enter the address'],
  ])('says what is wrong beside %s', async (field, change, sentence) => {
    const { owner } = await newCompany();
    const body = { ...details, version: 1, ...change } as never;
    const refused = await test.request(finishOnboarding, { body }, { as: owner });
    expect(refused.problem.fields?.[field]).toContain(sentence);
  });
});
