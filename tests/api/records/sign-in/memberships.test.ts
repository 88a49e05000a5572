import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  endOtherSessions,
  endSession,
  listSessions,
  login,
  readMe,
  signup,
} from '#contract/company/accounts.ts';
import { listMemberships, switchCompany } from '#contract/company/memberships.ts';
import { readSecondFactors } from '#contract/company/second-factors.ts';
import {
  clientHeader,
  openTestApi,
  type TestApi,
  type TestCompany,
  type TestPerson,
} from '#tests/support/api/api.ts';
import { testEngines } from '#tests/support/database/database.ts';

describe.each(testEngines)('the company in use on %s', (engine) => {
  let test: TestApi;
  let a: TestCompany;
  let b: TestCompany;
  let addresses = 0;
  beforeAll(async () => {
    test = await openTestApi(engine, { isSandbox: false });
    ({ a, b } = test.companies);
  });
  afterAll(() => test?.close());

  /** A member of A and, by another row, of B. */
  async function personOfBoth(): Promise<{ person: TestPerson; inB: string }> {
    const person = await test.addMember(a.id);
    return { person, inB: await test.addMembership(person, b.id, { role: 'auditor' }) };
  }

  async function signIn(person: TestPerson, companyId?: string) {
    addresses += 1;
    const token = await test.token(person, undefined, 0);
    const body = {
      loginId: person.loginId,
      sessionToken: token,
      realm: 'member' as const,
      device: 'Firefox',
      ...(companyId === undefined ? {} : { companyId }),
    };
    const headers = { 'X-Assay-Client': clientHeader(`203.0.113.${addresses}`, test.clock.now()) };
    const { response } = await test.request(login, { body }, { headers });
    if (response?.realm !== 'member') throw new Error('No member');
    const { session } = response;
    return {
      as: { token },
      headers: { 'Assay-Session': session.secret },
      needsCompany: session.needsCompany,
    };
  }
  type Session = Awaited<ReturnType<typeof signIn>>;
  const me = async (session: Pick<Session, 'as' | 'headers'>) => {
    const outcome = await test.request(readMe, {}, session);
    return outcome.status === 200 ? outcome.response.company.name : outcome.problem.code;
  };
  const use = (session: Session, companyId: string) =>
    test.request(switchCompany, { params: { companyId }, body: {} }, session);
  const events = async (memberId: string) =>
    (
      await test.database.asSuperuser(
        'SELECT action, chain, actor_role FROM assay.audit_events WHERE resource_id = $1 ORDER BY seq',
        [memberId],
      )
    ).rows.map(({ action, chain, actor_role }) => [action, chain === b.id ? b.name : a.name, actor_role]);
  const signIns = async (...ids: string[]) =>
    (
      await test.database.asSuperuser(
        'SELECT id FROM assay.members WHERE id = ANY($1::uuid[]) AND last_sign_in_at IS NOT NULL',
        [`{${ids.join(',')}}`],
      )
    ).rows.map(({ id }) => id);

  it('is selected after sign-in, stored in the session, and recorded in that company alone', async () => {
    const { person, inB } = await personOfBoth();
    const session = await signIn(person);
    expect([session.needsCompany, await me(session)]).toEqual([true, 'company.notInUse']);
    expect(await signIns(person.id, inB)).toEqual([]);
    const { memberships } = (await test.request(listMemberships, {}, session)).response;
    expect(memberships.map(({ companyName, role, isInUse }) => [companyName, role, isInUse])).toEqual([
      [a.name, 'member', false],
      [b.name, 'auditor', false],
    ]);
    expect((await use(session, b.id)).response).toMatchObject({
      member: { id: inB, role: 'auditor', otherCompanies: 1 },
      company: { id: b.id },
    });
    expect([await me(session), await signIns(person.id, inB)]).toEqual([b.name, [inB]]);
    expect([await events(person.id), await events(inB)]).toEqual([
      [],
      [['member.signedIn', b.name, 'auditor']],
    ]);

    // Another browser is in another company; the same one again is no further sign-in.
    const other = await signIn(person, a.id);
    expect([other.needsCompany, await me(other), await me(session)]).toEqual([false, a.name, b.name]);
    const listed = (await test.request(listSessions, {}, session)).response.sessions;
    const inFirefox = listed.filter(({ device }) => device === 'Firefox');
    expect(inFirefox.map(({ companyName }) => companyName).sort()).toEqual([a.name, b.name].sort());
    expect((await use(session, b.id)).status).toBe(200);
    expect((await use(session, a.id)).status).toBe(200);
    expect([await me(session), await me(other)]).toEqual([a.name, a.name]);
    expect([(await events(person.id)).length, (await events(inB)).length]).toEqual([2, 1]);
    expect((await test.request(endSession, { body: {} }, other)).status).toBe(200);
    expect((await events(person.id)).at(-1)).toEqual(['member.signedOut', a.name, 'member']);
  });

  it('is one of the person’s own, at sign-in and later', async () => {
    const { person } = await personOfBoth();
    const third = await test.addCompany('Tawa Sample Lawyers');
    const session = await signIn(person, third.id);
    expect(session.needsCompany).toBe(true);
    expect((await use(session, third.id)).problem.code).toBe('record.notFound');
    expect((await use(session, crypto.randomUUID())).problem.code).toBe('record.notFound');
    expect(await me(session)).toBe('company.notInUse');
    // Of a person with one company there is nothing to select.
    const single = await signIn(third.staff, a.id);
    expect([single.needsCompany, await me(single)]).toEqual([false, third.name]);
  });

  it('rejects a request that is meant for another company', async () => {
    const { person } = await personOfBoth();
    const session = await signIn(person, a.id);
    const meantFor = (id: string) =>
      me({ ...session, headers: { ...session.headers, 'Assay-Company': id } as never });
    expect([await meantFor(a.id), await meantFor(b.id), await meantFor('x')]).toEqual([
      a.name,
      'company.notInUse',
      'company.notInUse',
    ]);
  });

  it('does not weaken the policies of the person’s other companies', async () => {
    const { person } = await personOfBoth();
    const limits = async (session: Session) => {
      const { response } = await test.request(readSecondFactors, {}, session);
      return response.isRequired;
    };
    const session = await signIn(person, a.id);
    expect(await limits(session)).toBe(false);
    const c = await test.addCompany('Miro Sample Agents');
    const inC = await test.addMembership(person, c.id);
    await test.database.asSuperuser(
      `UPDATE assay.companies SET policy = policy || '{"secondFactor": "required"}' WHERE id = $1`,
      [c.id],
    );
    expect([await limits(session), await me(session)]).toEqual([true, 'session.secondFactor']);
    await test.database.asSuperuser(
      `UPDATE assay.companies SET policy = policy || '{"secondFactor": "optional", "sessionIdleMinutes": 10}' WHERE id = $1`,
      [c.id],
    );
    expect(await me(session)).toBe(a.name);
    // An owner of any company needs one.
    await test.database.asSuperuser(`UPDATE assay.members SET role = 'owner' WHERE id = $1`, [inC]);
    expect(await me(session)).toBe('session.secondFactor');
    await test.database.asSuperuser(`UPDATE assay.members SET role = 'member' WHERE id = $1`, [inC]);
    expect(await me(session)).toBe(a.name);
    await test.clock.advance(11 * 60);
    const later = { ...session, as: { token: await test.token(person) } };
    expect(await me(later)).toBe('token.invalid');
    // A company that the person has left counts no more.
    await test.database.asSuperuser(`UPDATE assay.members SET status = 'suspended' WHERE id = $1`, [inC]);
    expect(await me(later)).toBe(a.name);
  });

  it('does not matter to a changed password, which each company records', async () => {
    const { person, inB } = await personOfBoth();
    const session = await signIn(person, b.id);
    const body = { passwordChanged: true } as const;
    expect((await test.request(endOtherSessions, { body }, session)).status).toBe(200);
    expect((await events(person.id)).map(([action]) => action)).toEqual(['member.passwordChanged']);
    expect((await events(inB)).map(([action]) => action)).toEqual([
      'member.signedIn',
      'member.passwordChanged',
    ]);
  });

  it('is one new company for a person who signs up twice at once', async () => {
    const person = await test.addStranger();
    const details = { loginId: person.loginId, name: 'Tama Invented', billingCountryCode: 'NZL' as const };
    const tries = ['Rata Consulting', 'Totara Consulting', 'Rata Consulting'].map((companyName, index) =>
      test.request(
        signup,
        { body: { ...details, companyName } },
        {
          as: { token: person.token },
          headers: { 'X-Assay-Client': clientHeader(`192.0.2.${index + 1}`, test.clock.now()) },
        },
      ),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status).sort();
    expect([
      [201, 201, 409],
      [201, 409, 409],
    ]).toContainEqual(statuses);
    const { rows } = await test.database.asSuperuser(
      'SELECT count(*)::int AS n FROM assay.members WHERE identity_user_id = $1',
      [person.subject],
    );
    expect(rows).toEqual([{ n: 1 }]);
  });
});
