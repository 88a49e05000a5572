import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { purgeImportRows } from '#api/records/clients/import/purge-rows-job.ts';
import {
  addImportRows,
  type ClientImport,
  chooseImportRows,
  continueClientImport,
  createClientImport,
  discardClientImport,
  exportRejectedRows,
  type ImportMapping,
  listClientImports,
  listImportRows,
  mapClientImport,
  readClientImport,
  startClientImport,
} from '#contract/clients/client-import.ts';
import { listClients, readClient, readClientHistory } from '#contract/clients/clients.ts';
import { guessColumns } from '#rules/clients/client-import-columns.ts';
import { openTestApi, type TestApi, type TestPerson } from '#tests/support/api/api.ts';
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

  beforeAll(async () => {
    api = await openTestApi(engine);
    owner = api.companies.a.owner;
  });
  afterAll(() => api?.close());

  const as = () => ({ as: owner });
  const getMapping = (columns = guessColumns(headings)): ImportMapping => ({
    columns,
    clientType: 'individual',
    country: 'NZL',
    responsibleMemberId: null,
  });

  async function stage(rows: string[][], given = headings): Promise<ClientImport> {
    const begun = { body: { fileName: 'clients.csv', headings: given } };
    const { id } = (await api.request(createClientImport, begun, as())).response;
    const pieces = [];
    for (let at = 0; at < rows.length; at += 400) pieces.push(rows.slice(at, at + 400));
    let first = 2;
    for (const [place, piece] of pieces.entries()) {
      const body = { first, rows: piece, last: place === pieces.length - 1 };
      await api.request(addImportRows, { params: { id }, body }, as());
      first += piece.length;
    }
    return (await api.request(readClientImport, { params: { id } }, as())).response;
  }

  async function continueExpansion(id: string): Promise<ClientImport> {
    for (;;) {
      const { response } = await api.request(continueClientImport, { params: { id }, body: {} }, as());
      if (response.status !== 'checking' && response.status !== 'importing') return response;
    }
  }

  async function checked(rows: string[][], mapping = getMapping(), given = headings): Promise<ClientImport> {
    const { id, version } = await stage(rows, given);
    const mapped = await api.request(mapClientImport, { params: { id }, body: { version, mapping } }, as());
    expect(mapped.status, mapped.text).toBe(200);
    return continueExpansion(id);
  }

  const getRows = async (id: string) =>
    (await api.request(listImportRows, { params: { id }, query: {} }, as())).response.rows;

  async function start({ id, version }: ClientImport): Promise<ClientImport> {
    await api.request(startClientImport, { params: { id }, body: { version } }, as());
    return continueExpansion(id);
  }

  test('refuses rows with dates that cannot be, and asks about those that are likely mistyped', async () => {
    const row = (family: string, born: string) => ['Dated', family, born, '', '', '', '', '', ''];
    const review = await checked([
      row('Tomorrow', '31/12/2099'),
      row('Century', '12/3/1885'),
      row('Ordinary', '12/3/1985'),
    ]);
    const rows = await getRows(review.id);
    expect(rows.map(({ state }) => state)).toEqual(['refused', 'asks', 'ready']);
    expect(rows[0]?.finding?.problems).toEqual([
      { column: 'DOB', sentence: 'Date of birth must be in the past' },
    ]);
    expect(rows[1]?.finding?.asks).toEqual([
      expect.stringContaining('12 Mar 1885, is more than 120 years ago'),
    ]);
    const chosen = await api.request(
      chooseImportRows,
      { params: { id: review.id }, body: { shown: rows.map(({ number }) => number), chosen: [3] } },
      as(),
    );
    const done = await start(chosen.response);
    expect(done.counts.imported).toBe(1);
  });

  test('reports each row’s values and errors, and imports the selected ones with an event each', async () => {
    await create(api, owner, personForm('Kept', 'Already', { individual: { dateOfBirth: '1970-01-01' } }));
    const staff = api.companies.a.staff.name;
    const review = await checked([
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
    const rows = await getRows(review.id);
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
    const chosen = await api.request(chooseImportRows, { params: { id: review.id }, body: choice }, as());
    expect(chosen.response.counts.chosen).toBe(4);
    const done = await start(chosen.response);
    expect(done).toMatchObject({ status: 'done', counts: { imported: 4, asks: 2, refused: 2 } });
    const imported = (await getRows(review.id)).filter(({ state }) => state === 'imported');
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
    const review = await checked(many);
    const everything = { shown: many.map((_, at) => at + 2), chosen: many.map((_, at) => at + 2) };
    const body = { params: { id: review.id }, body: everything };
    const { response } = await api.request(chooseImportRows, body, as());
    const params = { id: review.id };
    await api.request(startClientImport, { params, body: { version: response.version } }, as());
    await Promise.all([1, 2, 3].map(() => continueExpansion(review.id)));
    const { response: listed } = await api.request(listClients, { query: { q: 'once', limit: 100 } }, as());
    expect(listed.total.count).toBe(60);
    expect((await continueExpansion(review.id)).counts.imported).toBe(60);
  });

  test('stores a repeated chunk once, and rejects rows beyond the limit', async () => {
    const begun = { body: { fileName: 'big.csv', headings: ['Family name'] } };
    const params = { id: (await api.request(createClientImport, begun, as())).response.id };
    const piece = { first: 2, rows: Array.from({ length: 500 }, () => ['A']), last: false };
    await api.request(addImportRows, { params, body: piece }, as());
    await api.request(addImportRows, { params, body: piece }, as());
    expect((await api.request(readClientImport, { params }, as())).response.rowCount).toBe(500);
    for (let first = 502; first < 5002; first += 500) {
      await api.request(addImportRows, { params, body: { ...piece, first } }, as());
    }
    const tooMany = await api.request(addImportRows, { params, body: { ...piece, first: 5002 } }, as());
    expect(tooMany.problem.fields?.rows?.[0]).toContain('at most 5,000 rows');
    const { response } = await api.request(readClientImport, { params }, as());
    expect(response.rowCount).toBe(5000);
    await api.request(discardClientImport, { params, body: { version: response.version } }, as());
  });

  test('rejects a mapping without a name, with a repeated field, with other columns, or stale', async () => {
    const staged = await stage([['A', 'B', '', '', '', '', '', '', '']]);
    const params = { id: staged.id };
    const map = async (mapping: ImportMapping, version = staged.version) =>
      (await api.request(mapClientImport, { params, body: { version, mapping } }, as())).problem;
    const none = await map(getMapping(headings.map(() => null)));
    expect(none.fields?.['mapping.columns']?.[0]).toContain('Map a name column');
    const twice = await map(getMapping(headings.map((_, at) => (at < 2 ? 'familyName' : null))));
    expect(twice.fields).toHaveProperty(['mapping.columns[1]']);
    const few = await map(getMapping(['familyName']));
    expect(few.fields).toHaveProperty(['mapping.columns']);
    expect((await map(getMapping(), staged.version + 5)).code).toBe('record.versionConflict');
    const ofOthers = { ...getMapping(), responsibleMemberId: api.companies.b.owner.id };
    expect((await map(ofOthers)).fields).toHaveProperty(['mapping.responsibleMemberId']);
  });

  test('rejects a tax file number, and reports rows that became invalid before the import', async () => {
    const given = ['Family name', 'Given names', 'Occupation', 'Reference'];
    const review = await checked(
      [
        ['Numbered', 'Ana', 'TFN 123 456 782', ''],
        ['Overtaken', 'Ben', '', 'RACE-1'],
      ],
      getMapping(guessColumns(given)),
      given,
    );
    const rows = await getRows(review.id);
    expect(rows.map(({ state }) => state)).toEqual(['refused', 'ready']);
    expect(rows[0]?.finding?.problems[0]).toMatchObject({ column: 'Occupation' });
    await create(api, owner, personForm('Took', 'Itfirst', { externalId: 'RACE-1' }));
    const done = await start(review);
    expect(done).toMatchObject({ status: 'done', counts: { imported: 0, refused: 2 } });
    expect((await getRows(review.id))[1]?.finding?.problems[0]).toMatchObject({ column: 'Reference' });
  });

  test('deletes the rows of a discarded import, which accepts nothing more and is not listed', async () => {
    const { id, version } = await stage([['A', 'B', '', '', '', '', '', '', '']]);
    await api.request(discardClientImport, { params: { id }, body: { version } }, as());
    expect(await getRows(id)).toEqual([]);
    const more = { params: { id }, body: { first: 9, rows: [['x']], last: true } };
    expect((await api.request(addImportRows, more, as())).problem.code).toBe('request.invalid');
    const { response } = await api.request(listClientImports, {}, as());
    expect(response.imports.map((listed) => listed.id)).not.toContain(id);
  });

  test('deletes rows older than a month by the nightly job, once', async () => {
    const { id } = await stage([['A', 'B', '', '', '', '', '', '', '']]);
    await api.database.asSuperuser(
      `UPDATE assay.client_imports SET updated_at = updated_at - interval '31 days' WHERE id = '${id}'`,
    );
    const { id: recent } = await stage([['C', 'D', '', '', '', '', '', '', '']]);
    expect(await purgeImportRows(api.database.db, api.clock)).toEqual({ imports: 1 });
    expect(await getRows(id)).toEqual([]);
    expect(await getRows(recent)).toHaveLength(1);
    expect(await purgeImportRows(api.database.db, api.clock)).toEqual({ imports: 0 });
  });
});
