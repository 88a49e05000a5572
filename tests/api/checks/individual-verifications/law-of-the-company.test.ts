import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getJudged } from '#api/checks/individual-verifications/record/dto.ts';
import { getFindings } from '#api/checks/individual-verifications/record/facts.ts';
import { readVerificationById } from '#api/checks/individual-verifications/record/store.ts';
import { settle } from '#api/checks/individual-verifications/run-source-checks.ts';
import { asTenant } from '#api/kernel/database/tenancy.ts';
import { readCompanyFacts } from '#api/records/company-settings/store.ts';
import { listVerifications } from '#contract/individual-verifications/individual-verifications.ts';
import { openTestApi, type TestApi, type TestCompany } from '#tests/support/api/api.ts';
import { personToVerify, started, verificationNow } from '#tests/support/api/verifications.ts';
import { testEngines } from '#tests/support/database/database.ts';

describe.each(testEngines)('the law that judges a verification on %s', (engine) => {
  let test: TestApi;
  beforeAll(async () => {
    test = await openTestApi(engine);
  });
  afterAll(() => test.close());

  /** An Australian company of a sector, with a verification in progress. */
  async function companyOf(sector: 'legal' | 'finance') {
    const company = await test.addCompany(`Wattle of ${sector}`, { billingCountryCode: 'AUS' });
    await test.database.asSuperuser('UPDATE assay.companies SET sector = $2 WHERE id = $1', [
      company.id,
      sector,
    ]);
    const client = await personToVerify(test, company.staff);
    const { id } = await started(test, company.staff, client.id, { method: 'documentSighted' });
    return { company, clientId: client.id, id };
  }

  /** Rules that decide a verification at noon of a day in Sydney, and what its checks come to. */
  function judgedOn({ company, id }: { company: TestCompany; id: string }, day: string) {
    const now = () => new Date(`${day}T02:00:00.000Z`);
    return asTenant(test.database.db, company.id, async (trx) => {
      const stored = await readVerificationById(trx, id);
      if (stored === null) throw new Error('There is no such verification.');
      const judged = await getJudged(trx, { now }, await readCompanyFacts(trx, company.id), stored);
      const { rules, rulePassed } = getFindings(judged);
      const { status } = await settle(trx, { now }, { companyId: company.id, id });
      return { rules: rules.filter(({ decisive }) => decisive).map(({ id }) => id), rulePassed, status };
    });
  }

  it.each([
    ['finance', '2026-03-30', '2026-03-31'],
    ['legal', '2026-06-30', '2026-07-01'],
  ] as const)('is Australian for a company of %s after %s, from %s', async (sector, before, from) => {
    const verification = await companyOf(sector);
    const without = { rules: [], rulePassed: false, status: 'needsReview' };
    expect(await judgedOn(verification, before)).toEqual(without);
    expect(await judgedOn(verification, from)).toEqual({ ...without, rules: ['au.reasonableGrounds'] });
    if (sector === 'legal') expect(await judgedOn(verification, '2026-06-10')).toEqual(without);
  });

  it('follows the sectors and the tranche that the company records', async () => {
    const verification = await companyOf('legal');
    const { company } = verification;
    await test.database.asSuperuser("UPDATE assay.companies SET other_sectors = '{finance}' WHERE id = $1", [
      company.id,
    ]);
    expect((await judgedOn(verification, '2026-06-10')).rules).toEqual(['au.reasonableGrounds']);
  });

  it('is that of today on the record and in the list', async () => {
    const { company, clientId, id } = await companyOf('legal');
    const { rules } = await verificationNow(test, company.staff, id);
    expect(rules.filter(({ decisive }) => decisive).map(({ id }) => id)).toEqual(['au.reasonableGrounds']);
    const { response } = await test.request(
      listVerifications,
      { params: { clientId }, query: {} },
      { as: company.staff },
    );
    expect(response.verifications[0]?.toConfirm).not.toEqual([]);
  });
});
