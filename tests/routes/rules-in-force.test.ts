import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp, type TestBrowser } from '#tests/support/app.ts';
import { parsePage } from '#tests/support/html.ts';

let app: TestApp;
let auditor: TestBrowser;
beforeAll(async () => {
  app = await openTestApp();
  auditor = app.browser();
  await auditor.startSession('auditor@demo.test');
});
afterAll(() => app.close());

/** Text of the rules view on a day, with white space as one space. */
async function readRules(query: string): Promise<string> {
  const response = await auditor.get(`/settings?view=rules${query}`);
  expect(response.status).toBe(200);
  const main = parsePage(await response.text()).querySelector('main');
  return (main?.textContent ?? '').replace(/\s+/g, ' ');
}

it('shows each rule of the day with its provision, its first day and its certainty', async () => {
  const text = await readRules('&on=2026-05-19');
  expect(text).toContain('Rules in force on 19 May 2026');
  expect(text).toContain('The client is a trust or another vehicle for holding personal assets.');
  expect(text).toContain('NZ s22(1)(a)(i)');
  expect(text).toContain('From 19 May 2026');
  expect(text).toContain('To be confirmed');
  expect(text).toContain('Suspicious activity report');
  expect(await readRules('&on=2026-05-18')).toMatch(/ to 18 May 2026/);
});

it('shows the day’s rules of activities and dealings', async () => {
  const text = await readRules('&on=2026-11-23');
  expect(text).toContain('seller and buyer are both customers');
  expect(text).toContain('AU s29, Rules 6-12');
  expect(text).toContain('prohibited without a permit');
  expect(text).toContain('The supervisor is the DIA.');
  const before = await readRules('&on=2026-06-30');
  expect(before).toContain('the FMA or the Reserve Bank');
  expect(before).not.toContain('seller and buyer are both customers');
});

it('falls back to today for an invalid date, with a message', async () => {
  const text = await readRules('&on=2026-02-30');
  expect(text).toContain('An invalid day was ignored.');
  expect(text).toContain(new Date().getUTCFullYear().toString());
  expect(await readRules('')).not.toContain('An invalid day was ignored.');
});

it('shows no rules from before the law applied to the company', async () => {
  expect(await readRules('&on=2000-01-01')).toContain('None in force on this day');
});
