import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp, type TestBrowser } from '#tests/support/app/app.ts';

let app: TestApp;
let demo: { id: string; name: string };
let other: { id: string; name: string };

const companyOf = async (loginId: string) => {
  const { rows } = await app.database.asSuperuser(
    `SELECT c.id, c.name FROM assay.companies c JOIN assay.members m ON m.company_id = c.id WHERE m.login_id = $1`,
    [loginId],
  );
  const [{ id, name }] = rows as [{ id: string; name: string }];
  // As in a page.
  return { id, name: name.replaceAll('&', '&amp;') };
};

beforeAll(async () => {
  app = await openTestApp();
  [demo, other] = [await companyOf('owner@demo.test'), await companyOf('new@demo.test')];
  // The auditor of the demo company belongs to the other one too.
  await app.database.asSuperuser(
    `INSERT INTO assay.members (id, company_id, identity_user_id, login_id, name, role, status, created_at, created_by, updated_at)
     SELECT gen_random_uuid(), $1, identity_user_id, login_id, name, 'member', 'active', now(), 'system', now()
       FROM assay.members WHERE login_id = 'auditor@demo.test'`,
    [other.id],
  );
});
afterAll(() => app.close());

const location = (response: Response) => response.headers.get('Location');
const selectPage = '/login?view=companies';
const select = (browser: TestBrowser, companyId: string, redirectTo?: string) =>
  browser.post(selectPage, { companyId, ...(redirectTo === undefined ? {} : { redirectTo }) });
const leadingTo = (path: string, page = selectPage) => `${page}&redirectTo=${encodeURIComponent(path)}`;
const home = async (browser: TestBrowser) => (await browser.get('/home')).text();
/** The company in use, as the home page names it. */
const inUse = async (browser: TestBrowser) => {
  const page = await home(browser);
  return [demo, other].filter(({ name }) => page.includes(name)).map(({ id }) => id);
};

it('is selected after sign-in, and switched from the account menu', async () => {
  const browser = app.browser();
  await browser.signIn('auditor@demo.test');
  expect(location(await browser.get('/home'))).toBe(leadingTo('/home'));
  const page = await (await browser.get(leadingTo('/home'))).text();
  expect(page.includes('Select a company')).toBe(true);
  expect([page.includes(demo.name), page.includes(other.name)]).toEqual([true, true]);
  const selected = await select(browser, demo.id, '/clients?sort=name');
  expect([selected.status, location(selected)]).toEqual([302, '/clients?sort=name']);
  expect((await home(browser)).includes('Switch company')).toBe(true);
  expect(await inUse(browser)).toEqual([demo.id]);

  expect(location(await select(browser, other.id))).toBe('/home');
  expect(await inUse(browser)).toEqual([other.id]);
  // Of a company that is not theirs the page says so, and nothing changes.
  const unknown = await select(browser, crypto.randomUUID());
  expect([unknown.status, await unknown.text()]).toEqual([
    404,
    expect.stringContaining('no longer have access'),
  ]);
  expect(await inUse(browser)).toEqual([other.id]);
});

it('is no question to a person with one company', async () => {
  const browser = app.browser();
  await browser.startSession('staff@demo.test');
  expect((await home(browser)).includes('Switch company')).toBe(false);
  expect(location(await browser.get(leadingTo('/clients')))).toBe('/clients');
  const signedOut = await app.browser().get(leadingTo('/clients'));
  expect(location(signedOut)).toBe('/login?redirectTo=%2Fclients');
});

it('is that of a link: after sign-in at once, otherwise after a question', async () => {
  const link = `/settings/sessions?company=${other.id}`;
  const anew = app.browser();
  const signIn = location(await anew.get(link)) ?? '';
  expect(signIn).toBe(`/login?redirectTo=${encodeURIComponent(link)}`);
  const redirectTo = new URL(signIn, app.origin).searchParams.get('redirectTo') ?? '';
  const form = { intent: 'password', loginId: 'auditor@demo.test', password: 'assay-demo-2026', redirectTo };
  expect(location(await anew.post('/login', form))).toBe(link);
  expect((await anew.get(link)).status).toBe(200);
  expect(await inUse(anew)).toEqual([other.id]);

  const back = `/clients?company=${demo.id}`;
  const question = await anew.get(back);
  expect(location(question)).toBe(leadingTo(back));
  const page = await (await anew.get(leadingTo(back))).text();
  expect(page.includes(`Switch to ${demo.name}?`)).toBe(true);
  expect(location(await select(anew, demo.id, back))).toBe('/clients');
  expect((await anew.get(back)).status).toBe(200);
  // The link of one company is not followed in another one.
  expect(location(await select(anew, other.id, back))).toBe('/home');
});

it('is not shown by a link to a company of others', async () => {
  const browser = app.browser();
  await browser.startSession('staff@demo.test');
  const link = `/home?company=${other.id}`;
  expect(location(await browser.get(link))).toBe(leadingTo(link));
  const page = await (await browser.get(leadingTo(link))).text();
  expect(page.includes('This page belongs to a company that you are not a member of')).toBe(true);
  expect(page.includes(other.name)).toBe(false);
});

it('is checked for each form: one of the former company changes nothing in the next', async () => {
  const browser = app.browser();
  await browser.signIn('auditor@demo.test');
  await select(browser, other.id);
  const page = '/settings/sessions';
  const text = await (await browser.get(page)).text();
  expect(text.includes(`name="companyInUse" value="${other.id}"`)).toBe(true);
  await select(browser, demo.id);
  const rename = (companyInUse: string) =>
    browser.post(
      page,
      { intent: 'rename', name: 'Renamed Elsewhere', companyInUse },
      { headers: { Referer: app.origin + page } },
    );
  expect(location(await rename(other.id))).toBe(
    leadingTo(`${page}?company=${other.id}`, `${selectPage}&posted`),
  );
  const { rows } = await app.database.asSuperuser(
    "SELECT FROM assay.members WHERE name = 'Renamed Elsewhere'",
  );
  expect(rows).toEqual([]);
  expect(location(await rename(demo.id))).toContain(page);
});

it('gets a further member, who keeps their password, by the link in the email or the session they have', async () => {
  const owner = app.browser();
  await owner.startSession('owner@demo.test');
  const invite = async (loginId: string) => {
    const sent = await owner.post('/settings/team', { intent: 'invite', loginId, role: 'member' });
    expect(sent.status).toBe(302);
    const { link = '' } = (await app.newestEmail(loginId)) ?? {};
    return new URL(link).pathname + new URL(link).search;
  };
  const link = await invite('new@demo.test');
  const { invite: secret = '', t = '' } = Object.fromEntries(new URL(link, app.origin).searchParams);
  const browser = app.browser();
  const page = await (await browser.get(link)).text();
  expect(page.includes('You already have an Assay account with this address')).toBe(true);
  expect(page.includes('Choose a password')).toBe(false);
  const wrong = await browser.post('/welcome', { invite: secret, t: 'wrong' });
  expect([wrong.status, await wrong.text()]).toEqual([400, expect.stringContaining('expired or been used')]);
  expect(location(await browser.post('/welcome', { invite: secret, t }))).toBe('/home');
  expect(await inUse(browser)).toEqual([demo.id]);
  expect((await home(browser)).includes('Switch company')).toBe(true);
  // The password is the same.
  const later = app.browser();
  expect(location(await later.signIn('new@demo.test'))).toBe('/home');
  await select(later, demo.id);
  expect(await inUse(later)).toEqual([demo.id]);

  await app.database.asSuperuser(
    `UPDATE assay.members SET status = 'removed', identity_user_id = NULL WHERE login_id = 'new@demo.test' AND company_id = $1`,
    [demo.id],
  );
  const again = await invite('new@demo.test');
  const asSelf = app.browser();
  await asSelf.startSession('new@demo.test');
  expect(await inUse(asSelf)).toEqual([other.id]);
  const { invite: next = '' } = Object.fromEntries(new URL(again, app.origin).searchParams);
  expect(location(await asSelf.post('/welcome', { invite: next }))).toBe('/home');
  expect(await inUse(asSelf)).toEqual([demo.id]);
});
