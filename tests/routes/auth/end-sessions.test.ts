import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp, type TestBrowser } from '#tests/support/app/app.ts';
import { valueIn } from '#tests/support/app/html.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterEach(() => app.clearFaults());
afterAll(() => app.close());

const location = (response: Response) => response.headers.get('Location');
const newPassword = 'eleven quiet lighthouses';

/** Sets a new password in a browser by an emailed link. */
async function resetIn(browser: TestBrowser, loginId: string): Promise<Response> {
  await app.browser().post('/login', { intent: 'sendReset', loginId });
  const { link } = (await app.newestEmail(loginId)) ?? {};
  const { pathname, search } = new URL(link ?? '');
  const html = await (await browser.get(pathname + search)).text();
  const token = valueIn(html, 'token');
  return browser.post('/login', { intent: 'newPassword', token, password: newPassword });
}

/** Redirect target of a page, without following it. */
const toPage = async (browser: TestBrowser, path = '/clients') => location(await browser.get(path));

const ended = '/login?logout_reason=unauthorised';

it('ends every other session of the same person at once', async () => {
  const [first, second, other] = [app.browser(), app.browser(), app.browser()];
  await Promise.all([first.startSession('auditor@demo.test'), second.startSession('auditor@demo.test')]);
  await other.startSession('owner@demo.test');
  const stored = await app.services.cookies.read(
    new Request(app.origin, {
      headers: { Cookie: [...first.setCookieHeaders].map(([name, value]) => `${name}=${value}`).join('; ') },
    }),
    'member',
  );
  if (stored?.sessionToken === undefined) throw new Error('The first browser is not signed in.');
  expect(await toPage(first)).toBeNull();

  expect(location(await resetIn(second, 'auditor@demo.test'))).toBe('/home');

  expect(await toPage(first)).toBe(ended);
  expect([...first.setCookieHeaders.keys()].filter((name) => name.includes('session'))).toEqual([]);
  const refreshed = await app.services.identity.refresh(stored);
  expect(refreshed).toEqual({ ok: false, reason: 'refused' });
  const api = `${app.services.mainApi.mainApiUrl}/api/v1/me`;
  const called = await fetch(api, { headers: { Authorization: `Bearer ${stored.sessionToken}` } });
  expect(called.status).toBe(401);
  expect([await toPage(second), await toPage(other)]).toEqual([null, null]);
});

it('ends a session whose token must be refreshed as well', async () => {
  const [first, second] = [app.browser(), app.browser()];
  await Promise.all([first.startSession('officer@demo.test'), second.startSession('officer@demo.test')]);
  await first.expireSession();
  await resetIn(second, 'officer@demo.test');
  expect(await toPage(first)).toBe(ended);
});

it('reports that other sessions could not be ended', async () => {
  await app.identityFault({ kind: 'status', status: 500, path: '/v1/auth/logoutall' });
  const failed = await resetIn(app.browser(), 'owner@demo.test');
  expect(failed.status).toBe(503);
  expect(await failed.text()).toContain('your other sessions could not be ended');
});

it('signs out a copy of the session as well', async () => {
  const browser = app.browser();
  await browser.startSession('new@demo.test');
  const copy = app.browser();
  for (const [name, value] of browser.setCookieHeaders) copy.setCookieHeaders.set(name, value);
  expect(await toPage(copy, '/home')).toBeNull();
  await browser.post('/logout', {});
  expect(await toPage(copy, '/home')).toBe(ended);
});
