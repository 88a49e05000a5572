import { appendFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  createClock,
  descope,
  getLog,
  injectFault,
  managementKey,
  ownerId,
  password,
  projectId,
  startTestSandbox,
  temporaryFolder,
} from './start.ts';

const owner = 'owner@demo.test';

type Sdk = ReturnType<typeof descope>;

async function signIn(sdk: Sdk): Promise<string> {
  return (await sdk.password.signIn(owner, password)).data?.refreshJwt ?? 'none';
}

async function rotate(sdk: Sdk, token: string): Promise<string> {
  const response = await sdk.refresh(token);
  if (!response.ok) throw new Error(`refused: ${response.error?.errorCode}`);
  return response.data?.refreshJwt ?? 'none';
}

describe('refreshing', () => {
  it('returns a new session and a new refresh token', async () => {
    const sdk = descope(await startTestSandbox({ sessionTtlSeconds: 90 }));
    const first = await signIn(sdk);
    const refreshed = await sdk.refreshSession(first);
    expect(refreshed.token).toMatchObject({ sub: ownerId, drn: 'DS', amr: ['pwd'] });
    expect((refreshed.token.exp ?? 0) - Number(refreshed.token.iat)).toBe(90);
    expect(refreshed.refreshJwt).not.toBe(first);
    expect((await sdk.me(refreshed.refreshJwt ?? '')).data).toMatchObject({
      userId: ownerId,
      loginIds: [owner],
    });
  });

  it('revokes the token family when a replaced token is reused after its successor', async () => {
    const sdk = descope(await startTestSandbox());
    const other = await signIn(sdk);
    const first = await signIn(sdk);
    const second = await rotate(sdk, first);
    const third = await rotate(sdk, second);
    expect(await sdk.refresh(first)).toMatchObject({ code: 401, error: { errorCode: 'E061005' } });
    for (const token of [second, third]) expect((await sdk.refresh(token)).error?.errorCode).toBe('E061005');
    expect((await sdk.me(third)).error?.errorCode).toBe('E061005');
    expect((await sdk.refresh(other)).ok).toBe(true);
  });

  it('allows reuse of a token until its successor is used, then revokes the siblings', async () => {
    const sdk = descope(await startTestSandbox());
    const first = await signIn(sdk);
    const lost = await rotate(sdk, first);
    const kept = await rotate(sdk, first);
    expect((await sdk.me(first)).ok).toBe(true);
    await rotate(sdk, kept);
    expect((await sdk.refresh(lost)).error?.errorCode).toBe('E061005');
    expect((await sdk.refresh(kept)).error?.errorCode).toBe('E061005');
  });

  it('recovers from a lost response', async () => {
    const sandbox = await startTestSandbox();
    const sdk = descope(sandbox);
    const first = await signIn(sdk);
    await injectFault(sandbox.identityUrl, { kind: 'drop', path: '/v1/auth/refresh' });
    await expect(sdk.refresh(first)).rejects.toThrow('fetch failed');
    const second = await rotate(sdk, first);
    expect((await sdk.refresh(second)).ok).toBe(true);

    await injectFault(sandbox.identityUrl, { kind: 'stall', path: '/v1/auth/refresh' });
    const impatient = fetch(`${sandbox.identityUrl}/v1/auth/refresh`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${projectId}:${second}` },
      signal: AbortSignal.timeout(200),
    });
    await expect(impatient).rejects.toThrow('timeout');
    expect((await sdk.refresh(second)).ok).toBe(true);
  });

  it('does nothing for a hanging call', async () => {
    const sandbox = await startTestSandbox();
    const sdk = descope(sandbox);
    const token = await signIn(sdk);
    await injectFault(sandbox.identityUrl, { kind: 'hang', path: '/v1/auth/logout' });
    const hanging = fetch(`${sandbox.identityUrl}/v1/auth/logout`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${projectId}:${token}` },
      signal: AbortSignal.timeout(200),
    });
    await expect(hanging).rejects.toThrow('timeout');
    expect((await sdk.refresh(token)).ok).toBe(true);
  });

  it('rejects invalid refresh tokens', async () => {
    const clock = createClock();
    const sandbox = await startTestSandbox({ now: clock.now });
    const sdk = descope(sandbox);
    const response = await sdk.password.signIn(owner, password);
    const session = response.data?.sessionJwt ?? '';
    const refresh = response.data?.refreshJwt ?? '';
    const tampered = `${refresh.slice(0, -6)}${refresh.endsWith('AAAAAA') ? 'BBBBBB' : 'AAAAAA'}`;
    for (const token of [session, tampered, 'nonsense', undefined]) {
      expect(await sdk.refresh(token)).toMatchObject({ code: 401, error: { errorCode: 'E061005' } });
      expect((await sdk.me(token)).error?.errorCode).toBe('E061005');
    }
    const elsewhere = descope(await startTestSandbox());
    expect((await elsewhere.refresh(refresh)).error?.errorCode).toBe('E061005');
    clock.forward(28 * 24 * 3_600 + 1);
    expect((await sdk.refresh(refresh)).error?.errorCode).toBe('E061005');
  });
});

describe('ending sessions', () => {
  it('logs out one token family, or all', async () => {
    const sdk = descope(await startTestSandbox());
    const [one, two, three] = [await signIn(sdk), await signIn(sdk), await signIn(sdk)];
    const oneLater = await rotate(sdk, one);
    expect(await sdk.logout(one)).toMatchObject({ ok: true, data: {} });
    expect((await sdk.refresh(oneLater)).error?.errorCode).toBe('E064001');
    expect((await sdk.refresh(two)).ok).toBe(true);
    expect((await sdk.logoutAll(two)).ok).toBe(true);
    for (const token of [two, three]) expect((await sdk.refresh(token)).error?.errorCode).toBe('E064001');
  });

  it('ends other sessions on request at sign-in', async () => {
    const sdk = descope(await startTestSandbox());
    const old = await signIn(sdk);
    const response = await sdk.password.signIn(owner, password, { revokeOtherSessions: true });
    expect((await sdk.refresh(old)).ok).toBe(false);
    expect((await sdk.refresh(response.data?.refreshJwt)).ok).toBe(true);
  });

  it('blocks a disabled user and does not restore old sessions', async () => {
    const sdk = descope(await startTestSandbox(), managementKey);
    const token = await signIn(sdk);
    await sdk.management.user.deactivate(owner);
    expect(await sdk.refresh(token)).toMatchObject({ code: 401, error: { errorCode: 'E062109' } });
    expect((await sdk.password.signIn(owner, password)).error?.errorCode).toBe('E062109');
    expect((await sdk.password.signIn(owner, 'wrong-password')).error?.errorCode).toBe('E062903');
    await sdk.management.user.activate(owner);
    expect((await sdk.refresh(token)).error?.errorCode).toBe('E064001');
    expect((await sdk.password.signIn(owner, password)).ok).toBe(true);
  });
});

describe('the server', () => {
  it('retains key, users and refresh tokens through a restart and a truncated line', async () => {
    const stateDir = await temporaryFolder();
    const first = await startTestSandbox({ stateDir });
    const made = await descope(first).password.signUp('kept@demo.test', 'a password to keep');
    const session = made.data?.sessionJwt ?? '';
    const second = await rotate(descope(first), made.data?.refreshJwt ?? '');
    const [keysBefore] = await getKeys(first.identityUrl);
    await first.close();
    for (const name of await readdir(join(stateDir, 'identity'))) {
      await appendFile(join(stateDir, 'identity', name), '[{"c":"users","k":"U2cut","v":{"user');
    }

    const sdk = descope(await startTestSandbox({ stateDir }));
    expect((await sdk.validateSession(session)).token.sub).toBe(made.data?.user?.userId);
    const third = await rotate(sdk, second);
    await rotate(sdk, third);
    expect((await sdk.refresh(second)).error?.errorCode).toBe('E061005');
    expect((await sdk.password.signIn('kept@demo.test', 'a password to keep')).ok).toBe(true);
    const again = await startTestSandbox({ stateDir: await temporaryFolder() });
    expect((await getKeys(again.identityUrl))[0]).not.toEqual(keysBefore);
  });

  it('does not overwrite changes to a seeded account', async () => {
    const stateDir = await temporaryFolder();
    const first = await startTestSandbox({ stateDir });
    await descope(first).password.replace(owner, password, 'my own new password');
    await first.close();
    const sdk = descope(await startTestSandbox({ stateDir }));
    expect((await sdk.password.signIn(owner, 'my own new password')).data?.user?.userId).toBe(ownerId);
    expect((await sdk.password.signIn(owner, password)).code).toBe(401);
  });

  it('publishes one ES384 key without its secret', async () => {
    const sandbox = await startTestSandbox();
    const keys = await getKeys(sandbox.identityUrl);
    expect(keys).toHaveLength(1);
    expect(keys[0]).toMatchObject({ kty: 'EC', crv: 'P-384', alg: 'ES384', use: 'sig' });
    expect(Object.keys(keys[0] ?? {})).not.toContain('d');
    expect((await fetch(`${sandbox.identityUrl}/v2/keys/P2Other`)).status).toBe(400);
  });

  it('returns JSON for any input', async () => {
    const { identityUrl } = await startTestSandbox();
    const post = (path: string, init: RequestInit) => () =>
      fetch(`${identityUrl}${path}`, { method: 'POST', ...init });
    const bearer = { Authorization: `Bearer ${projectId}` };
    const signInPath = '/v1/auth/password/signin';
    const cases: [() => Promise<Response>, number, string][] = [
      [post(signInPath, { body: '{}' }), 401, 'E011002'],
      [post(signInPath, { headers: { Authorization: 'Bearer P2Other' }, body: '{}' }), 401, 'E011003'],
      [post(signInPath, { headers: bearer, body: 'not json' }), 400, 'E011001'],
      [post(signInPath, { headers: bearer }), 400, 'E011001'],
      [post(signInPath, { headers: bearer, body: '{"loginId":"a@b.test"}' }), 400, 'E011002'],
      [post(signInPath, { headers: bearer, body: '{"loginId":7,"password":"x"}' }), 400, 'E011004'],
      [
        post(signInPath, { headers: bearer, body: '{"loginId":"a\\u202e@b.test","password":"x"}' }),
        400,
        'E011004',
      ],
      [post(signInPath, { headers: bearer, body: '[]' }), 400, 'E011004'],
      [post(signInPath, { headers: bearer, body: `"${'x'.repeat(1_000_000)}"` }), 413, 'E011001'],
      [post('/v1/auth/nothing', { headers: bearer, body: '{}' }), 404, 'E011003'],
      [post('/v1/mgmt/user/create', { headers: bearer, body: '{"loginId":"a@b.test"}' }), 401, 'E011003'],
    ];
    for (const [ask, status, errorCode] of cases) {
      const response = await ask();
      expect([response.status, ((await response.json()) as { errorCode: string }).errorCode]).toEqual([
        status,
        errorCode,
      ]);
    }
  });

  it('logs calls without their content', async () => {
    const sandbox = await startTestSandbox();
    const sdk = descope(sandbox);
    await sdk.password.signIn(owner, password);
    await sdk.password.signIn(owner, 'wrong-password');
    const log = await getLog(sandbox.identityUrl);
    expect(log.map(({ method, path, status }) => [method, path, status])).toEqual([
      ['POST', '/v1/auth/password/signin', 200],
      ['POST', '/v1/auth/password/signin', 401],
    ]);
    expect(JSON.stringify(log)).not.toMatch(/password-|demo\.test|wrong|eyJ/);
  });

  it('accepts faults as JSON only', async () => {
    const { identityUrl } = await startTestSandbox();
    const url = `${identityUrl}/__sandbox/faults`;
    expect((await fetch(url, { method: 'POST', body: '{"kind":"hang"}' })).status).toBe(415);
    const headers = { 'Content-Type': 'application/json' };
    expect((await fetch(url, { method: 'POST', headers, body: '{"kind":"explode"}' })).status).toBe(400);
    await injectFault(identityUrl, { kind: 'delay', delayMs: 1, times: 3 });
    await fetch(url, { method: 'DELETE' });
    expect(await (await fetch(url)).json()).toEqual({ faults: [] });
  });
});

async function getKeys(identityUrl: string): Promise<Record<string, unknown>[]> {
  const response = await fetch(`${identityUrl}/v2/keys/${projectId}`);
  return ((await response.json()) as { keys: Record<string, unknown>[] }).keys;
}
