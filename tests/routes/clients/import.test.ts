import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp, type TestBrowser } from '#tests/support/app/app.ts';
import { parsePage, valueIn } from '#tests/support/app/html.ts';
import { readPage } from './page.ts';

let app: TestApp;
let browser: TestBrowser;
beforeAll(async () => {
  app = await openTestApp();
  browser = app.browser();
  await browser.startSession('owner@demo.test');
});
afterAll(() => app.close());

const url = '/clients?view=import';
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
  expect(at, await sent.clone().text()).toMatch(/^\/clients\?view=import&import=[0-9a-f-]{36}$/);
  await continueExpansion(at, columnsForm((await open(at)).html));
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
  ['an Excel workbook', Uint8Array.from([0x50, 0x4b, 3, 4, 0, 0]), 'Excel workbook'],
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
  ['more than 5 MB', 'x'.repeat(5 * 1024 * 1024 + 10), 'larger than 5 MB'],
];
it.each(wrong)('reports the error in %s', async (_what, content, sentence) => {
  const response = await readPage(await upload(content));
  expect(response.status).toBe(422);
  expect(response.part('import-file-error')).toContain(sentence);
});

it('shows a row’s errors next to it, with the file’s values', async () => {
  const at = await toReview(
    'Surname,First name,Birth date,NZBN\nWrongdate,A,31/02/1980,\n,B,,\nFine,C,1/2/1980,\n',
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
