import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readDiligence } from '#contract/cdd/cdd.ts';
import { recordFinding } from '#contract/cdd/findings.ts';
import { listLawChanges } from '#contract/cdd/law-changes.ts';
import { readPolicies, updatePolicies } from '#contract/company/company-settings.ts';
import { openTestApi, type TestApi, type TestCompany, type TestPerson } from '#tests/support/api/api.ts';
import { testEngine } from '#tests/support/database/database.ts';
import { addClient } from '../activities/support.ts';

describe('former identification procedures of a company', () => {
  let api: TestApi;
  let company: TestCompany;
  let officer: TestPerson;
  let clientId: string;

  beforeAll(async () => {
    api = await openTestApi(testEngine);
    company = await api.addCompany('Wattle Finance', { billingCountryCode: 'AUS' });
    officer = await api.addMember(company.id, { designations: ['complianceOfficer'] });
    await setSector('finance');
    clientId = await addClient(api, company, 'Depositor');
  });
  afterAll(() => api.close());

  const setSector = (sector: string) =>
    api.database.asSuperuser('UPDATE assay.companies SET sector = $1 WHERE id = $2', [sector, company.id]);
  const save = async (formerProcedures: unknown, as: TestPerson = company.owner) => {
    const { version, policies } = (await api.request(readPolicies, {}, { as: company.owner })).response;
    const body = { ...policies, formerProcedures, version } as never;
    return api.request(updatePolicies, { body }, { as });
  };
  const read = async () =>
    (await api.request(readDiligence, { params: { id: clientId } }, { as: officer })).response;
  const record = async (procedure?: string, doneOn?: string) => {
    const { version, on } = await read();
    const body = {
      subject: 'earlierCdd',
      version,
      ground: 'oldProcedures',
      doneBy: 'Branch in Perth',
      doneOn: doneOn ?? on,
      basis: 'Passport and register extract, held by us',
      ...(procedure === undefined ? {} : { procedure }),
    } as const;
    return api.request(recordFinding, { params: { id: clientId }, body }, { as: officer });
  };
  const isIdentityDue = async () => (await read()).items.some(({ code }) => code === 'identity.verified');

  test('are set within the law by those who set policies', async () => {
    for (const wrong of ['A', 'A; 2029-03-31', [{ name: 'A', lastDay: '2029-02-30' }], [{ name: 1 }], 7]) {
      const { status, problem } = await save(wrong);
      expect([status, Object.keys(problem.fields ?? {})[0]?.split(/[.[]/)[0]]).toEqual([
        422,
        'formerProcedures',
      ]);
    }
    expect((await save('A; 2028-12-31', company.staff)).problem.code).toBe('role.forbidden');
    await setSector('legal');
    expect((await save('A; 2028-12-31')).problem.fields).toHaveProperty('formerProcedures');
    await setSector('finance');
    expect((await save('Term deposits; 2028-12-31')).response.policies.formerProcedures).toEqual([
      { name: 'Term deposits', lastDay: '2028-12-31' },
    ]);
  });

  test('let CDD count while the class is on the list, and make it due once it is removed', async () => {
    expect((await record()).problem.fields).toHaveProperty('procedure');
    expect((await record('Other class')).problem.fields).toHaveProperty('procedure');
    expect((await record('Term deposits', '2026-03-30')).problem.fields).toHaveProperty('doneOn');
    expect(await isIdentityDue()).toBe(true);
    expect((await record('Term deposits')).status).toBe(200);
    expect(await isIdentityDue()).toBe(false);
    const listed = async () =>
      (await api.request(listLawChanges, {}, { as: officer })).response.items.filter(
        ({ cause }) => cause === 'Company policies',
      );
    expect(await listed()).toEqual([]);
    expect((await save('')).status).toBe(200);
    expect(await isIdentityDue()).toBe(true);
    expect(await listed()).toMatchObject([{ clientsListed: 1 }]);
  });
});
