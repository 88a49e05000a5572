import { setImmediate } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { inviteMember } from '#contract/company/members.ts';
import { demoPassword, openTestApp, type TestApp, type TestBrowser } from '#tests/support/app/app.ts';
import { startApiSession } from '#tests/support/processes/sign-in-cookie.ts';

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

/** Number of calls of a path of the identity service while `work` ran. */
async function countCalls(path: string, work: () => Promise<unknown>): Promise<number> {
  const count = async () => (await app.identityCalls()).filter((call) => call === `POST ${path}`).length;
  const before = await count();
  await work();
  return (await count()) - before;
}

/** What a visitor receives, without the address, and what is random in each response. */
async function seenOf(response: Response, loginId: string) {
  const random =
    /nonce-[\w+/=-]+|nonce=\\?"[^"]*"|"nonce[^,]*,"[^"]*"|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
  const withoutRandom = (text: string) => text.replaceAll(loginId, 'ADDRESS').replace(random, 'RANDOM');
  return {
    status: response.status,
    headers: [...response.headers].map(([name, value]) => `${name}: ${withoutRandom(value)}`),
    html: withoutRandom(await response.text()),
  };
}

/** The statuses of consecutive posts, and the last page. */
async function postEach(browser: TestBrowser, page: string, forms: Record<string, string>[]) {
  const statuses: number[] = [];
  let last: Response | undefined;
  for (const form of forms) {
    last = await browser.post(page, form);
    statuses.push(last.status);
  }
  return { statuses, last: last as Response, html: (await last?.text()) ?? '' };
}

/** A slow machine handles so few within the app's three seconds for the identity service; limits of 30 are reached among them. */
const atOnce = 8;

/** Posts for different strangers, some concurrently, so that all fall into one window of the limits on a slow machine. */
async function postForStrangers(
  browser: TestBrowser,
  page: string,
  count: number,
  form: Record<string, string>,
) {
  const post = async (at: number) => {
    const loginId = `person-${at}-${crypto.randomUUID().slice(0, 8)}@example.test`;
    const response = await browser.post(page, { ...form, loginId });
    return { loginId, response, html: await response.text() };
  };
  const answers: Awaited<ReturnType<typeof post>>[] = [];
  while (answers.length < count) {
    const some = Array.from({ length: Math.min(atOnce, count - answers.length) }, (_, at) =>
      post(answers.length + at),
    );
    answers.push(...(await Promise.all(some)));
  }
  const refused = answers.filter(({ response }) => response.status === 429);
  return { let: answers.filter(({ response }) => response.status !== 429), refused, one: refused[0] };
}

describe('sign-in attempts are counted before calling the identity service', () => {
  it.each([
    ['/login', 60],
    ['/admin/login', 35],
  ])('limits wrong passwords at %s for %d accounts from one address', async (page, count) => {
    let run: Awaited<ReturnType<typeof postForStrangers>> | undefined;
    const guesses = await countCalls('/v1/auth/password/signin', async () => {
      run = await postForStrangers(app.browser(), page, count, {
        intent: 'password',
        password: 'a wrong password',
      });
    });
    expect(guesses).toBe(30);
    expect(run?.let.map(({ response }) => response.status)).toEqual(Array(30).fill(400));
    expect(run?.refused).toHaveLength(count - 30);
    const { response, html, loginId } = run?.one ?? {};
    expect(Number(response?.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(html).toMatch(/Too many attempts\. Wait \d+ seconds?, then try again\./);
    expect(html).toContain('Email me a code instead');
    expect(html).toContain(`value="${loginId}"`);
    expect(html).not.toContain('a wrong password');
  });

  it.each([
    ['sign-in codes', '/login', 'sendCode', '/v1/auth/otp/signin/email'],
    ['links for a new password', '/login', 'sendReset', '/v1/auth/password/reset'],
    ['sign-in codes at the other door', '/admin/login', 'sendCode', '/v1/auth/otp/signin/email'],
    ['sign-up codes', '/signup', 'details', '/v1/auth/otp/signup-in/email'],
  ])('limits %s for 40 strangers from one address', async (_, page, intent, path) => {
    const details = { name: 'Moana Sample', companyName: 'Rimu Sample Limited', billingCountryCode: 'NZL' };
    let run: Awaited<ReturnType<typeof postForStrangers>> | undefined;
    const mails = await countCalls(path, async () => {
      run = await postForStrangers(app.browser(), page, 40, {
        intent,
        ...(page === '/signup' ? details : {}),
      });
    });
    expect(mails).toBe(30);
    expect(run?.let.map(({ response }) => response.status)).toEqual(Array(30).fill(200));
    expect(run?.refused).toHaveLength(10);
    expect(run?.one?.html).toMatch(/Too many attempts\. Wait \d+ minutes, then try again\./);
    expect(run?.one?.html).toContain(`value="${run?.one?.loginId}"`);
    expect(Number(run?.one?.response.headers.get('Retry-After'))).toBeGreaterThan(60);
  });

  it('limits attempts with codes, at sign-in and at sign-up', async () => {
    const loginId = 'codes@example.test';
    const codes = Array.from({ length: 12 }, () => ({ intent: 'verifyCode', loginId, code: '000000' }));
    const atSignIn = await postEach(app.browser(), '/login', codes);
    expect(atSignIn.statuses).toEqual([...Array(10).fill(400), 429, 429]);
    expect(atSignIn.html).toContain(`name="loginId" value="${loginId}"`);
    // The web reported each failure, and the API noted the blocks, although no one has this address.
    const noted = async () =>
      (
        await app.database.asSuperuser(
          'SELECT event, method, attempts FROM assay.sign_in_reports WHERE login_id = $1 ORDER BY event',
          [loginId],
        )
      ).rows;
    await expect.poll(noted, { timeout: 60_000 }).toEqual([
      { event: 'blocked', method: 'code', attempts: 2 },
      { event: 'failed', method: 'code', attempts: 10 },
    ]);

    const details = { name: 'Moana Sample', companyName: 'Rimu Limited', billingCountryCode: 'NZL' };
    const confirmations = codes.map(({ code }) => ({
      intent: 'confirm',
      ...details,
      loginId: 'codes-of-sign-up@example.test',
      code,
      password: 'eleven quiet lighthouses',
    }));
    const atSignUp = await postEach(app.browser(), '/signup', confirmations);
    expect(atSignUp.statuses).toEqual([...Array(10).fill(400), 429, 429]);
    expect(atSignUp.html).toContain('Rimu Limited');
    expect(atSignUp.html).not.toContain('eleven quiet lighthouses');
  });

  it('limits attempts with links for a new password or an invitation', async () => {
    const links = Array.from({ length: 32 }, () => ({
      intent: 'newPassword',
      token: 'a-token-that-is-none',
      password: 'eleven quiet lighthouses',
    }));
    const reset = await postEach(app.browser(), '/login', links);
    expect(reset.statuses.slice(29)).toEqual([400, 429, 429]);
    // The link is not consumed, and is in the form for the next attempt.
    expect(reset.html).toContain('name="token" value="a-token-that-is-none"');

    const session = await startApiSession(process.env.MAIN_API_URL ?? '', app.sandbox, 'owner@demo.test');
    const invited = await fetch(`${process.env.MAIN_API_URL}/api/v1${inviteMember.path}`, {
      method: 'POST',
      headers: { ...session, 'content-type': 'application/json' },
      body: JSON.stringify({ loginId: 'joining@example.test', role: 'member', designations: [] }),
    });
    expect(invited.status).toBe(201);
    const link = new URL((await app.newestEmail('joining@example.test'))?.link ?? '');
    const invite = link.searchParams.get('invite') ?? '';
    const tries = Array.from({ length: 12 }, () => ({
      invite,
      t: 'a-token-that-is-none',
      name: 'Moana Joinsample',
      password: 'eleven quiet lighthouses',
    }));
    let join = { statuses: [] as number[], html: '' };
    const redeemed = await countCalls('/v1/auth/magiclink/verify', async () => {
      join = await postEach(app.browser(), `/welcome${link.search}`, tries);
    });
    expect(join.statuses).toEqual([...Array(10).fill(400), 429, 429]);
    expect(redeemed).toBe(10);
    expect(join.html).toContain('Too many attempts');
    expect(join.html).toContain('value="Moana Joinsample"');
  });

  it('counts without the password or an authorisation header', async () => {
    const bodies: Record<string, unknown>[] = [];
    app.respondInsteadOfApi(async (request) => {
      if (request.url.endsWith('/login')) {
        expect(request.headers.get('Authorization')).toBeNull();
        expect(request.headers.get('X-Assay-Client')).toMatch(/^203\.0\.113\.\d+;t=/);
        bodies.push((await request.json()) as Record<string, unknown>);
      }
      return undefined;
    });
    await app.browser().signIn('staff@demo.test');
    expect(bodies[0]).toEqual({ kind: 'password', loginId: 'staff@demo.test' });
    expect(bodies[1]).toMatchObject({ loginId: 'staff@demo.test', realm: 'member' });
    expect(JSON.stringify(bodies)).not.toContain(demoPassword);
  });

  it('makes no attempt that cannot be counted, and preserves input', async () => {
    app.respondInsteadOfApi('hang up');
    const guesses = await countCalls('/v1/auth/password/signin', async () => {
      const response = await app.browser().signIn('staff@demo.test');
      expect(response.status).toBe(503);
      const html = await response.text();
      expect(html).toContain('Sign-in is unavailable at the moment');
      expect(html).toContain('value="staff@demo.test"');
    });
    expect(guesses).toBe(0);
  });
});

describe('a user whose account is attacked', () => {
  it('signs in with a browser that they used before, while strangers use up the attempts', async () => {
    const victim = 'staff@demo.test';
    const own = app.browser();
    expect(location(await own.signIn(victim))).toBe('/home');
    await own.post('/logout', {});
    const guesses = Array.from({ length: 12 }, () => ({
      intent: 'verifyCode',
      loginId: victim,
      code: '000000',
    }));
    const strangers = await postEach(app.browser(), '/login', guesses);
    expect(strangers.statuses).toEqual([...Array(10).fill(400), 429, 429]);

    await own.post('/login', { intent: 'sendCode', loginId: victim });
    const code = (await app.newestEmail(victim))?.code ?? '';
    const enter = { intent: 'verifyCode', loginId: victim, code };
    expect((await app.browser().post('/login', enter)).status).toBe(429);
    expect(location(await own.post('/login', enter))).toBe('/home');
  });

  it('can sign in by an emailed code while passwords are locked', async () => {
    const victim = 'officer@demo.test';
    const wrong = Array.from({ length: 5 }, () => ({
      intent: 'password',
      loginId: victim,
      password: 'a wrong password',
    }));
    await postEach(app.browser(), '/login', wrong);

    const browser = app.browser();
    const locked = await browser.signIn(victim);
    expect(locked.status).toBe(429);
    const html = await locked.text();
    expect(html).toContain('Or choose “Email me a code instead”, which still works.');
    expect(html).toContain(`value="${victim}"`);

    const sent = await browser.post('/login', { intent: 'sendCode', loginId: victim });
    expect(await sent.text()).toContain('Enter the code from the email');
    const code = (await app.newestEmail(victim))?.code ?? '';
    expect(location(await browser.post('/login', { intent: 'verifyCode', loginId: victim, code }))).toBe(
      '/home',
    );
  });

  it('can have codes sent after others requested many, and use the code from before the limit', async () => {
    const victim = 'auditor@demo.test';
    const ask = { intent: 'sendCode', step: 'code', loginId: victim };
    const attacker = await postEach(app.browser(), '/login', Array(8).fill(ask));
    expect(attacker.statuses).toEqual([...Array(5).fill(200), 429, 429, 429]);

    const browser = app.browser();
    const own = await postEach(browser, '/login', Array(6).fill(ask));
    expect(own.statuses).toEqual([...Array(5).fill(200), 429]);
    expect(own.html).toContain('A code you already received still works.');
    const code = (await app.newestEmail(victim))?.code ?? '';
    expect(location(await browser.post('/login', { intent: 'verifyCode', loginId: victim, code }))).toBe(
      '/home',
    );
  });
});

describe('what is emailed to an address', () => {
  it.each([
    ['a sign-in code', '/login', { intent: 'sendCode' }, '/v1/auth/otp/signin/email'],
    ['an admin’s sign-in code', '/admin/login', { intent: 'sendCode' }, '/v1/auth/otp/signin/email'],
    ['a link for a new password', '/login', { intent: 'sendReset' }, '/v1/auth/password/reset'],
  ])(
    '%s: the response, its time and the log are the same for a known and an unknown one',
    async (_, page, form, path) => {
      const { nextStep, note } = app.services;
      const noted: object[] = [];
      let steps = 0;
      let endStep = () => {};
      const step = new Promise<void>((end) => {
        endStep = end;
      });
      app.services.note = (line) => void noted.push(line);
      app.services.nextStep = () => {
        steps += 1;
        return step.then(() => setImmediate());
      };
      try {
        const answered: string[] = [];
        const ask = async (loginId: string) => {
          const response = await app.browser().post(page, { ...form, loginId });
          answered.push(loginId);
          return seenOf(response, loginId);
        };
        const before = (await app.identityCalls()).length;
        const responses = Promise.all(['staff@demo.test', 'nobody@demo.test'].map(ask));
        const calls = async () => (await app.identityCalls()).slice(before);
        await expect.poll(calls, { timeout: 60_000 }).toEqual([`POST ${path}`, `POST ${path}`]);
        expect([steps, answered]).toEqual([2, []]);
        endStep();
        const [known, unknown] = await responses;
        expect(known?.status).toBe(200);
        expect(unknown).toEqual(known);
        expect(noted).toEqual([]);
      } finally {
        endStep();
        Object.assign(app.services, { nextStep, note });
      }
    },
  );
});

it.each([
  ['/login', { intent: 'password', password: 'a wrong password' }],
  ['/login', { intent: 'sendCode' }],
  ['/login', { intent: 'sendReset' }],
  ['/admin/login', { intent: 'password', password: 'a wrong password' }],
  ['/signup', { intent: 'details', name: 'Moana Sample', companyName: 'Rimu Sample Limited' }],
])('an address of 10,000 characters is refused at its field: %s, %o', async (page, form) => {
  const posts = async () => (await app.identityCalls()).filter((call) => call.startsWith('POST '));
  const before = await posts();
  const loginId = `${'a'.repeat(10_000)}@example.test`;
  const response = await app.browser().post(page, { ...form, loginId });
  expect([400, 422]).toContain(response.status);
  expect(await response.text()).toMatch(/id="[^"]*loginId-error"/);
  expect(await posts()).toEqual(before);
});

it('failures are logged with hashes of address and login id, never in clear', async () => {
  const noted: { details: object; message: string }[] = [];
  const { note } = app.services;
  app.services.note = (details, message) => void noted.push({ details, message });
  try {
    const browser = app.browser();
    for (const loginId of ['logged@example.test', 'Logged@example.test', 'other@example.test'])
      await browser.post('/login', { intent: 'password', loginId, password: 'a wrong password' });
  } finally {
    app.services.note = note;
  }
  const hash = expect.stringMatching(/^[0-9a-f]{16}$/);
  const line = {
    kind: 'password',
    reason: 'refused',
    loginId: hash,
    address: hash,
    requestId: expect.any(String),
  };
  expect(noted).toEqual(Array(3).fill({ details: line, message: 'sign-in attempt failed' }));
  const ids = noted.map(({ details }) => (details as { loginId: string }).loginId);
  expect(ids[0]).toBe(ids[1]);
  expect(ids[0]).not.toBe(ids[2]);
  expect(JSON.stringify(noted)).not.toMatch(/example\.test|203\.0\.113|wrong password/);
});
