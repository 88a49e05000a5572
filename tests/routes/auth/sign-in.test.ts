import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { demoAdminTotpKey } from '#demo/demo-accounts.ts';
import { totpCode } from '#sandbox/identity/totp-routes.ts';
import {
  demoPassword,
  onceCounted,
  openTestApp,
  type TestApp,
  type TestBrowser,
} from '#tests/support/app/app.ts';

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

function signIn(browser: TestBrowser, form: Record<string, string>, page = '/login') {
  return browser.post(page, { intent: 'password', password: demoPassword, ...form });
}

/** Sessions ended at the identity service while `work` ran. */
async function signOuts(work: () => Promise<unknown>): Promise<number> {
  const count = async () =>
    (await app.identityCalls()).filter((call) => call === 'POST /v1/auth/logout').length;
  const before = await count();
  await work();
  return (await count()) - before;
}

describe('sign-in with a password', () => {
  it('stores the session and redirects to /home', async () => {
    const browser = app.browser();
    const response = await signIn(browser, { loginId: '  Owner@Demo.test ' });
    expect(location(response)).toBe('/home');
    expect([...browser.setCookieHeaders.keys()].sort()).toEqual([
      'assay_known_devices',
      'assay_refresh',
      'assay_session',
      'assay_user',
    ]);
    expect((await browser.follow(response)).status).toBe(200);
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/ok\r\nX: y',
    'javascript:alert(1)',
    '/admin/home',
  ])('never redirects to %j afterwards', async (redirectTo) => {
    const response = await signIn(app.browser(), { loginId: 'staff@demo.test', redirectTo });
    expect(location(response)).toBe('/home');
  });

  it('shows one error for a wrong password and an unknown address, and keeps the address alone', async () => {
    const pages = await Promise.all(
      ['officer@demo.test', 'nobody@demo.test'].map(async (loginId) => {
        const response = await signIn(app.browser(), { loginId, password: 'a wrong password' });
        expect(response.status).toBe(400);
        expect(response.headers.getSetCookie()).toEqual([]);
        const html = await response.text();
        expect(html).toContain('Incorrect email address or password.');
        expect(html).toContain(`value="${loginId}"`);
        expect(html).not.toContain('a wrong password');
        return html.replace(/nonce="[^"]*"|[0-9a-f-]{36}/g, '').replaceAll(loginId, 'X');
      }),
    );
    expect(pages[0]?.split('<script')[0]).toBe(pages[1]?.split('<script')[0]);
  });

  it('retains the redirect target after a wrong password, a requested code and a wrong code', async () => {
    const browser = app.browser();
    const redirectTo = '/clients?status=active';
    const answers = [
      await signIn(browser, { loginId: 'auditor@demo.test', password: 'a wrong password', redirectTo }),
      await browser.post('/login', { intent: 'sendCode', loginId: 'auditor@demo.test', redirectTo }),
      await browser.post('/login', {
        intent: 'verifyCode',
        loginId: 'auditor@demo.test',
        code: '1',
        redirectTo,
      }),
    ];
    for (const response of answers)
      expect(await response.text()).toContain(`name="redirectTo" value="${redirectTo}"`);
  });

  it('shows required fields as field errors', async () => {
    const response = await app
      .browser()
      .post('/login', { intent: 'password', loginId: 'no address', password: '' });
    expect(response.status).toBe(400);
    const html = await response.text();
    expect(html).toContain('There are 2 errors to fix');
    expect(html).toContain('href="#sign-in-loginId"');
    expect(html).toContain('Enter your password');
    expect(html).toContain('value="no address"');
  });

  it('shows how long to wait after too many attempts', async () => {
    await app.identityFault({
      kind: 'status',
      status: 429,
      retryAfterSeconds: 40,
      path: '/v1/auth/password/signin',
    });
    const response = await signIn(app.browser(), { loginId: 'auditor@demo.test' });
    expect(response.status).toBe(429);
    expect(await response.text()).toContain('Too many attempts. Wait 40 seconds, then try again.');
  });

  it('reports an unavailable identity service', async () => {
    await app.identityFault({ kind: 'drop', path: '/v1/auth/password/signin' });
    const response = await signIn(app.browser(), { loginId: 'auditor@demo.test' });
    expect(response.status).toBe(503);
    expect(await response.text()).toContain('Sign-in is temporarily unavailable');
  });

  it('stores nothing and ends the session when the API is unavailable', async () => {
    app.respondInsteadOfApi(onceCounted(() => 'hang up'));
    const browser = app.browser();
    const ended = await signOuts(async () => {
      const response = await signIn(browser, { loginId: 'auditor@demo.test' });
      expect(response.status).toBe(503);
    });
    expect(ended).toBe(1);
    expect(browser.setCookieHeaders.size).toBe(0);
  });

  it.each([
    ['login.suspended', 403, 'This account is suspended'],
    ['login.accessEnded', 403, 'Access for this account has ended'],
    ['rate.limited', 429, 'Too many attempts'],
    ['token.invalid', 401, 'could not be confirmed'],
    ['server.unavailable', 503, 'cannot be reached'],
  ])('shows the API error %s in the form, and ends the session', async (code, status, words) => {
    const title = {
      'login.suspended': 'This account is suspended',
      'login.accessEnded': 'Access for this account has ended',
      'rate.limited': 'Too many attempts',
      'server.unavailable': 'The service cannot be reached',
    }[code];
    app.respondInsteadOfApi(
      onceCounted(() =>
        Response.json({ type: 't', title: title ?? 'T', status, code, requestId: 'r' }, { status }),
      ),
    );
    const browser = app.browser();
    const ended = await signOuts(async () => {
      const response = await signIn(browser, { loginId: 'auditor@demo.test' });
      expect(location(response)).toBeNull();
      const html = await response.text();
      expect(html).toContain(words);
      expect(html).toContain('value="auditor@demo.test"');
    });
    expect(ended).toBe(1);
    expect(browser.setCookieHeaders.size).toBe(0);
  });
});

describe('sign-in realms', () => {
  it('reject each other’s users, and end their sessions', async () => {
    const browser = app.browser();
    const ended = await signOuts(async () => {
      const admin = await signIn(browser, { loginId: 'admin@demo.test' });
      expect(admin.status).toBe(403);
      expect(await admin.text()).toContain('do not have a company account');
      const member = await signIn(browser, { loginId: 'owner@demo.test' }, '/admin/login');
      expect(member.status).toBe(403);
      expect(await member.text()).toContain('not a platform admin');
    });
    expect(ended).toBe(2);
    expect(browser.setCookieHeaders.size).toBe(0);
  });

  it('sign an admin in at /admin/login, and out', async () => {
    const browser = app.browser();
    expect(location(await signIn(browser, { loginId: 'admin@demo.test' }, '/admin/login'))).toBe(
      '/admin/home',
    );
    expect(location(await browser.get('/admin/login'))).toBe('/admin/home');
    const code = totpCode(demoAdminTotpKey, new Date());
    await browser.post('/admin/login?view=second-factor', { intent: 'verifyApp', code });
    expect(await (await browser.get('/admin/home')).text()).toContain('Platform administration');
    expect(location(await browser.get('/admin'))).toBe('/admin/home');
    expect(location(await browser.post('/logout', { realm: 'admin' }))).toBe('/admin/login');
    // Signed out, the browser is still one in which this person has signed in.
    expect([...browser.setCookieHeaders.keys()]).toEqual(['assay_known_devices']);
  });

  it('do not sign an admin out while the API is unavailable', async () => {
    const browser = app.browser();
    await browser.startSession('admin@demo.test', 'admin');
    app.respondInsteadOfApi('hang up');
    expect((await browser.get('/admin/login')).status).toBe(503);
    expect(browser.setCookieHeaders.size).toBe(3);
  });
});

describe('sign-in with an emailed code', () => {
  it('accepts a space in the code, and redirects', async () => {
    const browser = app.browser();
    const asked = await browser.post('/login', {
      intent: 'sendCode',
      loginId: 'staff@demo.test',
      redirectTo: '/clients?kind=business',
    });
    expect(asked.status).toBe(200);
    const html = await asked.text();
    expect(html).toContain('Enter the code from the email');
    expect(html).not.toContain('name="redirectTo" value="//');
    const mail = await app.newestEmail('staff@demo.test');
    const code = `${mail?.code?.slice(0, 3)} ${mail?.code?.slice(3)}`;
    const entered = await browser.post('/login', {
      intent: 'verifyCode',
      loginId: 'staff@demo.test',
      code,
      redirectTo: '/clients?kind=business',
    });
    expect(location(entered)).toBe('/clients?kind=business');
  });

  it('does not disclose whether an account exists', async () => {
    const pages = await Promise.all(
      ['officer@demo.test', 'nobody@demo.test'].map(async (loginId) => {
        const response = await app.browser().post('/login', { intent: 'sendCode', loginId });
        expect(response.status).toBe(200);
        return (await response.text()).split('<script')[0]?.replaceAll(loginId, 'X');
      }),
    );
    expect(pages[0]).toBe(pages[1]);
  });

  it('rejects a wrong and an invalid code, and keeps the address', async () => {
    const browser = app.browser();
    await browser.post('/login', { intent: 'sendCode', loginId: 'officer@demo.test' });
    for (const [code, words] of [
      ['000000', 'This code is incorrect or has expired'],
      ['12a', 'Enter the 6-digit code'],
    ]) {
      const response = await browser.post('/login', {
        intent: 'verifyCode',
        loginId: 'officer@demo.test',
        code: code ?? '',
      });
      expect(response.status).toBe(400);
      const html = await response.text();
      expect(html).toContain(words);
      expect(html).toContain('name="loginId" value="officer@demo.test"');
    }
    expect(browser.setCookieHeaders.size).toBe(0);
  });

  it('tells an identity without an account to sign up', async () => {
    const loginId = 'stranger@example.test';
    const browser = app.browser();
    const counted = await fetch(`${process.env.MAIN_API_URL}/api/v1/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ kind: 'signUp', loginId }),
    });
    const { nonce } = (await counted.json()) as { nonce: string };
    await app.services.identity.sendSignUpCode(loginId, nonce);
    const mail = await app.newestEmail(loginId);
    const ended = await signOuts(async () => {
      const response = await browser.post('/login', {
        intent: 'verifyCode',
        loginId,
        code: mail?.code ?? '',
      });
      expect(response.status).toBe(403);
      const html = await response.text();
      expect(html).toContain('do not have a company account');
      expect(html).toContain('Sign up to create one');
    });
    expect(ended).toBe(1);
    expect(browser.setCookieHeaders.size).toBe(0);
  });
});

describe('requests that no page sends', () => {
  it.each([{ intent: 'unknown' }, {}, { intent: 'constructor' }])('returns 400 for %j', async (form) => {
    expect((await app.browser().post('/login', form as Record<string, string>)).status).toBe(400);
  });

  it('returns 400 for a body that is not a form', async () => {
    const response = await app.browser().get('/login', {
      method: 'POST',
      body: '{"a":1}',
      headers: { 'Content-Type': 'application/json', Origin: app.origin },
    });
    expect(response.status).toBe(400);
  });
});

describe('sign-out', () => {
  it('ends the session at the identity service and redirects to sign-in by a full page load', async () => {
    const browser = app.browser();
    await browser.startSession('staff@demo.test');
    const before = new Map(browser.setCookieHeaders);
    const ended = await signOuts(async () => {
      const response = await browser.post('/logout', {});
      expect(location(response)).toBe('/login');
      expect(response.headers.get('X-Remix-Reload-Document')).toBe('true');
      // Nothing of the member's pages stays on a shared computer.
      expect(response.headers.get('Clear-Site-Data')).toBe('"cache", "storage"');
    });
    expect(ended).toBe(1);
    expect(browser.setCookieHeaders.size).toBe(0);
    for (const [name, value] of before) browser.setCookieHeaders.set(name, value);
    await browser.expireSession();
    expect(location(await browser.get('/home'))).toBe('/login?logout_reason=unauthorised');
  });

  it('leaves the other realm’s session alone', async () => {
    const browser = app.browser();
    await browser.startSession('staff@demo.test');
    await browser.startSession('admin@demo.test', 'admin');
    await browser.post('/logout', {});
    expect([...browser.setCookieHeaders.keys()].every((name) => name.startsWith('assay_admin_'))).toBe(true);
    expect(browser.setCookieHeaders.size).toBe(3);
  });

  it('succeeds while the identity service is unavailable', async () => {
    const browser = app.browser();
    await browser.startSession('staff@demo.test');
    await app.identityFault({ kind: 'drop', path: '/v1/auth/logout' });
    expect(location(await browser.post('/logout', {}))).toBe('/login');
    expect(browser.setCookieHeaders.size).toBe(0);
  });

  it('does nothing on GET', async () => {
    const browser = app.browser();
    expect(location(await browser.get('/logout'))).toBe('/login');
    await browser.startSession('staff@demo.test');
    expect(location(await browser.get('/logout'))).toBe('/home');
    expect(browser.setCookieHeaders.size).toBe(3);
  });
});
