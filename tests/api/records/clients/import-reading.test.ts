import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type ClientImport,
  chooseImportHeadings,
  type ImportMapping,
} from '#contract/clients/client-import.ts';
import { readClient } from '#contract/clients/clients.ts';
import { openTestApi, type TestApi, type TestPerson } from '#tests/support/api/api.ts';
import { type ClientImports, clientImportsBy, mappingOf } from '#tests/support/api/client-imports.ts';
import { testEngines } from '#tests/support/database/database.ts';

describe.each(testEngines)('how an import is read on %s', (engine) => {
  let api: TestApi;
  let owner: TestPerson;
  let imports: ClientImports;

  beforeAll(async () => {
    api = await openTestApi(engine);
    owner = api.companies.a.owner;
    imports = clientImportsBy(api, owner);
  });
  afterAll(() => api?.close());

  const as = () => ({ as: owner });

  /** Stages a file whose headings are in the last of its first rows. */
  const stage = (firstRows: string[][], rows: string[][]) =>
    imports.stage(firstRows.at(-1) ?? [], rows, firstRows);

  const map = (staged: ClientImport, changes?: Partial<ImportMapping>) =>
    imports.map(staged, mappingOf(staged.headings, changes));

  test('refuses an address beside the first under the column that it came from, and shows what will be stored of the others', async () => {
    const columns = [
      'Legal name',
      'Address line 1',
      'Town or city',
      'Postcode',
      'Address type',
      'Other addresses',
    ];
    const rata = ['8 Rata Street', 'Gore', '9710', 'Registered office'];
    const staged = await stage(
      [columns],
      [
        [
          'Several Places Limited',
          ...rata,
          '12 Bourke Street; ; Surry Hills; ; NSW; 2010; Australia; Other address',
        ],
        ['No Postcode Limited', ...rata, '1 Rata Street; ; ; Gore; ; 97; New Zealand'],
        ['Many Places Limited', ...rata, 'PO Box 1, Gore 9710;'.repeat(5)],
      ],
    );
    const mapped = await map(staged, { clientType: 'company' });
    expect(mapped.status, mapped.text).toBe(200);
    await imports.work(staged.id);
    const [several, ...refused] = await imports.readRows(staged.id);
    expect(several?.values).toContainEqual({
      label: 'Address',
      text: 'Registered office: 8 Rata Street, Gore, 9710, New Zealand; Other address: 12 Bourke Street, Surry Hills, NSW, 2010, Australia',
    });
    expect(refused.map(({ finding }) => finding?.problems)).toEqual([
      [{ column: 'Other addresses', sentence: 'Enter a postcode of 4 digits' }],
      [{ column: 'Other addresses', sentence: 'Enter at most 5 addresses' }],
    ]);
  });

  const headings = ['Given names', 'Family name', 'DOB', 'Client since'];

  test('asks for each column of dates in which one can only have the month first, and stores them as answered', async () => {
    const staged = await stage(
      [headings],
      [
        ['Mona', 'Firstmonth', '12/31/1980', '03/04/2020'],
        ['Mia', 'Firstmonth', '03/04/1975', '05/06/2021'],
        ['Mo', 'Firstmonth', '25/07/1990', ''],
      ],
    );
    const refused = await map(staged);
    expect(refused.status).toBe(422);
    expect(refused.problem.fields).toEqual({
      'mapping.dateOrders.dateOfBirth': [
        expect.stringContaining('“12/31/1980” can only have the month first, “25/07/1990” only the day'),
      ],
    });
    const unread = await imports.readRows(staged.id);
    expect(unread.map(({ state }) => state)).toEqual(['staged', 'staged', 'staged']);
    expect(unread.map(({ values }) => values)).toEqual([[], [], []]);
    const mapped = await map(staged, { dateOrders: { dateOfBirth: 'monthFirst' } });
    expect(mapped.status, mapped.text).toBe(200);
    const review = await imports.work(staged.id);
    const rows = await imports.readRows(staged.id);
    expect(rows.map(({ state }) => state)).toEqual(['ready', 'ready', 'refused']);
    expect(rows[1]?.values).toEqual(
      expect.arrayContaining([
        { label: 'Given names', text: 'Mia' },
        { label: 'Family name', text: 'Firstmonth' },
        { label: 'Date of birth', text: '4 Mar 1975' },
        // The other column has no date that can only have the month first.
        { label: 'Client since', text: '5 Jun 2021' },
      ]),
    );
    expect(rows[2]?.finding?.problems).toEqual([
      { column: 'DOB', sentence: expect.stringContaining('no month first') },
    ]);
    await imports.run(review);
    const clientId = (await imports.readRows(review.id))[1]?.clientId ?? '';
    const { response } = await api.request(readClient, { params: { id: clientId } }, as());
    expect(response.individual?.dateOfBirth).toBe('1975-03-04');
    expect(response.relationshipStartedOn).toBe('2021-06-05');
  });

  test('asks about a spreadsheet’s numbers once for their column', async () => {
    const rows = [
      ['Nina', 'Numbered', '31372', ''],
      ['Noa', 'Numbered', '31373', ''],
      ['Nell', 'Numbered', '1/2/1980', ''],
    ];
    const staged = await stage([headings], rows);
    const refused = await map(staged);
    expect(Object.keys(refused.problem.fields ?? {})).toEqual(['mapping.dateNumberings.dateOfBirth']);
    for (const [numbering, state, text] of [
      ['since1900', 'ready', '21 Nov 1985'],
      ['since1904', 'ready', '22 Nov 1989'],
      ['noDates', 'refused', undefined],
    ] as const) {
      const { version } = await imports.read(staged.id);
      const changes = { dateNumberings: { dateOfBirth: numbering } };
      expect((await map({ ...staged, version }, changes)).status).toBe(200);
      await imports.work(staged.id);
      const [first, , third] = await imports.readRows(staged.id);
      expect(first?.state).toBe(state);
      expect(first?.values.find(({ label }) => label === 'Date of birth')?.text).toBe(text);
      expect(third?.state).toBe('ready');
    }
  });

  test('reads the type of a client from whether it is a company', async () => {
    const staged = await stage(
      [['isCompany', 'companyName', 'firstName', 'lastName']],
      [
        ['T', 'Sample Builders', '', ''],
        ['F', '', 'Aroha', 'Tested'],
        ['?', '', 'Ari', 'Queried'],
      ],
    );
    expect((await imports.map(staged, mappingOf(staged.headings))).status).toBe(200);
    await imports.work(staged.id);
    const rows = await imports.readRows(staged.id);
    expect(rows.map(({ state, finding }) => [state, finding?.clientType])).toEqual([
      ['ready', 'company'],
      ['ready', 'individual'],
      ['refused', 'individual'],
    ]);
  });

  test('takes the headings from another of the first rows, and back', async () => {
    const first = [['Clients of May'], [], ['Given names', 'Family name']];
    const rows = [
      ['Alma', 'Below'],
      ['Arlo', 'Below'],
    ];
    const staged = await stage(first, rows);
    expect(staged).toMatchObject({ rowCount: 2, headings: first[2] });
    const shown = await imports.read(staged.id);
    expect(shown.headingChoice).toEqual({ row: 3, firstRows: [...first, ...rows] });
    const take = async (row: number, version: number) =>
      api.request(chooseImportHeadings, { params: { id: staged.id }, body: { version, row } }, as());
    const top = (await take(1, shown.version)).response;
    expect(top).toMatchObject({ rowCount: 3, headings: ['Clients of May', 'Column 2'] });
    expect((await imports.readRows(staged.id)).map(({ number }) => number)).toEqual([3, 4, 5]);
    expect(top.headingChoice).toEqual({ row: 1, firstRows: [...first, ...rows] });
    const lower = (await take(4, top.version)).response;
    expect(lower).toMatchObject({ rowCount: 1, headings: ['Alma', 'Below'] });
    const back = (await take(3, lower.version)).response;
    expect(back).toMatchObject({ rowCount: 2, headings: first[2], headingChoice: { row: 3 } });
    expect((await imports.readRows(staged.id)).map(({ cells }) => cells)).toEqual(rows);
    expect((await take(2, back.version)).problem.fields).toEqual({
      row: ['This row is blank. Select another.'],
    });
    expect((await take(5, back.version)).problem.fields).toEqual({
      row: ['There are no rows under this one. Select another.'],
    });
    expect((await take(9, back.version)).status).toBe(422);
    expect((await take(11, back.version)).status).toBe(422);
    // What was refused has changed nothing.
    const after = await imports.read(staged.id);
    expect(after).toEqual(back);
    expect((await map(back)).status).toBe(200);
    expect((await take(1, back.version + 1)).status).toBe(422);
    const mapped = await imports.read(staged.id);
    expect(mapped.headingChoice).toBeUndefined();
    await imports.discard(mapped);
    const stored = await api.database.asSuperuser(
      `SELECT first_rows::text AS rows FROM client_imports WHERE id = '${staged.id}'`,
    );
    expect(stored.rows).toEqual([{ rows: '[]' }]);
  });

  test('accepts no rows above the headings, and no change of them without the first rows', async () => {
    const staged = await imports.stage(['Family name'], [['Plainly']]);
    expect(staged.headingChoice).toBeUndefined();
    const choice = { params: { id: staged.id }, body: { version: staged.version, row: 1 } };
    expect((await api.request(chooseImportHeadings, choice, as())).status).toBe(422);
    const lower = await imports.create(['Family name'], [['a'], ['b'], ['Family name']]);
    const above = await imports.add(lower.id, [['Plainly']]);
    expect(above.problem.fields).toHaveProperty('first');
  });

  test('remembers the mapping of the same headings, however many imports ago', async () => {
    const own = ['Betegnelse', 'Family name'];
    const columns = ['occupation', 'familyName'] as const;
    const first = await stage([own], [['x', 'Remembered']]);
    await map(first, { columns: [...columns], clientType: 'soleTrader' });
    for (let at = 0; at < 21; at += 1) {
      const other = await stage([['Family name', `Other ${at}`]], [['Forgotten', 'x']]);
      await map(other, { columns: ['familyName', 'tags'] });
    }
    const again = await stage([own.toReversed()], [['Again', 'x']]);
    expect(again.remembered).toMatchObject({
      clientType: 'soleTrader',
      columns: [
        { place: 0, field: 'familyName' },
        { place: 1, field: 'occupation' },
      ],
    });
  });

  test('shows what will be saved of names, and asks about those that are doubtful', async () => {
    const staged = await stage(
      [['Name', 'Address']],
      [
        ['Dr Ana Savedas QC', '8 Rata Street, Ponsonby, Auckland 1011'],
        ['Ludwig van der Savedas', ''],
        ['John & Mary Savedas', ''],
        ['SiobhÃ¡n Savedas', ''],
      ],
    );
    await map(staged);
    const review = await imports.work(staged.id);
    const rows = await imports.readRows(staged.id);
    expect(rows.map(({ state }) => state)).toEqual(['ready', 'asks', 'asks', 'asks']);
    expect(rows[0]?.values).toEqual([
      { label: 'Client type', text: 'Individual' },
      { label: 'Given names', text: 'Ana' },
      { label: 'Family name', text: 'Savedas' },
      { label: 'Address', text: '8 Rata Street, Ponsonby, Auckland, 1011, New Zealand' },
      { label: 'Not saved of the name', text: 'Dr, QC' },
    ]);
    expect(rows[2]?.values).toEqual([
      { label: 'Client type', text: 'Joint individuals' },
      { label: 'Legal name', text: 'John & Mary Savedas' },
      { label: 'Country of registration', text: 'New Zealand' },
    ]);
    expect(rows[3]?.finding?.asks).toEqual([expect.stringContaining('likely “Siobhán Savedas”')]);
    const chosen = await imports.choose(review, { shown: [2, 3, 4, 5], chosen: [2, 3] });
    await imports.run(chosen.response);
    const clientId = (await imports.readRows(review.id))[1]?.clientId ?? '';
    const { response } = await api.request(readClient, { params: { id: clientId } }, as());
    expect(response.individual).toMatchObject({ givenNames: 'Ludwig', familyName: 'van der Savedas' });
  });
});
