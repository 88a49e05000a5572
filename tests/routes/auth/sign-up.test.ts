import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  demoPassword,
  onceCounted,
  openTestApp,
  type TestApp,
  type TestBrowser,
} from '#tests/support/app/app.ts';
import { parsePage, valueIn } from '#tests/support/app/html.ts';
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
const password = 'seven patient kererū';
let people = 0;

function newcomer() {
  people += 1;
  return {
    name: 'Jo Newcomer',
    loginId: `newcomer-${people}@example.test`,
    companyName: `Newcomer Advisers ${people}`,
    billingCountryCode: 'NZL',
  };
}

type Details = ReturnType<typeof newcomer>;

/** Step one, and the code that it emailed. */
async function requestCode(browser: TestBrowser, details: Details): Promise<string> {
  const response = await browser.post('/signup', { intent: 'details', ...details });
  expect(response.status).toBe(200);
  return (await app.newestEmail(details.loginId))?.code ?? '';
}

const confirm = (browser: TestBrowser, details: Details, code: string, more: Record<string, string> = {}) =>
  browser.post('/signup', { intent: 'confirm', ...details, code, password, ...more });

describe('sign-up', () => {
  it('creates the company and its owner, sets the password and redirects to /welcome, signed in', async () => {
    const browser = app.browser();
    const details = newcomer();
    const code = await requestCode(browser, details);
    const done = await confirm(browser, details, code);
    expect(location(done)).toBe('/welcome');
    const welcome = await browser.follow(done);
    expect(await welcome.text()).toContain('Welcome, Jo Newcomer');
    expect((await browser.get('/home')).status).toBe(200);
    const signedIn = await app
      .browser()
      .post('/login', { intent: 'password', loginId: details.loginId, password });
    expect(location(signedIn)).toBe('/home');
  });

  it('starts with Australia, by the specification', async () => {
    const html = await (await app.browser().get('/signup')).text();
    expect(html).toMatch(/value="AUS"[^>]*checked|checked=""[^>]*value="AUS"/);
  });

  it('shows field errors and preserves input', async () => {
    const response = await app.browser().post('/signup', {
      intent: 'details',
      name: 'Jo',
      loginId: 'not an address',
      companyName: ' ',
      billingCountryCode: 'FRA',
    });
    expect(response.status).toBe(400);
    const html = await response.text();
    expect(html).toContain('There are 3 errors to fix');
    expect(html).toContain('Enter the name of your company');
    expect(html).toContain('Select Australia or New Zealand');
    expect(html).toContain('value="not an address"');
    expect(html).toContain('value="Jo"');
  });

  it('responds alike to known and unknown addresses', async () => {
    const pages = await Promise.all(
      ['owner@demo.test', 'unknown@example.test'].map(async (loginId) => {
        const response = await app
          .browser()
          .post('/signup', { intent: 'details', ...newcomer(), companyName: 'C', loginId });
        return (await response.text()).split('<script')[0]?.replaceAll(loginId, 'X');
      }),
    );
    expect(pages[0]).toContain('Confirm your email address');
    expect(pages[0]).toBe(pages[1]);
  });

  it('rejects a weak password before the code is consumed, and keeps the code', async () => {
    const browser = app.browser();
    const details = newcomer();
    const code = await requestCode(browser, details);
    for (const weak of ['short', details.loginId]) {
      const refused = await confirm(browser, details, code, { password: weak });
      expect(refused.status).toBe(400);
      const html = await refused.text();
      expect(html).toContain(`value="${code}"`);
      expect(html).not.toContain('value="short"');
    }
    expect(location(await confirm(browser, details, code))).toBe('/welcome');
  });

  it('rejects a wrong code and preserves the details', async () => {
    const browser = app.browser();
    const details = newcomer();
    const code = await requestCode(browser, details);
    const wrong = await confirm(browser, details, code === '000000' ? '000001' : '000000');
    expect(wrong.status).toBe(400);
    const { html, part } = await readPage(wrong);
    // At the field, which is marked; the password was valid.
    expect(part('sign-up-code-error')).toContain('This code is incorrect');
    expect(parsePage(html).querySelector('input[name="code"]')?.getAttribute('aria-invalid')).toBe('true');
    expect(part('sign-up-password-error')).toBeUndefined();
    expect(html).toContain(`name="companyName" value="${details.companyName}"`);
    expect(location(await confirm(browser, details, code))).toBe('/welcome');
  });

  it('returns to the details with input preserved', async () => {
    const details = newcomer();
    const html = await (
      await app.browser().post('/signup', { intent: 'change', ...details, code: '1', password })
    ).text();
    expect(html).toContain('Step 1 of 2');
    expect(html).toContain(`value="${details.companyName}"`);
    expect(html).not.toContain(password);
  });

  it('tells a member to sign in, and leaves the password unchanged', async () => {
    const browser = app.browser();
    const details = { ...newcomer(), loginId: 'staff@demo.test' };
    const code = await requestCode(browser, details);
    const refused = await confirm(browser, details, code);
    expect(refused.status).toBe(409);
    const html = await refused.text();
    expect(html).toContain('There is already an account for this email address.');
    expect(html).toContain('Its password was not changed');
    expect(browser.setCookieHeaders.size).toBe(0);
    const { identity } = app.services;
    expect((await identity.signInWithPassword('staff@demo.test', demoPassword, '')).ok).toBe(true);
    expect((await app.identityCalls()).includes('POST /v1/auth/logout')).toBe(true);
  });

  it('keeps the new account when only the password could not be saved, with next steps', async () => {
    const browser = app.browser();
    const details = newcomer();
    const code = await requestCode(browser, details);
    await app.identityFault({ kind: 'status', status: 500, path: '/v1/auth/password/update' });
    const done = await confirm(browser, details, code);
    expect(location(done)).toBe('/welcome');
    expect(await (await browser.follow(done)).text()).toContain('your password could not be saved');
  });

  it('stores nothing when the API is unavailable, and ends the session', async () => {
    const browser = app.browser();
    const details = newcomer();
    const code = await requestCode(browser, details);
    app.respondInsteadOfApi(onceCounted(() => 'hang up'));
    const before = (await app.identityCalls()).filter((call) => call === 'POST /v1/auth/logout').length;
    expect((await confirm(browser, details, code)).status).toBe(503);
    expect((await app.identityCalls()).filter((call) => call === 'POST /v1/auth/logout').length).toBe(
      before + 1,
    );
    expect(browser.setCookieHeaders.size).toBe(0);
  });

  it('reports an unavailable identity service at sign-up', async () => {
    await app.identityFault({ kind: 'drop', path: '/v1/auth/otp/signup-in/email' });
    const details = newcomer();
    const response = await app.browser().post('/signup', { intent: 'details', ...details });
    expect(response.status).toBe(503);
    expect(await response.text()).toContain(`value="${details.companyName}"`);
  });

  it('redirects a signed-in user', async () => {
    const browser = app.browser();
    await browser.startSession('staff@demo.test');
    expect(location(await browser.get('/signup'))).toBe('/home');
  });
});

describe('/welcome', () => {
  it('links to sign-in and sign-up for a signed-out user', async () => {
    const page = await app.browser().get('/welcome');
    expect(page.status).toBe(200);
    const html = await page.text();
    expect(html).toContain('href="/login"');
    expect(html).toContain('href="/signup"');
  });
});

describe('company setup', () => {
  it('completes with payment; the address lookup works without script', async () => {
    const browser = app.browser();
    const details = newcomer();
    await confirm(browser, details, await requestCode(browser, details));
    const start = await (await browser.get('/onboard')).text();
    const hidden = (name: string) => valueIn(start, name);
    const form = {
      requestKey: hidden('requestKey'),
      version: hidden('version'),
      legalName: 'Newcomer Advisers Limited',
      sector: 'accounting',
      regulatedIn: 'NZL',
      'addresses[0].countryCode': 'NZL',
    };

    const found = await browser.post('/onboard', {
      ...form,
      'addresses[0].find': 'queen street',
      intent: 'find:addresses[0]',
    });
    expect(found.status).toBe(200);
    const list = await found.text();
    expect(list).toContain('Use this address');
    expect(list).toContain('value="Newcomer Advisers Limited"');

    const incomplete = await browser.post('/onboard', form);
    expect(incomplete.status).toBe(422);
    const html = await incomplete.text();
    expect(html).toContain('href="#onboard-addresses[0].addressLine1"');
    expect(html).toContain('value="Newcomer Advisers Limited"');

    const complete = {
      ...form,
      'addresses[0].addressLine1': '1 Sample Street',
      'addresses[0].state': 'Wellington',
      'addresses[0].postcode': '6011',
    };
    const stale = await browser.post('/onboard', { ...complete, version: '99' });
    expect(stale.status).toBe(409);
    expect(await stale.text()).toContain('Overwrite with my version');

    const saved = await browser.post('/onboard', complete);
    expect(location(saved)).toBe('/onboard?step=officer');
    const officer = await (await browser.follow(saved)).text();
    const memberId = valueIn(officer, 'memberId');
    const named = await browser.post('/onboard?step=officer', { requestKey: crypto.randomUUID(), memberId });
    expect(location(named)).toBe('/onboard?step=templates');

    const plans = await browser.get('/onboard?step=plan');
    expect(plans.headers.get('Content-Security-Policy')).toContain(
      "form-action 'self' https://checkout.stripe.com https://billing.stripe.com",
    );
    expect(await plans.text()).toContain('NZD 171.35');
    const choice = { requestKey: crypto.randomUUID(), plan: 'monthly', intent: 'checkout' };
    const checkout = location(await browser.post('/onboard?step=plan', choice)) ?? '';
    expect(location(await browser.post('/onboard?step=plan', choice))).toBe(checkout);
    // No webhook ever arrives: the return from checkout alone activates the company.
    const paid = await fetch(`${app.sandbox.outboxUrl}${new URL(checkout).pathname}`, {
      method: 'POST',
      body: new URLSearchParams({ card: 'works', webhook: 'never' }),
      redirect: 'manual',
    });
    const back = new URL(paid.headers.get('Location') ?? '');
    expect(back.pathname).toBe('/checkout/confirmation');
    const other = app.browser();
    await other.startSession('new@demo.test');
    expect((await other.get(back.pathname + back.search)).status).toBe(404);
    expect((await browser.get('/checkout/confirmation')).status).toBe(404);
    expect(location(await app.browser().get(back.pathname + back.search))).toContain('/login?redirectTo=');
    const confirmed = await (await browser.get(back.pathname + back.search)).text();
    expect(confirmed).toContain('Your payment is confirmed');
    expect(confirmed).toContain('Your company is set up.');
    const home = await (await browser.get('/home')).text();
    expect(home).toContain('No clients yet');
    // Setup is complete, so its remaining tasks are done in settings.
    const invite =
      /<a[^>]*href="([^"]*)"[^>]*>Invite people</.exec(home)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(invite).toBe('/settings/team?invite=new');
    expect(await (await browser.get(invite)).text()).toContain('value="invite"');
    expect(home).not.toContain('href="/onboard"');
    expect(await (await browser.get('/settings/billing')).text()).toContain('Next renewal');

    // A change of plan requires confirmation, shows its cost, and rejects an unseen preview.
    const question = '/settings/billing?confirm=payAsYouGo';
    const asked = await readPage(await browser.get(question));
    expect(asked.text).toContain('Change to Pay as you go?');
    expect(asked.text).toMatch(/Difference \(proration\) NZD 171\.\d\d credit/);
    const unseen = { requestKey: crypto.randomUUID(), intent: 'changePlan', plan: 'payAsYouGo' };
    expect((await browser.post('/settings/billing', unseen)).status).toBe(422);
    const agreed = Object.fromEntries(
      ['requestKey', 'plan', 'proratedAt', 'prorated'].map((name) => [name, valueIn(asked.html, name)]),
    );
    const refused = await readPage(
      await browser.post(question, { ...agreed, intent: 'changePlan', prorated: '0' }),
    );
    expect([
      refused.status,
      refused.text.includes('The amounts have changed since you opened this page.'),
    ]).toEqual([422, true]);
    const changed = await browser.post(question, { ...agreed, intent: 'changePlan' });
    expect(location(changed)).toBe('/settings/billing');
    expect(await (await browser.follow(changed)).text()).toContain('Pay as you go<span');
    const same = await readPage(await browser.get(question));
    expect(same.text).toContain('Your company already has this plan.');
    expect(same.html).not.toContain('value="changePlan"');
  });
});
