import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoCompanyId } from '#demo/demo-company.ts';
import { openTestApp, type TestApp, type TestBrowser } from '#tests/support/app/app.ts';
import { parsePage } from '#tests/support/app/html.ts';
import { readPage } from './clients/page.ts';

let app: TestApp;
let owner: TestBrowser;
let staff: TestBrowser;
let admin: TestBrowser;
const settings = '/settings/support';
const support = `/admin/companies/${demoCompanyId}/support`;

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
  const before = await read(admin, `${support}?q=Supportsample`);
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

  const found = await read(admin, `${support}?q=Supportsample`);
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
  const log = await read(owner, '/settings/audit?who=admin');
  expect(log.text).toContain('Support: client opened');
  expect(log.text).toContain('Import fails');
});

it('says before a restriction what members can do then, which is what they can', async () => {
  const company = `/admin/companies/${demoCompanyId}`;
  const question = await read(admin, `${company}?confirm=restricted`);
  expect(question.text).toContain('members can read and export client records and download evidence packs');
  expect(question.text).toContain('They can still change company details, the team and billing in Settings.');
  expect(question.text).not.toContain('close immediately');
  const decideOn = async (to: string) => {
    const { value } = await read(admin, `${company}?confirm=${to}`);
    return admin.post(company, { intent: 'restrict', to, version: value('version'), reason: 'Unpaid' });
  };
  expect((await decideOn('restricted')).status).toBe(302);

  const clients = await read(staff, '/clients');
  expect(clients.text).toContain('Hinemoa Supportsample');
  expect((await staff.get('/clients/export.csv')).status).toBe(200);
  expect((await staff.get('/clients/create?type=individual')).status).toBe(403);
  for (const path of ['/settings', '/settings/team', '/settings/billing']) {
    expect((await owner.get(path)).status).toBe(200);
  }
  const home = await read(owner, '/home');
  expect(home.text).toContain('Your team can still read and export records');
  expect(home.text).toContain('Your team can work again when the restriction is lifted.');

  const before = await read(admin, `${company}?confirm=open`);
  expect(before.text).toContain('Members can add and change records again immediately.');
  expect((await decideOn('open')).status).toBe(302);
  expect((await staff.get('/clients/create?type=individual')).status).toBe(200);
});

it('says of a company that is being set up that its records are closed', async () => {
  await app.database.asSuperuser(
    `UPDATE assay.companies SET onboarding_step = 'company', access_restricted = true`,
  );
  const company = `/admin/companies/${demoCompanyId}`;
  const question = await read(admin, `${company}?confirm=restricted`);
  expect(question.text).toContain('Client records are closed until company setup is complete');
  const form = { intent: 'restrict', to: 'restricted', version: question.value('version'), reason: 'Unpaid' };
  expect((await admin.post(company, form)).status).toBe(302);
  expect((await staff.get('/clients')).headers.get('Location')).toBe('/home');
  const home = await read(owner, '/home');
  expect(home.text).toContain('Company setup can be completed meanwhile.');
  expect((await read(owner, '/onboard?step=company')).text).toContain('Legal name');
});
