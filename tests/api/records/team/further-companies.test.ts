import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readMe } from '#contract/company/accounts.ts';
import {
  acceptInvitation,
  inviteMember,
  readInvitation,
  transitionMember,
} from '#contract/company/members.ts';
import { listMemberships, switchCompany } from '#contract/company/memberships.ts';
import { openTestApi, type TestApi, type TestCompany, type TestPerson } from '#tests/support/api/api.ts';
import { dayFromNow } from '#tests/support/api/document-requests.ts';
import { getInviteSecret, invited } from '#tests/support/api/team.ts';
import { testEngines } from '#tests/support/database/database.ts';

describe.each(testEngines)('members of several companies on %s', (engine) => {
  let test: TestApi;
  let a: TestCompany;
  let b: TestCompany;
  beforeAll(async () => {
    test = await openTestApi(engine);
    ({ a, b } = test.companies);
  });
  afterAll(() => test?.close());

  const accept = (as: TestPerson, invite: string, name?: string) =>
    test.request(acceptInvitation, { body: { invite, ...(name === undefined ? {} : { name }) } }, { as });
  const code = async (as: { token: string }, headers: Record<string, string> = {}) => {
    const outcome = await test.request(readMe, {}, { as, headers });
    return outcome.status === 200 ? outcome.response.company.name : outcome.problem.code;
  };
  const end = (owner: TestPerson, id: string, to: 'suspended' | 'removed' | 'active', version = 1) =>
    test.request(
      transitionMember,
      { params: { id }, body: { version, to, reason: 'Engagement ended' } },
      { as: owner },
    );
  const names = async (as: TestPerson) =>
    (await test.request(listMemberships, {}, { as })).response.memberships.map(
      ({ companyName, role, isInUse }) => `${companyName} ${role}${isInUse ? ' in use' : ''}`,
    );

  it('are invited with the address that they use elsewhere, and join when they accept', async () => {
    const auditor = await test.addMember(a.id, { role: 'auditor', name: 'Rewi Auditsample' });
    const body = { loginId: auditor.loginId, role: 'auditor' as const, accessEndsOn: dayFromNow(test, 30) };
    const invitation = await test.request(inviteMember, { body }, { as: b.owner });
    // The response is that for an unknown address.
    expect(invitation.response).toMatchObject({
      mailed: true,
      member: { name: auditor.loginId, status: 'invited' },
    });
    expect(await names(auditor)).toEqual([`${a.name} auditor in use`]);
    const secret = getInviteSecret(test, auditor.loginId);
    expect((await test.request(readInvitation, { body: { invite: secret } })).response.isKnown).toBe(true);
    expect((await accept(await test.addStranger(), secret, 'Other Person')).problem.code).toBe(
      'role.forbidden',
    );
    const joined = await accept(auditor, secret);
    expect(joined.response).toMatchObject({
      member: { name: 'Rewi Auditsample', role: 'auditor', otherCompanies: 1 },
      company: { id: b.id },
    });
    expect(await names(auditor)).toEqual([`${a.name} auditor`, `${b.name} auditor in use`]);
    // A new person needs a name.
    const { secret: other } = await invited(test, a.owner, 'newcomer@example.test');
    expect((await test.request(readInvitation, { body: { invite: other } })).response.isKnown).toBe(false);
    const newcomer = await test.addStranger('newcomer@example.test');
    expect((await accept(newcomer, other)).problem.fields).toHaveProperty('name');
  });

  it('join a company once, under whichever address', async () => {
    const person = await test.addMember(a.id);
    const second = `second-${person.loginId}`;
    test.identityService.addUser({
      userId: person.subject,
      loginIds: [second, person.loginId],
      name: person.name,
    });
    const { secret } = await invited(test, a.owner, second);
    expect((await accept(person, secret)).problem).toMatchObject({ status: 409, code: 'signup.exists' });
    expect(await names(person)).toHaveLength(1);
  });

  it('lose the one company that suspends or removes them, and keep the other', async () => {
    const person = await test.addMember(a.id);
    const inB = await test.addMembership(person, b.id);
    const elsewhere = { token: await test.token(person) };
    expect(
      (await test.request(switchCompany, { params: { companyId: b.id }, body: {} }, { as: elsewhere }))
        .status,
    ).toBe(200);
    const here = { 'Assay-Session': test.getSession(person) };
    expect([await code(person, here), await code(elsewhere)]).toEqual([a.name, b.name]);

    expect((await end(b.owner, inB, 'suspended')).status).toBe(200);
    expect([await code(person, here), await code(elsewhere)]).toEqual([a.name, 'company.notInUse']);
    expect(test.identityService.user(person.subject)?.status).not.toBe('disabled');
    expect(
      (await test.request(switchCompany, { params: { companyId: b.id }, body: {} }, { as: elsewhere }))
        .problem.code,
    ).toBe('record.notFound');
    // Reactivated: the session does not return to the company by itself.
    expect((await end(b.owner, inB, 'active', 2)).status).toBe(200);
    expect(await code(elsewhere)).toBe('company.notInUse');
    expect(
      (await test.request(switchCompany, { params: { companyId: b.id }, body: {} }, { as: elsewhere }))
        .status,
    ).toBe(200);

    expect((await end(a.owner, person.id, 'removed')).status).toBe(200);
    expect([await code(person, here), await code(elsewhere)]).toEqual(['company.notInUse', b.name]);
    // The last one ends all sessions, also one that has no company in use.
    expect((await end(b.owner, inB, 'suspended', 3)).status).toBe(200);
    expect([await code(person, here), await code(elsewhere)]).toEqual(['token.invalid', 'token.invalid']);
    expect(test.identityService.user(person.subject)?.status).toBe('disabled');
    // Another company can still invite them.
    const { secret } = await invited(test, a.owner, person.loginId);
    expect(test.identityService.user(person.subject)?.status).toBe('enabled');
    expect((await accept(person, secret)).response.company.id).toBe(a.id);
  });

  it('are never platform admins', async () => {
    const as = test.admin;
    expect(await names(as)).toEqual([]);
    const switched = await test.request(switchCompany, { params: { companyId: a.id }, body: {} }, { as });
    expect(switched.problem.code).toBe('record.notFound');
    const { secret } = await invited(test, a.owner, 'not-an-admin@example.test');
    expect((await accept(as, secret)).problem.code).toBe('signup.exists');
  });

  it('lose a company on the day that its access ends, in a running session', async () => {
    const endsAt = new Date(test.clock.now().getTime() + 60_000).toISOString();
    const auditor = await test.addMember(a.id, { role: 'auditor', accessEndsAt: endsAt });
    await test.addMembership(auditor, b.id, { role: 'auditor' });
    expect(await code(auditor)).toBe(a.name);
    const same = { token: auditor.token };
    await test.clock.advance(61);
    expect(await code(same)).toBe('company.notInUse');
    expect(await names({ ...auditor, ...same })).toEqual([`${b.name} auditor`]);
  });
});
