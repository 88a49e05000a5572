import { describe, expect, it } from 'vitest';
import {
  codeFor,
  createClock,
  descope,
  getOutbox,
  linkFor,
  managementKey,
  ownerId,
  password,
  startTestSandbox,
  temporaryFolder,
} from './start.ts';

const owner = 'owner@demo.test';

/** A wrong code. */
function otherThan(code: string, by: number): string {
  return String((Number(code) + by) % 1_000_000).padStart(6, '0');
}

describe('one-time codes', () => {
  it('signs in a known user by code, once', async () => {
    const sandbox = await startTestSandbox();
    const sdk = descope(sandbox);
    expect((await sdk.otp.signIn.email(owner)).data).toEqual({ maskedEmail: 'o***@demo.test' });
    const [mail] = await getOutbox(sandbox, owner);
    expect(mail).toMatchObject({ to: owner, kind: 'sign-in code' });
    expect(mail?.code).toMatch(/^\d{6}$/);
    expect(mail?.text).toContain(mail?.code);

    const verified = await sdk.otp.verify.email(owner, mail?.code ?? '');
    expect(verified.data?.user?.userId).toBe(ownerId);
    expect((await sdk.validateSession(verified.data?.sessionJwt ?? '')).token.amr).toEqual(['email']);
    expect(await sdk.otp.verify.email(owner, mail?.code ?? '')).toMatchObject({
      code: 401,
      error: { errorCode: 'E061102' },
    });
  });

  it('returns an error for an unknown sign-in or a known sign-up', async () => {
    const sdk = descope(await startTestSandbox());
    expect(await sdk.otp.signIn.email('nobody@demo.test')).toMatchObject({
      code: 400,
      error: { errorCode: 'E062108', errorDescription: 'User not found', errorMessage: 'Cannot find user' },
    });
    expect((await sdk.otp.signUp.email(owner)).error?.errorCode).toBe('E062107');
    expect((await sdk.otp.signUp.email('not-an-address')).error?.errorCode).toBe('E011004');
  });

  it('signs up by code and creates no account before verification', async () => {
    const sandbox = await startTestSandbox();
    const sdk = descope(sandbox, managementKey);
    await sdk.otp.signUp.email('nia@demo.test', { name: 'Nia New' });
    expect((await sdk.management.user.load('nia@demo.test')).error?.errorCode).toBe('E112102');
    const made = await sdk.otp.verify.email('nia@demo.test', await codeFor(sandbox, 'nia@demo.test'));
    expect(made.data?.firstSeen).toBe(true);
    expect(made.data?.user).toMatchObject({
      name: 'Nia New',
      verifiedEmail: true,
      password: false,
      status: 'enabled',
    });

    expect((await sdk.password.update('nia@demo.test', password, made.data?.refreshJwt ?? '')).ok).toBe(true);
    expect((await sdk.password.signIn('nia@demo.test', password)).ok).toBe(true);
  });

  it('verifies the address that becomes the login id', async () => {
    const sandbox = await startTestSandbox();
    const sdk = descope(sandbox);
    await sdk.otp.signUp.email('victim@demo.test', { email: 'thief@demo.test' });
    expect(await getOutbox(sandbox, 'thief')).toEqual([]);
    const made = await sdk.otp.verify.email('victim@demo.test', await codeFor(sandbox, 'victim@demo.test'));
    expect(made.data?.user).toMatchObject({ email: 'victim@demo.test', verifiedEmail: true });

    await sdk.otp.signUp.email('nickname', { email: 'thief@demo.test' });
    const code = await codeFor(sandbox, 'thief@demo.test');
    await sdk.password.signUp('nickname', password, { email: 'victim@demo.test' });
    expect((await sdk.otp.verify.email('nickname', code)).error?.errorCode).toBe('E062107');
  });

  it('signs up or in as applicable', async () => {
    const sandbox = await startTestSandbox();
    const sdk = descope(sandbox);
    const enter = async (loginId: string) => {
      await sdk.otp.signUpOrIn.email(loginId);
      return (await sdk.otp.verify.email(loginId, await codeFor(sandbox, loginId))).data;
    };
    expect((await enter(owner))?.user?.userId).toBe(ownerId);
    const first = await enter('nia@demo.test');
    const second = await enter('nia@demo.test');
    expect(first?.firstSeen).toBe(true);
    expect(second).toMatchObject({ firstSeen: false, user: { userId: first?.user?.userId } });
  });

  it('voids a code after five wrong ones', async () => {
    const sandbox = await startTestSandbox();
    const sdk = descope(sandbox);
    await sdk.otp.signIn.email(owner);
    const code = await codeFor(sandbox, owner);
    const codes = [1, 2, 3, 4, 5].map((by) => otherThan(code, by));
    const errors: (string | undefined)[] = [];
    for (const wrong of [...codes, code])
      errors.push((await sdk.otp.verify.email(owner, wrong)).error?.errorCode);
    expect(errors).toEqual(['E061102', 'E061102', 'E061102', 'E061102', 'E061103', 'E061103']);
    await sdk.otp.signIn.email(owner);
    expect((await sdk.otp.verify.email(owner, await codeFor(sandbox, owner))).ok).toBe(true);
  });

  it('locks after many wrong codes even across new codes', async () => {
    const sandbox = await startTestSandbox({ identityLimits: { codeFailuresToLock: 6 } });
    const sdk = descope(sandbox);
    let last = await sdk.otp.verify.email(owner, '000000');
    for (let round = 0; round < 3 && last.code !== 429; round += 1) {
      await sdk.otp.signIn.email(owner);
      const wrong = otherThan(await codeFor(sandbox, owner), 1);
      for (let time = 0; time < 3; time += 1) last = await sdk.otp.verify.email(owner, wrong);
    }
    expect(last).toMatchObject({ code: 429, error: { errorCode: 'E130429', retryAfter: 60 } });
  });

  it('expires a code after ten minutes and replaces it by a new one', async () => {
    const clock = createClock();
    const sandbox = await startTestSandbox({ now: clock.now });
    const sdk = descope(sandbox);
    await sdk.otp.signIn.email(owner);
    const code = await codeFor(sandbox, owner);
    clock.forward(600);
    expect((await sdk.otp.verify.email(owner, code)).error?.errorCode).toBe('E061102');
    await sdk.otp.signIn.email(owner);
    const older = await codeFor(sandbox, owner);
    await sdk.otp.signIn.email(owner);
    const newer = await codeFor(sandbox, owner);
    clock.forward(599);
    if (older !== newer) expect((await sdk.otp.verify.email(owner, older)).ok).toBe(false);
    expect((await sdk.otp.verify.email(owner, newer)).ok).toBe(true);
  });

  it('retains a pending code through a restart, but not its text', async () => {
    const stateDir = await temporaryFolder();
    const first = await startTestSandbox({ stateDir });
    await descope(first).otp.signIn.email(owner);
    const code = await codeFor(first, owner);
    await first.close();
    const second = await startTestSandbox({ stateDir });
    expect((await descope(second).otp.verify.email(owner, code)).ok).toBe(true);
  });

  it('changes an address after a code sent to the new address', async () => {
    const sandbox = await startTestSandbox();
    const sdk = descope(sandbox);
    const { data } = await sdk.password.signIn(owner, password);
    const token = data?.refreshJwt ?? '';
    expect((await sdk.otp.update.email(owner, 'olive@demo.test', 'no-token')).code).toBe(401);
    const sent = await sdk.otp.update.email(owner, 'olive@demo.test', token, { addToLoginIDs: true });
    expect(sent.data).toEqual({ maskedEmail: 'o***@demo.test' });
    expect(await getOutbox(sandbox, owner)).toEqual([]);
    const changed = await sdk.otp.verify.email(owner, await codeFor(sandbox, 'olive@demo.test'));
    expect(changed.data?.user).toMatchObject({
      email: 'olive@demo.test',
      verifiedEmail: true,
      loginIds: [owner, 'olive@demo.test'],
    });
    expect((await sdk.password.signIn('olive@demo.test', password)).data?.user?.userId).toBe(ownerId);
  });
});

describe('links', () => {
  it('signs in or up by link as applicable', async () => {
    const sandbox = await startTestSandbox();
    const sdk = descope(sandbox);
    const follow = async (to: string) => {
      const link = await linkFor(sandbox, to);
      return sdk.magicLink.verify(link.searchParams.get('t') ?? '');
    };
    await sdk.magicLink.signIn.email(owner, 'https://app.example/in');
    expect((await follow(owner)).data?.user?.userId).toBe(ownerId);
    expect((await sdk.magicLink.signIn.email('nia@demo.test', 'https://app.example/')).error?.errorCode).toBe(
      'E062108',
    );
    await sdk.magicLink.signUp.email('nia@demo.test', 'https://app.example/', { name: 'Nia New' });
    expect((await follow('nia@demo.test')).data).toMatchObject({
      firstSeen: true,
      user: { name: 'Nia New' },
    });
    await sdk.magicLink.signUpOrIn.email('nia@demo.test', 'https://app.example/');
    expect((await follow('nia@demo.test')).data?.firstSeen).toBe(false);
    expect((await sdk.magicLink.verify('made-up')).error?.errorCode).toBe('E061001');
  });

  it('blocks a disabled user with an earlier code or link', async () => {
    const sandbox = await startTestSandbox();
    const sdk = descope(sandbox, managementKey);
    await sdk.otp.signIn.email(owner);
    const code = await codeFor(sandbox, owner);
    await sdk.magicLink.signIn.email(owner, 'https://app.example/');
    const token = (await linkFor(sandbox, owner)).searchParams.get('t') ?? '';
    await sdk.management.user.deactivate(owner);
    expect((await sdk.otp.verify.email(owner, code)).error?.errorCode).toBe('E062109');
    expect((await sdk.magicLink.verify(token)).error?.errorCode).toBe('E062109');
    expect((await sdk.otp.signIn.email(owner)).error?.errorCode).toBe('E062109');
  });
});
