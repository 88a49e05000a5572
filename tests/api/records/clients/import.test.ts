import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { purgeImportRows } from '#api/records/clients/import/purge-rows-job.ts';
import {
  exportRejectedRows,
  type ImportMapping,
  listClientImports,
} from '#contract/clients/client-import.ts';
import { listClients, readClient, readClientHistory } from '#contract/clients/clients.ts';
import { openTestApi, type TestApi, type TestPerson } from '#tests/support/api/api.ts';
import { type ClientImports, clientImportsBy, mappingOf } from '#tests/support/api/client-imports.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { create, personForm } from './support.ts';

const headings = [
  'Given names',
  'Family name',
  'DOB',
  'Email',
  'Reference',
  'NZBN',
  'Type',
  'Partner',
  'Notes',
];

describe.each(testEngines)('client imports on %s', (engine) => {
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
  test('refuses rows with dates that cannot be, and asks about those that are likely mistyped', async () => {
    const row = (family: string, born: string) => ['Dated', family, born, '', '', '', '', '', ''];
    const review = await imports.review(headings, [
      row('Tomorrow', '31/12/2099'),
      row('Century', '12/3/1885'),
      row('Ordinary', '12/3/1985'),
    ]);
    const rows = await imports.readRows(review.id);
    expect(rows.map(({ state }) => state)).toEqual(['refused', 'asks', 'ready']);
    expect(rows[0]?.finding?.problems).toEqual([
      { column: 'DOB', sentence: 'Date of birth must be in the past' },
    ]);
    expect(rows[1]?.finding?.asks).toEqual([
      expect.stringContaining('12 Mar 1885, is more than 120 years ago'),
    ]);
    const chosen = await imports.choose(review, { shown: rows.map(({ number }) => number), chosen: [3] });
    const done = await imports.run(chosen.response);
    expect(done.counts.imported).toBe(1);
  });

  test('reports each row’s values and errors, and imports the selected ones with an event each', async () => {
    await create(api, owner, personForm('Kept', 'Already', { individual: { dateOfBirth: '1970-01-01' } }));
    const staff = api.companies.a.staff.name;
    const review = await imports.review(headings, [
      ['Aroha', 'Imported', '29/2/1980', 'aroha@example.test', 'I-1', '', '', staff, 'x'],
      ['=SUM(A)', 'Formula', '1990-05-06', '', 'I-2', '', '', '', ''],
      ['Kept', 'Already', '1/1/1970', '', '', '', '', '', ''],
      ['Bad', 'Date', '31/2/1980', 'not an address', 'I-1', '', '', 'Nobody Known', ''],
      ['', 'Suharto', '', '', '', '', '', '', ''],
      ['Tina', 'Trader', '', '', '', '9429046393920', 'sole trader', '', ''],
      ['Tina', 'Trader', '', '', '', '9429046393920', 'sole trader', '', ''],
      ['', '', '', '', '', '', 'zebra', '', ''],
    ]);
    expect(review).toMatchObject({ status: 'review', rowCount: 8 });
    const rows = await imports.readRows(review.id);
    expect(rows.map(({ state }) => state)).toEqual([
      'ready',
      'ready',
      'asks',
      'refused',
      'asks',
      'ready',
      'asks',
      'refused',
    ]);
    expect(rows[2]?.finding?.duplicates[0]).toMatchObject({
      name: 'Kept Already',
      row: null,
      reasons: ['Same name and date of birth'],
    });
    expect(rows[3]?.finding?.problems.map(({ column }) => column).sort()).toEqual([
      'DOB',
      'Email',
      'Partner',
    ]);
    expect(rows[4]?.finding?.asks[0]).toContain('Only one name');
    expect(rows[6]?.finding?.duplicates[0]).toMatchObject({ row: 7, clientId: null });
    expect(review.counts).toMatchObject({ ready: 3, asks: 3, refused: 2, chosen: 3 });

    const choice = { shown: rows.map(({ number }) => number), chosen: [2, 3, 5, 6, 7] };
    const chosen = await imports.choose(review, choice);
    expect(chosen.response.counts.chosen).toBe(4);
    const done = await imports.run(chosen.response);
    expect(done).toMatchObject({ status: 'done', counts: { imported: 4, asks: 2, refused: 2 } });
    const imported = (await imports.readRows(review.id)).filter(({ state }) => state === 'imported');
    const params = { id: imported[0]?.clientId ?? '' };
    const { response: client } = await api.request(readClient, { params }, as());
    expect(client).toMatchObject({
      displayName: 'Aroha Imported',
      status: 'draft',
      externalId: 'I-1',
      individual: { dateOfBirth: '1980-02-29' },
      responsible: { name: staff },
    });
    const { response: history } = await api.request(readClientHistory, { params, query: {} }, as());
    expect(history.events.map(({ action }) => action)).toEqual(['client.created']);
    const refused = await api.request(exportRejectedRows, { params: { id: review.id } }, as());
    expect(refused.text).toContain('Row,Reason not imported,Given names');
    expect(refused.text).toContain('DOB: Enter a real date');
    expect(refused.text).not.toContain('Imported,29/2/1980');
  });

  test('duplicates nothing for two requests, concurrent or consecutive', async () => {
    const many = Array.from({ length: 60 }, (_, at) => [
      'Once',
      `Only${'abcdefghij'[Math.floor(at / 10)]}${'klmnopqrst'[at % 10]}`,
      `${(at % 28) + 1}/1/19${10 + at}`,
      '',
      `ONCE-${at}`,
      '',
      '',
      '',
      '',
    ]);
    const review = await imports.review(headings, many);
    const everything = { shown: many.map((_, at) => at + 2), chosen: many.map((_, at) => at + 2) };
    const { response } = await imports.choose(review, everything);
    await imports.start(response);
    await Promise.all([1, 2, 3].map(() => imports.work(review.id)));
    const { response: listed } = await api.request(listClients, { query: { q: 'once', limit: 100 } }, as());
    expect(listed.total.count).toBe(60);
    expect((await imports.work(review.id)).counts.imported).toBe(60);
  });

  test('stores a repeated chunk once, and rejects rows beyond the limit', async () => {
    const { id } = await imports.create(['Family name']);
    const rows = Array.from({ length: 500 }, () => ['A']);
    const add = (first: number) => imports.add(id, rows, { first, last: false });
    await add(2);
    await add(2);
    expect((await imports.read(id)).rowCount).toBe(500);
    for (let first = 502; first < 5002; first += 500) await add(first);
    const tooMany = await add(5002);
    expect(tooMany.problem.fields?.rows?.[0]).toContain('at most 5,000 rows');
    const full = await imports.read(id);
    expect(full.rowCount).toBe(5000);
    await imports.discard(full);
  });

  test('rejects a mapping without a name, with a repeated field, with other columns, or stale', async () => {
    const staged = await imports.stage(headings, [['A', 'B', '', '', '', '', '', '', '']]);
    const map = async (mapping: ImportMapping, version = staged.version) =>
      (await imports.map({ ...staged, version }, mapping)).problem;
    const none = await map(mappingOf(headings, { columns: headings.map(() => null) }));
    expect(none.fields?.['mapping.columns']?.[0]).toContain('Map a name column');
    const twice = await map(
      mappingOf(headings, { columns: headings.map((_, at) => (at < 2 ? 'familyName' : null)) }),
    );
    expect(twice.fields).toHaveProperty(['mapping.columns[1]']);
    const few = await map(mappingOf(headings, { columns: ['familyName'] }));
    expect(few.fields).toHaveProperty(['mapping.columns']);
    expect((await map(mappingOf(headings), staged.version + 5)).code).toBe('record.versionConflict');
    const ofOthers = mappingOf(headings, { responsibleMemberId: api.companies.b.owner.id });
    expect((await map(ofOthers)).fields).toHaveProperty(['mapping.responsibleMemberId']);
  });

  test('rejects a tax file number, and reports rows that became invalid before the import', async () => {
    const given = ['Family name', 'Given names', 'Occupation', 'Reference'];
    const review = await imports.review(given, [
      ['Numbered', 'Ana', 'TFN 123 456 782', ''],
      ['Overtaken', 'Ben', '', 'RACE-1'],
    ]);
    const rows = await imports.readRows(review.id);
    expect(rows.map(({ state }) => state)).toEqual(['refused', 'ready']);
    expect(rows[0]?.finding?.problems[0]).toMatchObject({ column: 'Occupation' });
    await create(api, owner, personForm('Took', 'Itfirst', { externalId: 'RACE-1' }));
    const done = await imports.run(review);
    expect(done).toMatchObject({ status: 'done', counts: { imported: 0, refused: 2 } });
    expect((await imports.readRows(review.id))[1]?.finding?.problems[0]).toMatchObject({
      column: 'Reference',
    });
  });

  test('deletes the rows of a discarded import, which accepts nothing more and is not listed', async () => {
    const staged = await imports.stage(headings, [['A', 'B', '', '', '', '', '', '', '']]);
    const { id } = staged;
    await imports.discard(staged);
    expect(await imports.readRows(id)).toEqual([]);
    expect((await imports.add(id, [['x']], { first: 9 })).problem.code).toBe('request.invalid');
    const { response } = await api.request(listClientImports, {}, as());
    expect(response.imports.map((listed) => listed.id)).not.toContain(id);
  });

  test('deletes rows older than a month by the nightly job, once', async () => {
    const { id } = await imports.stage(headings, [['A', 'B', '', '', '', '', '', '', '']]);
    await api.database.asSuperuser(
      `UPDATE assay.client_imports SET updated_at = updated_at - interval '31 days' WHERE id = '${id}'`,
    );
    const { id: recent } = await imports.stage(headings, [['C', 'D', '', '', '', '', '', '', '']]);
    expect(await purgeImportRows(api.database.db, api.clock)).toEqual({ imports: 1 });
    expect(await imports.readRows(id)).toEqual([]);
    expect(await imports.readRows(recent)).toHaveLength(1);
    expect(await purgeImportRows(api.database.db, api.clock)).toEqual({ imports: 0 });
  });
});
