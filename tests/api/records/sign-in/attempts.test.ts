import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countedAddress, countedNetwork } from '#api/kernel/rate-limits/counted-address.ts';
import { rateLimits } from '#api/kernel/rate-limits/limits.ts';
import { findKnownDevice, knownDeviceToken } from '#api/records/sign-in/known-devices.ts';
import { recordSignIns } from '#api/records/sign-in/record-sign-ins-job.ts';
import { login, type SignInAttempt } from '#contract/company/accounts.ts';
import { clientHeader, openTestApi, type TestApi, testWebSecret } from '#tests/support/api/api.ts';
import { testEngines } from '#tests/support/database/database.ts';

let unusedAddress = 0;

describe.each(testEngines)('sign-in attempts on %s', (engine) => {
  let test: TestApi;
  beforeAll(async () => {
    test = await openTestApi(engine);
  });
  afterAll(() => test.close());

  const anotherAddress = () => {
    unusedAddress += 1;
    return `198.51.${Math.floor(unusedAddress / 250)}.${unusedAddress % 250}`;
  };
  const anyone = () => `${crypto.randomUUID()}@example.test`;
  const attempt = (body: SignInAttempt, ip = anotherAddress()) =>
    test.request(login, { body }, { headers: { 'X-Assay-Client': clientHeader(ip, test.clock.now()) } });
  const statuses = async (count: number, item: () => Promise<{ status: number }>) => {
    const all: number[] = [];
    for (let at = 0; at < count; at += 1) all.push((await item()).status);
    return all;
  };
  const often = (allowed: number, refused: number) => [
    ...Array(allowed).fill(200),
    ...Array(refused).fill(429),
  ];

  it('return a nonce of their own, or 429 with the time to wait', async () => {
    const nonces = [];
    for (let count = 0; count < 3; count += 1) {
      const { response } = await attempt({ kind: 'password', loginId: anyone() });
      nonces.push(response.realm === 'none' ? response.nonce : '');
    }
    expect(new Set(nonces).size).toBe(3);
    for (const nonce of nonces) expect(nonce).toMatch(/^\d+\.[\w-]{22}\.[\w-]{43}$/);
    const loginId = anyone();
    await statuses(10, () => attempt({ kind: 'password', loginId }));
    const refused = await attempt({ kind: 'password', loginId });
    expect(refused.problem).toMatchObject({
      status: 429,
      code: 'rate.limited',
      retryAfterSeconds: expect.any(Number),
    });
    expect(refused.headers.get('Retry-After')).toBe(String(refused.problem.retryAfterSeconds));
  });

  it('require a valid kind and login id', async () => {
    expect((await attempt({ kind: 'guess' as never, loginId: anyone() })).problem.fields).toHaveProperty(
      'kind',
    );
    expect((await attempt({ kind: 'password', loginId: 'no address' })).problem.fields).toHaveProperty(
      'loginId',
    );
    expect((await attempt({ kind: 'password' } as never)).problem.fields).toHaveProperty('loginId');
    expect((await attempt({ kind: 'newPassword' })).status).toBe(200);
  });

  it('are limited by address, per minute and per hour', async () => {
    const ip = anotherAddress();
    const one = () => attempt({ kind: 'password', loginId: anyone() }, ip);
    expect(await statuses(32, one)).toEqual(often(30, 2));
    expect((await attempt({ kind: 'password', loginId: anyone() })).status).toBe(200);
    await test.clock.advance(61);
    expect((await one()).status).toBe(200);
    await test.database.asSuperuser('UPDATE assay.rate_limits SET used = $1 WHERE name = $2', [
      rateLimits['signIn.ipHour'].limit - 1,
      'signIn.ipHour',
    ]);
    expect((await one()).status).toBe(200);
    expect((await one()).problem.retryAfterSeconds).toBeGreaterThan(3000);
  });

  it('are limited by login id, separately for each kind', async () => {
    const loginId = anyone();
    expect(await statuses(12, () => attempt({ kind: 'password', loginId }))).toEqual(often(10, 2));
    expect((await attempt({ kind: 'password', loginId: loginId.toUpperCase() })).status).toBe(429);
    expect(await statuses(12, () => attempt({ kind: 'code', loginId }))).toEqual(often(10, 2));
    expect((await attempt({ kind: 'sendCode', loginId })).status).toBe(200);
  });

  it('that send an email are limited separately: by address, login id, and both', async () => {
    const ip = anotherAddress();
    const strangers = () => attempt({ kind: 'sendCode', loginId: anyone() }, ip);
    expect(await statuses(31, strangers)).toEqual(often(30, 1));
    expect((await attempt({ kind: 'reset', loginId: anyone() }, ip)).status).toBe(429);
    expect((await attempt({ kind: 'signUp', loginId: anyone() }, ip)).status).toBe(429);
    expect((await attempt({ kind: 'password', loginId: anyone() }, ip)).status).toBe(200);

    const loginId = anyone();
    const [one, other] = [anotherAddress(), anotherAddress()];
    expect(await statuses(6, () => attempt({ kind: 'sendCode', loginId }, one))).toEqual(often(5, 1));
    expect(await statuses(6, () => attempt({ kind: 'reset', loginId }, other))).toEqual(often(5, 1));
    expect(await statuses(6, () => attempt({ kind: 'signUp', loginId }))).toEqual(often(5, 1));
  });

  it('of others, however many, do not stop a person: no limit is shared by all', async () => {
    for (let at = 0; at < 1300; at += 1)
      expect((await attempt({ kind: 'password', loginId: `stranger-${at}@example.test` })).status).toBe(200);
    for (const kind of ['password', 'code', 'sendCode', 'reset', 'sso'] as const)
      expect([kind, (await attempt({ kind, loginId: anyone() })).status]).toEqual([kind, 200]);
  });

  it('from one /48 of IPv6 count together too, by the minute and by the hour', async () => {
    let at = 0;
    const one = (kind: 'password' | 'sendCode' = 'password') => {
      at += 1;
      return attempt({ kind, loginId: anyone() }, `2001:db8:9:${at.toString(16)}::1`);
    };
    expect(await statuses(125, one)).toEqual(often(120, 5));
    expect(await statuses(125, () => one('sendCode'))).toEqual(often(120, 5));
    expect((await attempt({ kind: 'password', loginId: anyone() }, '2001:db8:a:1::1')).status).toBe(200);
    await test.clock.advance(61);
    expect((await one()).status).toBe(200);
  });

  it('of a caller other than the web server have no effect, and get the same response', async () => {
    const counts = async () => {
      const { rows } = await test.database.asSuperuser(
        `SELECT (SELECT coalesce(sum(used), 0)::integer FROM assay.rate_limits) AS used,
                (SELECT count(*)::integer FROM assay.sign_in_reports) AS reports`,
      );
      return rows[0];
    };
    const before = await counts();
    const { loginId } = test.companies.a.staff;
    const callers: Record<string, string>[] = [
      {},
      { 'X-Assay-Client': clientHeader(anotherAddress(), test.clock.now(), 'passedOn') },
      { 'X-Assay-Client': `${anotherAddress()};t=1;s=${'0'.repeat(64)}` },
    ];
    for (const headers of callers) {
      for (const outcome of [undefined, 'refused', 'limited'] as const) {
        const body = { kind: 'password', loginId, ...(outcome && { outcome }) } as const;
        const sent = await statuses(20, () => test.request(login, { body }, { headers }));
        expect(sent).toEqual(Array(20).fill(200));
      }
    }
    expect(await counts()).toEqual(before);
  });

  describe('of a browser in which the person has signed in before', () => {
    const signedIn = async (person: { subject: string; loginId: string }, knownDevices: string[] = []) => {
      const body = {
        loginId: person.loginId,
        sessionToken: await test.identityService.token(person.subject),
        realm: 'member',
        knownDevices,
      } as const;
      const headers = { 'X-Assay-Client': clientHeader(anotherAddress(), test.clock.now()) };
      const { response } = await test.request(login, { body }, { headers });
      return response.realm === 'none' ? '' : response.session.knownDevice;
    };

    it('count apart, so that strangers cannot stop its sign-in, by password or code', async () => {
      const { owner, staff } = test.companies.b;
      const { loginId } = owner;
      const known = await signedIn(owner);
      for (const kind of ['password', 'code', 'sendCode', 'reset'] as const) {
        const count = kind === 'sendCode' || kind === 'reset' ? 16 : 12;
        await statuses(count, () => attempt({ kind, loginId }));
        expect([kind, (await attempt({ kind, loginId })).status]).toEqual([kind, 429]);
        const own = () => attempt({ kind, loginId, knownDevices: [known] }, '192.0.2.1');
        if (kind !== 'reset') expect([kind, (await own()).status]).toEqual([kind, 200]);
      }
      const guess = () => attempt({ kind: 'password', loginId, knownDevices: [known] });
      expect(await statuses(11, guess)).toEqual(often(9, 2));

      // Somebody else's, a forged and an old one make nobody known, and lock nobody out.
      const other = await signedIn(staff);
      const [id, day, signature = ''] = known.split('.');
      const forged = `${id}.${day}.${signature.startsWith('0') ? '1' : '0'}${signature.slice(1)}`;
      for (const presented of [other, forged, `${id}.${Number(day) + 9}.${signature}`, '', 'x.y.z'])
        expect((await attempt({ kind: 'code', loginId, knownDevices: [presented] })).status).toBe(429);
      expect((await attempt({ kind: 'code', loginId: staff.loginId, knownDevices: [known] })).status).toBe(
        200,
      );
    });

    it('is known for half a year from its latest sign-in, by the same id', async () => {
      const { auditor } = test.companies.b;
      const first = await signedIn(auditor);
      expect(await signedIn(auditor, [first])).toBe(first);
      expect(await signedIn(auditor)).not.toBe(first);
      const dayMs = 86_400_000;
      const later = (days: number) => ({
        webSecret: testWebSecret,
        now: () => new Date(test.clock.now().getTime() + days * dayMs),
      });
      const renewed = knownDeviceToken(later(40), [first], auditor.loginId);
      expect([renewed === first, renewed.split('.')[0]]).toEqual([false, first.split('.')[0]]);
      expect(findKnownDevice(later(180), [first], auditor.loginId)?.id).toBe(first.split('.')[0]);
      expect(findKnownDevice(later(181), [first], auditor.loginId)).toBeUndefined();
      const rotated = { ...later(1), webSecret: 'n'.repeat(32), pastWebSecrets: [testWebSecret] };
      expect(findKnownDevice(rotated, [first], auditor.loginId)?.token).toBe(first);
    });
  });

  it('are limited to a hundred a day for a login id, and its person is emailed once', async () => {
    const { loginId, id } = test.companies.b.owner;
    const guesses = async (count: number) => {
      const all: number[] = [];
      for (let at = 0; at < count; at += 10) {
        await test.clock.advance(61);
        all.push(...(await statuses(10, () => attempt({ kind: 'password', loginId }))));
      }
      return all;
    };
    await test.clock.advance(86_401);
    expect(await guesses(120)).toEqual(often(100, 20));
    expect((await attempt({ kind: 'code', loginId })).status).toBe(200);
    const mails = async () => {
      await recordSignIns(test.database.db, { now: test.clock.now });
      const { rows } = await test.database.asSuperuser(
        `SELECT payload->>'change' AS change FROM assay.outbox WHERE payload->>'memberId' = $1 AND payload->>'change' = 'signInPaused'`,
        [id],
      );
      return rows.length;
    };
    expect(await mails()).toBe(1);
    await guesses(20);
    expect(await mails()).toBe(1);
    await test.clock.advance(86_401);
    expect(await guesses(10)).toEqual(often(10, 0));
  });

  it('from one IPv6 network count as one address', async () => {
    let at = 0;
    const one = () => {
      at += 1;
      return attempt({ kind: 'password', loginId: anyone() }, `2001:db8:7:1::${at.toString(16)}`);
    };
    expect(await statuses(32, one)).toEqual(often(30, 2));
    expect((await attempt({ kind: 'password', loginId: anyone() }, '2001:db8:7:2::1')).status).toBe(200);
  });

  it('that fail are events of each company of the person, and of no one unknown', async () => {
    const { staff, owner } = test.companies.a;
    const ip = anotherAddress();
    const record = () => recordSignIns(test.database.db, { now: test.clock.now });
    const eventsOf = async (person: { id: string }) => {
      const { rows } = await test.database.asSuperuser(
        `SELECT e.action, d.detail FROM assay.audit_events e JOIN assay.audit_details d ON d.id = e.detail_id
          WHERE e.resource_id = $1 AND e.actor_type = 'system' ORDER BY e.seq`,
        [person.id],
      );
      return rows.map(({ action, detail }) => {
        const { method, attempts, ipAddress } = detail as Record<string, unknown>;
        return [action, method, attempts, ipAddress];
      });
    };
    await record();
    const failed = (loginId: string, kind: 'password' | 'code' = 'password') =>
      attempt({ kind, loginId, outcome: 'refused' }, ip);
    // The responses are alike, whoever it is.
    const statuses = [staff.loginId, staff.loginId, anyone()].map(async (id) => (await failed(id)).status);
    expect(await Promise.all(statuses)).toEqual([200, 200, 200]);
    await failed(test.admin.loginId, 'code');
    await attempt({ kind: 'password', loginId: owner.loginId, outcome: 'limited' }, ip);
    await attempt({ kind: 'reset', loginId: owner.loginId }, ip);
    // A report that our own web server did not sign.
    await test.fetch('/api/v1/login', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ kind: 'password', loginId: owner.loginId, outcome: 'refused' }),
    });
    expect(await record()).toEqual({ recorded: 4 });
    expect(await eventsOf(staff)).toEqual([['member.signInFailed', 'Password', 2, ip]]);
    expect(await eventsOf(owner)).toEqual([
      ['member.signInBlocked', 'Password', 1, ip],
      ['member.passwordResetRequested', undefined, 1, ip],
    ]);
    expect(await eventsOf(test.admin)).toEqual([['admin.signInFailed', 'Code by email', 1, ip]]);
    const { rows } = await test.database.asSuperuser(
      'SELECT count(*)::integer AS left FROM assay.sign_in_reports',
    );
    expect([rows, await record()]).toEqual([[{ left: 0 }], { recorded: 0 }]);

    for (let at = 0; at < 12; at += 1) await attempt({ kind: 'password', loginId: staff.loginId });
    expect(await record()).toEqual({ recorded: 2 });
    expect((await eventsOf(staff)).slice(1).map(([action]) => action)).toEqual(
      Array(2).fill('member.signInBlocked'),
    );
  });

  it('are logged when rejected, without the login id', async () => {
    const loginId = anyone();
    const [ip, before] = [anotherAddress(), test.logged().length];
    await statuses(6, () => attempt({ kind: 'sendCode', loginId }, ip));
    const { staff } = test.companies.a;
    await test.request(
      login,
      { body: { loginId, sessionToken: staff.token, realm: 'admin' } },
      { headers: { 'X-Assay-Client': clientHeader(ip, test.clock.now()) } },
    );
    const lines = test.logged().slice(before);
    const refused = lines.find(({ msg }) => msg === 'sign-in attempt rejected');
    const hash = expect.stringMatching(/^[0-9a-f]{16}$/);
    expect(refused).toMatchObject({
      kind: 'sendCode',
      limit: 'signInMail.ipAndLoginId',
      loginId: hash,
      address: hash,
    });
    const { loginId: person, address } = refused ?? {};
    expect(lines.find(({ msg }) => msg === 'sign-in refused')).toMatchObject({
      code: 'login.noAccount',
      loginId: person,
      address,
    });
    expect(JSON.stringify(lines)).not.toContain(loginId);
    expect(JSON.stringify(lines)).not.toContain(ip);
  });
});

describe('the rate limit key of an address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
    ['unknown', 'unknown'],
  ])('%s is %s', (ip, counted) => {
    expect(countedAddress(ip)).toBe(counted);
  });

  it('of a network is the /48 of IPv6, or the address', () => {
    expect(countedNetwork('2001:0DB8:0001:0002::1')).toBe('2001:db8:1::/48');
    expect(countedNetwork('203.0.113.7')).toBe('203.0.113.7');
  });
});
