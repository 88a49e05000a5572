import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '#tests/support/app/app.ts';
import { valueIn } from '#tests/support/app/html.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterEach(() => app.clearFaults());
afterAll(() => app.close());

const location = (response: Response) => response.headers.get('Location');
const newPassword = 'eleven quiet lighthouses';

/** The path in the newest password reset email. */
async function mailedPath(loginId: string): Promise<string> {
  const response = await app.browser().post('/login', { intent: 'sendReset', loginId });
  expect(response.status).toBe(200);
  const { link } = (await app.newestEmail(loginId)) ?? {};
  const url = new URL(link ?? '');
  expect(url.origin).toBe(app.origin);
  return url.pathname + url.search;
}

const tokenIn = (html: string) => valueIn(html, 'token');

it('opens a form from the email without consuming the link, sets the password once and signs in', async () => {
  const path = await mailedPath('staff@demo.test');
  expect(path).toMatch(/^\/login\?reset=/);
  const browser = app.browser();
  for (let looks = 0; looks < 2; looks += 1) {
    const page = await browser.get(path);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('At least 12 characters');
  }
  expect((await app.identityCalls()).includes('POST /v1/auth/magiclink/verify')).toBe(false);

  const token = tokenIn(await (await browser.get(path)).text());
  const done = await browser.post('/login', { intent: 'newPassword', token, password: newPassword });
  expect(location(done)).toBe('/home');
  expect(await (await browser.follow(done)).text()).toContain(
    'Password changed. All other sessions were ended.',
  );

  const signedIn = await app.services.identity.signInWithPassword('staff@demo.test', newPassword, '');
  expect(signedIn.ok).toBe(true);

  const again = await app.browser().post('/login', { intent: 'newPassword', token, password: newPassword });
  expect(again.status).toBe(400);
  expect(await again.text()).toContain('This link has expired or been used');

  // Opened again, it shows no password form and links to a new request.
  for (const visitor of [app.browser(), browser]) {
    const used = await (await visitor.get(path)).text();
    expect(used).toContain('This link was used or has expired');
    expect(used).toContain('href="/login?view=forgotten"');
    expect(used).not.toContain('<form');
  }
});

it('validates the password before the link is consumed', async () => {
  const path = await mailedPath('officer@demo.test');
  const browser = app.browser();
  const token = tokenIn(await (await browser.get(path)).text());
  const short = await browser.post('/login', { intent: 'newPassword', token, password: 'short' });
  expect(short.status).toBe(400);
  const html = await short.text();
  expect(html).toContain('Use at least 12 characters');
  expect(html).not.toContain('value="short"');
  const done = await browser.post('/login', {
    intent: 'newPassword',
    token: tokenIn(html),
    password: newPassword,
  });
  expect(location(done)).toBe('/home');
});

it('shows the form to a signed-in user as well', async () => {
  const path = await mailedPath('owner@demo.test');
  const browser = app.browser();
  await browser.startSession('auditor@demo.test');
  expect(await (await browser.get(path)).text()).toContain('Choose a new password');
});

it('does not disclose whether an account exists', async () => {
  const pages = await Promise.all(
    ['new@demo.test', 'nobody@demo.test'].map(async (loginId) => {
      const response = await app.browser().post('/login', { intent: 'sendReset', loginId });
      return (await response.text()).split('<script')[0]?.replaceAll(loginId, 'X');
    }),
  );
  expect(pages[0]).toContain('Check your email');
  expect(pages[0]).toBe(pages[1]);
});

it('reports an unavailable identity service, and leaves the link valid', async () => {
  const path = await mailedPath('new@demo.test');
  const browser = app.browser();
  const token = tokenIn(await (await browser.get(path)).text());
  await app.identityFault({ kind: 'status', status: 500, path: '/v1/auth/magiclink/verify' });
  const failed = await browser.post('/login', { intent: 'newPassword', token, password: newPassword });
  expect(failed.status).toBe(503);
  await app.clearFaults();
  const done = await browser.post('/login', { intent: 'newPassword', token, password: newPassword });
  expect(location(done)).toBe('/home');
});

it('shows no form for a link that the identity service rejects', async () => {
  const path = '/login?reset=link&t=never-was-one';
  const browser = app.browser();
  const token = tokenIn(await (await browser.get(path)).text());
  expect((await browser.post('/login', { intent: 'newPassword', token, password: newPassword })).status).toBe(
    400,
  );
  expect(await (await browser.get(path)).text()).toContain('This link was used or has expired');
});
