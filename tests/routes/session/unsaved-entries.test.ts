import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp, type TestBrowser } from '#tests/support/app/app.ts';
import { getText, parsePage, postedFields } from '#tests/support/app/html.ts';

let app: TestApp;
/** Company of the members who type. */
let company: string;
beforeAll(async () => {
  app = await openTestApp();
  const { rows } = await app.database.asSuperuser(
    "SELECT company_id AS id FROM assay.members WHERE login_id = 'staff@demo.test'",
  );
  company = (rows as { id: string }[])[0]?.id ?? '';
});
afterEach(() => app.respondInsteadOfApi(undefined));
afterAll(() => app.close());

const location = (response: Response) => response.headers.get('Location');

const unauthorised = () =>
  Response.json(
    { type: 't', title: 'The session has ended', status: 401, code: 'token.invalid', requestId: 'r' },
    { status: 401 },
  );

const ended = '/login?logout_reason=unauthorised';
/** Where signing in leads to while forms are held. */
const newest = '/unsaved?go=newest';
const createUrl = '/clients/create?type=individual';
const newClient = () => ({
  clientType: 'individual',
  'individual.givenNames': 'Aroha',
  'individual.familyName': `Typed ${crypto.randomUUID().slice(0, 8)}`,
  requestKey: crypto.randomUUID(),
  companyInUse: company,
});

const post = (browser: TestBrowser, form: Record<string, string>) =>
  browser.post(createUrl, form, { headers: { Referer: `${app.origin}${createUrl}` } });

/** Cookies of held entries as a browser stores them, name and value. */
const heldCookies = (browser: TestBrowser) =>
  [...browser.setCookieHeaders].filter(([name]) => name.startsWith('assay_unsaved'));

/** The page of the entries, and the form that saves those posted to an address. */
async function getOffered(browser: TestBrowser, action = createUrl) {
  const page = parsePage(await (await browser.get('/unsaved')).text());
  const sent = [...page.querySelectorAll('form')].find((form) => form.getAttribute('action') === action);
  return { text: getText(page), form: Object.fromEntries(postedFields(sent ?? null)) };
}

async function discardForm(browser: TestBrowser) {
  const { form } = await getOffered(browser, '/unsaved');
  return { ...form, intent: 'discard' };
}

/** A member's browser whose session the API ended before the form was posted. */
async function endedWhileTyping(form: Record<string, string>): Promise<TestBrowser> {
  const browser = app.browser();
  await browser.startSession('staff@demo.test');
  app.respondInsteadOfApi(unauthorised);
  expect(location(await post(browser, form))).toBe(ended);
  app.respondInsteadOfApi(undefined);
  return browser;
}

it('offers what was entered after the next sign-in, and sends it once', async () => {
  const form = newClient();
  const browser = await endedWhileTyping(form);
  const signIn = await browser.get('/login?logout_reason=unauthorised');
  const page = parsePage(await signIn.text());
  expect(getText(page)).toContain(
    'Your session has ended. Please sign in again. What you had entered is held',
  );
  expect(Object.fromEntries(postedFields(page.querySelector('main'))).redirectTo).toBe(newest);

  await browser.startSession('staff@demo.test');
  expect(location(await browser.get(newest))).toBe(createUrl);
  expect(await (await browser.get('/home')).text()).toContain('You were signed out before a form was saved.');
  expect(await (await browser.get(createUrl)).text()).toContain(
    'You were signed out before the form on this page was saved.',
  );
  const offered = parsePage(await (await browser.get('/unsaved')).text());
  expect(getText(offered)).toContain(form['individual.familyName']);
  expect(getText(offered)).not.toContain(form.requestKey);
  const sent = offered.querySelector('form[action^="/clients/create"]');
  expect(sent?.getAttribute('action')).toBe(createUrl);
  const made = await browser.post(createUrl, Object.fromEntries(postedFields(sent)));
  expect(location(made)).toMatch(/^\/clients\/[0-9a-f-]{36}/);

  expect(location(await browser.get('/unsaved'))).toBe('/home');
  expect(await (await browser.get('/home')).text()).not.toContain('You were signed out before');
});

it('holds them too when the browser has dropped the cookies of a session that expired', async () => {
  const form = newClient();
  const browser = app.browser();
  await browser.startSession('staff@demo.test');
  browser.setCookieHeaders.delete('assay_session');
  browser.setCookieHeaders.delete('assay_refresh');
  const why = 'Your session has ended. Please sign in again.';
  expect(await (await browser.get('/login?redirectTo=%2Fclients')).text()).toContain(why);
  expect(location(await post(browser, form))).toBe(ended);
  expect(await (await browser.get(ended)).text()).toContain(`${why} What you had entered is held`);
  await browser.startSession('staff@demo.test');
  expect(await (await browser.get('/unsaved')).text()).toContain(form['individual.familyName']);
});

it('shows them to nobody else in the same browser', async () => {
  const form = newClient();
  const browser = await endedWhileTyping(form);
  await browser.startSession('owner@demo.test');
  expect(await (await browser.get('/home')).text()).not.toContain('You were signed out before');
  const own = await (await browser.follow(await browser.get(newest))).text();
  expect(own).toContain('held for the person who entered them. Only they can open them.');
  expect(own).not.toContain(form['individual.familyName']);
  // Nor is it discarded by them, though the browser has its id.
  const [, signed = ''] = heldCookies(browser)[0] ?? [];
  const cookie = Buffer.from(decodeURIComponent(signed).split('.')[0] ?? '', 'base64');
  const { id: held } = JSON.parse(cookie.toString()) as { id: string };
  await browser.post('/unsaved', { intent: 'discard', held });
  expect(heldCookies(browser)).toHaveLength(1);
  // Nor does it discard them when that person saves the same form.
  expect(location(await post(browser, form))).toMatch(/^\/clients\//);
  expect(heldCookies(browser)).toHaveLength(1);
});

it('holds nothing of a visitor who was never signed in', async () => {
  const browser = app.browser();
  expect(location(await post(browser, newClient()))).toBe(
    `/login?redirectTo=${encodeURIComponent(createUrl)}`,
  );
  expect(heldCookies(browser)).toEqual([]);
});

it('discards them when asked to, and goes back to the page', async () => {
  const browser = await endedWhileTyping(newClient());
  await browser.startSession('staff@demo.test');
  expect(location(await browser.post('/unsaved', await discardForm(browser)))).toBe(createUrl);
  expect(location(await browser.get('/unsaved'))).toBe('/home');
});

it('holds a form for a page that signs out by itself, and leads back to it', async () => {
  const typed = newClient();
  const browser = app.browser();
  await browser.startSession('staff@demo.test');
  const held = { ...typed, heldPage: createUrl, heldAction: createUrl };
  expect((await browser.post('/unsaved/hold', held)).status).toBe(204);
  const out = await browser.post('/logout', { realm: 'member', idleAt: createUrl });
  expect(location(out)).toBe(ended);
  await browser.startSession('staff@demo.test');
  const offered = await (await browser.get('/unsaved')).text();
  expect(offered).toContain(typed['individual.familyName']);
  expect(offered).not.toContain('heldPage');

  const elsewhere = { ...held, heldAction: '//evil.example/' };
  expect((await browser.post('/unsaved/hold', elsewhere)).status).toBe(400);
  const idle = app.browser();
  await idle.startSession('staff@demo.test');
  expect(location(await idle.post('/logout', { realm: 'member', idleAt: '/clients?q=kauri' }))).toBe(
    `/login?logout_reason=unauthorised&redirectTo=${encodeURIComponent('/clients?q=kauri')}`,
  );
});

/** A browser of a person who belongs to two companies, and switches between them. */
async function ofTwoCompanies() {
  const { rows } = await app.database.asSuperuser(
    "SELECT company_id AS id FROM assay.members WHERE login_id IN ('officer@demo.test', 'new@demo.test') ORDER BY login_id = 'new@demo.test'",
  );
  const [first, second] = (rows as { id: string }[]).map(({ id }) => id);
  if (first === undefined || second === undefined) throw new Error('The demo has two companies.');
  await app.database.asSuperuser(
    `INSERT INTO assay.members (id, company_id, identity_user_id, login_id, name, role, status, created_at, created_by, updated_at)
     SELECT gen_random_uuid(), $1, identity_user_id, login_id, name, 'member', 'active', now(), 'system', now()
       FROM assay.members WHERE login_id = 'officer@demo.test'`,
    [second],
  );
  const browser = app.browser();
  const signInTo = async (companyId: string) => {
    await browser.signIn('officer@demo.test');
    await browser.post('/login?view=companies', { companyId });
  };
  return { browser, first, second, signInTo };
}

it('offers entries in their own company only, whose form names it', async () => {
  const { browser, first, second, signInTo } = await ofTwoCompanies();
  await signInTo(first);
  const typed = newClient();
  // As the page sends it at the end of its idle time; its session may have been switched in another tab.
  await browser.post('/login?view=companies', { companyId: second });
  const held = { ...typed, companyInUse: first, heldPage: createUrl, heldAction: createUrl };
  expect((await browser.post('/unsaved/hold', held)).status).toBe(204);
  await browser.post('/logout', { realm: 'member', idleAt: createUrl });

  await signInTo(second);
  expect(await (await browser.get('/home')).text()).not.toContain('You were signed out before');
  const elsewhere = `/login?view=companies&redirectTo=${encodeURIComponent(`${newest}&company=${first}`)}`;
  expect(location(await browser.get(newest))).toBe(elsewhere);

  const redirectTo = `${newest}&company=${first}`;
  const switched = await browser.post('/login?view=companies', { companyId: first, redirectTo });
  expect(location(switched)).toBe(newest);
  expect(location(await browser.get(newest))).toBe(createUrl);
  expect(await (await browser.get('/home')).text()).toContain('You were signed out before');
  const { form } = await getOffered(browser);
  expect(form).toMatchObject({
    companyInUse: first,
    'individual.familyName': typed['individual.familyName'],
  });
  // A page that is still open from before the switch saves nothing in the other company.
  await browser.post('/login?view=companies', { companyId: second });
  expect(location(await browser.post(createUrl, form))).toContain('/login?view=companies&posted');
  await browser.post('/login?view=companies', { companyId: first });
  expect(location(await browser.post(createUrl, form))).toMatch(/^\/clients\/[0-9a-f-]{36}/);
  expect(location(await browser.get('/unsaved'))).toBe('/home');
});

it('holds no secrets, and says which ones are to be entered again', async () => {
  const browser = app.browser();
  await browser.startSession('owner@demo.test');
  const url = '/settings/sso';
  const held = { heldPage: url, heldAction: url, heldLeftOut: 'pin' };
  const typed = {
    clientId: 'client-7',
    clientSecret: 'top-secret-value',
    code: '123456',
    tokenUrl: 'https://t',
  };
  const passwords = {
    password: 'never-held',
    'owners[0].apiToken': 'token-value',
    'address.postcode': '1011',
  };
  expect((await browser.post('/unsaved/hold', { ...held, ...typed, ...passwords })).status).toBe(204);
  const offered = await (await browser.get('/unsaved')).text();
  expect(offered).not.toMatch(/top-secret-value|123456|never-held|token-value/);
  expect(offered).toContain('passwords and other secrets are not held: enter them again');
  const { text, form } = await getOffered(browser, url);
  expect(text).toContain('Not held: Pin, Client secret, Code, Password, Owners 1, API token.');
  expect(form).toMatchObject({ clientId: 'client-7', tokenUrl: 'https://t', 'address.postcode': '1011' });
});

it('keeps offering them until their own form is accepted', async () => {
  const form = newClient();
  const browser = await endedWhileTyping(form);
  await browser.startSession('staff@demo.test');
  // An API that fails, a form with an error, and another form of the page.
  app.respondInsteadOfApi('hang up');
  expect((await post(browser, form)).status).toBe(503);
  app.respondInsteadOfApi(undefined);
  expect((await post(browser, { ...form, 'individual.familyName': '' })).status).toBe(422);
  expect(location(await post(browser, newClient()))).toMatch(/^\/clients\//);
  const offered = await getOffered(browser);
  expect(offered.text).toContain(form['individual.familyName']);
  expect(location(await post(browser, offered.form))).toMatch(/^\/clients\//);
  expect(heldCookies(browser)).toEqual([]);
});

it('shows what was typed in an edit form, without its technical fields', async () => {
  const browser = app.browser();
  await browser.startSession('staff@demo.test');
  const made = location(await post(browser, newClient())) ?? '';
  const edit = `${made.split('?')[0]}/edit`;
  const page = parsePage(await (await browser.get(edit)).text());
  const form = Object.fromEntries(postedFields(page.querySelector('form#client')));
  expect(form.opened).toContain('individual.familyName');
  const typed = {
    ...form,
    'individual.occupation': 'Potter',
    'individual.dateOfBirth': '1985-03-12',
    confirmations: 'likelyDuplicates',
    'addresses[0].addressLine1': '8 Rata Street',
    'addresses[0].state': 'Auckland',
    'addresses[0].postcode': '1011',
    'addresses[0].countryCode': 'NZL',
    'addresses[0].provider': 'addy',
    'addresses[0].providerId': 'provider-id-7',
    'addresses[0].found': 'As the look-up wrote it',
  };
  const headers = { Referer: app.origin + edit };
  app.respondInsteadOfApi(unauthorised);
  await browser.post(edit, typed, { headers });
  app.respondInsteadOfApi(undefined);
  await browser.startSession('staff@demo.test');
  const offered = parsePage(await (await browser.get('/unsaved')).text());
  const labels = [...offered.querySelectorAll('main dt')].map(getText);
  expect(labels).toEqual(expect.arrayContaining(['Occupation', 'Addresses 1, address line 1']));
  expect(labels.join('; ')).not.toMatch(/opened|confirmation|provider|found|version|company in use/i);
  const shown = [...offered.querySelectorAll('main dd')].map(getText).join('; ');
  expect(shown).toContain('12 Mar 1985');
  expect(shown).toContain('New Zealand');
  expect(shown).not.toMatch(
    /1985-03-12|NZL|provider-id-7|As the look-up wrote it|likelyDuplicates|\["individual/,
  );
});

it('fits a form of a page with a long query in its cookie', async () => {
  const browser = app.browser();
  await browser.startSession('staff@demo.test');
  const long = `${createUrl}&note=${'x'.repeat(1900 - createUrl.length)}`;
  const held = { ...newClient(), heldPage: long, heldAction: long };
  expect((await browser.post('/unsaved/hold', held)).status).toBe(204);
  const [cookie] = heldCookies(browser);
  expect(cookie?.join('=').length).toBeLessThan(600);
  expect((await getOffered(browser, long)).form).toMatchObject({ requestKey: held.requestKey });
  expect(location(await browser.post('/unsaved', await discardForm(browser)))).toBe(long);
});

it('keeps the forms of several tabs, also one that is held after the session has ended', async () => {
  const browser = app.browser();
  await browser.startSession('staff@demo.test');
  const [first, second] = [newClient(), newClient()];
  const hold = (form: Record<string, string>) =>
    browser.post('/unsaved/hold', { ...form, heldPage: '/clients', heldAction: createUrl });
  expect((await hold(first)).status).toBe(204);
  // Sent again by the same tab.
  expect((await hold({ ...first, 'individual.givenNames': 'Arohanui' })).status).toBe(204);
  browser.setCookieHeaders.delete('assay_session');
  browser.setCookieHeaders.delete('assay_refresh');
  expect(location(await hold(second))).toBe(ended);
  await browser.startSession('staff@demo.test');
  const page = parsePage(await (await browser.get('/unsaved')).text());
  expect(getText(page)).toContain('before these 2 forms were saved');
  const forms = [...page.querySelectorAll(`form[action="${createUrl.replaceAll('&', '&amp;')}"]`)];
  expect(forms.map((form) => Object.fromEntries(postedFields(form)))).toMatchObject([
    { requestKey: first.requestKey, 'individual.givenNames': 'Arohanui' },
    { requestKey: second.requestKey },
  ]);
  for (let held = 2; held > 0; held -= 1) {
    expect(location(await browser.post('/unsaved', await discardForm(browser)))).toBe('/clients');
    expect(heldCookies(browser)).toHaveLength(held - 1);
  }
});

it('leads to the page of the form held last, and from one that is gone to the list', async () => {
  const browser = app.browser();
  await browser.startSession('staff@demo.test');
  const gone = `/clients/${crypto.randomUUID()}/edit`;
  for (const page of [createUrl, gone]) {
    const held = { ...newClient(), heldPage: page, heldAction: page };
    expect((await browser.post('/unsaved/hold', held)).status).toBe(204);
  }
  expect(location(await browser.get(newest))).toBe(gone);
  const response = await browser.get(gone);
  expect(response.status).toBe(404);
  const page = parsePage(await response.text());
  expect(getText(page)).toContain(
    'You were signed out before 2 forms, 1 of them on this page, were saved. What you entered is held for 24 hours. Review entries',
  );
  expect(page.querySelector('aside a')?.getAttribute('href')).toBe('/unsaved');
});

it('says on each page which forms it has, without script and with', async () => {
  const browser = app.browser();
  await browser.startSession('staff@demo.test');
  const hold = (heldPage: string) =>
    browser.post('/unsaved/hold', { ...newClient(), heldPage, heldAction: createUrl });
  const said = async (path: string) =>
    /You were signed out before [^.]*\./.exec(await (await browser.get(path)).text())?.[0];
  await hold(createUrl);
  expect(await said(createUrl)).toBe('You were signed out before the form on this page was saved.');
  expect(await said('/clients/create')).toBe('You were signed out before a form was saved.');
  await hold(createUrl);
  await hold('/clients');
  expect(await said(createUrl)).toBe(
    'You were signed out before 3 forms, 2 of them on this page, were saved.',
  );
  expect(await said('/home')).toBe('You were signed out before 3 forms were saved.');
  const loaded = createUrl.replace('?', '.data?');
  expect(await (await browser.get(loaded)).text()).toContain('3 forms, 2 of them on this page, were');
});

it('holds the posted forms of every tab once the session has expired', async () => {
  const browser = app.browser();
  await browser.startSession('staff@demo.test');
  browser.setCookieHeaders.delete('assay_session');
  browser.setCookieHeaders.delete('assay_refresh');
  for (const form of [newClient(), newClient()]) {
    expect(location(await post(browser, form))).toBe(ended);
    expect((await browser.get(ended)).status).toBe(200);
  }
  expect(heldCookies(browser)).toHaveLength(2);
});

it.each([
  [
    'the API',
    async (browser: TestBrowser) => {
      app.respondInsteadOfApi(unauthorised);
      expect(location(await browser.get('/home'))).toBe(ended);
      app.respondInsteadOfApi(undefined);
    },
  ],
  [
    'its idle time',
    async (browser: TestBrowser) => {
      await browser.post('/logout', { realm: 'member', idleAt: '/clients' });
    },
  ],
])(
  'holds the posted forms of every tab once %s has ended the session, for their person alone',
  async (_, end) => {
    const browser = app.browser();
    await browser.startSession('staff@demo.test');
    await end(browser);
    const form = newClient();
    for (const each of [form, newClient()]) expect(location(await post(browser, each))).toBe(ended);
    expect(heldCookies(browser)).toHaveLength(2);
    await browser.startSession('owner@demo.test');
    expect(location(await browser.get('/unsaved'))).toBe('/home');
    await browser.startSession('staff@demo.test');
    expect((await getOffered(browser)).text).toContain(form['individual.familyName']);
  },
);

it('holds nothing after a person has signed out', async () => {
  const browser = app.browser();
  await browser.startSession('staff@demo.test');
  await browser.post('/logout', {});
  expect(location(await post(browser, newClient()))).toBe(
    `/login?redirectTo=${encodeURIComponent(createUrl)}`,
  );
  expect(heldCookies(browser)).toEqual([]);
});

it('names the person of an ended session for a day', async () => {
  const browser = app.browser();
  await browser.startSession('staff@demo.test');
  app.respondInsteadOfApi(unauthorised);
  const cookies = (await browser.get('/home')).headers.getSetCookie();
  expect(cookies.find((line) => line.startsWith('assay_user='))).toMatch(/; Max-Age=86400;/);
});

/** A person's browser at the form that edits a client, with the form as the page sends it. */
async function atEdit() {
  const browser = app.browser();
  await browser.startSession('staff@demo.test');
  const made = location(await post(browser, newClient())) ?? '';
  const id = made.split('?')[0]?.split('/').at(-1) ?? '';
  const edit = `/clients/${id}/edit`;
  const read = async (from: TestBrowser) => {
    const page = parsePage(await (await from.get(edit)).text());
    return Object.fromEntries(postedFields(page.querySelector('form#client')));
  };
  const save = (by: TestBrowser, form: Record<string, string>) =>
    by.post(edit, form, { headers: { Referer: app.origin + edit } });
  /** Posts the form after the session has ended, and signs in again. */
  const hold = async (changes: Record<string, string>) => {
    const form = { ...(await read(browser)), ...changes };
    app.respondInsteadOfApi(unauthorised);
    expect(location(await save(browser, form))).toBe(ended);
    app.respondInsteadOfApi(undefined);
    await browser.startSession('staff@demo.test');
  };
  return { browser, id, edit, read, save, hold };
}

it('shows both versions where someone else has changed the record since, and discards nothing until one is saved', async () => {
  const { browser, edit, read, save, hold } = await atEdit();
  await hold({ 'individual.occupation': 'Potter' });
  const other = app.browser();
  await other.startSession('owner@demo.test');
  expect(location(await save(other, { ...(await read(other)), 'individual.occupation': 'Sculptor' }))).toBe(
    edit.replace('/edit', ''),
  );
  const { form } = await getOffered(browser, edit);
  const conflict = await save(browser, form);
  expect(conflict.status).toBe(409);
  expect(heldCookies(browser)).toHaveLength(1);
  const merged = parsePage(await conflict.text()).querySelector('form#client');
  const both = Object.fromEntries(postedFields(merged));
  expect(both['individual.occupation']).toBe('Potter');
  const overwrite = merged?.querySelector('[name="overwriteVersion"]')?.getAttribute('value') ?? '';
  const chosen = { ...both, 'keep:individual.occupation': 'mine', overwriteVersion: overwrite };
  expect(location(await save(browser, chosen))).toBe(edit.replace('/edit', ''));
  expect(heldCookies(browser)).toEqual([]);
});

it('saves the details of a client that was archived since, and says so', async () => {
  const { browser, id, edit, save, hold } = await atEdit();
  await hold({ 'individual.occupation': 'Weaver' });
  await app.database.asSuperuser(`UPDATE assay.clients SET status = 'archived' WHERE id = '${id}'`);
  const { form } = await getOffered(browser, edit);
  expect(location(await save(browser, form))).toBe(edit.replace('/edit', ''));
  const page = getText(parsePage(await (await browser.get(edit.replace('/edit', ''))).text()));
  expect(page).toContain('Archived');
  expect(page).toContain('Changes saved.');
  expect(heldCookies(browser)).toEqual([]);
});

it('shows nothing to someone who was removed from the company, nor to others in their place', async () => {
  const { browser, id, hold } = await atEdit();
  await hold({ 'individual.occupation': 'Secret Weaver' });
  await app.database.asSuperuser(
    "UPDATE assay.members SET status = 'removed' WHERE login_id = 'staff@demo.test'",
  );
  for (const path of ['/unsaved', '/home', `/clients/${id}/edit`]) {
    const text = await (await browser.follow(await browser.get(path))).text();
    expect(text).not.toMatch(/Secret Weaver|You were signed out before/);
  }
  await app.database.asSuperuser(
    "UPDATE assay.members SET status = 'active' WHERE login_id = 'staff@demo.test'",
  );
});

it('holds the ten most recent of a hundred forms, and says at sign-in that earlier ones are lost', async () => {
  const browser = app.browser();
  await browser.startSession('staff@demo.test');
  const names = Array.from({ length: 100 }, (_, index) => `Draft ${index + 1}`);
  for (const name of names) {
    const form = {
      ...newClient(),
      'individual.familyName': name,
      heldPage: createUrl,
      heldAction: createUrl,
    };
    expect((await browser.post('/unsaved/hold', form)).status).toBe(204);
  }
  expect(heldCookies(browser)).toHaveLength(10);
  await browser.post('/logout', { realm: 'member', idleAt: createUrl });
  const lost = 'Only the ten forms entered last are held';
  expect(await (await browser.get(ended)).text()).toContain(lost);
  expect(await (await browser.get(ended)).text()).not.toContain(lost);
  await browser.startSession('staff@demo.test');
  const { text } = await getOffered(browser);
  expect([...text.matchAll(/Draft \d+/g)].map(([name]) => name)).toEqual(names.slice(-10));
});

it('says that a form of more than 256 kB is lost', async () => {
  const browser = app.browser();
  await browser.startSession('staff@demo.test');
  const target = { heldPage: createUrl, heldAction: createUrl };
  const hold = (notes: string) => browser.post('/unsaved/hold', { ...newClient(), ...target, notes });
  expect((await hold('ō'.repeat(127_000))).status).toBe(204);
  expect((await hold('ō'.repeat(132_000))).status).toBe(413);
  expect(heldCookies(browser)).toHaveLength(1);
  browser.setCookieHeaders.delete('assay_session');
  browser.setCookieHeaders.delete('assay_refresh');
  expect(await (await browser.get('/login')).text()).toContain('forms of more than 256 kB are not held');
});

it.each(['cookies that expired', 'an API that ended the session'])(
  'holds the texts of a form with files, and names the files: %s',
  async (how) => {
    const { browser, id } = await atEdit();
    const url = `/clients/${id}/risk_assessments/create?company=${company}`;
    if (how === 'cookies that expired') {
      browser.setCookieHeaders.delete('assay_session');
      browser.setCookieHeaders.delete('assay_refresh');
    } else app.respondInsteadOfApi(unauthorised);
    const body = new FormData();
    body.set('comments.purpose', 'Sells pōhutukawa honey');
    body.set('files.purpose', new File(['x'.repeat(2_000_000)], 'register.pdf'));
    body.set('files.other', new File([], ''));
    body.set('requestKey', crypto.randomUUID());
    const headers = { Origin: app.origin, Referer: app.origin + url };
    expect(location(await browser.get(url, { method: 'POST', body, headers }))).toBe(ended);
    app.respondInsteadOfApi(undefined);
    await browser.startSession('staff@demo.test');
    const { text } = await getOffered(browser, url);
    expect(text).toContain('Sells pōhutukawa honey');
    expect(text).toContain('Not held: Files, purpose.');
  },
);

it('discards nothing for another button of a page whose forms have no request key', async () => {
  const browser = app.browser();
  await browser.startSession('staff@demo.test');
  const page = '/settings/sessions';
  const held = { heldPage: page, heldAction: page, intent: 'rename', name: 'Min-Ji Held' };
  expect((await browser.post('/unsaved/hold', held)).status).toBe(204);
  const other = { intent: 'endSession', sessionId: '0198c0de-0000-7000-8000-000000000000' };
  expect(location(await browser.post(page, other))).toBe(page);
  expect(heldCookies(browser)).toHaveLength(1);
});
