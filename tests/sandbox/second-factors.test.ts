import { describe, expect, it } from 'vitest';
import { totpCode } from '#sandbox/identity/totp-routes.ts';
import { createPasskey } from '#tests/support/services/software-authenticator.ts';
import { appUrl, createClock, descope, managementKey, password, startTestSandbox } from './start.ts';

const owner = 'owner@demo.test';
const options = { mfa: true };

/** A signed-in owner of a sandbox whose clock the test moves. */
async function signedIn() {
  const clock = createClock();
  const sandbox = await startTestSandbox({ now: clock.now });
  const sdk = descope(sandbox, managementKey);
  const { data } = await sdk.password.signIn(owner, password);
  return { clock, sdk, token: data?.refreshJwt ?? '' };
}

const getMethods = (jwt: string | undefined) =>
  (JSON.parse(Buffer.from((jwt ?? '').split('.')[1] ?? '', 'base64url').toString()) as { amr: string[] }).amr;

describe('authenticator apps', () => {
  it('computes the codes of RFC 6238, appendix B', () => {
    // “12345678901234567890”; the last six of the appendix's eight digits.
    const key = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
    const codes = [59, 1_111_111_109, 1_234_567_890, 20_000_000_000].map((seconds) =>
      totpCode(key, new Date(seconds * 1_000)),
    );
    expect(codes).toEqual(['287082', '081804', '005924', '353130']);
  });

  it('adds one to a session, and signs in with each code once', async () => {
    const { clock, sdk, token } = await signedIn();
    expect((await sdk.totp.verify(owner, '000000', options, token)).error?.errorCode).toBe('E061301');
    const first = await sdk.totp.update(owner, token);
    // As the vendor documents it, the refresh token alone replaces the key.
    const { data } = await sdk.totp.update(owner, token);
    const key = data?.key ?? '';
    expect(key).not.toBe(first.data?.key);
    expect(data?.provisioningURL).toMatch(/^otpauth:\/\/totp\/Assay:owner%40demo\.test\?/);
    expect(data?.provisioningURL).toContain(`secret=${key}`);
    expect(key).toMatch(/^[A-Z2-7]{32}$/);
    expect((await sdk.me(token)).data).toMatchObject({ TOTP: true });

    const code = totpCode(key, clock.now());
    const verified = await sdk.totp.verify(owner, code, options, token);
    expect(getMethods(verified.data?.sessionJwt)).toEqual(['pwd', 'totp', 'mfa']);
    expect((await sdk.totp.verify(owner, code, options, token)).code).toBe(401);
    clock.forward(30);
    // The code before is tolerated, but not again.
    expect((await sdk.totp.verify(owner, code)).code).toBe(401);
    const next = await sdk.totp.verify(owner, totpCode(key, clock.now()));
    expect(getMethods(next.data?.sessionJwt)).toEqual(['totp']);
    clock.forward(90);
    const old = totpCode(key, new Date(clock.now().getTime() - 60_000));
    expect((await sdk.totp.verify(owner, old)).code).toBe(401);
  });

  it('locks after wrong codes, needs the user’s own session, and is removed by management', async () => {
    const { clock, sdk, token } = await signedIn();
    const key = (await sdk.totp.update(owner, token)).data?.key ?? '';
    await sdk.management.user.create('other@demo.test', {});
    expect((await sdk.totp.update('other@demo.test', token)).code).toBe(401);
    expect((await sdk.totp.verify(owner, totpCode(key, clock.now()), options)).code).toBe(401);
    for (let time = 0; time < 15; time += 1) await sdk.totp.verify(owner, '000000');
    clock.forward(31);
    const locked = await sdk.totp.verify(owner, totpCode(key, clock.now()));
    expect([locked.code, Number(locked.error?.retryAfter) > 0]).toEqual([429, true]);
    clock.forward(60);
    expect((await sdk.totp.verify(owner, totpCode(key, clock.now()))).ok).toBe(true);
    expect((await sdk.management.user.removeTOTPSeed(owner)).ok).toBe(true);
    clock.forward(30);
    expect((await sdk.totp.verify(owner, totpCode(key, clock.now()))).code).toBe(401);
    expect((await sdk.me(token)).data).toMatchObject({ TOTP: false });
  });
});

describe('passkeys', () => {
  const origin = appUrl;

  it('registers one, signs in with it, and refuses what is not its own', async () => {
    const { sdk, token } = await signedIn();
    const passkey = createPasskey();
    const none = await sdk.webauthn.signIn.start(owner, origin);
    expect(none.ok).toBe(false);
    const start = await sdk.webauthn.update.start(owner, origin, token);
    const { transactionId = '', options: registration = '' } = start.data ?? {};
    const response = passkey.register({ options: registration, origin });
    expect((await sdk.webauthn.update.finish(transactionId, response)).ok).toBe(true);
    // A ceremony is finished once, and a passkey registered once.
    expect((await sdk.webauthn.update.finish(transactionId, response)).code).toBe(401);

    const begin = async () => {
      const { data } = await sdk.webauthn.signIn.start(owner, origin, options, token);
      return { transactionId: data?.transactionId ?? '', options: data?.options ?? '' };
    };
    const first = await begin();
    const answer = passkey.signIn({ options: first.options, origin });
    const signedInWith = await sdk.webauthn.signIn.finish(first.transactionId, answer);
    expect(getMethods(signedInWith.data?.sessionJwt)).toEqual(['pwd', 'webauthn', 'mfa']);

    const refused = async (make: (options: string) => string) => {
      const { transactionId: id, options: text } = await begin();
      return (await sdk.webauthn.signIn.finish(id, make(text))).code;
    };
    expect(await refused(() => answer)).toBe(401);
    expect(
      await refused((text) => passkey.signIn({ options: text, origin: 'https://phishing.example' })),
    ).toBe(401);
    expect(await refused((text) => passkey.signIn({ options: text, origin }, false))).toBe(401);
    expect(await refused((text) => createPasskey().signIn({ options: text, origin }))).toBe(401);
    expect(await refused(() => 'not JSON')).toBe(400);
    // A copy of the key counts from where it was copied.
    expect(
      await refused((text) => {
        passkey.setCounter(0);
        return passkey.signIn({ options: text, origin });
      }),
    ).toBe(401);

    expect((await sdk.management.user.removeAllPasskeys(owner)).ok).toBe(true);
    expect((await sdk.webauthn.signIn.start(owner, origin)).ok).toBe(false);
  });
});
