import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoCompanyId } from '#demo/demo-company.ts';
import { openTestApp, type TestApp, type TestBrowser } from '#tests/support/app/app.ts';
import { parsePage } from '#tests/support/app/html.ts';
import { readPage } from './clients/page.ts';

let app: TestApp;
let owner: TestBrowser;
let staff: TestBrowser;
let admin: TestBrowser;
const settings = '/settings?view=support';
const support = `/admin/companies/${demoCompanyId}?view=support`;

beforeAll(async () => {
  app = await openTestApp();
  [owner, staff, admin] = [app.browser(), app.browser(), app.browser()];
  await owner.startSession('owner@demo.test');
  await staff.startSession('staff@demo.test');
  await admin.startSession('admin@demo.test', 'admin');
  const create = '/clients/create?type=individual';
  const form = (await readPage(await owner.get(create))).form();
  await owner.post(create, {
    ...form,
    'individual.givenNames': 'Hinemoa',
    'individual.familyName': 'Supportsample',
  });
});
afterAll(() => app.close());

async function read(browser: TestBrowser, at: string) {
  const response = await browser.get(at);
  expect(response.status).toBe(200);
  const page = parsePage(await response.text());
  const value = (name: string) => page.querySelector(`main [name="${name}"]`)?.getAttribute('value') ?? '';
  return { page, text: (page.querySelector('main')?.textContent ?? '').replace(/\s+/g, ' '), value };
}

async function decide(intent: string) {
  const { value } = await read(owner, settings);
  return owner.post(settings, { intent, id: value('id'), version: value('version') });
}

it('opens client records to an admin with an owner’s consent, until it is revoked', async () => {
  const before = await read(admin, `${support}&q=Supportsample`);
  expect(before.text).not.toContain('Hinemoa');
  expect(before.text).not.toContain('Name or number');
  const rejected = await admin.post(support, {
    intent: 'requestSupport',
    reason: 'Import fails',
    hours: '9',
  });
  expect(rejected.status).toBe(422);
  const typed = await rejected.text();
  expect(typed).toContain('Enter at most 4 hours');
  expect(typed).toContain('Import fails');
  const requested = await admin.post(support, {
    intent: 'requestSupport',
    reason: 'Import fails',
    hours: '1',
  });
  expect(requested.status).toBe(302);
  expect((await read(admin, support)).text).toContain('Awaiting an owner');

  const seen = await read(staff, settings);
  expect(seen.text).toContain('Import fails');
  expect(seen.text).toContain('Only an owner can decide.');
  expect((await read(owner, settings)).text).toContain('Allow access for 1 hour');
  expect((await decide('approve')).status).toBe(302);

  const found = await read(admin, `${support}&q=Supportsample`);
  const href = [...found.page.querySelectorAll('main a')]
    .map((link) => link.getAttribute('href') ?? '')
    .find((item) => item.includes('client='));
  expect(found.text).toContain('Hinemoa Supportsample');
  const opened = await read(admin, href ?? '');
  expect(opened.page.querySelector('h3')?.textContent).toBe('Hinemoa Supportsample');

  expect((await decide('revoke')).status).toBe(302);
  const after = await read(admin, href ?? '');
  expect(after.text).not.toContain('Hinemoa');
  expect(after.text).toContain('Revoked');
  const log = await read(owner, '/settings?view=audit&who=admin');
  expect(log.text).toContain('Support: client opened');
  expect(log.text).toContain('Import fails');
});
