import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoPassword, openTestApp, type TestApp, type TestBrowser } from '#tests/support/app/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const view = '/settings/sso';
/** Not the demo's own: demo.test is the platform admin's too, so no company can prove it. */
const domain = 'kowhai.test';
const member = `staff@${domain}`;
const location = (response: Response) => response.headers.get('Location') ?? '';

/** A page of the sandbox, which a browser sees under the app's own address. */
const sandboxPage = (path: string, form?: Record<string, string>) =>
  fetch(app.sandbox.outboxUrl + path, {
    redirect: 'manual',
    ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
  });

const textOf = (html: string, pattern: RegExp) => (pattern.exec(html)?.[1] ?? '').replaceAll('&amp;', '&');

/** Begins single sign-on. @returns path of the identity provider's page */
async function begin(browser: TestBrowser, loginId: string, redirectTo?: string): Promise<string> {
  const form = { intent: 'sso', loginId, ...(redirectTo === undefined ? {} : { redirectTo }) };
  const page = await (await browser.post('/login', form)).text();
  const url = textOf(page, /href="([^"]*\/sandbox\/identity-provider[^"]*)"/);
  return url === '' ? '' : new URL(url).pathname + new URL(url).search;
}

/** Signs in at the identity provider. @returns path of Assay that it leads back to; empty if it rejects the address */
async function confirm(path: string, email: string): Promise<string> {
  const back = location(await sandboxPage(path, { email }));
  return back === '' ? '' : new URL(back).pathname + new URL(back).search;
}

/** Invites the person with an address of the domain to the demo company, who joins with a password. */
async function join(owner: TestBrowser): Promise<void> {
  const sent = await owner.post('/settings/team', { intent: 'invite', loginId: member, role: 'member' });
  expect(sent.status).toBe(302);
  const { searchParams } = new URL((await app.newestEmail(member))?.link ?? '');
  const form = { ...Object.fromEntries(searchParams), name: 'Mere Sample', password: demoPassword };
  expect(location(await app.browser().post('/welcome', form))).toBe('/home');
}

it('is not for the domain of a platform admin, with the answer for one that another company has proven', async () => {
  const owner = app.browser();
  await owner.startSession('owner@demo.test');
  await owner.post(view, { intent: 'addDomain', domain: 'demo.test' });
  const page = await (await owner.get(view)).text();
  const value = textOf(page, /(assay-domain-verification=[\w-]+)/);
  const id = textOf(page, /name="id" value="([0-9a-f-]{36})"/);
  await sandboxPage('/sandbox/dns', { name: '_assay.demo.test', value });
  const refused = await owner.post(view, { intent: 'verifyDomain', id });
  expect([refused.status, (await refused.text()).includes('Another company has proven demo.test')]).toEqual([
    422,
    true,
  ]);
  await owner.post(view, { intent: 'removeDomain', id });
  expect(await (await owner.get(view)).text()).not.toContain('_assay.demo.test');
});

it('is set up by an owner, who proves the domain, and required of its members', async () => {
  const owner = app.browser();
  await owner.startSession('owner@demo.test');
  await join(owner);
  expect(location(await owner.post(view, { intent: 'addDomain', domain }))).toBe(view);
  const page = await (await owner.get(view)).text();
  const value = textOf(page, /(assay-domain-verification=[\w-]+)/);
  const id = textOf(page, /name="id" value="([0-9a-f-]{36})"/);
  const early = await owner.post(view, { intent: 'verifyDomain', id });
  expect([early.status, (await early.text()).includes('No TXT record of _assay.kowhai.test')]).toEqual([
    422,
    true,
  ]);
  expect((await sandboxPage('/sandbox/dns', { name: '_assay.kowhai.test', value })).status).toBe(303);
  expect(location(await owner.post(view, { intent: 'verifyDomain', id }))).toBe(view);

  const metadataUrl = 'https://login.example.test/metadata';
  const connection = { intent: 'save', protocol: 'saml', metadataUrl, version: '0' };
  const http = await owner.post(view, {
    ...connection,
    mode: 'required',
    metadataUrl: 'http://login.example.test',
  });
  expect([http.status, (await http.text()).includes('starts with https://')]).toEqual([422, true]);
  expect(location(await owner.post(view, { ...connection, mode: 'required' }))).toBe(view);
  const saved = await (await owner.get(view)).text();
  expect([saved.includes(metadataUrl), saved.includes('/sandbox/saml')]).toEqual([true, true]);

  const staff = app.browser();
  const refused = await staff.signIn(member);
  expect([refused.status, (await refused.text()).includes('Your company requires single sign-on')]).toEqual([
    403,
    true,
  ]);
  // Owners are not locked out with their identity provider.
  expect(location(await app.browser().signIn('owner@demo.test'))).toBe('/home');
});

it('signs a member in at their identity provider, and leads on', async () => {
  const browser = app.browser();
  const provider = await begin(browser, member, '/clients?sort=name');
  expect((await (await sandboxPage(provider)).text()).includes(`value="${member}"`)).toBe(true);
  expect(await confirm(provider, 'staff@elsewhere.test')).toBe('');
  const back = await confirm(provider, member);
  expect(back).toMatch(/^\/login\?view=sso&state=[\w-]{32}&code=/);

  // In another browser, with another state, and a second time, it opens nothing.
  const other = await app.browser().get(back);
  expect([other.status, (await other.text()).includes('started in another browser')]).toEqual([400, true]);
  expect((await browser.get(back.replace(/state=[\w-]+/, `state=${'_'.repeat(32)}`))).status).toBe(400);
  const signedIn = await browser.get(back);
  expect([signedIn.status, location(signedIn)]).toEqual([302, '/clients?sort=name']);
  expect((await browser.get('/clients')).status).toBe(200);
  const again = app.browser();
  for (const [name, value] of browser.setCookieHeaders) again.setCookieHeaders.set(name, value);
  expect((await again.get(back)).status).toBe(400);
});

it('is begun for addresses of a proven domain alone', async () => {
  expect(await begin(app.browser(), 'someone@nowhere.test')).toBe('');
  const none = await app.browser().post('/login', { intent: 'sso', loginId: 'someone@nowhere.test' });
  expect([
    none.status,
    (await none.text()).includes('Single sign-on is not set up for this email address'),
  ]).toEqual([422, true]);
  expect(
    (await app.browser().post('/admin/login', { intent: 'sso', loginId: 'admin@demo.test' })).status,
  ).toBe(400);
  // A person whom their identity provider knows and Assay does not.
  const browser = app.browser();
  const back = await confirm(await begin(browser, `unknown@${domain}`), `unknown@${domain}`);
  const turnedAway = await browser.get(back);
  expect([turnedAway.status, (await turnedAway.text()).includes('do not have a company account')]).toEqual([
    403,
    true,
  ]);
});
