import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { demoPassword, openTestApp, type TestApp, type TestBrowser } from '#tests/support/app/app.ts';
import { getText, parsePage, postedFields } from '#tests/support/app/html.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterEach(() => app.clearFaults());
afterAll(() => app.close());

const ended = '/login?logout_reason=unauthorised';
const page = '/settings/sessions';
const lookup = '/address-lookup?country=NZL&q=queen';

const location = (response: Response) => response.headers.get('Location');
const toPage = async (browser: TestBrowser, path = '/home') => location(await browser.get(path));
const rows = async (where: string) =>
  (await app.database.asSuperuser(`SELECT * FROM assay.browser_sessions WHERE ${where}`)).rows;

/** Refresh tokens that the identity service was asked to end so far. */
const signOuts = async () =>
  (await app.identityCalls()).filter((call) => call === 'POST /v1/auth/logout').length;

it('is in the cookies as a secret that the database does not have, and dies with the browser’s sign-out', async () => {
  const browser = app.browser();
  await browser.post(
    '/login',
    { intent: 'password', loginId: 'owner@demo.test', password: 'assay-demo-2026' },
    { headers: { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0' } },
  );
  expect(await toPage(browser)).toBeNull();
  const [row] = await rows("device LIKE '%Firefox%'");
  expect(row).toMatchObject({ ended_at: null, address: expect.stringMatching(/^203\.0\.113\./) });

  // Without its secret the browser is not signed in, whatever tokens it has.
  const copy = app.browser();
  for (const [name, value] of browser.setCookieHeaders) copy.setCookieHeaders.set(name, value);
  copy.setCookieHeaders.delete('assay_refresh');
  expect(await toPage(copy)).toBe('/login');

  await browser.post('/logout', {});
  expect((await rows("device LIKE '%Firefox%'"))[0]?.ended_at).not.toBeNull();
});

it('ends without activity: pages, address look-up and the refresh token', async () => {
  const browser = app.browser();
  await browser.startSession('officer@demo.test');
  expect((await browser.get(lookup)).status).toBe(200);
  await app.database.asSuperuser(
    "UPDATE assay.browser_sessions SET started_at = started_at - interval '61 minutes', last_seen_at = last_seen_at - interval '61 minutes'",
  );
  const before = await signOuts();
  const other = app.browser();
  for (const [name, value] of browser.setCookieHeaders) other.setCookieHeaders.set(name, value);
  expect(await toPage(other, lookup)).toBe(ended);
  expect(await signOuts()).toBe(before + 1);
  expect(await toPage(browser)).toBe(ended);
  expect([...browser.setCookieHeaders.keys()]).toEqual(['assay_user']);
});

it('lists a member’s sessions, ends one in another browser, and signs out everywhere', async () => {
  const [here, there] = [app.browser(), app.browser()];
  await Promise.all([here.startSession('staff@demo.test'), there.startSession('staff@demo.test')]);
  const html = await (await here.get(page)).text();
  expect(html).toContain('This session');
  expect(html.match(/name="sessionId"/g)).toHaveLength(1);
  const id = /name="sessionId" value="([^"]+)"/.exec(html)?.[1] ?? '';
  expect(location(await here.post(page, { intent: 'endSession', sessionId: id }))).toBe(page);
  expect(await (await here.get(page)).text()).toContain('Session ended.');
  expect([await toPage(there), await toPage(here)]).toEqual([ended, null]);
  // Ended once is ended; no session at all is a malformed form.
  expect(location(await here.post(page, { intent: 'endSession', sessionId: id }))).toBe(page);

  const third = app.browser();
  await third.startSession('staff@demo.test');
  expect(location(await here.post('/logout', { everywhere: 'yes' }))).toBe('/login');
  expect([await toPage(here), await toPage(third)]).toEqual(['/login', ended]);
});

it('works for a platform admin, whose sessions are apart from a company’s', async () => {
  const [here, there] = [app.browser(), app.browser()];
  await Promise.all([
    here.startSession('admin@demo.test', 'admin'),
    there.startSession('admin@demo.test', 'admin'),
  ]);
  const sessions = '/admin/sessions';
  const id = /name="sessionId" value="([^"]+)"/.exec(await (await here.get(sessions)).text())?.[1] ?? '';
  expect(location(await here.post(sessions, { intent: 'endSession', sessionId: id }))).toBe(sessions);
  expect(await toPage(there, '/admin/home')).toBe(ended);
  await app.identityFault({ kind: 'status', status: 500, path: '/v1/mgmt/user/logout' });
  const failed = await here.post('/logout', { realm: 'admin', everywhere: 'yes' });
  expect(failed.status).toBe(503);
  expect(await toPage(here, '/admin/home')).toBe('/admin/login');
});

it('changes the name and the password of who knows the current one', async () => {
  const [here, there] = [app.browser(), app.browser()];
  await Promise.all([here.startSession('officer@demo.test'), there.startSession('officer@demo.test')]);
  const rejected = await here.post(page, { intent: 'rename', name: '' });
  expect([rejected.status, (await rejected.text()).includes('Enter your name')]).toEqual([422, true]);
  expect(location(await here.post(page, { intent: 'rename', name: 'Rewi Renamed' }))).toBe(page);
  expect(await (await here.get(page)).text()).toContain('value="Rewi Renamed"');

  const form = '/login?view=change-password';
  expect(await (await here.get(form)).text()).toContain('Current password');
  const next = 'Kauri Tui Pohutukawa 42';
  const change = async (fields: Record<string, string>) => {
    const response = await here.post(form, fields);
    return { status: response.status, to: location(response), text: await response.text() };
  };
  expect((await change({ current: '', password: '' })).text).toContain('Enter your current password');
  const wrong = await change({ current: 'not this one', password: next });
  expect([wrong.status, wrong.text.includes('Current password is incorrect')]).toEqual([400, true]);
  expect(wrong.text).not.toContain(next);
  expect((await change({ current: demoPassword, password: 'short' })).status).toBe(422);
  expect([await toPage(here), await toPage(there)]).toEqual([null, null]);
  expect(await change({ current: demoPassword, password: next })).toMatchObject({ status: 302, to: page });
  expect(await (await here.get(page)).text()).toContain('Password changed.');
  // This browser stays signed in; the other does not.
  expect([await toPage(here), await toPage(there)]).toEqual([null, ended]);
  const stranger = await app.browser().get(form);
  expect(location(stranger)).toBe('/login');
});

it('asks for the password again before it changes who may do what, and leads back', async () => {
  const browser = app.browser();
  await browser.startSession('owner@demo.test');
  await app.database.asSuperuser(
    "UPDATE assay.browser_sessions SET started_at = started_at - interval '15 minutes' WHERE ended_at IS NULL",
  );
  const team = '/settings/team';
  const person = { loginId: 'guest@example.test', role: 'member', requestKey: randomUUID() };
  const invite = () =>
    browser.post(
      team,
      { intent: 'invite', ...person },
      { headers: { Referer: `http://localhost:3000${team}` } },
    );
  const confirm = `/login?view=second-factor&redirectTo=${encodeURIComponent(team)}&again`;
  const waiting = location(await invite()) ?? '';
  expect(waiting.replace(/[0-9a-f]{32}$/, '')).toBe(`${confirm}&form=`);
  expect(await (await browser.get(waiting)).text()).toContain('Enter your password to continue.');
  const enter = (password: string, at = waiting) =>
    browser.post(`${at}&posted`, { intent: 'confirmPassword', password, redirectTo: team });
  expect((await enter('')).status).toBe(422);
  const wrong = await enter('not this one');
  expect([wrong.status, (await wrong.text()).includes('Password is incorrect')]).toEqual([400, true]);
  expect(location(await invite())?.startsWith(confirm)).toBe(true);

  // With the proof the page sends the form again, as it was entered; in no other session.
  const resume = location(await enter(demoPassword)) ?? '';
  expect(resume).not.toContain('again');
  const page = await (await browser.get(resume)).text();
  expect(page).toContain('<form method="post" action="/settings/team"');
  for (const value of ['guest@example.test', person.requestKey, 'invite'])
    expect(page).toContain(`value="${value}"`);
  const shown = getText(parsePage(page));
  expect(shown).toMatch(
    /Nothing has been saved yet\. What you entered is held: .*guest@example\.test.*Send invitation Go back/,
  );
  const stranger = app.browser();
  await stranger.startSession('staff@demo.test');
  expect(await (await stranger.follow(await stranger.get(resume))).text()).not.toContain(
    'guest@example.test',
  );
  expect(location(await invite())).toBe(team);
});

/** A browser of an owner whose sign-in was too long ago, and what its page says once the person has proved that it is them. */
async function withOldProof() {
  const browser = app.browser();
  await browser.startSession('owner@demo.test');
  await app.database.asSuperuser(
    "UPDATE assay.browser_sessions SET started_at = started_at - interval '15 minutes' WHERE ended_at IS NULL",
  );
  const waitsFor = async (path: string, form: Record<string, string>) => {
    const waiting = location(await browser.post(path, form)) ?? '';
    expect(waiting).toContain('&again');
    const url = `${waiting}&posted`;
    return location(await browser.post(url, { intent: 'confirmPassword', password: demoPassword })) ?? '';
  };
  const resume = async (path: string, form: Record<string, string>) => {
    const response = await browser.get(await waitsFor(path, form));
    const main = parsePage(await response.text()).querySelector('main') as Element;
    return { text: getText(main), form: Object.fromEntries(postedFields(main)) };
  };
  return { browser, waitsFor, resume };
}

const anyId = '0198c0de-0000-7000-8000-000000000000';
it.each<{ path: string; form: Record<string, string>; button: string }>([
  {
    path: `/evidence-packs/client/${anyId}`,
    form: { purpose: 'regulator' },
    button: 'Download evidence pack',
  },
  { path: '/settings/stream', form: { intent: 'rotate' }, button: 'Replace secret' },
  { path: page, form: { intent: 'removeFactor', factorId: anyId }, button: 'Remove second factor' },
  { path: page, form: { intent: 'renewCodes' }, button: 'Replace recovery codes' },
])('says after the proof what waited for it: $button', async ({ path, form, button }) => {
  const { resume } = await withOldProof();
  const { text, form: held } = await resume(path, form);
  expect(held).toMatchObject(form);
  expect(text).toContain(`${button} Go back`);
  const isDownload = 'purpose' in form;
  expect(text).toContain(isDownload ? 'Your download is ready to start.' : 'Nothing has been changed yet.');
  expect(text).not.toMatch(/saved|entered/);
});

it('shows no secret of a form that waited for the proof, and sends it', async () => {
  const { resume } = await withOldProof();
  const form = {
    intent: 'save',
    protocol: 'oidc',
    version: '0',
    clientId: 'c-7',
    clientSecret: 'not-shown-7',
  };
  const typed = { ...form, mode: 'off', issuer: 'https://login.example.test' };
  const { text, form: held } = await resume('/settings/sso', typed);
  expect(held).toMatchObject(form);
  expect(text).toMatch(/What you entered is held: .*c-7.*Save single sign-on/);
  expect(text).not.toContain('not-shown-7');
});

it('says where a form was too large to wait for the proof', async () => {
  const { browser, waitsFor } = await withOldProof();
  const form = { intent: 'invite', loginId: 'x@example.test', role: 'member', note: 'x'.repeat(600_000) };
  const onward = await browser.follow(await browser.get(await waitsFor('/settings/team', form)));
  expect(getText(parsePage(await onward.text()))).toContain('Identity confirmed. What you had chosen or');
});

it('asks for the password again before an export, and leads back to the page with the download', async () => {
  const browser = app.browser();
  await browser.startSession('owner@demo.test');
  await app.database.asSuperuser(
    "UPDATE assay.browser_sessions SET started_at = started_at - interval '15 minutes' WHERE ended_at IS NULL",
  );
  const list = '/clients?status=active';
  const download = () =>
    browser.get('/clients/export.csv', { headers: { Referer: `http://localhost:3000${list}` } });
  const confirm = location(await download()) ?? '';
  expect(confirm).toBe(`/login?view=second-factor&redirectTo=${encodeURIComponent(list)}&again&download`);
  const entered = await browser.post(`${confirm}&posted`, {
    intent: 'confirmPassword',
    password: demoPassword,
    redirectTo: list,
  });
  expect(location(entered)).toBe(list);
  expect(await (await browser.get(list)).text()).toContain('Identity confirmed. Select the download again.');
  const csv = await download();
  expect([csv.status, csv.headers.get('Content-Type')]).toEqual([200, 'text/csv; charset=utf-8']);
});
