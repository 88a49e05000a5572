import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rotateKeys } from '#api/commands/key-commands.ts';
import { createCompanyKeys } from '#api/kernel/keys/company-keys.ts';
import { rewrapAuthenticators } from '#api/records/sign-in/authenticator-apps.ts';
import { readMe } from '#contract/company/accounts.ts';
import {
  addAuthenticatorApp,
  addPasskey,
  confirmSession,
  readSecondFactors,
  removeSecondFactor,
  startAuthenticatorApp,
  verifySecondFactor,
} from '#contract/company/second-factors.ts';
import { openTestApi, type TestApi, type TestPerson } from '#tests/support/api/api.ts';
import { appCode, setUpApp } from '#tests/support/api/authenticator.ts';
import { testMasterKeys } from '#tests/support/company-keys.ts';
import { testEngines } from '#tests/support/database/database.ts';

describe.each(testEngines)('authenticator apps on %s', (engine) => {
  let test: TestApi;
  beforeAll(async () => {
    test = await openTestApi(engine);
  });
  afterAll(() => test?.close());

  type As = { token: string };
  const newSession = async (person: TestPerson) => ({ token: await test.token(person) });
  const newPerson = () => test.addMember(test.companies.a.id);
  const me = async (as: As) => {
    const outcome = await test.request(readMe, {}, { as });
    return outcome.status === 200 ? 200 : outcome.problem.code;
  };
  const start = (as: As) => test.request(startAuthenticatorApp, { body: {} }, { as });
  const add = (as: As, setUpId: string, code: string) =>
    test.request(addAuthenticatorApp, { body: { setUpId, code } }, { as });
  const verify = (as: As, code: string) =>
    test.request(verifySecondFactor, { body: { method: 'totp', code } }, { as });
  const renew = (as: As, setUpId: string, code: string) =>
    test.request(verifySecondFactor, { body: { method: 'newTotp', setUpId, code } }, { as });
  const message = ({ problem }: { problem: { fields?: Record<string, string[]> } }) =>
    Object.values(problem.fields ?? {}).flat()[0];

  it('accept each code once, and none of an earlier period, from two browsers at once too', async () => {
    const person = await newPerson();
    const { key } = await setUpApp(test, person);
    const [one, two] = [await newSession(person), await newSession(person)];
    // The code that confirmed the set-up is used up.
    expect(message(await verify(one, appCode(test, key)))).toContain('incorrect or was used');
    const code = appCode(test, key, 1);
    const answers = await Promise.all([verify(one, code), verify(two, code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    const states = [await me(one), await me(two)];
    expect(states.sort()).toEqual([200, 'session.secondFactor']);
    const third = await newSession(person);
    expect((await verify(third, appCode(test, key, 0))).status).toBe(422);
    await test.clock.advance(60);
    expect((await verify(third, appCode(test, key))).status).toBe(200);
  });

  it('say so if the phone’s clock is wrong, and accept its codes once it is right', async () => {
    const person = await newPerson();
    const { key } = await setUpApp(test, person);
    await test.clock.advance(60);
    const as = await newSession(person);
    expect(message(await verify(as, appCode(test, key, -10)))).toContain('about 5 minutes behind');
    expect(message(await verify(as, appCode(test, key, 10)))).toContain('about 5 minutes ahead');
    expect(message(await verify(as, appCode(test, key, -2)))).toContain('Wait for the next one');
    expect(await me(as)).toBe('session.secondFactor');
    expect((await verify(as, appCode(test, key, -1))).status).toBe(200);
  });

  it('of a set-up count in the session that started it alone, for half an hour, and not after a later one', async () => {
    const person = await newPerson();
    const as = await newSession(person);
    const other = await newSession(person);
    const left = (await start(as)).response;
    expect((await add(other, left.setUpId, appCode(test, left.key))).status).toBe(422);
    const later = (await start(as)).response;
    expect(later.key).not.toBe(left.key);
    expect(message(await add(as, left.setUpId, appCode(test, left.key)))).toContain('Start again');
    expect((await add(as, later.setUpId, appCode(test, left.key))).problem.fields).toHaveProperty('code');
    // Another person's.
    const stranger = await newPerson();
    expect((await add(stranger, later.setUpId, appCode(test, later.key))).status).toBe(422);
    expect((await add(as, later.setUpId, appCode(test, later.key))).status).toBe(201);
    expect((await start(as)).status).toBe(422);

    const slow = await newPerson();
    const slowly = await newSession(slow);
    const { setUpId, key } = (await start(slowly)).response;
    const confirmAfter = async (seconds: number) => {
      await test.clock.advance(seconds);
      const sessionToken = await test.identityService.token(slow.subject, undefined, 0);
      await test.request(confirmSession, { body: { sessionToken } }, { as: slowly });
      return add(slowly, setUpId, appCode(test, key));
    };
    expect(message(await confirmAfter(30 * 60))).toContain('expired');
    const soon = (await start(slowly)).response;
    await test.clock.advance(14 * 60);
    expect((await add(slowly, soon.setUpId, appCode(test, soon.key))).status).toBe(201);
  });

  it('of a set-up that needed no second factor yet do not stand in for one that was added since', async () => {
    const person = await newPerson();
    const [as, other] = [await newSession(person), await newSession(person)];
    const { setUpId, key } = (await start(as)).response;
    const passkey = { ...test.identityService.passkeyAnswer(person), label: 'Laptop' };
    expect((await test.request(addPasskey, { body: passkey }, { as: other })).status).toBe(201);
    expect((await renew(as, setUpId, appCode(test, key))).status).toBe(422);
    expect((await add(as, setUpId, appCode(test, key))).problem.code).toBe('session.secondFactor');
    expect(await me(as)).toBe('session.secondFactor');
    // Of a passkey that was added already.
    expect((await test.request(addPasskey, { body: passkey }, { as: other })).status).toBe(422);
  });

  it('cannot be confirmed twice by two requests at once', async () => {
    const person = await newPerson();
    const as = await newSession(person);
    const { setUpId, key } = (await start(as)).response;
    const code = appCode(test, key);
    const answers = await Promise.all([add(as, setUpId, code), add(as, setUpId, code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
    expect((await test.request(readSecondFactors, {}, { as })).response.factors).toHaveLength(1);
  });

  /** A person whose app has its key at the identity service, as all had before. */
  async function formerUser({ daysLeft }: { daysLeft: number }) {
    const person = await newPerson();
    const { recoveryCodes } = await setUpApp(test, person);
    const until = new Date(test.clock.now().getTime() + daysLeft * 86_400_000).toISOString();
    await test.database.asSuperuser(
      `UPDATE assay.second_factors SET sealed_key = NULL, master_key_id = NULL, last_step = NULL, accepted_until = $2
        WHERE subject = $1`,
      [person.subject, until],
    );
    return { person, recovery: recoveryCodes?.[0] ?? '' };
  }

  it('with a key at the identity service let nobody in until they are set up again here', async () => {
    const { person } = await formerUser({ daysLeft: 30 });
    // Who is signed in stays so.
    expect(await me(person)).toBe(200);
    const as = await newSession(person);
    expect((await verify(as, '123456')).problem.fields).toHaveProperty('code');
    const former = await verify(as, test.identityService.totpCode(person));
    expect(former.response).toMatchObject({ verified: false, recoveryCodesLeft: 10 });
    expect(await me(as)).toBe('session.secondFactor');
    const { setUpId = '', key = '' } = former.response.setUp ?? {};
    // Neither by the way that needs a proof, nor in another session.
    const code = appCode(test, key);
    expect((await add(as, setUpId, code)).problem.code).toBe('session.secondFactor');
    expect((await renew(await newSession(person), setUpId, code)).status).toBe(422);
    expect((await renew(as, setUpId, code)).response).toMatchObject({ verified: true, setUp: null });
    expect(await me(as)).toBe(200);
    const { factors } = (await test.request(readSecondFactors, {}, { as })).response;
    expect(factors.map(({ kind, acceptedUntil }) => [kind, acceptedUntil])).toEqual([['totp', null]]);

    // A key that somebody with the password makes at the identity service counts for nothing.
    const thief = await newSession(person);
    expect((await verify(thief, test.identityService.totpCode(person))).status).toBe(422);
    expect((await start(thief)).problem.code).toBe('session.secondFactor');
    expect(await me(thief)).toBe('session.secondFactor');
    expect((await verify(thief, appCode(test, key, 1))).response).toMatchObject({ verified: true });
    const { rows } = await test.database.asSuperuser(
      `SELECT action FROM assay.audit_events WHERE resource_id = $1 AND action LIKE '%secondFactor%' ORDER BY seq`,
      [person.id],
    );
    expect(rows).toHaveLength(2);
  });

  it('with a key at the identity service can be set up again by a recovery code, by a proof, or removed', async () => {
    const { person, recovery } = await formerUser({ daysLeft: -1 });
    const as = await newSession(person);
    const late = await verify(as, test.identityService.totpCode(person));
    expect([late.status, message(late)]).toEqual([422, expect.stringContaining('Use a recovery code')]);
    const body = { method: 'recovery' as const, code: recovery };
    expect((await test.request(verifySecondFactor, { body }, { as })).status).toBe(200);
    expect((await setUpApp(test, as)).status).toBe(201);
    const [factor] = (await test.request(readSecondFactors, {}, { as })).response.factors;
    expect(factor?.acceptedUntil).toBeNull();

    const { person: other } = await formerUser({ daysLeft: 30 });
    const [old] = (await test.request(readSecondFactors, {}, { as: other })).response.factors;
    const remove = { params: { id: old?.id ?? '' }, body: {} };
    expect((await test.request(removeSecondFactor, remove, { as: other })).status).toBe(200);
    expect(await me(await newSession(other))).toBe(200);
  });

  it('that are set up again leave the recovery codes as they are, used up ones too', async () => {
    const { person } = await formerUser({ daysLeft: 30 });
    await test.database.asSuperuser('UPDATE assay.recovery_codes SET used_at = now() WHERE subject = $1', [
      person.subject,
    ]);
    const as = await newSession(person);
    const { setUp } = (await verify(as, test.identityService.totpCode(person))).response;
    const code = appCode(test, setUp?.key ?? '');
    const renewed = await renew(as, setUp?.setUpId ?? '', code);
    // New ones would be shown to no one.
    expect(renewed.response).toMatchObject({ verified: true, recoveryCodesLeft: 0 });
  });

  it('do not need the identity service', async () => {
    const person = await newPerson();
    const { key } = await setUpApp(test, person);
    const as = await newSession(person);
    test.identityService.failWith(500);
    try {
      expect((await verify(as, appCode(test, key, 1))).status).toBe(200);
    } finally {
      test.identityService.failWith(undefined);
    }
  });

  it('are sealed for their person, and get the newest master key with the others', async () => {
    const [one, two] = [await newPerson(), await newPerson()];
    const { key } = await setUpApp(test, one);
    await setUpApp(test, two);
    const pending = await newPerson();
    const started = (await start(pending)).response;
    const sealed = async () =>
      (
        await test.database.asSuperuser(
          `SELECT master_key_id, sealed_key FROM assay.second_factors WHERE sealed_key IS NOT NULL
            UNION ALL SELECT master_key_id, sealed_key FROM assay.authenticator_set_ups`,
        )
      ).rows as { master_key_id: string; sealed_key: string }[];
    const before = await sealed();
    const fields = ['the-next-field-key-of-the-tests-', ...testMasterKeys.fields];
    const next = createCompanyKeys({ files: testMasterKeys.files, fields }, test.clock.now);
    const rotate = () =>
      rotateKeys(
        {
          database: test.database,
          now: test.clock.now,
          sealingKey: { idHmacKey: 'id-hmac-key-of-the-tests-32-characters', companyKeys: next },
          files: async () => ({
            raw: test.files.files.storage,
            incomingFolder: test.files.files.incomingFolder,
          }),
        },
        () => undefined,
      );
    expect(await rotate()).toContain('keys rewrapped');
    const after = await sealed();
    expect(after).toHaveLength(before.length);
    expect(new Set(after.map(({ master_key_id }) => master_key_id))).toEqual(
      new Set([next.ofPeople.newestId]),
    );
    expect(await rewrapAuthenticators(test.database.db, next, 100)).toBe(0);
    // A server that has both keys accepts what was set up before, and what was being set up.
    const place = (person: TestPerson) => `authenticator app of ${person.subject}`;
    const open = async (person: TestPerson) => {
      const { rows } = await test.database.asSuperuser(
        `SELECT master_key_id, sealed_key FROM assay.second_factors WHERE subject = $1 AND sealed_key IS NOT NULL
          UNION ALL SELECT master_key_id, sealed_key FROM assay.authenticator_set_ups WHERE subject = $1`,
        [person.subject],
      );
      const [row] = rows as { master_key_id: string; sealed_key: string }[];
      return (at: TestPerson) =>
        next.ofPeople
          .unwrap(place(at), { masterKeyId: row?.master_key_id ?? '', wrapped: row?.sealed_key ?? '' })
          .toString();
    };
    expect((await open(one))(one)).toBe(key);
    expect((await open(pending))(pending)).toBe(started.key);
    // Copied to another person's row, it cannot be opened.
    const openOne = await open(one);
    expect(() => openOne(two)).toThrow('was altered');
  });

  it('have a public key in sandboxes alone', async () => {
    const person = await newPerson();
    const statement = `SELECT assay.set_public_authenticator_app(gen_random_uuid(), $1, true, 'App', 'm', 'k', now())`;
    await expect(test.database.asSuperuser(statement, [person.subject])).rejects.toThrow('Only a sandbox');
  });
});
