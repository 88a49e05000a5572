import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newSignInNonce } from '#api/records/sign-in/sign-in-nonces.ts';
import { endAllSessions, login, nonceClaim, readAdminMe, readMe } from '#contract/company/accounts.ts';
import { readPolicies, updatePolicies } from '#contract/company/company-settings.ts';
import {
  addAuthenticatorApp,
  addPasskey,
  confirmSession,
  readSecondFactors,
  removeSecondFactor,
  renewRecoveryCodes,
  startAuthenticatorApp,
  startPasskeyCheck,
  verifySecondFactor,
} from '#contract/company/second-factors.ts';
import { openTestApi, type TestApi, type TestPerson, testWebSecret } from '#tests/support/api/api.ts';
import { appCode, setUpApp } from '#tests/support/api/authenticator.ts';
import { testEngines } from '#tests/support/database/database.ts';

describe.each(testEngines)('second factors on %s', (engine) => {
  let test: TestApi;
  beforeAll(async () => {
    test = await openTestApi(engine);
  });
  afterAll(() => test?.close());

  const newSession = async (person: TestPerson) => ({ token: await test.token(person) });
  const status = async (as: { token: string }) =>
    (await test.request(readSecondFactors, {}, { as })).response;
  const me = async (as: { token: string }) => {
    const outcome = await test.request(readMe, {}, { as });
    return outcome.status === 200 ? 200 : outcome.problem.code;
  };
  const addApp = (as: { token: string }) => setUpApp(test, as);
  const verify = (as: { token: string }, body: Parameters<typeof sent>[0]) =>
    test.request(verifySecondFactor, { body }, { as });
  const sent = (body: { method: 'totp' | 'recovery'; code: string }) => body;
  const stored = async () => {
    const tables = ['second_factors', 'authenticator_set_ups', 'recovery_codes', 'browser_sessions'];
    const rows = await Promise.all(
      tables.map((name) => test.database.asSuperuser(`SELECT * FROM assay.${name}`)),
    );
    return JSON.stringify(rows.map((result) => result.rows));
  };

  it('once set up, is asked of every new session before anything else', async () => {
    const person = await test.addMember(test.companies.a.id);
    expect(await status(person)).toMatchObject({ state: 'notNeeded', isRequired: false, factors: [] });
    const earlier = await newSession(person);
    const { setUpId } = (await test.request(startAuthenticatorApp, { body: {} }, { as: person })).response;
    const unfinished = { body: { setUpId, code: '00 00' } };
    const wrong = await test.request(addAuthenticatorApp, unfinished, { as: person });
    expect(wrong.problem.fields).toHaveProperty('code');
    expect((await status(person)).state).toBe('notNeeded');

    const { key, ...added } = await addApp(person);
    const codes = added.recoveryCodes ?? [];
    expect(new Set(codes).size).toBe(10);
    const rows = await stored();
    expect([rows.includes(codes[0]?.slice(0, 5) ?? ''), rows.includes(key)]).toEqual([false, false]);
    expect((await status(person)).factors.map(({ kind, label }) => [kind, label])).toEqual([
      ['totp', 'Authenticator app'],
    ]);
    expect((await addApp(person)).status).toBe(422);

    // The session that set it up has proved it; the others have not, the earlier one included.
    const later = await newSession(person);
    expect([await me(person), await me(earlier), await me(later)]).toEqual([
      200,
      'session.secondFactor',
      'session.secondFactor',
    ]);
    expect(await status(later)).toMatchObject({ state: 'verify', kinds: ['totp'], factors: [] });
    // Neither removed nor replaced by who knows the password alone.
    const [factor] = (await status(person)).factors;
    const remove = { params: { id: factor?.id ?? '' }, body: {} };
    expect((await test.request(removeSecondFactor, remove, { as: later })).problem.code).toBe(
      'session.secondFactor',
    );
    expect((await test.request(renewRecoveryCodes, { body: {} }, { as: later })).status).toBe(403);
    expect((await addApp(later)).rejection).toBe('session.secondFactor');
    const passkey = { ...test.identityService.passkeyAnswer(person), label: 'Mine' };
    expect((await test.request(addPasskey, { body: passkey }, { as: later })).status).toBe(403);

    const code = appCode(test, key, 1);
    const off = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    expect((await verify(later, { method: 'totp', code: off })).problem.fields).toHaveProperty('code');
    expect((await verify(later, { method: 'totp', code })).response.recoveryCodesLeft).toBe(10);
    expect([await me(later), await me(earlier)]).toEqual([200, 'session.secondFactor']);
    // Whoever knows the password alone signs nobody out everywhere.
    const endAll = (as: { token: string }) => test.request(endAllSessions, { body: {} }, { as });
    expect((await endAll(earlier)).problem.code).toBe('session.secondFactor');
    expect(await me(later)).toBe(200);
    expect((await endAll(later)).status).toBe(200);
    expect([await me(later), await me(person)]).toEqual(['token.invalid', 'token.invalid']);
  });

  it('is added only within 15 minutes of the sign-in or another proof', async () => {
    const person = await test.addMember(test.companies.a.id);
    // One session throughout.
    const as = await newSession(person);
    const addOwn = async () => {
      const passkey = { ...test.identityService.passkeyAnswer(person), label: 'Theirs' };
      const { rejection } = await addApp(as);
      return [rejection, (await test.request(addPasskey, { body: passkey }, { as })).problem.code];
    };
    expect((await status(as)).isProofRecent).toBe(true);
    await test.clock.advance(15 * 60);
    // As by somebody who finds the browser open, or has copied its cookies.
    expect((await status(as)).isProofRecent).toBe(false);
    expect(await addOwn()).toEqual(['session.confirm', 'session.confirm']);
    expect((await status(as)).state).toBe('notNeeded');
    const sessionToken = await test.identityService.token(person.subject, undefined, 0);
    expect((await test.request(confirmSession, { body: { sessionToken } }, { as })).status).toBe(200);
    expect((await status(as)).isProofRecent).toBe(true);
    expect((await addApp(as)).status).toBe(201);
    await test.clock.advance(15 * 60);
    expect(await addOwn()).toEqual(['session.confirm', 'session.confirm']);
  });

  it('can be a recovery code, each once, and of its person alone', async () => {
    const [person, other] = [
      await test.addMember(test.companies.a.id),
      await test.addMember(test.companies.a.id),
    ];
    const [first = '', second = ''] = (await addApp(person)).recoveryCodes ?? [];
    const [theirs = ''] = (await addApp(other)).recoveryCodes ?? [];
    const session = await newSession(person);
    expect((await verify(session, { method: 'recovery', code: theirs })).status).toBe(422);
    const typed = ` ${first.toUpperCase().replace('-', ' ')} `;
    expect((await verify(session, { method: 'recovery', code: typed })).response.recoveryCodesLeft).toBe(9);
    expect(await me(session)).toBe(200);
    const next = await newSession(person);
    expect((await verify(next, { method: 'recovery', code: first })).problem.fields).toHaveProperty('code');
    const renewed = (await test.request(renewRecoveryCodes, { body: {} }, { as: session })).response
      .recoveryCodes;
    expect((await verify(next, { method: 'recovery', code: second })).status).toBe(422);
    expect((await verify(next, { method: 'recovery', code: renewed[9] ?? '' })).status).toBe(200);
    const { rows } = await test.database.asSuperuser(
      "SELECT action FROM assay.audit_events WHERE resource_id = $1 AND action <> 'member.signedIn' ORDER BY seq",
      [person.id],
    );
    expect(rows.map(({ action }) => action)).toEqual([
      'member.secondFactorAdded',
      'member.recoveryCodeUsed',
      'member.recoveryCodesRenewed',
      'member.recoveryCodeUsed',
    ]);
  });

  it('can be a passkey, and the last factor is removed only where none is required', async () => {
    const { b } = test.companies;
    const person = await test.addMember(b.id);
    const mine = test.identityService.passkeyAnswer(person);
    const theirs = test.identityService.passkeyAnswer(b.auditor);
    const add = (answer: typeof mine) =>
      test.request(addPasskey, { body: { ...answer, label: 'Laptop' } }, { as: person });
    expect((await add(theirs)).problem.fields).toHaveProperty('response');
    expect((await add(mine)).response.recoveryCodes).toHaveLength(10);
    const session = await newSession(person);
    const started = (await test.request(startPasskeyCheck, { body: {} }, { as: session })).response;
    const body = {
      method: 'passkey',
      transactionId: started.transactionId,
      response: mine.response,
    } as const;
    expect((await test.request(verifySecondFactor, { body }, { as: session })).status).toBe(200);
    const unknown = test.identityService.passkeyAnswer(person);
    const another = { method: 'passkey', ...unknown } as const;
    const pending = await newSession(person);
    const refused = await test.request(verifySecondFactor, { body: another }, { as: pending });
    expect(refused.problem.fields).toHaveProperty('response');
    expect(await addApp(person)).toMatchObject({ status: 201, recoveryCodes: null });

    const { policies, version } = (await test.request(readPolicies, {}, { as: b.owner })).response;
    const all = { ...policies, version, secondFactor: 'required' as const };
    expect((await test.request(updatePolicies, { body: all }, { as: b.owner })).status).toBe(200);
    expect([await me(b.auditor), await me(b.owner)]).toEqual([
      'session.secondFactor',
      'session.secondFactor',
    ]);
    expect(await status(b.auditor)).toMatchObject({ state: 'enrol', isRequired: true });
    const remove = async (id: string) =>
      (await test.request(removeSecondFactor, { params: { id }, body: {} }, { as: person })).status;
    const [passkey, app] = (await status(person)).factors;
    expect(await remove(passkey?.id ?? '')).toBe(200);
    expect([await remove(passkey?.id ?? ''), await remove(app?.id ?? '')]).toEqual([404, 422]);
    expect((await addApp(b.auditor)).status).toBe(201);
    expect(await me(b.auditor)).toBe(200);

    // Who has to set one up after a pause enters the password again.
    const late = await test.addMember(b.id);
    const as = await newSession(late);
    expect((await status(as)).isProofRecent).toBe(true);
    await test.clock.advance(20 * 60);
    expect(await status(as)).toMatchObject({ state: 'enrol', isProofRecent: false });
    expect((await addApp(as)).rejection).toBe('session.confirm');
    const sessionToken = await test.identityService.token(late.subject, undefined, 0);
    expect((await test.request(confirmSession, { body: { sessionToken } }, { as })).status).toBe(200);
    expect([await me(as), (await addApp(as)).status, await me(as)]).toEqual([
      'session.secondFactor',
      201,
      200,
    ]);
  });

  it('limits attempts by person', async () => {
    const person = await test.addMember(test.companies.a.id);
    const { key } = await addApp(person);
    const session = await newSession(person);
    const guesses = [];
    for (let guess = 0; guess < 11; guess += 1) {
      guesses.push((await verify(session, { method: 'recovery', code: 'aaaaaaaaaa' })).status);
    }
    expect(guesses.slice(0, 9)).toEqual(Array.from({ length: 9 }, () => 422));
    expect(guesses.at(-1)).toBe(429);
    const code = () => appCode(test, key, 1);
    expect((await verify(session, { method: 'totp', code: code() })).problem.code).toBe('rate.limited');
    await test.clock.advance(301);
    expect((await verify(person, { method: 'totp', code: code() })).status).toBe(200);
  });

  it('alone does not sign in', async () => {
    const { staff } = test.companies.a;
    const attempt = async (amr: string[] | undefined) => {
      const sessionToken = await test.identityService.token(staff.subject, undefined, 0, amr);
      const body = { loginId: staff.loginId, sessionToken, realm: 'member' as const };
      return (await test.request(login, { body })).status;
    };
    expect([await attempt(['totp']), await attempt(['webauthn', 'mfa'])]).toEqual([401, 401]);
    // Nor added to an earlier sign-in: its password was not entered now.
    expect([await attempt(['pwd', 'totp', 'mfa']), await attempt(['pwd', 'webauthn'])]).toEqual([401, 401]);
    expect([await attempt(['pwd']), await attempt(['email'])]).toEqual([200, 200]);
  });

  it('is wanted again, or the password where there is none, for what cannot be undone', async () => {
    const { owner, staff } = test.companies.a;
    // One session throughout.
    const as = await newSession(owner);
    const change = async () => {
      const { policies, version } = (await test.request(readPolicies, {}, { as })).response;
      const outcome = await test.request(updatePolicies, { body: { ...policies, version } }, { as });
      return outcome.status === 200 ? 200 : outcome.problem.code;
    };
    const confirm = async (sessionToken: string) =>
      (await test.request(confirmSession, { body: { sessionToken } }, { as })).status;
    const token = (subject: string, age: number, amr?: string[]) => {
      const now = () => new Date(test.clock.now().getTime() - age * 1000);
      const nonce = newSignInNonce({ webSecret: testWebSecret, now });
      return test.identityService.token(subject, undefined, 0, amr, undefined, nonce);
    };
    expect(await change()).toBe(200);
    await test.clock.advance(15 * 60);
    expect([await change(), await me(as)]).toEqual(['session.confirm', 200]);
    // Only a password, entered now, by this person.
    const { subject } = owner;
    expect(await confirm(await token(subject, 61))).toBe(422);
    expect(await confirm(await token(staff.subject, 0))).toBe(422);
    expect(await confirm(await token(subject, 0, ['email']))).toBe(422);
    expect(await change()).toBe('session.confirm');
    const proof = await token(subject, 0);
    expect(await confirm(proof)).toBe(200);
    expect(await change()).toBe(200);
    // Once; nor does another token of that sign-in, such as a refreshed one, or one of a sign-in without a nonce.
    await test.clock.advance(15 * 60);
    const { nsec } = decodeJwt<{ nsec: Record<string, string> }>(proof);
    const nonce = nsec[nonceClaim];
    const refreshed = await test.identityService.token(subject, undefined, 0, ['pwd'], undefined, nonce);
    const bare = await test.identityService.token(subject, undefined, 0, ['pwd'], undefined, '');
    expect([await confirm(proof), await confirm(refreshed), await confirm(bare)]).toEqual([422, 422, 422]);
    expect(await change()).toBe('session.confirm');
    expect(await confirm(await token(subject, 0))).toBe(200);

    const { key } = await addApp(as);
    await test.clock.advance(15 * 60);
    expect([await change(), await confirm(await token(subject, 0))]).toEqual(['session.confirm', 403]);
    const code = appCode(test, key);
    expect((await verify(as, { method: 'totp', code })).status).toBe(200);
    expect(await change()).toBe(200);
    // Whoever may not change the policies is told that first.
    const refused = await test.request(updatePolicies, { body: {} as never }, { as: staff });
    expect(refused.problem.code).toBe('role.forbidden');
  });

  it('outside the sandbox, owners and platform admins set one up at their next sign-in', async () => {
    const strict = await openTestApi(engine, { isSandbox: false });
    try {
      const { owner, staff } = strict.companies.a;
      const outcome = await strict.request(readMe, {}, { as: owner });
      expect(outcome.problem).toMatchObject({ status: 403, code: 'session.secondFactor' });
      expect((await strict.request(readAdminMe, {}, { as: strict.admin })).problem.code).toBe(
        'session.secondFactor',
      );
      expect((await strict.request(readMe, {}, { as: staff })).status).toBe(200);
      expect((await setUpApp(strict, owner)).status).toBe(201);
      expect((await strict.request(readMe, {}, { as: owner })).status).toBe(200);
      const [factor] = (await strict.request(readSecondFactors, {}, { as: owner })).response.factors;
      const remove = { params: { id: factor?.id ?? '' }, body: {} };
      expect((await strict.request(removeSecondFactor, remove, { as: owner })).status).toBe(422);
    } finally {
      await strict.close();
    }
  });
});
