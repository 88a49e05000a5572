import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp, type TestBrowser } from '#tests/support/app/app.ts';
import { testDay } from '#tests/support/clock/test-day.ts';
import { readPage } from './page.ts';

let app: TestApp;
let browser: TestBrowser;
let href: string;
beforeAll(async () => {
  app = await openTestApp();
  browser = app.browser();
  await browser.startSession('owner@demo.test');
  const blank = (await readPage(await browser.get('/clients/create?type=individual'))).form();
  const saved = await browser.post('/clients/create?type=individual', {
    ...blank,
    'individual.givenNames': 'Kept',
    'individual.familyName': 'Overtime',
  });
  href = saved.headers.get('Location') ?? '';
});
afterAll(() => app.close());

it('shows since when each value is on record', async () => {
  const page = await readPage(await browser.get(`${href}/history`));
  expect(page.status).toBe(200);
  expect(page.text).toContain('Values over time');
  expect(page.text).toMatch(/Status Draft since \d{1,2} \w{3} \d{4}/);
  expect(page.text).toMatch(/Risk level Not assessed since \d{1,2} \w{3} \d{4}/);
});

it('shows what was on record at the end of a day', async () => {
  const page = await readPage(await browser.get(`${href}/history?asAt=${testDay()}`));
  expect(page.text).toMatch(/On record at the end of .* Status Draft CDD status Not started/);
  const earlier = await readPage(await browser.get(`${href}/history?asAt=2020-01-01`));
  expect(earlier.text).toMatch(/On record at the end of 1 Jan 2020 Status Not known/);
});

it.each([
  ['2999-01-01', 'Enter today or an earlier date'],
  ['soon', 'Enter a date like 21/11/2026'],
  ['2026-02-31', 'Enter a real date'],
])('shows a field error for %s, and keeps the page', async (asAt, message) => {
  const page = await readPage(await browser.get(`${href}/history?asAt=${asAt}`));
  expect(page.status).toBe(200);
  expect(page.text).toContain(message);
  expect(page.html).toContain(`value="${asAt}"`);
  expect(page.text).not.toContain('On record at the end of');
});
