import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoCompanyId } from '#demo/demo-company.ts';
import { insertLawChange } from '#tests/support/api/law-changes.ts';
import { openTestApp, type TestApp, type TestBrowser } from '#tests/support/app/app.ts';
import { parsePage } from '#tests/support/app/html.ts';
import { readPage } from './clients/page.ts';

let app: TestApp;
let officer: TestBrowser;
let auditor: TestBrowser;
let change: string;
const path = '/settings/law-changes';

beforeAll(async () => {
  app = await openTestApp();
  officer = app.browser();
  auditor = app.browser();
  await officer.startSession('officer@demo.test');
  await auditor.startSession('auditor@demo.test');
  expect(await text(auditor, path)).toContain('No law changes yet');
  const create = '/clients/create?type=individual';
  const form = (await readPage(await officer.get(create))).form();
  const made = await officer.post(create, {
    ...form,
    'individual.givenNames': 'Hinemoa',
    'individual.familyName': 'Changeton',
  });
  const id = new URL(made.headers.get('Location') ?? '', app.origin).pathname.split('/').at(-1) ?? '';
  change = await insertLawChange(app.database, demoCompanyId, id);
});
afterAll(() => app.close());

/** Text of a page, with white space as one space. */
async function text(browser: TestBrowser, at: string): Promise<string> {
  const response = await browser.get(at);
  expect(response.status).toBe(200);
  const main = parsePage(await response.text()).querySelector('main');
  return (main?.textContent ?? '').replace(/\s+/g, ' ');
}

it('lists the change, and its clients with before, after and reason, to permitted roles', async () => {
  expect(await text(auditor, path)).toContain('To sign off');
  const detail = await text(auditor, `${path}?change=${change}`);
  expect(detail).toContain('Corrected rule on 1 Jul 2026');
  expect(detail).toContain('Verify the client’s address (AU s28): outstanding');
  expect(detail).toContain('Hinemoa Changeton');
  expect(detail).toContain('AU s28 begins');
  expect(detail).not.toContain('Sign off this list');
  const csv = await auditor.get(`/settings/law-change-clients.csv?change=${change}`);
  expect(await csv.text()).toContain('AU s28 begins');
});

it('notifies the officer on the home page, and accepts the sign-off with a note', async () => {
  expect(await text(officer, '/home')).toContain('1 list of clients affected by a law change');
  expect(await text(auditor, '/home')).not.toContain('affected by a law change');
  const blank = await officer.post(path, { intent: 'signOff', id: change, version: '1', note: '' });
  expect(blank.status).toBe(422);
  const stale = await officer.post(path, { intent: 'signOff', id: change, version: '7', note: 'Kept text' });
  expect(stale.status).toBe(409);
  const done = await officer.post(path, {
    intent: 'signOff',
    id: change,
    version: '1',
    note: 'Asked for at the next review.',
  });
  const page = await (await officer.follow(done)).text();
  const words = (parsePage(page).querySelector('body')?.textContent ?? '').replace(/\s+/g, ' ');
  expect(words).toContain('List signed off.');
  expect(words).toContain('Asked for at the next review.');
  expect(await text(officer, '/home')).not.toContain('affected by a law change');
});

it('stays on the page when the sign-off is rejected', async () => {
  const rejected = await officer.post(`${path}?change=${change}`, {
    intent: 'signOff',
    id: change,
    version: '2',
    note: 'Twice',
  });
  expect(rejected.status).toBe(422);
  expect(await rejected.text()).toContain('This list has already been signed off.');
  expect((await officer.get(`${path}?change=${crypto.randomUUID()}`)).status).toBe(404);
});
