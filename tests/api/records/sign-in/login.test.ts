import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { login, readAdminMe, readMe } from '#contract/company/accounts.ts';
import { clientHeader, openTestApi, type TestApi, type TestPerson } from '#tests/support/api/api.ts';
import { testEngine, testEngines } from '#tests/support/database/database.ts';

describe.each(testEngines)('sign-in on %s', (engine) => {
  let test: TestApi;
  let lastByte = 0;

  beforeAll(async () => {
    test = await openTestApi(engine);
  });
  afterAll(() => test.close());

  interface Try {
    realm?: 'member' | 'admin';
    loginId?: string;
    token?: string;
    ip?: string;
  }

  /** Each attempt comes from an address of its own, so that the limit applies only where intended. */
  const tryLogin = async (person: TestPerson, { realm = 'member', loginId, token, ip }: Try = {}) => {
    lastByte += 1;
    const sessionToken = token ?? (await test.identityService.token(person.subject));
    return test.request(
      login,
      { body: { loginId: loginId ?? person.loginId, sessionToken, realm } },
      { headers: { 'X-Assay-Client': clientHeader(ip ?? `198.51.100.${lastByte}`, test.clock.now()) } },
    );
  };

  async function getEvents(chain: string, resourceId: string): Promise<unknown[]> {
    const { rows } = await test.database.asSuperuser(
      'SELECT action FROM assay.audit_events WHERE chain = $1 AND resource_id = $2 ORDER BY seq',
      [chain, resourceId],
    );
    return rows.map(({ action }) => action);
  }

  it('returns a member with the company, records the time and audits the sign-in', async () => {
    const { companies } = test;
    const outcome = await tryLogin(companies.a.staff, { loginId: companies.a.staff.loginId.toUpperCase() });
    expect(outcome.response).toMatchObject({
      realm: 'member',
      member: { id: companies.a.staff.id, role: 'member', loginId: companies.a.staff.loginId },
      company: { id: companies.a.id, name: 'Kauri Advisory', accessRestricted: false },
    });
    const { rows } = await test.database.asSuperuser(
      'SELECT last_sign_in_at IS NOT NULL AS noted, version FROM assay.members WHERE id = $1',
      [companies.a.staff.id],
    );
    expect(rows).toEqual([{ noted: true, version: 1 }]);
    expect(await getEvents(companies.a.id, companies.a.staff.id)).toEqual(['member.signedIn']);
    expect((await test.request(readMe, {}, { as: companies.a.staff })).response.member).toEqual(
      outcome.response?.realm === 'member' && outcome.response.member,
    );
  });

  it('returns an admin in the admin realm', async () => {
    const outcome = await tryLogin(test.admin, { realm: 'admin' });
    expect(outcome.response).toEqual({
      realm: 'admin',
      session: {
        secret: expect.stringMatching(/^[\w-]{43}$/),
        knownDevice: expect.stringMatching(/^[0-9a-f]{32}\.\d+\.[0-9a-f]{64}$/),
      },
      admin: { id: test.admin.id, loginId: test.admin.loginId, name: test.admin.name },
    });
    expect(await getEvents('platform', test.admin.id)).toEqual(['admin.signedIn']);
    expect((await test.request(readAdminMe, {}, { as: test.admin })).response.admin.id).toBe(test.admin.id);
  });

  it('returns one error for a stranger, another realm, no active member or another’s login id', async () => {
    const { a, b } = test.companies;
    const refusals = await Promise.all([
      tryLogin(await test.addStranger()),
      tryLogin(a.owner, { realm: 'admin' }),
      tryLogin(test.admin, { realm: 'member' }),
      tryLogin(await test.addMember(a.id, { status: 'invited' })),
      tryLogin(await test.addMember(a.id, { status: 'removed' })),
      tryLogin(a.owner, { loginId: b.owner.loginId }),
      tryLogin(a.owner, { loginId: 'nobody@example.test' }),
      tryLogin(test.admin, { realm: 'admin', loginId: a.owner.loginId }),
    ]);
    const said = refusals.map(({ status, problem: { code, detail } }) => ({ status, code, detail }));
    expect(new Set(said.map((item) => JSON.stringify(item))).size).toBe(1);
    expect(said[0]).toMatchObject({ status: 403, code: 'login.noAccount' });
  });

  it('accepts another login id of the same person', async () => {
    const person = await test.addMember(test.companies.a.id);
    test.identityService.addUser({
      userId: person.subject,
      loginIds: [person.loginId, 'Second.Address@example.test'],
      name: person.name,
    });
    expect((await tryLogin(person, { loginId: 'second.address@example.test' })).status).toBe(200);
  });

  it('distinguishes a suspended member from ended access, after checking the login id', async () => {
    const { a, b } = test.companies;
    const suspended = await test.addMember(a.id, { status: 'suspended' });
    const ended = await test.addMember(a.id, {
      role: 'auditor',
      accessEndsAt: test.clock.now().toISOString(),
    });
    expect((await tryLogin(suspended)).problem).toMatchObject({ status: 403, code: 'login.suspended' });
    expect((await tryLogin(ended)).problem).toMatchObject({ status: 403, code: 'login.accessEnded' });
    expect((await tryLogin(await test.addAdmin('suspended'), { realm: 'admin' })).problem.code).toBe(
      'login.suspended',
    );
    expect((await tryLogin(suspended, { loginId: b.owner.loginId })).problem.code).toBe('login.noAccount');
  });

  it('allows members of a restricted company', async () => {
    const restricted = await test.addCompany('Restricted Limited', { accessRestricted: true });
    expect((await tryLogin(restricted.owner)).response).toMatchObject({
      company: { accessRestricted: true },
    });
  });

  it.each([
    'expired',
    'refresh',
    'otherKey',
    'wrongIssuer',
    'noKind',
    'noExpiry',
    'noSubject',
    'noIssueTime',
  ] as const)('rejects a token with the fault %s', async (fault) => {
    const { owner } = test.companies.a;
    const { problem } = await tryLogin(owner, { token: await test.token(owner, fault) });
    expect(problem).toMatchObject({ status: 401, code: 'token.invalid' });
  });

  it('rejects an invalid token, and returns errors of wrong fields', async () => {
    const { owner } = test.companies.a;
    expect((await tryLogin(owner, { token: 'no token' })).status).toBe(401);
    expect((await tryLogin(owner, { token: '' })).problem.fields).toHaveProperty('sessionToken');
    expect((await tryLogin(owner, { loginId: 'not an address' })).problem.fields).toHaveProperty('loginId');
  });

  it('is limited by address: a signed one counts, a header alone does not', async () => {
    const stranger = await test.addStranger();
    const tries = [];
    for (let count = 0; count < 21; count += 1)
      tries.push(await tryLogin(stranger, { ip: '203.0.113.7', token: 'guess' }));
    expect(tries.slice(0, 20).every(({ status }) => status === 401)).toBe(true);
    const limited = tries[20];
    expect(limited?.problem).toMatchObject({
      status: 429,
      code: 'rate.limited',
      retryAfterSeconds: expect.any(Number),
    });
    expect(limited?.headers.get('Retry-After')).toBe(String(limited?.problem.retryAfterSeconds));
    expect((await tryLogin(stranger, { ip: '203.0.113.8', token: 'guess' })).status).toBe(401);
    await test.clock.advance(61);
    expect((await tryLogin(stranger, { ip: '203.0.113.7', token: 'guess' })).status).toBe(401);
  });

  it('is limited by login id, for holders of a valid token alone', async () => {
    const { staff } = test.companies.b;
    for (let count = 0; count < 15; count += 1) {
      expect((await tryLogin(staff, { token: 'guess' })).status).toBe(401);
    }
    const statuses = [];
    for (let count = 0; count < 11; count += 1) statuses.push((await tryLogin(staff)).status);
    expect(statuses).toEqual([...Array(10).fill(200), 429]);
  });

  it.each([500, 429])('returns 503, never 401, while the identity service returns %i', async (status) => {
    const { a } = test.companies;
    const other = await openTestApi(engine);
    try {
      other.identityService.failWith(status);
      const member = other.companies.a.staff;
      const body = { loginId: member.loginId, sessionToken: member.token, realm: 'member' as const };
      expect((await other.request(login, { body })).problem).toMatchObject({
        status: 503,
        code: 'server.unavailable',
      });
      expect((await other.request(readMe, {}, { as: member })).problem.status).toBe(503);
      other.identityService.failWith(undefined);
      expect((await other.request(readMe, {}, { as: member })).status).toBe(200);

      other.identityService.failWith(status);
      // A token verified before needs no keys.
      expect((await other.request(readMe, {}, { as: member })).status).toBe(200);
      const elsewhere = { ...body, loginId: 'another@example.test' };
      expect((await other.request(login, { body: elsewhere })).problem.status).toBe(503);
    } finally {
      await other.close();
    }
    expect((await test.request(readMe, {}, { as: a.staff })).status).toBe(200);
  });

  it('fetches the signing keys once for many calls, and rarely for unknown keys', async () => {
    const other = await openTestApi(testEngine);
    try {
      const { staff, owner, auditor } = other.companies.a;
      await Promise.all([staff, owner, auditor, staff].map((as) => other.request(readMe, {}, { as })));
      expect(other.identityService.keyRequests()).toBe(1);
      const unknownKey = `${Buffer.from('{"alg":"ES384","kid":"unknown"}').toString('base64url')}.e30.AAAA`;
      for (let count = 0; count < 20; count += 1) {
        expect((await other.request(readMe, {}, { as: { token: unknownKey } })).status).toBe(401);
      }
      expect(other.identityService.keyRequests()).toBeLessThanOrEqual(2);
    } finally {
      await other.close();
    }
  });
});
