import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCountryListStates, readCountryLists, saveCountryList } from '#contract/cdd/cdd.ts';
import { scoreAssessment } from '#contract/risk/assessments.ts';
import { openTestApi, type TestApi, type TestCompany, type TestPerson } from '#tests/support/api/api.ts';
import { publishedTemplate, sampleAnswers, sampleContent, sampleQuestion } from '#tests/support/api/risk.ts';
import { testDay } from '#tests/support/clock/test-day.ts';
import { testEngines } from '#tests/support/database/database.ts';

describe.each(testEngines)('country lists on %s', (engine) => {
  let test: TestApi;
  let company: TestCompany;
  beforeAll(async () => {
    test = await openTestApi(engine);
    company = test.companies.a;
  });
  afterAll(() => test?.close());

  const read = async (as: TestPerson) => (await test.request(readCountryLists, {}, { as })).response.lists;
  const getFirm = async (as: TestPerson) => {
    const firm = (await read(as)).find(({ key }) => key === 'firm');
    if (firm === undefined) throw new Error('no list');
    return firm;
  };
  const save = (as: TestPerson, body: object, key = 'firm') =>
    test.request(saveCountryList, { params: { key: key as 'firm' }, body: body as never }, { as });
  const today = () => testDay('Pacific/Auckland', test.clock.now());

  it('starts with the day’s starter lists, as version 0', async () => {
    const { owner } = await test.addCompany('Lists Limited');
    const lists = await read(owner);
    expect(lists.map(({ key, version, updatedBy }) => [key, version, updatedBy])).toEqual([
      ['callForAction', 0, null],
      ['increasedMonitoring', 0, null],
      ['firm', 0, null],
    ]);
    expect(lists[0]?.countries).toEqual(['IRN', 'MMR', 'PRK']);
    expect(lists[0]?.note).not.toBe('');
  });

  it('stores each version, shows the newest, and no other company’s', async () => {
    const { owner } = company;
    const { asAt, version } = await getFirm(owner);
    const saved = await save(owner, { version, asAt, countries: ['PAN', 'AGO', 'PAN'], note: 'Ours' });
    expect(saved.response).toMatchObject({
      version: version + 1,
      countries: ['AGO', 'PAN'],
      note: 'Ours',
      updatedBy: owner.name,
    });
    const again = await save(owner, { version: version + 1, asAt, countries: [] });
    expect(await getFirm(owner)).toEqual(again.response);
    expect((await getFirm(test.companies.b.owner)).version).toBe(0);
    const { rows } = await test.database.asSuperuser(
      `SELECT version, countries FROM assay.country_lists WHERE company_id = $1 ORDER BY version`,
      [company.id],
    );
    expect(rows.map(({ countries }) => countries)).toEqual([['AGO', 'PAN'], []]);
  });

  it('shows the additions and removals of each version, with actor and source, page by page', async () => {
    const { owner } = await test.addCompany('History Limited');
    const getStates = async (query = {}) =>
      (await test.request(readCountryListStates, { params: { key: 'firm' }, query }, { as: owner })).response;
    expect(await getStates()).toEqual({ states: [], nextBefore: null });
    const { asAt, countries } = await getFirm(owner);
    const source = 'Our own assessment of 2026';
    await save(owner, { version: 0, asAt, countries: ['IRN', 'PAN'], source });
    const first = (await getStates()).states[0];
    expect(first).toMatchObject({ version: 1, added: ['PAN'], source, savedBy: owner.name });
    expect(first?.removed).toEqual(countries.filter((country) => country !== 'IRN'));
    for (let version = 1; version <= 21; version += 1) {
      await save(owner, { version, asAt, countries: version % 2 === 0 ? ['IRN', 'PAN'] : ['IRN'] });
    }
    const newest = await getStates();
    expect(newest.states.map(({ version }) => version)).toEqual(Array.from({ length: 20 }, (_, i) => 22 - i));
    expect(newest.states.at(-1)).toMatchObject({ version: 3, added: ['PAN'], removed: [] });
    const older = await getStates({ before: newest.nextBefore });
    expect(older.states.map(({ version, removed }) => [version, removed])).toEqual([
      [2, ['PAN']],
      [1, first?.removed],
    ]);
    expect(older.nextBefore).toBeNull();
  });

  it('changes what a country scores, with the date of the list', async () => {
    const { owner } = await test.addCompany('Scoring Limited');
    const question = sampleQuestion('country', {
      type: 'country',
      options: [
        { key: 'firm', label: 'Ours', score: 100 },
        { key: 'otherwise', label: 'Other', score: 0 },
      ],
    });
    const template = await publishedTemplate(test, owner, { content: sampleContent([question]) });
    const body = { templateVersionId: template.shown.id, answers: sampleAnswers({ country: 'PAN' }) };
    const score = async () => (await test.request(scoreAssessment, { body }, { as: owner })).response;
    expect((await score()).score).toBe('0.0');
    const { version } = await getFirm(owner);
    expect((await save(owner, { version, asAt: today(), countries: ['PAN'] })).status).toBe(200);
    const after = await score();
    expect(after.score).toBe('100.0');
    expect(after.contributions[0]?.lists).toEqual([{ key: 'firm', asAt: today() }]);
  });

  it('rejects a concurrent update, and returns the saved list', async () => {
    const { owner } = await test.addCompany('Two Limited');
    const { asAt, version } = await getFirm(owner);
    const both = await Promise.all(
      ['PAN', 'AGO'].map((country) => save(owner, { version, asAt, countries: [country] })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const lost = both.find(({ status }) => status === 409)?.problem;
    expect(lost).toMatchObject({ code: 'record.versionConflict', current: await getFirm(owner) });
    expect(lost?.detail).toContain(`${owner.name} changed this list after you opened it.`);
  });

  it.each([
    ['a country that is none', { countries: ['XYZ'] }, 'countries[0]'],
    ['a day to come', { asAt: '2999-01-01' }, 'asAt'],
    ['a day before the list it replaces', { asAt: '2001-01-01' }, 'asAt'],
    ['a source that is a page of text', { source: 'x'.repeat(301) }, 'source'],
    ['no day', { asAt: '2026-02-30' }, 'asAt'],
  ])('rejects %s as a field error', async (_, change, field) => {
    const { owner } = company;
    const { asAt, version } = await getFirm(owner);
    const refused = await save(owner, { version, asAt, countries: ['PAN'], ...change });
    expect(refused.problem.fields?.[field]?.[0]).toMatch(/\w/);
  });

  it('is edited by those who may edit templates, and known by its three names alone', async () => {
    const { asAt, version } = await getFirm(company.owner);
    const body = { version, asAt, countries: [] };
    expect((await save(company.staff, body)).problem.code).toBe('role.forbidden');
    expect((await save(company.owner, body, 'blacklist')).status).toBe(404);
  });
});
