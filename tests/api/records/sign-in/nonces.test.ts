import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newSignInNonce } from '#api/records/sign-in/sign-in-nonces.ts';
import {
  checkSession,
  endOtherSessions,
  endSession,
  login,
  readMe,
  signup,
} from '#contract/company/accounts.ts';
import {
  clientHeader,
  openTestApi,
  type TestApi,
  type TestPerson,
  testWebSecret,
} from '#tests/support/api/api.ts';
import { testEngines } from '#tests/support/database/database.ts';

describe.each(testEngines)('the nonce of a sign-in on %s', (engine) => {
  let test: TestApi;
  let addresses = 0;
  beforeAll(async () => {
    test = await openTestApi(engine);
  });
  afterAll(() => test?.close());

  const headers = () => {
    addresses += 1;
    return { 'X-Assay-Client': clientHeader(`203.0.113.${addresses % 250}`, test.clock.now()) };
  };
  const attempt = async (loginId: string) => {
    const body = { kind: 'password', loginId } as const;
    const { response } = await test.request(login, { body }, { headers: headers() });
    return response.realm === 'none' ? response.nonce : '';
  };
  const tokenWith = (person: TestPerson, nonce: string) =>
    test.identityService.token(person.subject, undefined, 0, ['pwd'], undefined, nonce);
  const signIn = async (person: TestPerson, sessionToken: string, nonce?: string) => {
    const body = { loginId: person.loginId, sessionToken, realm: 'member' as const, ...(nonce && { nonce }) };
    const outcome = await test.request(login, { body }, { headers: headers() });
    return outcome.status === 200 ? 200 : (outcome.problem.detail ?? outcome.problem.code);
  };
  const expired = 'This sign-in has expired. Sign in again to continue.';
  const used = 'This sign-in was used before. Sign in again to continue.';

  it('begins one session, with any token of its sign-in', async () => {
    const { owner, staff } = test.companies.a;
    const nonce = await attempt(owner.loginId);
    expect(await signIn(owner, await tokenWith(owner, nonce))).toBe(200);
    // As a refresh makes them.
    expect(await signIn(owner, await tokenWith(owner, nonce))).toBe(used);
    expect(await signIn(staff, await tokenWith(staff, nonce))).toBe(used);
    expect(await signIn(owner, await tokenWith(owner, ''))).toBe(expired);
    expect(await signIn(owner, await tokenWith(owner, await attempt(owner.loginId)))).toBe(200);
  });

  it('of two requests at once begins one session', async () => {
    const { staff } = test.companies.a;
    const sessionToken = await tokenWith(staff, await attempt(staff.loginId));
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => signIn(staff, sessionToken)));
    expect(outcomes.sort()).toEqual([200, ...Array(5).fill(used)]);
  });

  it('counts for 20 minutes, and on nodes whose clocks differ a little', async () => {
    const { staff } = test.companies.b;
    const ofAge = (seconds: number) =>
      newSignInNonce({
        webSecret: testWebSecret,
        now: () => new Date(test.clock.now().getTime() - seconds * 1000),
      });
    for (const [seconds, outcome] of [
      [20 * 60 - 5, 200],
      [20 * 60 + 5, expired],
      [-30, 200],
      [-300, expired],
    ] as const)
      expect([seconds, await signIn(staff, await tokenWith(staff, ofAge(seconds)))]).toEqual([
        seconds,
        outcome,
      ]);
    // By the API's clock alone: that of the identity service may be minutes off.
    for (const issuedSecondsAgo of [300, -300]) {
      const nonce = await attempt(staff.loginId);
      const { subject } = staff;
      const token = await test.identityService.token(
        subject,
        undefined,
        issuedSecondsAgo,
        ['pwd'],
        undefined,
        nonce,
      );
      expect([issuedSecondsAgo, await signIn(staff, token)]).toEqual([issuedSecondsAgo, 200]);
    }
  });

  it('that was altered, made by another secret, or bound to somebody begins none', async () => {
    const { auditor, owner } = test.companies.b;
    const good = await attempt(auditor.loginId);
    const [issued = '', random = '', signature = ''] = good.split('.');
    const now = test.clock.now;
    for (const forged of [
      `${Number(issued) + 1}.${random}.${signature}`,
      `${issued}.${random.slice(1)}A.${signature}`,
      newSignInNonce({ webSecret: 'another-secret-of-32-characters-x', now }),
      newSignInNonce({ webSecret: testWebSecret, now }, owner.subject),
      'x'.repeat(400),
    ])
      expect(await signIn(auditor, await tokenWith(auditor, forged))).toBe(expired);
    expect(await signIn(auditor, await tokenWith(auditor, good))).toBe(200);

    // In the body it is one of an accepted invitation, of this person alone.
    const bare = await tokenWith(auditor, '');
    const bound = (subject: string) => newSignInNonce({ webSecret: testWebSecret, now }, subject);
    expect(await signIn(auditor, bare, bound(owner.subject))).toBe(expired);
    expect(await signIn(auditor, bare, await attempt(auditor.loginId))).toBe(expired);
    const own = bound(auditor.subject);
    expect([await signIn(auditor, bare, own), await signIn(auditor, bare, own)]).toEqual([200, used]);
  });

  it('is logged when refused, and refusals lock nobody out', async () => {
    const { owner } = test.companies.a;
    const stolen = owner.token;
    await signIn(owner, stolen);
    const before = test.logged().length;
    for (let count = 0; count < 15; count += 1) expect(await signIn(owner, stolen)).toBe(used);
    const lines = test
      .logged()
      .slice(before)
      .filter(({ msg }) => msg === 'sign-in refused');
    expect(lines).toHaveLength(15);
    expect(lines[0]).toMatchObject({ code: 'token.invalid', reason: used });
    expect(JSON.stringify(lines)).not.toContain(owner.loginId);
    expect(await signIn(owner, await tokenWith(owner, await attempt(owner.loginId)))).toBe(200);

    const long = await test.request(login, {
      body: { loginId: `${'a'.repeat(10_000)}@example.test`, sessionToken: stolen, realm: 'member' },
    });
    expect([long.status, Object.keys(long.problem.fields ?? {})]).toEqual([422, ['loginId']]);
  });

  it('lets a token alone act until the sign-in, and a session afterwards', async () => {
    const { auditor } = test.companies.a;
    const unused = await tokenWith(auditor, await attempt(auditor.loginId));
    const none = { 'Assay-Session': '' };
    const endOthers = async (token: string, headers: Record<string, string> = none) => {
      const outcome = await test.request(endOtherSessions, { body: {} }, { as: { token }, headers });
      return outcome.status;
    };
    expect(await endOthers(unused)).toBe(200);
    expect(await signIn(auditor, unused)).toBe(200);
    expect(await endOthers(unused)).toBe(401);
    const stranger = await test.addStranger();
    const body = {
      loginId: stranger.loginId,
      name: 'Aroha Invented',
      companyName: 'Miro Partners',
      billingCountryCode: 'NZL' as const,
    };
    const bare = { as: { token: await tokenWith(stranger, '') }, headers: none };
    expect((await test.request(signup, { body }, bare)).status).toBe(401);

    // Signed out, the sign-in is over for every token of it.
    const nonce = await attempt(auditor.loginId);
    const first = { as: { token: await tokenWith(auditor, nonce) }, headers: none };
    expect((await test.request(endSession, { body: {} }, first)).status).toBe(200);
    expect(await signIn(auditor, await tokenWith(auditor, nonce))).toBe(used);
    // Nor does one to which the service added a second factor act by itself.
    const { subject } = auditor;
    const added = await test.identityService.token(subject, undefined, 0, ['pwd', 'totp', 'mfa']);
    expect(await endOthers(added)).toBe(401);

    // With the session it goes on, but no longer begins another one.
    const secret = test.getSession({ token: await test.token(auditor) });
    const changed = await tokenWith(auditor, await attempt(auditor.loginId));
    expect(await endOthers(changed, { 'Assay-Session': secret })).toBe(200);
    const me = { as: { token: changed }, headers: { 'Assay-Session': secret } };
    expect((await test.request(readMe, {}, me)).status).toBe(200);
    expect(await signIn(auditor, changed)).toBe(used);
  });

  it('leaves open no session for longer than the strictest of its person’s companies allows', async () => {
    const { a, b } = test.companies;
    const person = await test.addMember(a.id);
    await test.addMembership(person, b.id);
    await test.database.asSuperuser(
      `UPDATE assay.companies SET policy = jsonb_set(policy, '{sessionIdleMinutes}', '20') WHERE id = $1`,
      [b.id],
    );
    const token = await test.identityService.token(person.subject, undefined, 0);
    const body = { loginId: person.loginId, sessionToken: token, realm: 'member' as const, companyId: a.id };
    const { response } = await test.request(login, { body }, { headers: headers() });
    const secret = response.realm === 'member' ? response.session.secret : '';
    const as = { headers: { 'Assay-Session': secret }, as: { token } };
    await test.clock.advance(21 * 60);
    expect((await test.request(readMe, {}, as)).status).toBe(401);
    expect((await test.request(checkSession, { body: { secret } })).response.isOpen).toBe(false);
    expect((await test.request(endOtherSessions, { body: {} }, as)).status).toBe(401);
  });
});
