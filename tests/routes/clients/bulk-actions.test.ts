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
  for (const given of ['Ana', 'Bea']) {
    const blank = (await open('/clients/create?type=individual')).form();
    const form = { ...blank, 'individual.givenNames': given, 'individual.familyName': 'Bulkstarted' };
    await browser.post('/clients/create?type=individual', form);
  }
});
afterAll(() => app.close());

const open = async (url: string) => readPage(await browser.get(url));
const list = '/clients?q=bulkstarted&select=1';

async function selecting(): Promise<Record<string, string>> {
  const { html } = await open(list);
  const document = parsePage(html);
  return {
    requestKey: document.querySelector('#assign [name="requestKey"]')?.getAttribute('value') ?? '',
    confirmedTotal: valueIn(html, 'confirmedTotal'),
    client: document.querySelector('[name="client"]')?.getAttribute('value') ?? '',
  };
}

it('starts onboarding of selected clients in the background, shows its clients, and stops it', async () => {
  const form = await selecting();
  const started = await browser.post(list, { ...form, which: 'ticked', intent: 'startOnboarding' });
  const at = started.headers.get('Location') ?? '';
  expect(at).toMatch(/^\/clients\/bulk\?action=[0-9a-f-]{36}$/);
  const page = await open(at);
  expect(page.text).toContain('Start onboarding');
  expect(page.text).toContain('Bulkstarted');
  await browser.post(at, { requestKey: valueIn(page.html, 'requestKey'), intent: 'stop' });
  expect((await open(at)).text).toMatch(/(Stopped|Finished): \d of 1 done/);
  expect((await open('/clients/bulk')).text).toContain('Start onboarding');
});

it('schedules a review with a day and a reason, or says what is missing beside the field', async () => {
  const form = { ...(await selecting()), which: 'all', intent: 'startReview' };
  const refused = await readPage(await browser.post(list, { ...form, dueOn: '2099-02-30', cause: '' }));
  expect(refused.status).toBe(422);
  expect(refused.text).toContain('Enter a real date');
  expect(refused.text).toContain('Enter why these clients are reviewed');
  const started = await browser.post(list, { ...form, dueOn: '2099-02-28', cause: 'New owners' });
  expect((await open(started.headers.get('Location') ?? '')).text).toContain('28 February 2099');
});

it('shows an auditor the outcome without the buttons', async () => {
  const auditor = app.browser();
  await auditor.startSession('auditor@demo.test');
  const listed = await readPage(await auditor.get('/clients/bulk'));
  const href =
    /href="(\/clients\/bulk\?amp;action=[^"]+)"/.exec(listed.html)?.[1]?.replace('&amp;', '&') ?? '';
  expect((await readPage(await auditor.get(href))).html).not.toContain('name="intent"');
});
