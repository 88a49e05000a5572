import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { previewPolicies, readPolicies } from '#contract/company/company-settings.ts';
import { openTestApi, type TestApi, type TestCompany } from '#tests/support/api/api.ts';
import { sentRequest } from '#tests/support/api/document-requests.ts';
import { testEngines } from '#tests/support/database/database.ts';

describe.each(testEngines)('policies on %s', (engine) => {
  let test: TestApi;
  let company: TestCompany;

  beforeAll(async () => {
    test = await openTestApi(engine);
    company = await test.addCompany('Tōtara Sample Partners');
  });
  afterAll(() => test.close());

  it('shows before saving what would change, and how many current records keep their end', async () => {
    const preview = async (changed: object) => {
      const { policies, version } = (await test.request(readPolicies, {}, { as: company.owner })).response;
      const body = { version, ...policies, ...changed };
      return test.request(previewPolicies, { body }, { as: company.owner });
    };
    expect((await preview({})).response.changes).toEqual([]);
    const { response } = await preview({ requestExpiryDays: 21 });
    expect(response.changes).toMatchObject([
      { field: 'requestExpiryDays', before: '14 days', after: '21 days' },
    ]);
    expect(response.changes[0]?.touches).toContain('do not change: 0.');
    await sentRequest(test, company.owner);
    const [later] = (await preview({ requestExpiryDays: 21 })).response.changes;
    expect(later?.touches).toContain('do not change: 1.');
  });

  it('rejects a preview that saving would reject', async () => {
    const { policies, version } = (await test.request(readPolicies, {}, { as: company.owner })).response;
    const preview = (changed: object) =>
      test.request(previewPolicies, { body: { version, ...policies, ...changed } }, { as: company.owner });
    expect((await preview({ version: version + 1 })).problem).toMatchObject({
      code: 'record.versionConflict',
      current: { version, policies },
    });
    expect((await preview({ retentionYears: 1 })).problem.fields).toEqual({
      retentionYears: [expect.stringContaining('The legal minimum is')],
    });
  });
});
