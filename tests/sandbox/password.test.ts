import { describe, expect, it } from 'vitest';
import {
  createClock,
  descope,
  getOutbox,
  injectFault,
  linkFor,
  managementKey,
  ownerId,
  password,
  projectId,
  startTestSandbox,
} from './start.ts';

const owner = 'owner@demo.test';

describe('passwords', () => {
  it('signs a seeded user in with tokens that the SDK accepts', async () => {
    const sandbox = await startTestSandbox();
    const sdk = descope(sandbox);
    const response = await sdk.password.signIn(' Owner@Demo.test ', password);

    expect(response).toMatchObject({ ok: true, code: 200 });
    expect(response.data).toMatchObject({ cookieName: 'DSR', firstSeen: true, claims: {} });
    expect(response.data?.user).toMatchObject({
      userId: ownerId,
      loginIds: [owner],
      name: 'Olive Owner',
      status: 'enabled',
      password: true,
      verifiedEmail: true,
    });
    const session = await sdk.validateSession(response.data?.sessionJwt ?? '');
    expect(session.token).toMatchObject({ sub: ownerId, iss: projectId, drn: 'DS', amr: ['pwd'] });
    const { exp = 0, rexp } = session.token;
    const iat = Number(session.token.iat);
    expect(exp - iat).toBe(600);
    expect(response.data?.sessionExpiration).toBe(exp);
    expect(Date.parse(String(rexp)) / 1_000 - iat).toBe(28 * 24 * 3_600);
    const refresh = await sdk.validateJwt(response.data?.refreshJwt ?? '');
    expect(refresh.token).toMatchObject({ sub: ownerId, drn: 'DSR' });
    expect((await sdk.password.signIn(owner, password)).data?.firstSeen).toBe(false);
  });

  it('returns the same for a wrong password and an unknown user', async () => {
    const sdk = descope(await startTestSandbox());
    const wrong = await sdk.password.signIn(owner, 'not-the-password');
    const unknown = await sdk.password.signIn('nobody@demo.test', 'not-the-password');
    expect(wrong).toMatchObject({
      ok: false,
      code: 401,
      error: { errorCode: 'E062903', errorDescription: 'Password signin failed' },
    });
    expect(unknown.error).toEqual(wrong.error);
    expect(unknown.code).toBe(wrong.code);
  });

  it('locks a login id, known or not, after five wrong passwords in a row, longer each time', async () => {
    const clock = createClock();
    const sdk = descope(await startTestSandbox({ now: clock.now }));
    const fail = async (loginId: string, times: number) => {
      for (let time = 0; time < times; time += 1) {
        expect((await sdk.password.signIn(loginId, `wrong-${time}`)).error?.errorCode).toBe('E062903');
      }
    };
    for (const loginId of [owner, 'nobody@demo.test']) {
      await fail(loginId, 5);
      const locked = await sdk.password.signIn(loginId, password);
      expect(locked).toMatchObject({ ok: false, code: 429 });
      expect(locked.error).toMatchObject({ errorCode: 'E130429', retryAfter: 60 });
    }
    clock.forward(59);
    expect((await sdk.password.signIn(owner, password)).error).toMatchObject({ retryAfter: 1 });
    clock.forward(1);
    await fail(owner, 5);
    expect((await sdk.password.signIn(owner, password)).error).toMatchObject({ retryAfter: 120 });
    clock.forward(120);
    expect((await sdk.password.signIn(owner, password)).ok).toBe(true);
    await fail(owner, 4);
    expect((await sdk.password.signIn(owner, password)).ok).toBe(true);
    await fail(owner, 4);
  });

  it('serialises guesses, so that parallel guesses are locked and honest sign-ins are not', async () => {
    const sdk = descope(await startTestSandbox());
    const honest = await Promise.all(Array.from({ length: 12 }, () => sdk.password.signIn(owner, password)));
    expect(honest.every(({ ok }) => ok)).toBe(true);
    const guesses = await Promise.all(
      Array.from({ length: 12 }, (_, guess) => sdk.password.signIn(owner, `guess-${guess}`)),
    );
    expect(guesses.filter(({ code }) => code === 401)).toHaveLength(5);
    expect(guesses.filter(({ code }) => code === 429)).toHaveLength(7);
  });

  it('limits attempts per login id and per client with 429 and Retry-After', async () => {
    const perLogin = descope(await startTestSandbox({ identityLimits: { perLoginIdPerMinute: 3 } }));
    for (let time = 0; time < 3; time += 1) await perLogin.password.signIn(owner, password);
    const refused = await perLogin.password.signIn(owner, password);
    expect(refused.code).toBe(429);
    expect(refused.error).toMatchObject({ errorCode: 'E130429' });
    expect((refused.error as { retryAfter?: number }).retryAfter).toBeGreaterThan(0);
    expect((await perLogin.password.signIn('other@demo.test', password)).code).toBe(401);

    const perIp = descope(await startTestSandbox({ identityLimits: { perIpPerMinute: 2 } }));
    await perIp.password.policy();
    await perIp.password.policy();
    expect((await perIp.password.policy()).code).toBe(429);
  });

  it('signs up once, by its published policy', async () => {
    const sandbox = await startTestSandbox();
    const sdk = descope(sandbox);
    const policy = await sdk.password.policy();
    expect(policy.data?.minLength).toBe(12);
    expect([...password].length).toBeGreaterThanOrEqual(policy.data?.minLength ?? Infinity);

    const short = await sdk.password.signUp('new@demo.test', 'short');
    expect(short).toMatchObject({ code: 400, error: { errorCode: 'E011004' } });
    const made = await sdk.password.signUp('New@demo.test', password, { name: 'Nia New' });
    expect(made.data?.user).toMatchObject({
      loginIds: ['new@demo.test'],
      name: 'Nia New',
      verifiedEmail: false,
    });
    expect(made.data?.user?.userId).toMatch(/^U2\w{26}$/);
    expect((await sdk.password.signUp('new@demo.test', password)).error?.errorCode).toBe('E062107');
    expect((await sdk.password.signIn('new@demo.test', password)).ok).toBe(true);
  });

  it('creates one account for two simultaneous sign-ups', async () => {
    const sandbox = await startTestSandbox();
    const sdk = descope(sandbox, managementKey);
    const both = await Promise.all([1, 2].map(() => sdk.password.signUp('twice@demo.test', password)));
    expect(both.map(({ code }) => code).sort()).toEqual([200, 400]);
    expect((await sdk.management.user.search({ loginIds: ['twice@demo.test'] })).data?.total).toBe(1);
  });

  it('resets by an emailed link that works once and preserves the URL query', async () => {
    const sandbox = await startTestSandbox();
    const sdk = descope(sandbox);
    for (let time = 0; time < 6; time += 1) await sdk.password.signIn(owner, 'forgotten-password');
    const sent = await sdk.password.sendReset(owner, 'https://app.example/login?step=reset&name=a%20b#top');
    expect(sent.data).toEqual({ resetMethod: 'magiclink', maskedEmail: 'o***@demo.test' });

    const link = await linkFor(sandbox, owner);
    expect(link.origin + link.pathname).toBe('https://app.example/login');
    expect(Object.fromEntries(link.searchParams)).toMatchObject({ step: 'reset', name: 'a b' });
    expect(link.hash).toBe('#top');
    const token = link.searchParams.get('t') ?? '';
    const verified = await sdk.magicLink.verify(token);
    expect(verified.data?.user?.userId).toBe(ownerId);
    expect((await sdk.validateSession(verified.data?.sessionJwt ?? '')).token.amr).toEqual(['email']);
    expect(await sdk.magicLink.verify(token)).toMatchObject({ code: 401, error: { errorCode: 'E061001' } });

    const refreshJwt = verified.data?.refreshJwt ?? '';
    const weak = await sdk.password.update(owner, 'weak', refreshJwt);
    expect(weak).toMatchObject({ code: 400, error: { errorCode: 'E011004' } });
    expect((await sdk.password.update('other@demo.test', 'a brand new password', refreshJwt)).code).toBe(401);
    expect(await sdk.password.update(owner, 'a brand new password', refreshJwt)).toMatchObject({
      ok: true,
      data: {},
    });
    expect((await sdk.password.signIn(owner, 'a brand new password')).ok).toBe(true);
    expect((await sdk.password.signIn(owner, password)).error?.errorCode).toBe('E062903');
  });

  it('returns the same for a reset of an unknown user and sends nothing', async () => {
    const sandbox = await startTestSandbox();
    const response = await descope(sandbox).password.sendReset('someone@demo.test', 'https://app.example/');
    expect(response).toMatchObject({
      code: 200,
      data: { resetMethod: 'magiclink', maskedEmail: 's***@demo.test' },
    });
    expect(await getOutbox(sandbox)).toEqual([]);
  });

  it('rejects links not for the web, old links and too many emails', async () => {
    const clock = createClock();
    const sandbox = await startTestSandbox({
      now: clock.now,
      identityLimits: { emailsPerLoginIdPerTenMinutes: 2 },
    });
    const sdk = descope(sandbox);
    expect((await sdk.password.sendReset(owner, 'javascript:alert(1)')).error?.errorCode).toBe('E011004');
    await sdk.password.sendReset(owner);
    const link = await linkFor(sandbox, owner);
    expect(link.origin).toBe('http://localhost:3000');
    clock.forward(30 * 60 + 1);
    expect((await sdk.magicLink.verify(link.searchParams.get('t') ?? '')).error?.errorCode).toBe('E061001');
    for (const code of [200, 200, 429]) expect((await sdk.password.sendReset(owner)).code).toBe(code);
    for (const code of [200, 200, 429])
      expect((await sdk.password.sendReset('nobody@demo.test')).code).toBe(code);
  });

  it('replaces a password, also an expired or temporary one', async () => {
    const sdk = descope(await startTestSandbox(), managementKey);
    const replaced = await sdk.password.replace(owner, password, 'another password');
    expect(replaced.data?.user?.userId).toBe(ownerId);
    expect((await sdk.password.replace(owner, password, 'a third password')).error?.errorCode).toBe(
      'E062903',
    );
    expect((await sdk.password.replace(owner, 'another password', 'another password')).error?.errorCode).toBe(
      'E011004',
    );

    await sdk.management.user.expirePassword(owner);
    const expired = await sdk.password.signIn(owner, 'another password');
    expect(expired).toMatchObject({ code: 401, error: { errorCode: 'E062909' } });
    expect((await sdk.password.signIn(owner, 'wrong password')).error?.errorCode).toBe('E062903');
    await sdk.management.user.setTemporaryPassword(owner, 'a temporary password');
    expect((await sdk.password.signIn(owner, 'a temporary password')).error?.errorCode).toBe('E062909');
    expect((await sdk.password.replace(owner, 'a temporary password', 'a lasting password')).ok).toBe(true);
    await sdk.management.user.setActivePassword(owner, 'an active password');
    expect((await sdk.password.signIn(owner, 'an active password')).ok).toBe(true);
    expect((await sdk.management.user.setActivePassword(owner, 'short')).error?.errorCode).toBe('E011004');
  });

  it('does not overwrite account changes made while a password is checked', async () => {
    const sandbox = await startTestSandbox();
    const sdk = descope(sandbox, managementKey);
    const [signIn] = await Promise.all([
      sdk.password.signIn(owner, password),
      sdk.management.user.deactivate(owner),
    ]);
    const loaded = await sdk.management.user.load(owner);
    expect(loaded.data?.status).toBe('disabled');
    if (signIn.ok) expect((await sdk.refresh(signIn.data?.refreshJwt)).ok).toBe(false);
    expect((await sdk.password.signIn(owner, password)).error?.errorCode).toBe('E062109');

    await sdk.management.user.activate(owner);
    await Promise.all([
      sdk.management.user.setActivePassword(owner, 'an active password'),
      sdk.management.user.deactivate(owner),
    ]);
    expect((await sdk.management.user.load(owner)).data?.status).toBe('disabled');
    expect((await sdk.password.signIn(owner, 'an active password')).error?.errorCode).toBe('E062109');
  });

  it('injects faults into the next calls', async () => {
    const sandbox = await startTestSandbox();
    const sdk = descope(sandbox);
    await injectFault(sandbox.identityUrl, {
      kind: 'status',
      path: '/v1/auth/password/*',
      status: 500,
      times: 2,
    });
    expect((await sdk.password.signIn(owner, password)).code).toBe(500);
    expect((await sdk.password.policy()).code).toBe(500);
    expect((await sdk.password.signIn(owner, password)).ok).toBe(true);
    await injectFault(sandbox.identityUrl, { kind: 'status', status: 429, retryAfterSeconds: 7 });
    expect((await sdk.password.signIn(owner, password)).error).toMatchObject({
      errorCode: 'E130429',
      retryAfter: 7,
    });
  });
});
