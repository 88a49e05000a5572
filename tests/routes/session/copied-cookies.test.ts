import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type HttpBindings, serve } from '@hono/node-server';
import { createCookie } from '@remix-run/node';
import { Hono } from 'hono';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { demoPassword, openTestApp, type TestApp, type TestBrowser } from '#tests/support/app/app.ts';
import { passOnToApi } from '../../../server/pass-on.ts';

let app: TestApp;
/** The web's port, as far as it passes on what is for the API. */
let web: Server;
beforeAll(async () => {
  app = await openTestApp();
  const hono = new Hono<{ Bindings: HttpBindings }>();
  const { webSecret } = app.services.mainApi;
  passOnToApi(hono, process.env.MAIN_API_URL ?? '', { trustedProxies: 0, webSecret });
  web = serve({ fetch: hono.fetch, port: 0, hostname: '127.0.0.1', overrideGlobalObjects: false }) as Server;
  await once(web, 'listening');
});
afterEach(() => app.clearFaults());
afterAll(async () => {
  web.closeAllConnections();
  web.close();
  await app.close();
});

const owner = 'owner@demo.test';
const toSignIn = '/login?logout_reason=unauthorised';
const location = (response: Response) => response.headers.get('Location');

/** A browser's cookies in another one, as whoever copies its profile has them. */
function copyOf(browser: TestBrowser): TestBrowser {
  const copy = app.browser();
  for (const [name, value] of browser.setCookieHeaders) copy.setCookieHeaders.set(name, value);
  return copy;
}

const requestOf = (browser: TestBrowser) =>
  new Request(app.origin, {
    headers: { Cookie: [...browser.setCookieHeaders].map(([name, value]) => `${name}=${value}`).join('; ') },
  });

/** What the web reads in a browser's cookies. */
async function readSession(browser: TestBrowser) {
  const held = await app.services.cookies.read(requestOf(browser), 'member');
  if (held?.sessionToken === undefined) throw new Error('Nobody is signed in');
  return { ...held, sessionToken: held.sessionToken };
}

/** Signs in by the page's own form. */
async function signIn(browser: TestBrowser): Promise<void> {
  expect(location(await browser.signIn(owner))).toBe('/home');
  expect((await browser.get('/home')).status).toBe(200);
}

async function callsOf(path: string): Promise<number> {
  return (await app.identityCalls()).filter((call) => call === `POST ${path}`).length;
}

/** The status of the identity service's answer to a bearer, by the call. */
async function askService(bearer: string): Promise<Record<string, number>> {
  const call = (path: string, method: string, body?: object) =>
    fetch(`${app.sandbox.identityUrl}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${process.env.DESCOPE_PROJECT_ID}:${bearer}`,
        'Content-Type': 'application/json',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const responses = {
    me: await call('/v1/auth/me', 'GET'),
    newPassword: await call('/v1/auth/password/update', 'POST', {
      loginId: owner,
      newPassword: demoPassword,
    }),
    refresh: await call('/v1/auth/refresh', 'POST', {}),
  };
  return Object.fromEntries(Object.entries(responses).map(([name, { status }]) => [name, status]));
}
const refused = { me: 401, newPassword: 401, refresh: 401 };

/** The value in a cookie of Remix's: JSON in base64, before the signature. */
const valueIn = (browser: TestBrowser, name: string): Record<string, unknown> =>
  JSON.parse(
    Buffer.from(
      decodeURIComponent(browser.setCookieHeaders.get(name) ?? '').replace(/\.[^.]*$/, ''),
      'base64',
    ).toString(),
  );

/** Moves what the database knows of the open sessions into the past. */
const age = (columns: readonly string[], by: string) =>
  app.database.asSuperuser(
    `UPDATE assay.browser_sessions SET ${columns.map((name) => `${name} = ${name} - interval '${by}'`).join(', ')}
      WHERE ended_at IS NULL`,
  );

async function endElsewhere(): Promise<void> {
  const other = app.browser();
  await signIn(other);
  const page = '/settings/sessions';
  const ids = [...(await (await other.get(page)).text()).matchAll(/name="sessionId" value="([^"]+)"/g)];
  expect(ids.length).toBeGreaterThan(0);
  for (const [, id = ''] of ids)
    expect(location(await other.post(page, { intent: 'endSession', sessionId: id }))).toBe(page);
}

/** How browser A's session ends. */
const ends: Record<string, (browser: TestBrowser) => Promise<unknown>> = {
  'without activity': () => age(['started_at', 'last_seen_at'], '61 minutes'),
  'after 12 hours': () => age(['started_at'], '12 hours'),
  'by another browser': endElsewhere,
  'by signing out': async (browser) => expect(location(await browser.post('/logout', {}))).toBe('/login'),
  'by signing out everywhere': async (browser) =>
    expect(location(await browser.post('/logout', { everywhere: 'yes' }))).toBe('/login'),
};

describe.each(Object.entries(ends))('cookies copied from a session that ended %s', (_, end) => {
  let thief: TestBrowser;
  let held: Awaited<ReturnType<typeof readSession>>;
  beforeAll(async () => {
    // Sign-ins of the same person in the other cases count against one limit.
    await app.database.asSuperuser('DELETE FROM assay.rate_limits');
    const browser = app.browser();
    await signIn(browser);
    thief = copyOf(browser);
    held = await readSession(browser);
    // Until then the copy works: a session is known by its cookies.
    expect((await thief.get('/home')).status).toBe(200);
    await end(browser);
  });

  it('are not refreshed, lead to the sign-in, and end the family of tokens', async () => {
    await thief.expireSession();
    const refreshes = await callsOf('/v1/auth/refresh');
    for (const path of ['/home', '/clients', '/address-lookup?country=NZL&q=queen'])
      expect([path, location(await copyOf(thief).get(path))]).toEqual([path, toSignIn]);
    const posted = await copyOf(thief).post('/clients/create?type=individual', { clientType: 'individual' });
    expect(location(posted)).toMatch(/^\/login\?/);
    expect(await callsOf('/v1/auth/refresh')).toBe(refreshes);
    // Signed out, as if the person had done it: the former token tells it, from a time when cookies held it open.
    expect(await askService(held.refreshToken)).toEqual(refused);
  });

  it('begin no session by their session token, at the API or through the web’s port', async () => {
    const body = { loginId: owner, sessionToken: held.sessionToken, realm: 'member' };
    const { port } = web.address() as AddressInfo;
    for (const api of [process.env.MAIN_API_URL, `http://127.0.0.1:${port}`]) {
      const response = await fetch(`${api}/api/v1/login`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
      expect([response.status, await response.json()]).toEqual([
        401,
        expect.objectContaining({ code: 'token.invalid' }),
      ]);
    }
  });

  it('do not keep their person from signing in again', async () => {
    const again = app.browser();
    await signIn(again);
    await again.expireSession();
    expect((await again.get('/home')).status).toBe(200);
    await again.post('/logout', {});
  });
});

/** What a browser stores, as it was before refresh tokens were sealed. */
async function unseal(browser: TestBrowser): Promise<void> {
  const { refreshToken, refreshExpiresAt, secret } = await readSession(browser);
  const cookie = createCookie('assay_refresh', {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secrets: (process.env.SESSION_SECRET ?? '').split(','),
  });
  const line = await cookie.serialize({ token: refreshToken, expiresAt: refreshExpiresAt, secret });
  browser.setCookieHeaders.set('assay_refresh', line.slice(line.indexOf('=') + 1).split(';')[0] ?? '');
}

describe('the refresh token in a cookie', () => {
  let browser: TestBrowser;
  beforeAll(async () => {
    await app.database.asSuperuser('DELETE FROM assay.rate_limits');
  });
  beforeEach(async () => {
    browser = app.browser();
    await signIn(browser);
  });

  it('is of no use at the identity service while its session is open', async () => {
    const cookie = browser.setCookieHeaders.get('assay_refresh') ?? '';
    const value = valueIn(browser, 'assay_refresh');
    expect(Object.keys(value).sort()).toEqual(['expiresAt', 'sealed', 'secret']);
    const { refreshToken } = await readSession(browser);
    const sealed = String(value.sealed);
    for (const text of [cookie, JSON.stringify(value), Buffer.from(sealed, 'base64url').toString('latin1')]) {
      expect(text).not.toContain(refreshToken);
      expect(text).not.toMatch(/eyJ[\w-]+\.[\w-]+\.[\w-]+/);
    }
    for (const bearer of [cookie, sealed, String(value.secret)])
      expect(await askService(bearer)).toEqual(refused);
    // Nor is the session token, which lies beside it: that changes no password and renews nothing.
    expect(await askService((await readSession(browser)).sessionToken)).toEqual(refused);
    expect(await askService(refreshToken)).toEqual({ me: 200, newPassword: 200, refresh: 200 });
  });

  it('works as earlier versions stored it, and is sealed when it is renewed', async () => {
    await browser.expireSession();
    await unseal(browser);
    expect(Object.keys(valueIn(browser, 'assay_refresh')).sort()).toEqual(['expiresAt', 'secret', 'token']);
    const refreshes = await callsOf('/v1/auth/refresh');
    expect((await browser.get('/home')).status).toBe(200);
    expect(await callsOf('/v1/auth/refresh')).toBe(refreshes + 1);
    expect(Object.keys(valueIn(browser, 'assay_refresh')).sort()).toEqual(['expiresAt', 'sealed', 'secret']);
    await browser.expireSession();
    expect((await browser.get('/home')).status).toBe(200);
  });

  it('as earlier versions stored it is not renewed either once its session has ended', async () => {
    await browser.expireSession();
    await unseal(browser);
    const token = String(valueIn(browser, 'assay_refresh').token);
    await age(['started_at', 'last_seen_at'], '61 minutes');
    const refreshes = await callsOf('/v1/auth/refresh');
    expect(location(await copyOf(browser).get('/home'))).toBe(toSignIn);
    expect(await callsOf('/v1/auth/refresh')).toBe(refreshes);
    expect(await askService(token)).toEqual(refused);
  });
});
