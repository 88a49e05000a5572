import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readMe, signup } from '#contract/company/accounts.ts';
import { acceptInvitation } from '#contract/company/members.ts';
import { clientHeader, openTestApi, type TestApi, type TestPerson } from '#tests/support/api/api.ts';
import { invited } from '#tests/support/api/team.ts';
import { testEngines } from '#tests/support/database/database.ts';

describe.each(testEngines)('sign-up on %s', (engine) => {
  let test: TestApi;
  let lastByte = 0;

  beforeAll(async () => {
    test = await openTestApi(engine);
  });
  afterAll(() => test.close());

  const details = {
    name: 'Tama Invented',
    companyName: 'Rata Consulting',
    billingCountryCode: 'NZL' as const,
  };
  const trySignup = (person: TestPerson, changes: Record<string, unknown> = {}, ip?: string) => {
    lastByte += 1;
    return test.request(
      signup,
      { body: { ...details, loginId: person.loginId, ...changes } },
      {
        as: person,
        headers: { 'X-Assay-Client': clientHeader(ip ?? `198.51.100.${lastByte}`, test.clock.now()) },
      },
    );
  };

  const count = async (table: 'companies' | 'members') =>
    (await test.database.asSuperuser(`SELECT count(*)::int AS n FROM assay.${table}`)).rows[0]?.n;

  it('creates a company with the specification’s defaults, and its owner', async () => {
    const person = await test.addStranger('Tama@example.test');
    const { status, response } = await trySignup(person);
    expect(status).toBe(201);
    expect(response).toEqual({
      member: {
        id: expect.any(String),
        loginId: 'tama@example.test',
        name: 'Tama Invented',
        role: 'owner',
        designations: [],
        accessEndsAt: null,
        otherCompanies: 0,
        unreadNotifications: 0,
      },
      company: {
        id: expect.any(String),
        name: 'Rata Consulting',
        accessRestricted: true,
        accessRestrictedReason: null,
        subscription: null,
        subscriptionActive: false,
        billingCountryCode: 'NZL',
        regulatedIn: ['NZL'],
        sector: null,
        otherSectors: [],
        australianTranche: null,
        firstServiceNz: null,
        firstServiceAu: null,
        defaultWorklistId: 0,
        onboardingStep: 'company',
        timeZone: 'Pacific/Auckland',
        sessionIdleMinutes: 60,
        openAlerts: 0,
      },
    });
    expect((await test.request(readMe, {}, { as: person })).response).toEqual(response);
    const { rows } = await test.database.asSuperuser(
      'SELECT action, actor_id, actor_role FROM assay.audit_events WHERE chain = $1 ORDER BY seq',
      [response.company.id],
    );
    const actor = { actor_id: response.member.id, actor_role: 'owner' };
    expect(rows).toEqual([
      { action: 'company.created', ...actor },
      { action: 'member.joined', ...actor },
    ]);
  });

  it('detects Australia’s time zone', async () => {
    const { response } = await trySignup(await test.addStranger(), { billingCountryCode: 'AUS' });
    expect(response.company).toMatchObject({ timeZone: 'Australia/Sydney', regulatedIn: ['AUS'] });
  });

  it('creates one company for a form sent twice, or many times at once', async () => {
    const person = await test.addStranger();
    const before = await count('companies');
    const answers = await Promise.all(Array.from({ length: 6 }, () => trySignup(person)));
    answers.push(await trySignup(person, { name: '  Tama Invented ' }));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(201);
    expect(await count('companies')).toBe(Number(before) + 1);
  });

  it('rejects other details of an existing member', async () => {
    const person = await test.addStranger();
    await trySignup(person);
    for (const changes of [{ companyName: 'Another' }, { name: 'Another' }, { billingCountryCode: 'AUS' }]) {
      expect((await trySignup(person, changes)).problem).toMatchObject({
        status: 409,
        code: 'signup.exists',
      });
    }
    expect((await trySignup(test.companies.a.staff)).problem.code).toBe('signup.exists');
    expect((await trySignup(test.admin)).problem.code).toBe('signup.exists');
  });

  it('does not depend on invitations, which can be accepted as well', async () => {
    const loginId = 'invited-and-signed-up@example.test';
    const { secret } = await invited(test, test.companies.a.owner, loginId);
    const person = await test.addStranger(loginId);
    expect((await trySignup(person)).status).toBe(201);
    const joined = await test.request(acceptInvitation, { body: { invite: secret } }, { as: person });
    expect(joined.response).toMatchObject({
      member: { name: 'Tama Invented', role: 'member', otherCompanies: 1 },
      company: { id: test.companies.a.id },
    });
    const before = [await count('companies'), await count('members')];
    expect((await trySignup(person)).problem.code).toBe('signup.exists');
    expect([await count('companies'), await count('members')]).toEqual(before);
  });

  it('rejects an address that the person has not confirmed', async () => {
    const person = await test.addStranger();
    expect((await trySignup(person, { loginId: 'someone@example.test' })).problem).toMatchObject({
      status: 422,
      fields: { loginId: [expect.stringContaining('Confirm this email address')] },
    });
    test.identityService.addUser({
      userId: person.subject,
      loginIds: [person.loginId],
      name: person.name,
      verifiedEmail: false,
    });
    expect((await trySignup(person)).problem.fields).toHaveProperty('loginId');
    const vanished = { ...person, token: await test.token({ subject: 'U2nobody' }) };
    expect((await trySignup(vanished)).problem.code).toBe('request.invalid');
  });

  it('returns errors of wrong fields', async () => {
    const { problem } = await trySignup(await test.addStranger(), {
      name: ' ',
      companyName: 'x'.repeat(201),
      billingCountryCode: 'FRA',
    });
    expect(Object.keys(problem.fields ?? {}).sort()).toEqual(['billingCountryCode', 'companyName', 'name']);
  });

  it('is limited by address, except a repeated form', async () => {
    const first = await test.addStranger();
    const statuses = [];
    for (let made = 0; made < 10; made += 1) {
      statuses.push(
        (await trySignup(made === 0 ? first : await test.addStranger(), {}, '203.0.113.50')).status,
      );
    }
    expect(statuses).toEqual(Array(10).fill(201));
    const { problem, headers } = await trySignup(await test.addStranger(), {}, '203.0.113.50');
    expect(problem).toMatchObject({ status: 429, code: 'rate.limited' });
    expect(Number(headers.get('Retry-After'))).toBeGreaterThan(3000);
    expect((await trySignup(first, {}, '203.0.113.50')).status).toBe(201);
  });

  it('returns 503 and stores nothing while the identity service is unavailable', async () => {
    const person = await test.addStranger();
    await test.request(readMe, {}, { as: person });
    const before = await count('companies');
    test.identityService.failWith(500);
    const { status } = await trySignup(person);
    test.identityService.failWith(undefined);
    expect([status, await count('companies')]).toEqual([503, before]);
    expect((await trySignup(person)).status).toBe(201);
  });
});
