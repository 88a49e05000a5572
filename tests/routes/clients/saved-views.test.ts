import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp, type TestBrowser } from '#tests/support/app/app.ts';
import { valueIn } from '#tests/support/app/html.ts';
import { readPage } from './page.ts';

let app: TestApp;
let owner: TestBrowser;
let staff: TestBrowser;
beforeAll(async () => {
  app = await openTestApp();
  owner = app.browser();
  await owner.startSession('owner@demo.test');
  staff = app.browser();
  await staff.startSession('staff@demo.test');
});
afterAll(() => app.close());

const open = async (browser: TestBrowser, url: string) => readPage(await browser.get(url));
const keyIn = (html: string) => valueIn(html, 'requestKey');

/** Saves the view of a URL by its page's form. */
async function save(browser: TestBrowser, url: string, form: Record<string, string>) {
  const page = await open(browser, url);
  const query = valueIn(page.html, 'query');
  return browser.post(url, { requestKey: keyIn(page.html), query, intent: 'saveView', ...form });
}

/** The id of a view, by the name above its form. */
const getView = (html: string, name: string) => {
  const part = html.slice(html.indexOf(`>${name}</a>`));
  return {
    viewId: valueIn(part, 'viewId'),
    version: valueIn(part, 'version'),
    requestKey: keyIn(part),
  };
};

it('saves the list’s view under a name, and redirects to it', async () => {
  const saved = await save(owner, '/clients?status=active&sort=newest', { name: 'Newest active' });
  expect(saved.headers.get('Location')).toBe('/clients?sort=newest&status=active');
  const page = await open(owner, '/clients?view=all');
  expect(page.html).toContain('href="/clients?sort=newest&amp;status=active"');
  expect(page.text).toContain('Newest active');
  expect((await open(owner, '/clients?status=active&sort=newest')).text).toContain('View: Newest active');
});

it('shows an error for an invalid name and preserves it', async () => {
  const refused = await readPage(await save(owner, '/clients?status=draft', { name: 'newest ACTIVE' }));
  expect(refused.status).toBe(422);
  expect(refused.text).toContain('A view with this name already exists');
  expect(refused.html).toContain('value="newest ACTIVE"');
});

it('opens the default at the bare URL, and all clients on request', async () => {
  await save(staff, '/clients?responsible=me', { name: 'Mine', isDefault: 'on' });
  const bare = await staff.get('/clients');
  expect(bare.status).toBe(302);
  expect(bare.headers.get('Location')).toBe('/clients?responsible=me');
  expect((await staff.get('/clients?view=all')).status).toBe(200);
  expect((await owner.get('/clients')).status).toBe(200);
  // Removing the last filter, or sending an empty form, must not redirect back to the default.
  expect((await open(staff, '/clients?responsible=me')).html).toContain('href="/clients?view=all"');
  expect((await staff.get('/clients?q=&type=&status=')).status).toBe(200);
});

it('offers sharing to permitted members, and shows shared views to everyone', async () => {
  expect((await open(staff, '/clients?kind=business')).html).not.toContain('name="shared"');
  await save(owner, '/clients?kind=business', { name: 'Businesses', shared: 'on' });
  expect((await open(staff, '/clients?view=all')).text).toContain('Businesses');
  const managed = await open(staff, '/clients?view=views');
  expect(managed.text).toContain('can change it');
  const auditor = app.browser();
  await auditor.startSession('auditor@demo.test');
  const read = await open(auditor, '/clients?kind=individual');
  expect(read.text).toContain('Businesses');
  expect(read.html).not.toContain('Save view');
});

it('renames, and deletes on confirmation', async () => {
  await save(owner, '/clients?status=dormant', { name: 'Sleeping' });
  const managed = await open(owner, '/clients?view=views');
  const view = getView(managed.html, 'Sleeping');
  const renamed = await owner.post('/clients?view=views', { ...view, name: 'Dormant', intent: 'updateView' });
  expect(renamed.headers.get('Location')).toBe('/clients?view=views');
  const stale = await readPage(
    await owner.post('/clients?view=views', {
      ...view,
      requestKey: crypto.randomUUID(),
      name: 'Other',
      intent: 'updateView',
    }),
  );
  expect(stale.status).toBe(409);
  const asked = await open(owner, `/clients?view=views&confirm=${view.viewId}`);
  expect(asked.part('delete-view-heading')).toBe('Delete the view “Dormant”?');
  const now = getView(asked.html, 'Dormant');
  await owner.post('/clients?view=views', { ...now, intent: 'deleteView' });
  expect((await open(owner, '/clients?view=views')).text).not.toContain('Dormant');
});
