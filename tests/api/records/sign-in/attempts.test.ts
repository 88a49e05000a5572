import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countedAddress } from '#api/kernel/rate-limits/counted-address.ts';
import { rateLimits } from '#api/kernel/rate-limits/limits.ts';
import { recordSignIns } from '#api/records/sign-in/record-sign-ins-job.ts';
import { login, type SignInAttempt } from '#contract/company/accounts.ts';
import { clientHeader, openTestApi, type TestApi } from '#tests/support/api/api.ts';
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
    ...Array(allowed).fill(204),
    ...Array(refused).fill(429),
  ];

  it('return 204 without a body, or 429 with the time to wait', async () => {
    const response = await test.fetch('/api/v1/login', {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-Assay-Client': clientHeader('192.0.2.80', test.clock.now()),
      },
      body: JSON.stringify({ kind: 'password', loginId: anyone() }),
    });
    expect([response.status, await response.text()]).toEqual([204, '']);
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
    expect((await attempt({ kind: 'newPassword' })).status).toBe(204);
  });

  it('are limited by address, per minute and per hour', async () => {
    const ip = anotherAddress();
    const one = () => attempt({ kind: 'password', loginId: anyone() }, ip);
    expect(await statuses(32, one)).toEqual(often(30, 2));
    expect((await attempt({ kind: 'password', loginId: anyone() })).status).toBe(204);
    await test.clock.advance(61);
    expect((await one()).status).toBe(204);
    await test.database.asSuperuser('UPDATE assay.rate_limits SET used = $1 WHERE name = $2', [
      rateLimits['signIn.ipHour'].limit - 1,
      'signIn.ipHour',
    ]);
    expect((await one()).status).toBe(204);
    expect((await one()).problem.retryAfterSeconds).toBeGreaterThan(3000);
  });

  it('are limited by login id, separately for each kind', async () => {
    const loginId = anyone();
    expect(await statuses(12, () => attempt({ kind: 'password', loginId }))).toEqual(often(10, 2));
    expect((await attempt({ kind: 'password', loginId: loginId.toUpperCase() })).status).toBe(429);
    expect(await statuses(12, () => attempt({ kind: 'code', loginId }))).toEqual(often(10, 2));
    expect((await attempt({ kind: 'sendCode', loginId })).status).toBe(204);
  });

  it('that send an email are limited separately: by address, login id, and both', async () => {
    const ip = anotherAddress();
    const strangers = () => attempt({ kind: 'sendCode', loginId: anyone() }, ip);
    expect(await statuses(31, strangers)).toEqual(often(30, 1));
    expect((await attempt({ kind: 'reset', loginId: anyone() }, ip)).status).toBe(429);
    expect((await attempt({ kind: 'signUp', loginId: anyone() }, ip)).status).toBe(429);
    expect((await attempt({ kind: 'password', loginId: anyone() }, ip)).status).toBe(204);

    const loginId = anyone();
    const [one, other] = [anotherAddress(), anotherAddress()];
    expect(await statuses(6, () => attempt({ kind: 'sendCode', loginId }, one))).toEqual(often(5, 1));
    expect(await statuses(6, () => attempt({ kind: 'reset', loginId }, other))).toEqual(often(5, 1));
    expect(await statuses(6, () => attempt({ kind: 'signUp', loginId }))).toEqual(often(5, 1));
  });

  it('are limited in total, and those rejected earlier do not count towards it', async () => {
    const { limit, windowSeconds } = rateLimits['signIn.all'];
    const countedTogether = async () => {
      const { rows } = await test.database.asSuperuser(
        'SELECT used FROM assay.rate_limits WHERE name = $1 ORDER BY window_started_at DESC LIMIT 1',
        ['signIn.all'],
      );
      return Number(rows[0]?.used);
    };
    await test.clock.advance(windowSeconds + 1);
    const ip = anotherAddress();
    await statuses(35, () => attempt({ kind: 'password', loginId: anyone() }, ip));
    expect(await countedTogether()).toBe(30);
    await test.database.asSuperuser('UPDATE assay.rate_limits SET used = $1 WHERE name = $2', [
      limit - 2,
      'signIn.all',
    ]);
    expect(await statuses(4, () => attempt({ kind: 'password', loginId: anyone() }))).toEqual(often(2, 2));
    await test.clock.advance(windowSeconds + 1);
    expect((await attempt({ kind: 'password', loginId: anyone() })).status).toBe(204);
  });

  it('from one IPv6 network count as one address', async () => {
    let at = 0;
    const one = () => {
      at += 1;
      return attempt({ kind: 'password', loginId: anyone() }, `2001:db8:7:1::${at.toString(16)}`);
    };
    expect(await statuses(32, one)).toEqual(often(30, 2));
    expect((await attempt({ kind: 'password', loginId: anyone() }, '2001:db8:7:2::1')).status).toBe(204);
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
    expect(await Promise.all(statuses)).toEqual([204, 204, 204]);
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
});
