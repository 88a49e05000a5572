import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '#tests/support/app/app.ts';
import { parsePage, valueIn } from '#tests/support/app/html.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

async function open(response: Response) {
  const html = await response.text();
  return { status: response.status, html, title: parsePage(html).title };
}

it('begin the page of a rejected staff form, until it is loaded again', async () => {
  const browser = app.browser();
  await browser.startSession('owner@demo.test');
  const path = '/clients/create?type=individual';
  const first = await open(await browser.get(path));
  expect(first.title).toBe('New client – Clients – Assay');
  const rejected = await open(await browser.post(path, { requestKey: valueIn(first.html, 'requestKey') }));
  expect(rejected).toMatchObject({ status: 422, title: 'Error: New client – Clients – Assay' });
  expect((await open(await browser.get(path))).title).toBe('New client – Clients – Assay');

  // With script the result of the action carries the mark, from which React writes the title.
  const sent = await browser.post(`/clients/create.data?type=individual`, {});
  expect(sent.status).toBe(422);
  expect(await sent.text()).toContain('hasErrors');
});

it('do not begin the page of a form that did something else than save', async () => {
  const browser = app.browser();
  await browser.startSession('owner@demo.test');
  const found = await open(
    await browser.post('/clients/create?type=individual', {
      intent: 'find:addresses[0]',
      'addresses[0].find': 'queen',
      'addresses[0].countryCode': 'NZL',
    }),
  );
  expect(found).toMatchObject({ status: 200, title: 'New client – Clients – Assay' });
});

it.each([
  ['/login', 'Sign in – Assay'],
  ['/admin/login', 'Sign in – Assay admin'],
])('begin %s after a wrong password, until it is loaded again', async (path, title) => {
  const browser = app.browser();
  const rejected = await open(
    await browser.post(path, { intent: 'password', loginId: 'unknown@demo.test', password: 'wrong' }),
  );
  expect(rejected).toMatchObject({ status: 400, title: `Error: ${title}` });
  expect((await open(await browser.get(path))).title).toBe(title);
  const asked = await open(await browser.post(path, { intent: 'sendCode', loginId: 'staff@demo.test' }));
  expect(asked).toMatchObject({ status: 200, title });
});
