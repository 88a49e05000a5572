import { buffer } from 'node:stream/consumers';
import { inflateRawSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { templateRows, writeWorkbook } from '#app/routes/clients/import/template.server.ts';
import { getZipParts } from '#rules/documents/zip-parts.ts';
import { parsePage, postedFields, valueIn } from '#tests/support/app/html.ts';
import { openSignedInApp } from '#tests/support/app/signed-in-app.ts';
import { readPage } from './page.ts';

const { app, browser } = await openSignedInApp('owner@demo.test');

const url = '/clients/import';
const open = async (at: string) => readPage(await browser.get(at));
const keyIn = (html: string) => valueIn(html, 'requestKey');

async function upload(content: string | Uint8Array<ArrayBuffer>, name = 'clients.csv') {
  const form = new FormData();
  form.set('requestKey', keyIn((await open(url)).html));
  form.set('file', new File([content], name, { type: 'text/csv' }));
  return browser.post(url, {}, { body: form });
}

/** Initial values of the column mapping: the guessed fields and the defaults. */
function columnsForm(html: string): Record<string, string> {
  const chosen = [...parsePage(html).querySelectorAll('select[name]')].map((select) => [
    select.getAttribute('name') ?? '',
    select.querySelector('option[selected]')?.getAttribute('value') ?? '',
  ]);
  return {
    ...Object.fromEntries(chosen),
    requestKey: keyIn(html),
    version: valueIn(html, 'version'),
    count: valueIn(html, 'count'),
    intent: 'map',
  };
}

async function toReview(content: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const sent = await upload(content);
  const at = sent.headers.get('Location') ?? '';
  expect(at, await sent.clone().text()).toMatch(/^\/clients\/import\?import=[0-9a-f-]{36}$/);
  const form = columnsForm((await open(at)).html);
  // What no one knows is left out on purpose.
  const decided = Object.entries(form).map(([name, value]) => [
    name,
    value || (name.startsWith('column') ? 'none' : ''),
  ]);
  await continueExpansion(at, Object.fromEntries(decided));
  return at;
}

/** Posts a form of the import, and presses "Go on" until nothing is left to do. */
async function continueExpansion(at: string, form: Record<string, string | string[]>): Promise<void> {
  const response = await browser.post(at, form as never);
  expect(response.status, await response.clone().text()).toBe(302);
  for (;;) {
    const { html } = await open(at);
    if (!html.includes('value="continue"')) return;
    await browser.post(at, { intent: 'continue' });
  }
}

it('imports the product’s own export, formulas included, and creates the selected rows', async () => {
  const form = (await open('/clients/create?type=soleTrader')).form();
  await browser.post('/clients/create?type=soleTrader', {
    ...form,
    'individual.givenNames': '=Ana',
    'individual.familyName': 'Exportedback',
    'individual.tradingNames': 'Back Again Bakery',
    'individual.nzbn': '9429046393920',
    externalId: 'E-1',
  });
  const csv = (await (await browser.get('/clients/export.csv?q=exportedback')).text())
    .replaceAll('E-1', 'E-2')
    .replaceAll('Exportedback', 'Importedback');
  const at = await toReview(csv);
  const review = await open(at);
  expect(review.text).toContain('Needs review (1)');
  expect(review.text).toContain('Same NZBN, Same trading name');
  const row = valueIn(review.html, 'shown');
  await continueExpansion(at, { requestKey: keyIn(review.html), shown: row, row, intent: 'start' });
  expect((await open(at)).text).toContain('1 client was created as a draft.');
  const found = await open('/clients?q=importedback');
  expect(found.text).toContain('=Ana Importedback');
  const back = await (await browser.get('/clients/export.csv?q=importedback')).text();
  expect(back).toContain('Back Again Bakery');
  expect(back).toContain("'=Ana");
});

const semicolons = 'Family name;First name;DOB\r\nMüller;Jürgen;3/4/1970\r\n';
const latin1 = Uint8Array.from([...semicolons].map((letter) => letter.charCodeAt(0)));
const utf16 = Uint8Array.from(Buffer.from(`\ufeff${semicolons.replaceAll(';', '\t')}`, 'utf16le'));
const named: [string, string | Uint8Array<ArrayBuffer>][] = [
  ['semicolons in UTF-8', semicolons],
  ['a byte-order mark', `\ufeff${semicolons}`],
  ['Windows-1252', latin1],
  ['UTF-16 with tabs', utf16],
  ['a line that says the separator', `sep=;\r\n${semicolons}`],
  ['blank rows', `${semicolons}\r\n;;\r\n`],
];
it.each(named)('reads %s', async (_what, content) => {
  const sent = await upload(content);
  const page = await open(sent.headers.get('Location') ?? '');
  expect(page.text).toContain('1 row read');
  expect(page.text).toContain('Jürgen');
  expect(columnsForm(page.html)).toMatchObject({
    column0: 'familyName',
    column1: 'givenNames',
    column2: 'dateOfBirth',
  });
});

const wrong: [string, string | Uint8Array<ArrayBuffer>, string][] = [
  ['nothing', '', 'empty'],
  ['a truncated workbook', Uint8Array.from([0x50, 0x4b, 3, 4, 0, 0]), 'damaged'],
  ['an old Excel workbook', Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0]), 'old Excel format'],
  ['a picture', Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0, 0]), 'not a CSV file'],
  ['headings alone', 'Family name,First name\n', 'no rows'],
  ['an open quotation mark', 'Family name\nA\n"B\nC\n', 'quotation mark'],
  [
    'a cell without end',
    `Family name\n${'x'.repeat(2001)}\n`,
    'Row 2 has more than 2,000 characters in column 1',
  ],
  ['too many rows', `Family name\n${'A\n'.repeat(5001)}`, 'more than 5,000 rows'],
  ['too many columns', `${'a,'.repeat(150)}b\n1\n`, 'more than 100 columns'],
  [
    'a cell beyond the headings',
    'Family name,First name\nA,B,,\nC,D,,12 Kauri Road\n',
    'Row 3 has a value in column 4, which has no heading',
  ],
  ['more than 5 MB', 'x'.repeat(5 * 1024 * 1024 + 10), 'larger than 5 MB'],
];
it.each(wrong)('reports the error in %s', async (_what, content, sentence) => {
  const response = await readPage(await upload(content));
  expect(response.status).toBe(422);
  expect(response.part('import-file-error')).toContain(sentence);
});

/** A workbook with these rows of cells' XML, and further parts. */
async function getWorkbook(rows: string[][], more: Record<string, Buffer> = {}) {
  const zip = new ZipFile();
  const template = await unzip(await writeWorkbook([['Surname', 'First name', 'DOB']]));
  const lines = rows.map((cells, index) => `<row r="${index + 1}">${cells.join('')}</row>`).join('');
  for (const [path, text] of template) {
    const isSheet = path === 'xl/worksheets/sheet1.xml';
    const sheet = text.replace(/<sheetData>.*<\/sheetData>/, `<sheetData>${lines}</sheetData>`);
    zip.addBuffer(Buffer.from(isSheet ? sheet : text), path);
  }
  for (const [path, bytes] of Object.entries(more)) zip.addBuffer(bytes, path);
  zip.end();
  return new Uint8Array(await buffer(zip.outputStream as NodeJS.ReadableStream));
}

async function unzip(bytes: Uint8Array): Promise<[string, string][]> {
  const zip = Buffer.from(bytes);
  return (getZipParts(zip) ?? []).map(({ name, method, start, size }) => {
    const packed = zip.subarray(start, start + size);
    return [name, (method === 0 ? packed : inflateRawSync(packed)).toString()];
  });
}

const word = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;
const head = ['Surname', 'First name', 'DOB'].map((text, place) => word(`${'ABC'[place]}1`, text));

it('reads a workbook: text, dates, and the saved results of formulas', async () => {
  const workbook = await getWorkbook([
    head,
    [
      word('A2', 'Bookman'),
      '<c r="B2" t="str"><f>"Ra"&amp;"ta"</f><v>Rata</v></c>',
      word('C2', '1980-02-29'),
    ],
    [word('A3', '=cmd|calc'), word('B3', 'Tom'), word('C3', '3/4/1971')],
  ]);
  const at = await toReview(workbook);
  const review = await open(at);
  expect(review.text).toContain('Ready (2)');
  expect(review.text).toContain('Rata Bookman');
  expect(review.text).toContain('Tom =cmd|calc');
});

const refusedWorkbooks: [string, string[][], Record<string, Buffer>, string][] = [
  ['a formula without a result', [head, ['<c r="A2"><f>B1</f></c>']], {}, 'Cell A2 has a formula'],
  ['an error', [head, ['<c r="A2" t="e"><v>#REF!</v></c>']], {}, 'Cell A2 shows an error'],
  [
    'cells far to the right',
    [head, ...Array.from({ length: 620 }, (_, at) => [word(`XFD${at + 2}`, '')])],
    {},
    'The sheet has more than 10,000,000 cells',
  ],
  [
    'a cell beyond the headings',
    [head, [word('A2', 'Wide')], [], [word('A4', 'Wider'), word('E4', 'lost')]],
    {},
    'Row 4 has a value in column 5, which has no heading',
  ],
  ['a zip bomb', [head], { 'xl/media/a.bin': Buffer.alloc(60_000_000) }, 'unpacks to more than 48 MB'],
];
it.each(refusedWorkbooks)('refuses a workbook with %s', async (_what, rows, more, sentence) => {
  const response = await readPage(await upload(await getWorkbook(rows, more)));
  expect(response.status).toBe(422);
  expect(response.part('import-file-error')).toContain(sentence);
});

/** Where other programs write a workbook's first sheet, with a formula that has no result in it. */
const writtenElsewhere: [string, (text: string) => string][] = [
  ['a path from the root', (text) => text.replace('"worksheets/sheet1.xml"', '"/xl/worksheets/sheet1.xml"')],
  ['a path with dots', (text) => text.replace('"worksheets/sheet1.xml"', '"./worksheets/sheet1.xml"')],
  ['single quotes', (text) => text.replace(/"(rId1|worksheets\/sheet1\.xml)"/g, "'$1'")],
  ['another prefix', (text) => text.replaceAll('xmlns:r=', 'xmlns:q=').replaceAll('r:id=', 'q:id=')],
];
it.each(writtenElsewhere)(
  'refuses a formula without a result in a workbook with %s',
  async (_what, change) => {
    const zip = new ZipFile();
    for (const [path, text] of await unzip(await getWorkbook([head, ['<c r="A2"><f>B1</f></c>']]))) {
      zip.addBuffer(Buffer.from(/^xl\/(workbook\.xml|_rels)/.test(path) ? change(text) : text), path);
    }
    zip.end();
    const bytes = new Uint8Array(await buffer(zip.outputStream as NodeJS.ReadableStream));
    const response = await readPage(await upload(bytes));
    expect(response.status).toBe(422);
    expect(response.part('import-file-error')).toMatch(/Cell A2 has a formula|The workbook is damaged/);
  },
);

it.each(['csv', 'xlsx'])('offers a template as %s that imports without a change', async (format) => {
  const answer = await browser.get(`/clients/import-template.${format}`);
  expect(answer.headers.get('Content-Disposition')).toContain(`client-import-template.${format}`);
  const at = await toReview(new Uint8Array(await answer.arrayBuffer()));
  expect((await open(at)).text).toMatch(/(Ready|Needs review) \(\d\)/);
  expect((await open(at)).text).not.toContain('Cannot be imported (');
});

it('leads from home to the imported drafts, and to those that lack an owner or a worklist', async () => {
  const at = await toReview('Family name;First name\r\nDraftleft;Ata\r\nDraftleft;Bo\r\n');
  await continueExpansion(at, { requestKey: keyIn((await open(at)).html), intent: 'start' });
  const drafts = '/clients?origin=import&status=draft';
  expect((await open(at)).html).toContain(`"${drafts}&sort=newest&select=1"`.replaceAll('&', '&amp;'));
  const { html } = await open('/home');
  const card = parsePage(html).getElementById('imported-clients');
  const steps = [...(card?.querySelectorAll('li') ?? [])].map((step) => ({
    act: step.querySelector('a')?.textContent ?? '',
    href: step.querySelector('a')?.getAttribute('href') ?? '',
    count: Number.parseInt(step.textContent ?? '', 10),
  }));
  expect(steps.map(({ act, href }) => [act, href])).toEqual([
    ['Assign', `${drafts}&responsible=none&select=1`],
    ['Enrol in monitoring', `${drafts}&monitoring=none&select=1`],
    ['Start onboarding', `${drafts}&select=1`],
  ]);
  for (const { href, count } of steps) {
    const list = await open(`${href}&q=draftleft`);
    expect([list.text.includes('Ata Draftleft'), list.text.includes('Bo Draftleft')]).toEqual([true, true]);
    expect((await open(href)).text).toContain(`${count} shown, of ${count}`);
  }
});

it('asks about a column that it does not know, and remembers the answer for the company', async () => {
  const unique = 'Shoe size of the client';
  const content = `Surname,First name,${unique}\nShod,Sam,44\n`;
  const at = (await upload(content)).headers.get('Location') ?? '';
  const first = columnsForm((await open(at)).html);
  expect(first).toMatchObject({ column0: 'familyName', column2: '' });
  const refused = await readPage(await browser.post(at, { ...first, column1: 'middleNames' }));
  expect(refused.status).toBe(422);
  expect(refused.text).toContain('Choose a field, or “Do not import”');
  expect(columnsForm(refused.html)).toMatchObject({ column1: 'middleNames' });
  await continueExpansion(at, { ...first, column2: 'none' });
  expect((await open(at)).text).toContain(`Columns not imported: ${unique}`);
  const again = await open((await upload(content)).headers.get('Location') ?? '');
  expect(columnsForm(again.html)).toMatchObject({ column0: 'familyName', column2: 'none' });
  expect(again.text).toContain('mapped as last time');
});

it('corrects rejected rows on the page, and checks and imports only those', async () => {
  const at = await toReview(
    'Surname,First name,Birth date\nMended,Ana,31/02/1980\nStillwrong,Ben,30/02/1980\nQuitefine,Dora,1/2/1980\n',
  );
  const rejected = await open(`${at}&rows=refused`);
  expect(rejected.part('import-cell-2-2-error')).toContain('Enter a real date');
  const form = (page: typeof rejected) => ({
    requestKey: keyIn(page.html),
    version: valueIn(page.html, 'version'),
    intent: 'correct',
  });
  const nothing = await readPage(await browser.post(`${at}&rows=refused`, form(rejected)));
  expect(nothing.text).toContain('No cell was changed');
  const changed = {
    'cell-2-2': '29/02/1980',
    'former-2-2': '31/02/1980',
    'cell-3-2': 'x',
    'former-3-2': 'x',
  };
  await continueExpansion(`${at}&rows=refused`, { ...form(rejected), ...changed });
  const mended = await open(at);
  expect(mended.text).toContain('Ready (2)');
  expect(mended.text).toContain('Cannot be imported (1)');
  const rows = ['2', '4'];
  await continueExpansion(at, { requestKey: keyIn(mended.html), shown: rows, row: rows, intent: 'start' });
  expect((await open(at)).text).toContain('2 clients were created as drafts. 1 row was not imported.');
  const last = await open(`${at}&rows=refused`);
  const stale = { ...form(last), version: '1', 'cell-3-2': '28/02/1980', 'former-3-2': '30/02/1980' };
  const conflict = await readPage(await browser.post(`${at}&rows=refused`, stale));
  expect(conflict.status).toBe(409);
  expect(valueIn(conflict.html, 'cell-3-2')).toBe('28/02/1980');
  await continueExpansion(`${at}&rows=refused`, {
    ...stale,
    version: form(last).version,
    requestKey: keyIn(last.html),
  });
  const ready = await open(at);
  expect(ready.text).toContain('Ready (1)');
  await continueExpansion(at, { requestKey: keyIn(ready.html), shown: '3', row: '3', intent: 'start' });
  expect((await open(at)).text).toContain('3 clients were created as drafts. 0 rows were not imported.');
});

/** Presses the button under the rejected rows: posts all their cells, with some of them changed. */
async function correctCells(at: string, changes: Record<string, string>) {
  const page = await open(`${at}&rows=refused`);
  const form = parsePage(page.html).querySelector('main form[method="post"]');
  const fields = { ...Object.fromEntries(postedFields(form)), ...changes, intent: 'correct' };
  await continueExpansion(`${at}&rows=refused`, fields);
  return Object.keys(fields).length;
}

it('corrects a row far down a file', async () => {
  const rows = Array.from({ length: 150 }, (_, row) => `Fardown,N${row + 2},1/2/1980`);
  rows[148] = 'Fardown,N150,31/02/1980';
  const at = await toReview(`Surname,First name,Birth date\n${rows.join('\n')}\n`);
  expect((await open(at)).text).toContain('Cannot be imported (1)');
  await correctCells(at, { 'cell-150-2': '28/02/1980' });
  expect((await open(at)).text).not.toContain('Cannot be imported (');
});

it('corrects rows of all columns of the template', async () => {
  const [headings = [], example = []] = templateRows;
  const birth = headings.indexOf('Date of birth');
  const reference = headings.indexOf('External ID');
  const rows = Array.from({ length: 14 }, (_, row) =>
    example.map((cell, place) =>
      place === birth ? '31/02/1980' : place === reference ? `WIDE-${row}` : cell === '' ? '' : cell,
    ),
  );
  const csv = [headings, ...rows].map((cells) => cells.map((cell) => `"${cell}"`).join(',')).join('\r\n');
  const at = await toReview(csv);
  expect((await open(at)).text).toContain('Cannot be imported (14)');
  const sent = await correctCells(at, { [`cell-2-${birth}`]: '28/02/1980' });
  expect(sent).toBeGreaterThan(1000);
  expect((await open(at)).text).toContain('Cannot be imported (13)');
});

it('shows a row’s errors next to it, with the file’s values', async () => {
  const at = await toReview(
    'Surname,First name,Birth date,NZBN\nWrongdate,Ana,31/02/1980,\n,Ben,,\nFine,Cora,1/2/1980,\n',
  );
  const page = await open(at);
  expect(page.text).toContain('Ready (1)');
  expect(page.text).toContain('Birth date: Enter a real date');
  expect(page.text).toContain('Surname: Enter the family name');
  expect((await open(`${at}&rows=ready`)).text).not.toContain('Wrongdate');
  const csv = await (await browser.get(`/clients/import-refused.csv?import=${at.split('=').at(-1)}`)).text();
  expect(csv).toContain('2,Birth date: Enter a real date');
});

it('preserves an invalid column mapping', async () => {
  const sent = await upload('Surname,First name\nA,B\n');
  const at = sent.headers.get('Location') ?? '';
  const form = columnsForm((await open(at)).html);
  const refused = await readPage(await browser.post(at, { ...form, column0: 'givenNames' }));
  expect(refused.status).toBe(422);
  expect(refused.text).toContain('Another column is already mapped to this field');
});

it('discards a file on confirmation, and returns 403 for read-only roles', async () => {
  const at = (await upload('Surname,First name\nA,B\n')).headers.get('Location') ?? '';
  const asked = await open(`${at}&confirm=discard`);
  expect(asked.part('discard-heading')).toBe('Discard this import?');
  await browser.post(at, {
    requestKey: keyIn(asked.html),
    version: valueIn(asked.html, 'version'),
    intent: 'discard',
  });
  expect((await browser.get(at)).headers.get('Location')).toBe(url);
  const auditor = app.browser();
  await auditor.startSession('auditor@demo.test');
  expect((await auditor.get(url)).status).toBe(403);
});
