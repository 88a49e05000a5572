import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { previewPolicies, readPolicies } from '#contract/company-settings.ts';
import { openTestApi, type TestApi, type TestCompany } from '#tests/support/api.ts';
import { testEngines } from '#tests/support/database.ts';
import { sentRequest } from '#tests/support/document-requests.ts';

describe.each(testEngines)('policies on %s', (engine) => {
  let test: TestApi;
  let company: TestCompany;

  beforeAll(async () => {
    test = await openTestApi(engine);
    company = await test.addCompany('Tōtara Sample Partners');
  });
  afterAll(() => test.close());

  it('tells before saving what would change, and how much of what stands keeps its end', async () => {
    const preview = async (changed: object) => {
      const { policies, version } = (await test.request(readPolicies, {}, { as: company.owner })).answer;
      const body = { version, ...policies, ...changed };
      return test.request(previewPolicies, { body }, { as: company.owner });
    };
    expect((await preview({})).answer.changes).toEqual([]);
    const { answer } = await preview({ requestExpiryDays: 21 });
    expect(answer.changes).toMatchObject([
      { field: 'requestExpiryDays', before: '14 days', after: '21 days' },
    ]);
    expect(answer.changes[0]?.touches).toContain('keep their end: 0.');
    await sentRequest(test, company.owner);
    const [later] = (await preview({ requestExpiryDays: 21 })).answer.changes;
    expect(later?.touches).toContain('keep their end: 1.');
  });
});
