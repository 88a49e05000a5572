import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { asAdmin, asMember } from '#app/session/session.server.ts';
import { openTestApp, type TestApp } from '#tests/support/app/app.ts';
import { readPage } from '../clients/page.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterEach(async () => {
  app.respondInsteadOfApi(undefined);
  await app.clearFaults();
});
afterAll(() => app.close());

const location = (response: Response) => response.headers.get('Location');

describe('sign-in guards', () => {
  it('redirect a signed-out user to sign-in, and back to the page with its query', async () => {
    const browser = app.browser();
    const turned = await browser.get('/clients?status=active&q=%C5%8D');
    expect(turned.status).toBe(302);
    expect(location(turned)).toBe(
      `/login?redirectTo=${encodeURIComponent('/clients?status=active&q=%C5%8D')}`,
    );
    const entered = await browser.post('/login', {
      intent: 'password',
      loginId: 'staff@demo.test',
      password: 'assay-demo-2026',
      redirectTo: new URL(location(turned) ?? '', app.origin).searchParams.get('redirectTo') ?? '',
    });
    expect(location(entered)).toBe('/clients?status=active&q=%C5%8D');
  });

  it('redirect / and /login by whether a member is signed in', async () => {
    const browser = app.browser();
    expect(location(await browser.get('/'))).toBe('/login');
    expect((await browser.get('/login')).status).toBe(200);
    await browser.startSession('staff@demo.test');
    expect(location(await browser.get('/'))).toBe('/home');
    expect(location(await browser.get('/login'))).toBe('/home');
    expect(location(await browser.get('/login?redirectTo=/clients'))).toBe('/clients');
    expect((await browser.get('/home')).status).toBe(200);
  });

  it('separate member and admin: each has cookies of its own, valid in one realm', async () => {
    const browser = app.browser();
    await browser.startSession('admin@demo.test', 'admin');
    expect(location(await browser.get('/home'))).toBe('/login');
    expect((await browser.get('/login')).status).toBe(200);
    expect(location(await browser.get('/'))).toBe('/login');

    await browser.startSession('staff@demo.test', 'member');
    expect((await browser.get('/home')).status).toBe(200);
    expect(location(await browser.get('/admin/login'))).toBe('/admin/home');
    const names = [...browser.setCookieHeaders.keys()].sort();
    expect(names).toEqual([
      'assay_admin_refresh',
      'assay_admin_session',
      'assay_admin_user',
      'assay_refresh',
      'assay_session',
      'assay_user',
    ]);
  });

  it('redirect a member from an admin page to the admin sign-in, without a loop', async () => {
    const browser = app.browser();
    await browser.startSession('staff@demo.test');
    const guarded = asAdmin(() => 'inside');
    const cookie = [...browser.setCookieHeaders].map(([name, value]) => `${name}=${value}`).join('; ');
    const request = new Request(`${app.origin}/admin/companies`, { headers: { Cookie: cookie } });
    const thrown = await guarded({ request, params: {}, context: {} }).catch((error: unknown) => error);
    expect(location(thrown as Response)).toBe('/admin/login?redirectTo=%2Fadmin%2Fcompanies');
    expect((await browser.get('/admin/login?redirectTo=/admin/companies')).status).toBe(200);
  });

  it('ignore cookies without a valid signature', async () => {
    const browser = app.browser();
    await browser.startSession('staff@demo.test');
    const refresh = browser.setCookieHeaders.get('assay_refresh') ?? '';
    browser.setCookieHeaders.set('assay_refresh', `${refresh.slice(0, -3)}AAA`);
    expect(location(await browser.get('/home'))).toBe('/login');
  });
});

describe('a session rejected by the API', () => {
  const unauthorised = () =>
    Response.json(
      { type: 't', title: 'The session has ended', status: 401, code: 'token.invalid', requestId: 'r' },
      { status: 401 },
    );

  it('clears the member and redirects to sign-in by a full page load, with the exact reason', async () => {
    const browser = app.browser();
    await browser.startSession('staff@demo.test');
    await browser.startSession('admin@demo.test', 'admin');
    app.respondInsteadOfApi(unauthorised);
    const response = await browser.get('/clients?q=kauri');
    expect(location(response)).toBe('/login?logout_reason=unauthorised');
    expect(response.headers.get('X-Remix-Reload-Document')).toBe('true');
    expect([...browser.setCookieHeaders.keys()].sort()).toEqual([
      'assay_admin_refresh',
      'assay_admin_session',
      'assay_admin_user',
      // Names whose form another tab has.
      'assay_user',
    ]);
    const page = await browser.follow(response);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('Your session has ended. Please sign in again.');
  });

  it('does the same for a request by script', async () => {
    const browser = app.browser();
    await browser.startSession('staff@demo.test');
    app.respondInsteadOfApi(unauthorised);
    const response = await browser.get('/home.data');
    expect(response.status).toBe(202);
    const body = await response.text();
    expect(body).toContain('/login?logout_reason=unauthorised');
    expect(body).toContain('reload');
    expect([...browser.setCookieHeaders.keys()]).toEqual(['assay_user']);
  });

  it('shows no other reason', async () => {
    const page = await (await app.browser().get('/login?logout_reason=%3Cb%3Eother')).text();
    expect(page).not.toContain('Your session has ended');
    expect(page).not.toContain('other');
  });
});

describe('API failures', () => {
  const problem = (status: number, code: string, detail?: string) => () =>
    Response.json({ type: 't', title: 'T', status, code, detail, requestId: 'of-the-api' }, { status });

  it.each([
    ['an answer that is no JSON', () => new Response('<html>', { status: 200 }), 502, 'Unexpected response'],
    ['JSON of another shape', () => Response.json({ member: 7 }), 502, 'Unexpected response'],
    [
      'a refusal of another shape',
      () => Response.json({ no: 1 }, { status: 418 }),
      502,
      'Unexpected response',
    ],
    ['a failure', problem(500, 'server.failed'), 500, 'Something went wrong on our side'],
    [
      'a proxy’s own error page',
      () => new Response('<h1>Bad gateway', { status: 502 }),
      502,
      'Something went wrong',
    ],
    ['an outage behind it', problem(503, 'server.unavailable'), 503, 'The service cannot be reached'],
    ['a role that may not', problem(403, 'role.forbidden'), 403, 'You do not have permission'],
    ['nothing there', problem(404, 'record.notFound'), 404, 'Page not found'],
    ['a conflict', problem(409, 'record.versionConflict'), 409, 'Someone else changed this'],
    ['too many requests', problem(429, 'rate.limited'), 429, 'Too many requests'],
  ])(
    'show a page of their own for %s, with a way back, and stay signed in',
    async (_, response, status, words) => {
      const browser = app.browser();
      await browser.startSession('staff@demo.test');
      app.respondInsteadOfApi(response);
      const page = await browser.get('/clients');
      expect(page.status).toBe(status);
      const text = await page.text();
      expect(text).toContain(words);
      expect(text).toMatch(/Request ID<\/dt><dd[^>]*>[0-9a-f-]{36}/);
      expect(text).toContain('Go to the home page');
      expect(browser.setCookieHeaders.has('assay_session')).toBe(true);
      app.respondInsteadOfApi(undefined);
      expect((await browser.get('/clients')).status).toBe(200);
    },
  );

  it('show a network error without a response, and reload by themselves unless a form would be lost', async () => {
    const browser = app.browser();
    await browser.startSession('staff@demo.test');
    const form = (await readPage(await browser.get('/clients/create?type=individual'))).form();
    app.respondInsteadOfApi('hang up');
    const reload = /<noscript><meta http-equiv="refresh" content="\d+"/i;
    const page = await browser.get('/clients');
    expect(page.status).toBe(503);
    const text = await page.text();
    expect(text).toContain('The service cannot be reached');
    expect(text).toMatch(reload);
    const names = { 'individual.givenNames': 'Ada', 'individual.familyName': 'Lost' };
    const posted = await browser.post('/clients/create?type=individual', { ...form, ...names });
    expect(posted.status).toBe(503);
    const answer = await posted.text();
    expect(answer).toContain('The form you sent may not have been saved');
    expect(answer).not.toMatch(reload);
    // A failure that waiting does not mend is not reloaded.
    app.respondInsteadOfApi(problem(500, 'server.failed'));
    expect(await (await browser.get('/clients')).text()).not.toMatch(reload);
  });

  it('redirect from a page of a restricted company to /home, which shows the reason', async () => {
    const browser = app.browser();
    await browser.startSession('new@demo.test');
    const page = await browser.follow(await browser.get('/clients'));
    expect(page.status).toBe(200);
    const text = await page.text();
    expect(text).toContain('is restricted');
    expect(text).toContain('/onboard');
  });

  it('never request a restricted company’s work', async () => {
    const browser = app.browser();
    await browser.startSession('new@demo.test');
    app.apiRequests.length = 0;
    await browser.get('/home');
    expect(app.apiRequests.map(({ path }) => path)).toEqual(['/api/v1/me']);
  });

  it('show an error page without internals', async () => {
    const browser = app.browser();
    await browser.startSession('staff@demo.test');
    const cookie = [...browser.setCookieHeaders].map(([name, value]) => `${name}=${value}`).join('; ');
    const guarded = asMember(() => {
      throw new Error('a secret detail');
    });
    const request = new Request(`${app.origin}/home`, { headers: { Cookie: cookie } });
    const thrown = (await guarded({ request, params: {}, context: {} }).catch(
      (error: unknown) => error,
    )) as Response;
    expect(thrown.status).toBe(500);
    expect(await thrown.text()).not.toContain('secret');
  });

  it('leave the navigation in place where a record does not exist, under a title of its own', async () => {
    const browser = app.browser();
    await browser.startSession('staff@demo.test');
    const page = await browser.get(`/clients/${crypto.randomUUID()}`);
    expect(page.status).toBe(404);
    const text = await page.text();
    expect(text).toMatch(/<title>Page not found/);
    expect(text).toContain('<nav aria-label="Main"');
    expect(text.match(/id="main"/g)).toHaveLength(1);
  });

  it('show a page for unknown addresses, for posts to them too', async () => {
    const browser = app.browser();
    const page = await browser.get('/nowhere');
    expect(page.status).toBe(404);
    expect(await page.text()).toContain('Page not found');
    expect((await browser.post('/nowhere', {})).status).toBe(404);
  });
});

describe('calls to the API', () => {
  it('send the session token, a request id and the signed client address, once each', async () => {
    const browser = app.browser();
    await browser.startSession('staff@demo.test');
    app.apiRequests.length = 0;
    expect((await browser.get('/home')).status).toBe(200);
    const paths = app.apiRequests.map(({ path }) => path);
    expect(paths).toContain('/api/v1/home');
    expect(paths).toContain('/api/v1/me');
    expect(new Set(paths).size).toBe(paths.length);
    const ids = app.apiRequests.map(({ headers }) => headers.get('X-Request-Id'));
    expect(new Set(ids).size).toBe(1);
    for (const { headers } of app.apiRequests) {
      expect(headers.get('Authorization')).toMatch(/^Bearer ey/);
      expect(headers.get('Assay-Session')).toMatch(/^[\w-]{43}$/);
      expect(headers.get('X-Assay-Client')).toMatch(/^203\.0\.113\.\d+;t=\d+;s=[0-9a-f]{64}$/);
    }
  });

  it('of a page return the member without a call of its own', async () => {
    const browser = app.browser();
    await browser.startSession('staff@demo.test');
    app.apiRequests.length = 0;
    const response = await browser.get('/clients');
    expect(await response.text()).toContain('staff@demo.test');
    expect(app.apiRequests.map(({ path }) => path)).toEqual(['/api/v1/clients']);
  });

  it('of POST /login have no authorisation header', async () => {
    app.apiRequests.length = 0;
    await app.browser().signIn('officer@demo.test');
    // The attempt is counted before the identity service is called, and the sign-in recorded after it.
    expect(app.apiRequests.map(({ path }) => path)).toEqual(['/api/v1/login', '/api/v1/login']);
    expect(app.apiRequests.map(({ headers }) => headers.has('Authorization'))).toEqual([false, false]);
  });
});
