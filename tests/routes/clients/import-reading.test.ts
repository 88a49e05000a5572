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

const url = '/clients/import';
const open = async (at: string) => readPage(await browser.get(at));
const keyIn = (html: string) => valueIn(html, 'requestKey');

/** Uploads a file; returns the address of its columns. */
async function upload(lines: string[]): Promise<string> {
  const form = new FormData();
  form.set('requestKey', keyIn((await open(url)).html));
  form.set('file', new File([lines.join('\r\n')], 'clients.csv', { type: 'text/csv' }));
  const sent = await browser.post(url, {}, { body: form });
  expect(sent.status, await sent.clone().text()).toBe(302);
  return sent.headers.get('Location') ?? '';
}

/** The form with the button of an intent, as the page has it. */
function formOf(html: string, intent: string): Record<string, string> {
  const button = parsePage(html).querySelector(`button[value="${intent}"]`);
  const fields = [...(button?.closest('form')?.querySelectorAll('input[name], select[name]') ?? [])];
  const values = fields.map((field) => [
    field.getAttribute('name') ?? '',
    field.getAttribute('value') ?? field.querySelector('option[selected]')?.getAttribute('value') ?? '',
  ]);
  return { ...Object.fromEntries(values), intent };
}

async function continueImport(at: string): Promise<void> {
  for (;;) {
    const { html } = await open(at);
    if (!html.includes('value="continue"')) return;
    await browser.post(at, { intent: 'continue' });
  }
}

it('asks how the dates of a column are written, and keeps what was mapped', async () => {
  const at = await upload([
    'Surname,First name,Birth date,Since',
    'Routed,Mona,12/31/1980,45993',
    'Routed,Mia,03/04/1975,',
  ]);
  const page = await open(at);
  expect(page.text).not.toContain('How dates in');
  const form = { ...formOf(page.html, 'map'), column3: 'relationshipStartedOn', clientType: 'soleTrader' };
  const asked = await readPage(await browser.post(at, form));
  expect(asked.status).toBe(422);
  expect(asked.text).toContain('Some dates can be read in two ways. Select how they are written.');
  // Nothing is wrong yet: the questions are new.
  expect(asked.text).toContain('Confirm the dates');
  expect(asked.text).not.toContain('The import was not updated');
  expect(asked.html).not.toContain('aria-invalid');
  expect(asked.part('import-order2-hint')).toContain('“12/31/1980” can only have the month first');
  expect(asked.part('import-numbering3-hint')).toContain(
    '“45993” may be a spreadsheet’s number for 2 Dec 2025, or 3 Dec 2029 if the workbook came from an older Mac',
  );
  const again = formOf(asked.html, 'map');
  expect(again).toMatchObject({ column3: 'relationshipStartedOn', clientType: 'soleTrader', order2: '' });
  const half = await readPage(await browser.post(at, { ...again, order2: 'monthFirst' }));
  expect(half.status).toBe(422);
  expect(half.text).toContain('The import was not updated');
  expect(half.text).not.toContain('Confirm the dates');
  expect(half.part('import-numbering3-error')).toContain('“45993” may be a spreadsheet’s number');
  expect(formOf(half.html, 'map')).toMatchObject({ order2: 'monthFirst', numbering3: '' });
  const answers = { order2: 'monthFirst', numbering3: 'since1900' };
  const sent = await browser.post(at, { ...formOf(half.html, 'map'), ...answers });
  expect(sent.status).toBe(302);
  await continueImport(at);
  const review = await open(at);
  expect(review.text).toContain('Given names: Mia · Family name: Routed');
  expect(review.text).toContain('Date of birth 4 Mar 1975');
  expect(review.text).toContain('Client since 2 Dec 2025');
  expect(formOf((await open(`${at}&step=columns`)).html, 'map')).toMatchObject(answers);
});

it('refuses answers that are none, and ignores those about other columns', async () => {
  const at = await upload(['Surname,First name,Birth date', 'Routed,Nora,12/31/1980']);
  const form = formOf((await open(at)).html, 'map');
  const wrong = await readPage(await browser.post(at, { ...form, order2: 'yearFirst' }));
  expect(wrong.status).toBe(422);
  expect(wrong.text).toContain('The import was not updated');
  const other = await readPage(await browser.post(at, { ...form, order0: 'monthFirst' }));
  expect(other.part('import-order2-hint')).toContain('can only have the month first');
});

it('finds the headings below other rows, and takes them from another', async () => {
  const at = await upload(['{}', 'Co./Last Name\tFirst Name', 'Below\tAna', 'Below\tBen']);
  const page = await open(at);
  expect(page.text).toContain('The headings are in row 2. Row 1 is not imported.');
  expect(page.text).toContain('2 rows read');
  expect(formOf(page.html, 'map')).toMatchObject({ column0: 'familyName', column1: 'givenNames' });
  const taken = await browser.post(at, { ...formOf(page.html, 'headings'), row: '3' });
  expect(taken.status).toBe(302);
  const lower = await open(at);
  expect(lower.text).toContain('The headings are in row 3. Rows 1 to 2 are not imported.');
  expect(lower.text).toContain('1 row read');
  const stale = await readPage(await browser.post(at, { ...formOf(page.html, 'headings'), row: '1' }));
  expect(stale.status).toBe(409);
  const none = await readPage(await browser.post(at, { ...formOf(lower.html, 'headings'), row: '4' }));
  expect(none.status).toBe(422);
  expect(none.text).toContain('There are no rows under this one. Select another.');
  await browser.post(at, { ...formOf(lower.html, 'headings'), row: '2' });
  expect((await open(at)).text).toContain('The headings are in row 2.');
});

it('corrects doubtful rows on the page, with the likely text of damaged letters filled in', async () => {
  const at = await upload(['Name', 'SiobhÃ¡n Doubted', 'J Doubted', 'Jude Doubted']);
  await browser.post(at, formOf((await open(at)).html, 'map'));
  await continueImport(at);
  const review = await open(`${at}&rows=asks`);
  expect(review.text).toContain('Needs review (2)');
  expect(review.text).toContain('Correct these rows');
  const correcting = `${at}&rows=asks&correct=1`;
  const page = await open(correcting);
  expect(page.text).toContain('was likely “Siobhán Doubted”');
  const form = formOf(page.html, 'correct');
  expect(form).toMatchObject({
    'cell-2-0': 'Siobhán Doubted',
    'former-2-0': 'SiobhÃ¡n Doubted',
    'cell-3-0': 'J Doubted',
  });
  await browser.post(correcting, { ...form, 'cell-3-0': 'Jana Doubted' });
  await continueImport(at);
  const corrected = await open(at);
  expect(corrected.text).toContain('Ready (3)');
  expect(corrected.text).toContain('Given names: Siobhán · Family name: Doubted');
});

it('shows no question about a row that is imported', async () => {
  const at = await upload(['Name', 'Jan van der Settled', 'Cor van der Settled']);
  await browser.post(at, formOf((await open(at)).html, 'map'));
  await continueImport(at);
  const review = await open(at);
  expect(review.text).toContain('Needs review (2)');
  expect(review.text).toContain('Select the row if');
  await browser.post(at, { ...formOf(review.html, 'start'), shown: '2', row: '2' });
  await continueImport(at);
  const done = await open(at);
  expect(done.text).toContain('1 client was created as a draft. 1 row was not imported.');
  expect((await open(`${at}&rows=imported`)).text).not.toContain('Select the row');
  expect((await open(`${at}&rows=asks`)).text).toContain('Select the row if');
});

it('says that no row has headings where all are blank', async () => {
  const form = new FormData();
  form.set('requestKey', keyIn((await open(url)).html));
  form.set('file', new File(['\r\n,,\r\n \r\n'], 'clients.csv', { type: 'text/csv' }));
  const sent = await readPage(await browser.post(url, {}, { body: form }));
  expect(sent.text).toContain('None of the first 10 rows has column headings.');
});
