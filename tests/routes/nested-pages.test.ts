import { expect, it } from 'vitest';
import { parsePage } from '#tests/support/app/html.ts';
import { openSignedInApp } from '#tests/support/app/signed-in-app.ts';

const { app, browser: owner } = await openSignedInApp('owner@demo.test');
const auditor = app.browser();
await auditor.startSession('auditor@demo.test');

async function open(response: Response) {
  const page = parsePage(await response.text());
  const nav = page.querySelector('nav[aria-label="Settings"]');
  return {
    status: response.status,
    title: page.title,
    headings: [...page.querySelectorAll('h1, h2')].map(({ textContent }) => textContent),
    links: [...(nav?.querySelectorAll('a') ?? [])].map((link) => link.getAttribute('href')),
    current: nav?.querySelector('[aria-current="page"]')?.textContent,
  };
}

it('has a title of its own for each page of the settings, and marks it in the navigation', async () => {
  const company = await open(await owner.get('/settings'));
  expect(company).toMatchObject({ status: 200, title: 'Company – Settings – Assay', current: 'Company' });
  expect(company.links).toHaveLength(17);
  for (const link of company.links) {
    const page = await open(await owner.get(link ?? ''));
    expect(page).toMatchObject({ status: 200, title: `${page.current} – Settings – Assay` });
    expect(page.headings[0]).toBe('Settings');
  }
});

it('is not found within the navigation at an address that no page has', async () => {
  const page = await open(await owner.get('/settings/nowhere'));
  expect(page).toMatchObject({ status: 404, title: 'Page not found – Assay' });
  expect(page.headings).toContain('Page not found');
  expect(page.links).toContain('/settings/team');
  expect(page.current).toBeUndefined();
  expect((await open(await owner.post('/settings/nowhere', {}))).headings).toContain('Page not found');
});

it('is refused within the navigation to a member without the permission', async () => {
  const page = await open(await auditor.get('/settings/team'));
  expect(page).toMatchObject({ status: 403, title: 'You do not have permission – Assay' });
  expect(page.headings).toContain('You do not have permission');
  expect(page.links).toContain('/settings/audit');
  expect(page.links).not.toContain('/settings/team');
});

it.each([
  ['/settings/team', ['/api/v1/team', '/api/v1/company']],
  ['/settings/team.data', ['/api/v1/team', '/api/v1/company']],
  ['/settings/rules', ['/api/v1/country-lists']],
  ['/settings/retention', ['/api/v1/retention']],
])('is loaded with the layouts by the calls of the page alone: %s', async (path, calls) => {
  app.apiRequests.length = 0;
  expect((await owner.get(path)).status).toBe(200);
  expect(app.apiRequests.map((request) => request.path)).toEqual(calls);
});

it('has a page of monitoring and a tab of a client by one call each', async () => {
  const made = await owner.post('/clients/create?type=individual', {
    clientType: 'individual',
    'individual.givenNames': 'Tui',
    'individual.familyName': 'Nestedsample',
    requestKey: crypto.randomUUID(),
  });
  const client = made.headers.get('Location') ?? '';
  for (const [path, calls] of [
    ['/monitoring/worklists', ['/api/v1/worklists']],
    ['/monitoring/lists', ['/api/v1/monitoring/lists']],
    [`${client}/risk`, [`/api/v1${client}/page`]],
    [`${client}/risk.data`, [`/api/v1${client}/page`]],
    [`${client}/people`, [`/api/v1${client}/page`]],
  ] as const) {
    app.apiRequests.length = 0;
    expect((await owner.get(path)).status).toBe(200);
    expect(app.apiRequests.map((request) => request.path)).toEqual(calls);
  }
});

it('fails as a whole for a client that does not exist: layout and tab each report that it is not found', async () => {
  const unknown = `/clients/${crypto.randomUUID()}/risk`;
  expect((await owner.get(unknown)).status).toBe(404);
  const data = await owner.get(`${unknown}.data`);
  const text = await data.text();
  expect([data.status, text.match(/ErrorResponse/g)?.length]).toEqual([404, 2]);
  expect(text).not.toContain('SanitizedError');
});

it('leaves the addresses of its files to their own routes', async () => {
  const response = await owner.get('/settings/audit-log.csv');
  expect(response.status).toBe(200);
  expect(response.headers.get('Content-Type')).toContain('text/csv');
});
