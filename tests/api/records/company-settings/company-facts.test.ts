import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asTenant } from '#api/kernel/database/tenancy.ts';
import { readMe } from '#contract/company/accounts.ts';
import { readCompanyProfile, updateCompanyProfile } from '#contract/company/company-settings.ts';
import { readOnboarding } from '#contract/company/onboarding.ts';
import { openTestApi, type TestApi, type TestCompany } from '#tests/support/api/api.ts';
import { testEngine } from '#tests/support/database/database.ts';

describe('facts of the company required by the law', () => {
  let test: TestApi;
  let company: TestCompany;

  beforeAll(async () => {
    test = await openTestApi(testEngine);
    company = await test.addCompany('Kōwhai Sample Facts');
  });
  afterAll(() => test?.close());

  const profile = async () => (await test.request(readCompanyProfile, {}, { as: company.owner })).response;
  const saveProfile = async (changed: object) => {
    const { updatedAt: _updatedAt, ...form } = await profile();
    const given = Object.fromEntries(Object.entries(form).filter(([, value]) => value !== null));
    return test.request(
      updateCompanyProfile,
      { body: { ...given, ...changed } as never },
      { as: company.owner },
    );
  };
  const trail = () =>
    asTenant(test.database.db, company.id, (trx) =>
      trx
        .selectFrom('audit_events as e')
        .innerJoin('audit_details as d', 'd.id', 'e.detail_id')
        .select(['e.action', 'd.detail'])
        .where('e.resource_type', '=', 'company')
        .orderBy('e.seq')
        .execute(),
    );

  it('are stored, recorded in the audit log and returned to the signed-in member', async () => {
    const facts = {
      sector: 'preciousMetals',
      otherSectors: ['accounting'],
      australianTranche: 'T2',
      firstServiceAu: '2026-09-14',
      formerSupervisor: 'DIA',
      enrolmentNumber: '100 012 337',
      regulatedIn: ['NZL', 'AUS'],
    };
    const saved = await saveProfile(facts);
    expect(saved.response).toMatchObject({ ...facts, enrolmentNumber: '100012337' });
    const { company: session } = (await test.request(readMe, {}, { as: company.staff })).response;
    expect(session).toMatchObject({ otherSectors: ['accounting'], australianTranche: 'T2' });
    const told = (await trail()).findLast(({ action }) => action === 'company.updated');
    expect(JSON.stringify(told?.detail)).toContain('100012337');
  });

  it('include that the only services are those of item 54, until it is omitted', async () => {
    const sent = { sector: 'finance', otherSectors: [], regulatedIn: ['AUS'], australianTranche: 'T1' };
    expect((await saveProfile({ ...sent, onlyItem54: true })).response).toMatchObject({ onlyItem54: true });
    expect(await profile()).toMatchObject({ ...sent, onlyItem54: true });
    const setup = (await test.request(readOnboarding, {}, { as: company.owner })).response;
    expect(setup.company.onlyItem54).toBe(true);
    const told = (await trail()).findLast(({ action }) => action === 'company.updated');
    expect(JSON.stringify(told?.detail)).toContain('onlyItem54');
    await saveProfile({ ...sent, onlyItem54: undefined });
    expect((await profile()).onlyItem54).toBe(false);
  });

  it.each([
    [{ enrolmentNumber: 'ABC123' }, 'enrolmentNumber'],
    [{ enrolmentNumber: '12' }, 'enrolmentNumber'],
    [{ firstServiceAu: '2026-02-30' }, 'firstServiceAu'],
    [{ firstServiceAu: '0226-07-01' }, 'firstServiceAu'],
    [{ firstServiceNz: '2999-01-01' }, 'firstServiceNz'],
    [{ sector: 'finance', otherSectors: [], australianTranche: 'T2' }, 'australianTranche'],
    [{ sector: 'accounting', otherSectors: ['accounting'] }, 'otherSectors'],
    [{ otherSectors: ['banking'] }, 'otherSectors[0]'],
    [{ formerSupervisor: 'SEC' }, 'formerSupervisor'],
    [{ regulatedIn: ['NZL'], firstServiceAu: '2026-09-14' }, 'firstServiceAu'],
    [{ sector: 'accounting', otherSectors: [], onlyItem54: true }, 'onlyItem54'],
    [{ sector: 'finance', otherSectors: ['legal'], onlyItem54: true }, 'onlyItem54'],
    [{ sector: 'finance', otherSectors: [], regulatedIn: ['NZL'], onlyItem54: true }, 'onlyItem54'],
    [{ onlyItem54: 'perhaps' }, 'onlyItem54'],
  ])('rejects %j as a field error', async (wrong, field) => {
    const { problem } = await saveProfile({ regulatedIn: ['NZL', 'AUS'], ...wrong });
    expect(problem).toMatchObject({ status: 422, code: 'request.invalid' });
    expect(problem.fields).toHaveProperty([field]);
  });

  it('can be changed by owners alone', async () => {
    const { updatedAt: _updatedAt, ...form } = await profile();
    const given = Object.fromEntries(Object.entries(form).filter(([, value]) => value !== null));
    const sent = await test.request(updateCompanyProfile, { body: given as never }, { as: company.staff });
    expect(sent.problem.status).toBe(403);
  });
});
