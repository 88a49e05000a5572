import { randomUUID } from 'node:crypto';
import createSdk from '@descope/node-sdk';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { demoAdmin, demoAdminTotpKey, demoOwner } from '#demo/demo-accounts.ts';
import { totpCode } from '#sandbox/identity/totp-routes.ts';
import { demoPassword, openTestApp, type TestApp, type TestBrowser } from '#tests/support/app/app.ts';
import { valueIn } from '#tests/support/app/html.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterEach(() => app.clearFaults());
afterAll(() => app.close());

const page = '/login?view=second-factor';
const location = (response: Response) => response.headers.get('Location');
const onward = (path: string) => `${page}&redirectTo=${encodeURIComponent(path)}`;
const codesIn = (html: string) =>
  [...html.matchAll(/<li>([a-z0-9]{5}-[a-z0-9]{5})<\/li>/g)].map(([, code = '']) => code);

/** A code of the app that was not used yet: each is accepted once. */
let minutes = 0;
const nextCode = (key: string) => {
  minutes += 1;
  return totpCode(key, new Date(Date.now() + (minutes % 2 === 0 ? 30_000 : 0)));
};

async function signedIn(loginId: string): Promise<TestBrowser> {
  const browser = app.browser();
  expect((await browser.signIn(loginId)).status).toBe(302);
  return browser;
}

it('sets up an authenticator app, shows the recovery codes once, and asks for it at the next sign-in', async () => {
  const browser = await signedIn('staff@demo.test');
  // Nothing is asked of who has none and needs none.
  expect(location(await browser.get(page))).toBe('/home');
  const settings = '/settings/sessions';
  expect(await (await browser.get(settings)).text()).toContain('None set up.');
  const add = `${onward(settings)}&add`;
  expect(await (await browser.get(add)).text()).toContain('Set up an authenticator app');

  const started = await (await browser.post(add, { intent: 'startApp', redirectTo: settings })).text();
  const [key, url] = [valueIn(started, 'key'), valueIn(started, 'url')];
  expect(started).toContain('aria-label="QR code of the key below"');
  expect(started).toContain(key);
  const setUp = { setUpId: valueIn(started, 'setUpId'), key, url: url.replaceAll('&amp;', '&') };
  const confirm = { intent: 'confirmApp', ...setUp, redirectTo: settings };
  const wrong = await browser.post(add, { ...confirm, code: '000000' });
  const again = await wrong.text();
  expect([wrong.status, again.includes(key), again.includes('incorrect')]).toEqual([422, true, true]);
  const done = await browser.post(`${add}&posted`, { ...confirm, code: nextCode(key) });
  const codes = codesIn(await done.text());
  expect([done.status, codes.length]).toEqual([200, 10]);
  const shown = await (await browser.get(settings)).text();
  expect(shown).toContain('10 recovery codes left');
  expect(codes.filter((code) => shown.includes(code))).toEqual([]);

  const next = await signedIn('staff@demo.test');
  expect(location(await next.get('/clients?status=active'))).toBe(onward('/clients?status=active'));
  // Whatever is posted meanwhile has no effect, and look-ups give nothing.
  expect(location(await next.post('/clients/create', {}))).toBe(onward('/clients/create'));
  expect((await next.get('/address-lookup?country=NZL&q=queen')).status).toBe(302);
  const form = await (await next.get(onward('/clients?status=active'))).text();
  expect(form).toContain('Code of your authenticator app');
  // The password alone does not replace the app.
  expect(location(await next.post(page, { intent: 'startApp' }))).toBe(page);
  // Nor does a key that it makes at the identity service, whose call needs no more than the refresh token.
  const service = createSdk({
    projectId: process.env.DESCOPE_PROJECT_ID ?? '',
    baseUrl: process.env.DESCOPE_BASE_URL ?? '',
  });
  const thief = await service.password.signIn('staff@demo.test', demoPassword);
  const made = (await service.totp.update('staff@demo.test', thief.data?.refreshJwt)).data?.key ?? '';
  expect(made).toMatch(/^[A-Z2-7]{32}$/);
  const code = totpCode(made, new Date());
  const refused = await next.post(page, { intent: 'verifyApp', code });
  expect([refused.status, location(await next.get('/home'))]).toEqual([422, onward('/home')]);
  const accepted = await next.post(page, {
    intent: 'verifyApp',
    code: nextCode(key),
    redirectTo: '/clients?status=active',
  });
  expect(location(accepted)).toBe('/clients?status=active');
  expect((await next.get('/clients?status=active')).status).toBe(200);

  const third = await signedIn('staff@demo.test');
  const [recovery = ''] = codes;
  expect((await third.post(page, { intent: 'verifyRecovery', code: 'not a code' })).status).toBe(422);
  expect(location(await third.post(page, { intent: 'verifyRecovery', code: recovery }))).toBe('/home');
  expect((await third.get('/home')).status).toBe(200);
  const fourth = await signedIn('staff@demo.test');
  expect((await fourth.post(page, { intent: 'verifyRecovery', code: recovery })).status).toBe(422);

  const renewed = await (await third.post(settings, { intent: 'renewCodes' })).text();
  expect(codesIn(renewed)).toHaveLength(10);
  const factorId = valueIn(renewed, 'factorId');
  expect(location(await third.post(settings, { intent: 'removeFactor', factorId }))).toBe(settings);
  expect((await fourth.get('/home')).status).toBe(200);
});

it('asks the demo admin from the start', async () => {
  const browser = app.browser();
  const signIn = await browser.signIn('admin@demo.test', 'admin');
  expect(location(signIn)).toBe('/admin/home');
  const step = '/admin/login?view=second-factor';
  expect(location(await browser.get('/admin/companies'))).toBe(`${step}&redirectTo=%2Fadmin%2Fcompanies`);
  expect((await browser.get(step)).status).toBe(200);
  const code = totpCode(demoAdminTotpKey, new Date());
  expect(location(await browser.post(step, { intent: 'verifyApp', code }))).toBe('/admin/home');
  expect((await browser.get('/admin/companies')).status).toBe(200);
});

it('needs a session', async () => {
  const stranger = app.browser();
  expect(location(await stranger.get(page))).toBe('/login');
  expect(location(await stranger.post(page, { intent: 'verifyApp', code: '123456' }))).toBe('/login');
});

it('sets an app up again whose key is at the identity service, before it lets anyone in', async () => {
  await app.database.asSuperuser(
    `UPDATE assay.second_factors SET sealed_key = NULL, master_key_id = NULL, last_step = NULL, has_public_key = false,
            accepted_until = now() + interval '30 days' WHERE subject = $1`,
    [demoAdmin.userId],
  );
  const browser = app.browser();
  await browser.signIn('admin@demo.test', 'admin');
  const step = '/admin/login?view=second-factor';
  const verify = async () =>
    browser.post(`${step}&redirectTo=%2Fadmin%2Fcompanies`, {
      intent: 'verifyApp',
      code: totpCode(demoAdminTotpKey, new Date()),
      redirectTo: '/admin/companies',
    });
  await app.identityFault({ kind: 'status', status: 500, path: '/v1/auth/totp/verify' });
  const failed = await verify();
  expect([failed.status, (await failed.text()).includes('cannot be checked at the moment')]).toEqual([
    503,
    true,
  ]);
  await app.clearFaults();
  const shown = await (await verify()).text();
  expect(shown).toContain('Set the app up again to sign in');
  expect(location(await browser.get('/admin/companies'))).toContain(step);
  const [setUpId, key, url] = [valueIn(shown, 'setUpId'), valueIn(shown, 'key'), valueIn(shown, 'url')];
  const renewal = { setUpId, key, url: url.replaceAll('&amp;', '&'), redirectTo: '/admin/companies' };
  // Typed wrongly, and by the way of a session that has its second factor: nothing is let in, and the key is still there.
  const wrong = await browser.post(step, { intent: 'confirmRenewal', ...renewal, code: '12345' });
  const again = await wrong.text();
  expect([wrong.status, again.includes(key), again.includes('confirmRenewal')]).toEqual([422, true, true]);
  const code = totpCode(key, new Date());
  expect((await browser.post(step, { intent: 'confirmApp', ...renewal, code })).status).toBe(403);
  const done = await browser.post(step, { intent: 'confirmRenewal', ...renewal, code });
  expect(location(done)).toBe('/admin/companies');
  expect((await browser.get('/admin/companies')).status).toBe(200);
});

it('says in the settings that an app has to be set up again, and does it there', async () => {
  const browser = await signedIn('owner@demo.test');
  const settings = '/settings/sessions';
  const add = `${onward(settings)}&add`;
  const setUp = async () => {
    const started = await (await browser.post(add, { intent: 'startApp', redirectTo: settings })).text();
    const [setUpId, key, url] = [
      valueIn(started, 'setUpId'),
      valueIn(started, 'key'),
      valueIn(started, 'url'),
    ];
    const form = { setUpId, key, url: url.replaceAll('&amp;', '&'), code: totpCode(key, new Date()) };
    return browser.post(`${add}&posted`, { intent: 'confirmApp', ...form, redirectTo: settings });
  };
  expect((await setUp()).status).toBe(200);
  expect(await (await browser.get(add)).text()).not.toContain('Set up an authenticator app');
  const second = await browser.post(add, { intent: 'startApp', redirectTo: settings });
  expect([second.status, (await second.text()).includes('already have an authenticator app')]).toEqual([
    422,
    true,
  ]);
  await app.database.asSuperuser(
    `UPDATE assay.second_factors SET sealed_key = NULL, master_key_id = NULL, last_step = NULL,
            accepted_until = now() + interval '30 days' WHERE subject = $1`,
    [demoOwner.userId],
  );
  expect(await (await browser.get(settings)).text()).toContain('Set your authenticator app up again by');
  expect(location(await setUp())).toBe(settings);
  const shown = await (await browser.get(settings)).text();
  expect(shown).not.toContain('Set your authenticator app up again by');
  const removed = { intent: 'removeFactor', factorId: valueIn(shown, 'factorId') };
  expect(location(await browser.post(settings, removed))).toBe(settings);
});

it('sets up an app in a session that was left open only once the password is entered again, and leads back', async () => {
  const browser = await signedIn('officer@demo.test');
  await app.database.asSuperuser(
    `UPDATE assay.browser_sessions SET started_at = started_at - interval '20 minutes' WHERE ended_at IS NULL`,
  );
  const settings = '/settings/sessions';
  const add = `${onward(settings)}&add`;
  const start = { intent: 'startApp', redirectTo: settings };
  const confirmPage = location(await browser.post(`${add}&posted`, start)) ?? '';
  expect(confirmPage).toBe(`${onward(`${add}=`)}&again`);
  expect(await (await browser.get(confirmPage)).text()).toContain('Password');
  // Nor by a code for a key that somebody had set up before.
  const key = 'JBSWY3DPEHPK3PXP';
  const app1 = {
    intent: 'confirmApp',
    setUpId: randomUUID(),
    key,
    url: `otpauth://totp/x?secret=${key}`,
    code: '123456',
    redirectTo: settings,
  };
  expect(location(await browser.post(add, app1))).toBe(confirmPage);
  const wrong = { intent: 'confirmPassword', password: 'a wrong password', redirectTo: `${add}=` };
  expect((await browser.post(confirmPage, wrong)).status).toBe(400);
  const back = location(await browser.post(confirmPage, { ...wrong, password: demoPassword })) ?? '';
  expect(back).toBe(`${add}=`);
  expect(await (await browser.post(back, start)).text()).toContain('QR code of the key below');
});
