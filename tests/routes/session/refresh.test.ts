import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { asMember } from '#app/session/session.server.ts';
import { openTestApp, type TestApp, type TestBrowser } from '#tests/support/app/app.ts';

let app: TestApp;
let browser: TestBrowser;
beforeAll(async () => {
  app = await openTestApp();
});
beforeEach(async () => {
  browser = app.browser();
  await browser.startSession('staff@demo.test');
});
afterEach(() => app.clearFaults());
afterAll(() => app.close());

const location = (response: Response) => response.headers.get('Location');

/** Number of refreshes at the identity service while `work` ran. */
async function refreshes(work: () => Promise<unknown>): Promise<number> {
  const count = async () =>
    (await app.identityCalls()).filter((call) => call === 'POST /v1/auth/refresh').length;
  const before = await count();
  await work();
  return (await count()) - before;
}

/** Another tab: the cookies as they are now, separate from then on. */
function getTab(original: TestBrowser): TestBrowser {
  const tab = app.browser();
  for (const [name, value] of original.setCookieHeaders) tab.setCookieHeaders.set(name, value);
  return tab;
}

describe('an expired session token', () => {
  it('is refreshed before a page, which sets the new cookies', async () => {
    await browser.expireSession();
    const old = new Map(browser.setCookieHeaders);
    const asked = await refreshes(async () => {
      expect((await browser.get('/home')).status).toBe(200);
      expect((await browser.get('/clients')).status).toBe(200);
    });
    expect(asked).toBe(1);
    expect(browser.setCookieHeaders.get('assay_session')).not.toBe(old.get('assay_session'));
    expect(browser.setCookieHeaders.get('assay_refresh')).not.toBe(old.get('assay_refresh'));
  });

  it('is not refreshed before it expires', async () => {
    expect(await refreshes(() => browser.get('/home'))).toBe(0);
  });

  it('sets each cookie once, though layout and page both refresh', async () => {
    await browser.expireSession();
    const names = (await browser.get('/home')).headers.getSetCookie().map((line) => line.split('=')[0]);
    expect(names.sort()).toEqual(['assay_refresh', 'assay_session', 'assay_user']);
  });

  it('is refreshed once for ten concurrent requests', async () => {
    await browser.expireSession();
    const asked = await refreshes(async () => {
      const answers = await Promise.all(Array.from({ length: 10 }, () => getTab(browser).get('/clients')));
      expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    });
    expect(asked).toBe(1);
  });

  it('is refreshed once for a second tab with the old cookies shortly afterwards', async () => {
    await browser.expireSession();
    const other = getTab(browser);
    const asked = await refreshes(async () => {
      expect((await browser.get('/home')).status).toBe(200);
      expect((await other.get('/home')).status).toBe(200);
    });
    expect(asked).toBe(1);
    expect(other.setCookieHeaders.get('assay_refresh')).toBe(browser.setCookieHeaders.get('assay_refresh'));
  });

  it('is refreshed again when the response with the new cookies is lost', async () => {
    await browser.expireSession();
    const lost = getTab(browser);
    const asked = await refreshes(async () => {
      await lost.get('/home');
      expect((await browser.get('/home')).status).toBe(200);
    });
    expect(asked).toBe(1);
  });

  it('is refreshed again when the identity service’s own response is lost', async () => {
    await browser.expireSession();
    await app.identityFault({ kind: 'drop', path: '/v1/auth/refresh' });
    expect((await browser.get('/home')).status).toBe(503);
    expect((await browser.get('/home')).status).toBe(200);
  });

  it('is refreshed once for a post without script: action and subsequent loaders with the old cookie', async () => {
    await browser.expireSession();
    const asked = await refreshes(async () => {
      const response = await browser.post('/clients/create?type=individual', {
        clientType: 'individual',
        'individual.givenNames': 'Kept',
        'individual.familyName': '',
      });
      expect(response.status).toBe(422);
      expect(await response.text()).toContain('value="Kept"');
    });
    expect(asked).toBe(1);
    expect((await browser.get('/home')).status).toBe(200);
  });

  it('is refreshed for a request by script, page and post alike', async () => {
    await browser.expireSession();
    const page = await browser.get('/home.data');
    expect(page.status).toBe(200);
    expect(page.headers.getSetCookie()).toHaveLength(3);
    await browser.expireSession();
    const post = await browser.post('/clients/create.data?type=individual', { clientType: 'individual' });
    expect(post.status).toBe(422);
    expect(post.headers.getSetCookie()).toHaveLength(3);
  });

  it('sets the new cookies on what a page throws as well', async () => {
    await browser.expireSession();
    const missing = await browser.get('/clients/01980000-0000-7000-8000-00000000ffff');
    expect(missing.status).toBe(404);
    expect(missing.headers.getSetCookie()).toHaveLength(3);
    const asked = await refreshes(async () => expect((await browser.get('/home')).status).toBe(200));
    expect(asked).toBe(0);
  });

  it('sets them on the response of a resource route', async () => {
    await browser.expireSession();
    const file = await browser.get('/clients/export.csv');
    expect(file.status).toBe(200);
    expect(file.headers.get('Content-Type')).toContain('text/csv');
    expect(file.headers.getSetCookie()).toHaveLength(3);
  });

  it('sets them on every kind of result: value, data, response, and each of them thrown', async () => {
    const { data, redirect } = await import('@remix-run/node');
    const results: [string, () => unknown][] = [
      ['value', () => ({ plain: true })],
      ['null', () => null],
      ['data', () => data({ a: 1 }, { status: 201, headers: { 'X-Own': 'kept' } })],
      ['response', () => new Response('text', { status: 202, headers: { 'X-Own': 'kept' } })],
      ['immutable response', () => Response.redirect('http://assay.example.test/home')],
      ['thrown redirect', () => Promise.reject(redirect('/home'))],
      ['thrown data', () => Promise.reject(data('no', { status: 409 }))],
      ['thrown response', () => Promise.reject(new Response('no', { status: 404 }))],
      ['thrown error', () => Promise.reject(new Error('no'))],
    ];
    for (const [name, make] of results) {
      const tab = getTab(browser);
      await tab.expireSession();
      const cookie = [...tab.setCookieHeaders].map(([key, value]) => `${key}=${value}`).join('; ');
      const request = new Request(`${app.origin}/home`, { headers: { Cookie: cookie } });
      const result = (await asMember(() => make())({ request, params: {}, context: {} }).catch(
        (thrown: unknown) => thrown,
      )) as Response | { init: ResponseInit };
      const headers = new Headers(result instanceof Response ? result.headers : result.init.headers);
      expect(headers.getSetCookie(), name).toHaveLength(3);
      if (name === 'data' || name === 'response') expect(headers.get('X-Own')).toBe('kept');
    }
  });
});

describe('a failing refresh', () => {
  it('counts as a 401 when rejected', async () => {
    await browser.expireSession();
    const held = await app.services.cookies.read(
      new Request(app.origin, {
        headers: { Cookie: [...browser.setCookieHeaders].map(([n, v]) => `${n}=${v}`).join('; ') },
      }),
      'member',
    );
    await app.services.identity.signOut(held?.refreshToken ?? '');
    const asked = await refreshes(async () => {
      const answers = await Promise.all([getTab(browser).get('/home'), getTab(browser).get('/clients')]);
      for (const response of answers) expect(location(response)).toBe('/login?logout_reason=unauthorised');
    });
    expect(asked).toBe(1);
    const response = await browser.get('/home');
    expect(response.headers.get('X-Remix-Reload-Document')).toBe('true');
    expect([...browser.setCookieHeaders.keys()]).toEqual(['assay_user']);
    expect((await browser.get('/login')).status).toBe(200);
  });

  it('shows the sign-in form without a message when rejected there', async () => {
    await browser.expireSession();
    await app.identityFault({ kind: 'status', status: 401, path: '/v1/auth/refresh' });
    const page = await browser.get('/login');
    expect(page.status).toBe(200);
    expect([...browser.setCookieHeaders.keys()]).toEqual(['assay_user']);
  });

  it.each([
    ['answers 500', { kind: 'status', status: 500 }],
    ['answers 503, which the SDK would try again for ten seconds', { kind: 'status', status: 503 }],
    ['answers nothing that can be read', { kind: 'status', status: 500, body: '<html>' }],
    ['cuts the line', { kind: 'drop' }],
    ['refuses for too many requests', { kind: 'status', status: 429, retryAfterSeconds: 9 }],
    ['does not answer within 3 s', { kind: 'hang' }],
  ] as const)('keeps the session and reports when the identity service %s', async (_, fault) => {
    await browser.expireSession();
    const held = browser.setCookieHeaders.get('assay_refresh');
    await app.identityFault({ ...fault, path: '/v1/auth/refresh' });
    const patience = vi.spyOn(AbortSignal, 'timeout');
    const asked = await refreshes(async () => {
      const page = await browser.get('/clients');
      expect(page.status).toBe(503);
      expect(await page.text()).toContain('You are still signed in');
    });
    // Called once, with a timeout of three seconds.
    expect(asked).toBe(1);
    expect(patience.mock.calls).toContainEqual([3000]);
    patience.mockRestore();
    expect(browser.setCookieHeaders.get('assay_refresh')).toBe(held);
    await app.clearFaults();
    expect((await browser.get('/clients')).status).toBe(200);
  });

  it('never accepts a refresh token as a session token', async () => {
    const cookies = app.services.cookies;
    const request = new Request(app.origin, {
      headers: { Cookie: [...browser.setCookieHeaders].map(([n, v]) => `${n}=${v}`).join('; ') },
    });
    const held = await cookies.read(request, 'member');
    if (!held?.sessionToken) throw new Error('not signed in');
    const outcome = await app.services.identity.refresh({ ...held, refreshToken: held.sessionToken });
    expect(outcome).toEqual({ ok: false, reason: 'refused' });
  });
});
