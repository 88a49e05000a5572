import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCountryListStates, readCountryLists, saveCountryList } from '#contract/cdd/cdd.ts';
import { scoreAssessment } from '#contract/risk/assessments.ts';
import { countryName } from '#rules/countries.ts';
import { shippedList } from '#rules/country-lists/effective-list.ts';
import { formatDate } from '#rules/dates/calendar-dates.ts';
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

  /** The countries that every company's own list has. */
  const called = ['IRN', 'MMR', 'PRK'];
  const withCalled = (...countries: string[]) => [...called, ...countries].sort();

  it('starts with the day’s shipped lists, as version 0', async () => {
    const { owner } = await test.addCompany('Lists Limited');
    const lists = await read(owner);
    expect(lists.map(({ key, version, updatedBy }) => [key, version, updatedBy])).toEqual([
      ['callForAction', 0, null],
      ['increasedMonitoring', 0, null],
      ['firm', 0, null],
    ]);
    for (const { key, countries, ownCountries, shipped, asAt } of lists) {
      const { sourceUrl, ...state } = shippedList(key, today());
      expect(shipped).toEqual({
        asAt: state.asAt,
        countries: state.countries,
        source: sourceUrl,
        note: state.note,
      });
      expect({ countries, ownCountries, asAt }).toEqual({
        countries: state.countries,
        ownCountries: [],
        asAt: state.asAt,
      });
    }
  });

  it('stores each version, shows the newest, and no other company’s', async () => {
    const { owner } = company;
    const { asAt, version } = await getFirm(owner);
    const saved = await save(owner, {
      version,
      asAt,
      countries: ['PAN', ...called, 'AGO', 'PAN'],
      note: 'Ours',
    });
    expect(saved.response).toMatchObject({
      version: version + 1,
      countries: withCalled('AGO', 'PAN'),
      ownCountries: ['AGO', 'PAN'],
      note: 'Ours',
      updatedBy: owner.name,
    });
    const again = await save(owner, { version: version + 1, asAt, countries: called });
    expect(await getFirm(owner)).toEqual(again.response);
    expect((await getFirm(test.companies.b.owner)).version).toBe(0);
    const { rows } = await test.database.asSuperuser(
      `SELECT version, countries, added FROM assay.country_lists WHERE company_id = $1 ORDER BY version`,
      [company.id],
    );
    expect(rows.map(({ countries, added }) => [countries, added])).toEqual([
      [withCalled('AGO', 'PAN'), ['AGO', 'PAN']],
      [called, []],
    ]);
  });

  it('shows the additions and removals of each version, with actor and source, page by page', async () => {
    const { owner } = await test.addCompany('History Limited');
    const getStates = async (query = {}) =>
      (await test.request(readCountryListStates, { params: { key: 'firm' }, query }, { as: owner })).response;
    expect(await getStates()).toEqual({ states: [], nextBefore: null });
    const { asAt } = await getFirm(owner);
    const source = 'Our own assessment of 2026';
    await save(owner, { version: 0, asAt, countries: withCalled('PAN'), source });
    const first = (await getStates()).states[0];
    expect(first).toMatchObject({ version: 1, added: ['PAN'], removed: [], source, savedBy: owner.name });
    for (let version = 1; version <= 21; version += 1) {
      await save(owner, { version, asAt, countries: version % 2 === 0 ? withCalled('PAN') : called });
    }
    const newest = await getStates();
    expect(newest.states.map(({ version }) => version)).toEqual(Array.from({ length: 20 }, (_, i) => 22 - i));
    expect(newest.states.at(-1)).toMatchObject({ version: 3, added: ['PAN'], removed: [] });
    const older = await getStates({ before: newest.nextBefore });
    expect(older.states.map(({ version, removed }) => [version, removed])).toEqual([
      [2, ['PAN']],
      [1, []],
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
    expect((await save(owner, { version, asAt: today(), countries: withCalled('PAN') })).status).toBe(200);
    const after = await score();
    expect(after.score).toBe('100.0');
    expect(after.contributions[0]?.lists).toEqual([{ key: 'firm', asAt: today(), countries: ['PAN'] }]);
  });

  it('rejects a concurrent update, and returns the saved list', async () => {
    const { owner } = await test.addCompany('Two Limited');
    const { asAt, version } = await getFirm(owner);
    const both = await Promise.all(
      ['PAN', 'AGO'].map((country) => save(owner, { version, asAt, countries: withCalled(country) })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const lost = both.find(({ status }) => status === 409)?.problem;
    expect(lost).toMatchObject({ code: 'record.versionConflict', current: await getFirm(owner) });
    expect(lost?.detail).toContain(`${owner.name} changed this list after you opened it.`);
  });

  it.each([
    ['callForAction', 'AU s32(d); NZ s22(1)(a)(ii)'],
    ['increasedMonitoring', 'NZ s58(2); AU s26C'],
    ['firm', 'NZ s22(1)(a)(ii)'],
  ] as const)(
    'rejects a list %s that lacks shipped countries, with the provision',
    async (key, provision) => {
      const { owner } = await test.addCompany('Shipped Limited');
      const getList = async () => {
        const list = (await read(owner)).find((found) => found.key === key);
        if (list === undefined) throw new Error('no list');
        return list;
      };
      const { version, asAt, countries, shipped } = await getList();
      const [first = '', ...rest] = shipped.countries;
      const day = formatDate(shipped.asAt);
      for (const [lacking, words] of [
        [[], 'The list cannot be emptied'],
        [rest, `${countryName(first)} cannot be removed`],
        [[...rest, 'PAN'], `${countryName(first)} cannot be removed`],
        [['PAN'], 'cannot be removed'],
      ] as const) {
        const refused = await save(owner, { version, asAt: today(), countries: lacking }, key);
        expect(refused.status).toBe(422);
        const message = refused.problem.fields?.countries?.join();
        for (const part of [
          words,
          `list of ${day} (${provision})`,
          'only countries that your company added',
        ]) {
          expect(message).toContain(part);
        }
      }
      expect(await getList()).toMatchObject({ version, countries });
      // What the company added, it removes.
      for (const [index, own] of [['PAN', 'VUT'], ['PAN'], []].entries()) {
        const body = { version: version + index, asAt, countries: [...countries, ...own] };
        expect((await save(owner, body, key)).response).toMatchObject({
          ownCountries: own,
          countries: [...countries, ...own].sort(),
        });
      }
    },
  );

  it('rejects a list of more countries than there are', async () => {
    const { asAt, version } = await getFirm(company.owner);
    const countries = Array.from({ length: 300 }, () => 'PAN');
    const refused = await save(company.owner, { version, asAt, countries });
    expect(refused.problem.fields?.countries?.[0]).toMatch(/\w/);
    expect((await getFirm(company.owner)).version).toBe(version);
  });

  it('has the shipped countries whatever is stored', async () => {
    const { owner, id } = await test.addCompany('Emptied Limited');
    await test.database.asSuperuser(
      `INSERT INTO assay.country_lists (company_id, key, version, as_at, countries, added, note, saved_at, saved_by)
       SELECT $1, key, 1, '2030-01-01', '{}', '{KWT,PAN}', '', $2, $3
         FROM unnest('{callForAction,increasedMonitoring,firm}'::text[]) AS key`,
      [id, test.clock.now().toISOString(), owner.id],
    );
    for (const { key, countries, ownCountries } of await read(owner)) {
      const { countries: shipped } = shippedList(key, today());
      const own = ['KWT', 'PAN'].filter((country) => !shipped.includes(country));
      expect([countries, ownCountries]).toEqual([[...shipped, ...own].sort(), own]);
    }
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
    const refused = await save(owner, { version, asAt, countries: withCalled('PAN'), ...change });
    expect(refused.problem.fields?.[field]?.[0]).toMatch(/\w/);
  });

  it('is edited by those who may edit templates, and known by its three names alone', async () => {
    const { asAt, version } = await getFirm(company.owner);
    const body = { version, asAt, countries: called };
    expect((await save(company.staff, body)).problem.code).toBe('role.forbidden');
    expect((await save(company.owner, body, 'blacklist')).status).toBe(404);
  });
});
