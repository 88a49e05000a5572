import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asTenant } from '#api/kernel/database/tenancy.ts';
import { createClient, readClient } from '#contract/clients/clients.ts';
import { listMembers, login, readMe } from '#contract/company/accounts.ts';
import {
  acceptInvitation,
  changeMember,
  inviteMember,
  inviteMemberAgain,
  readInvitation,
  readTeam,
  readTeamMember,
  type TeamMember,
  transitionMember,
} from '#contract/company/members.ts';
import { openTestApi, type TestApi, type TestCompany, type TestPerson } from '#tests/support/api/api.ts';
import { dayFromNow } from '#tests/support/api/document-requests.ts';
import { getInviteSecret, invited } from '#tests/support/api/team.ts';
import { testEngines } from '#tests/support/database/database.ts';

const reason = 'Agreed with the partners';
const newAddress = () => `${crypto.randomUUID()}@example.test`;

describe.each(testEngines)('the team on %s', (engine) => {
  let test: TestApi;
  let company: TestCompany;
  let owner: TestPerson;

  beforeAll(async () => {
    test = await openTestApi(engine);
  });
  afterAll(() => test.close());

  /** Tests that count members or end sessions have a company of their own. */
  async function newCompany(flags = {}) {
    company = await test.addCompany('Rimu Sample Advisers', flags);
    owner = company.owner;
  }

  const team = async () => (await test.request(readTeam, {}, { as: owner })).response.members;
  const inTeam = async (id: string) => (await team()).find((item) => item.id === id) as TeamMember;
  const transition = (as: TestPerson, id: string, body: object, requestKey?: string) =>
    test.request(
      transitionMember,
      { params: { id }, body: { reason, ...body } as never, ...(requestKey ? { requestKey } : {}) },
      { as },
    );
  const change = (as: TestPerson, id: string, body: object) =>
    test.request(changeMember, { params: { id }, body: { reason, ...body } as never }, { as });
  const accept = (as: TestPerson, invite: string) =>
    test.request(acceptInvitation, { body: { invite, name: 'Moana Joinsample' } }, { as });
  const look = (invite: string) => test.request(readInvitation, { body: { invite } });
  const stranger = (loginId: string) => test.addStranger(loginId);
  const events = (chain: string, resourceId: string) =>
    asTenant(test.database.db, chain, (trx) =>
      trx
        .selectFrom('audit_events')
        .innerJoin('audit_details', 'audit_details.id', 'audit_events.detail_id')
        .select(['action', 'audit_details.reason', 'actor_id'])
        .where('resource_id', '=', resourceId)
        .where('resource_type', '=', 'member')
        .orderBy('seq')
        .execute(),
    );

  it('accepts an invitation once, by the newest link, within 72 hours, from the invited address', async () => {
    await newCompany({ accessRestricted: true, subscriptionActive: false });
    const loginId = newAddress();
    const body = {
      loginId: loginId.toUpperCase(),
      role: 'member' as const,
      designations: ['seniorManager' as const],
    };
    const first = await test.request(
      inviteMember,
      { body, requestKey: 'a-key-of-this-invitation' },
      { as: owner },
    );
    expect(first.response).toMatchObject({
      mailed: true,
      member: { loginId, status: 'invited', name: loginId },
    });
    const repeated = await test.request(
      inviteMember,
      { body, requestKey: 'a-key-of-this-invitation' },
      { as: owner },
    );
    expect(repeated.response.member.id).toBe(first.response.member.id);
    expect(
      test.identityService.invitations().filter((invitation) => invitation.loginId === loginId),
    ).toHaveLength(1);
    expect(test.identityService.invitations().at(-1)?.url).toMatch(
      /^http:\/\/localhost:3000\/welcome\?invite=[\w-]{43}$/,
    );

    const old = getInviteSecret(test, loginId);
    const { member } = first.response;
    const again = await test.request(
      inviteMemberAgain,
      { params: { id: member.id }, body: { version: member.version } },
      { as: owner },
    );
    expect(again.response.mailed).toBe(true);
    const secret = getInviteSecret(test, loginId);
    expect(secret).not.toBe(old);
    expect((await look(old)).problem.code).toBe('record.notFound');
    expect((await look(secret)).response).toMatchObject({
      companyName: company.name,
      loginId,
      role: 'member',
    });

    const other = await stranger(newAddress());
    expect((await accept(other, secret)).problem).toMatchObject({ status: 403, code: 'role.forbidden' });
    expect((await accept(company.staff, secret)).problem.code).toBe('role.forbidden');
    expect((await accept(test.admin, secret)).problem.code).toBe('signup.exists');

    const person = await stranger(loginId);
    expect((await accept(person, old)).problem.code).toBe('record.notFound');
    const joined = await accept(person, secret);
    expect(joined.response).toMatchObject({
      member: { name: 'Moana Joinsample', role: 'member', designations: ['seniorManager'] },
      company: { id: company.id },
    });
    expect((await test.request(readMe, {}, { as: person })).status).toBe(200);
    const latecomer = await stranger(loginId);
    expect((await accept(latecomer, secret)).problem).toMatchObject({ status: 410, code: 'link.expired' });
    expect((await look(secret)).problem.detail).toContain('already been used');
    expect((await events(company.id, member.id)).map(({ action }) => action)).toEqual([
      'member.invited',
      'member.invitationResent',
      'member.joined',
    ]);
  });

  it('accepts one of two concurrent uses of a link', async () => {
    await newCompany();
    const loginId = newAddress();
    const { secret } = await invited(test, owner, loginId);
    const [one, two] = await Promise.all([stranger(loginId), stranger(loginId)]);
    const answers = await Promise.all([accept(one, secret), accept(two, secret)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410]);
  });

  it('ends a link after 72 hours or withdrawal, and allows another invitation', async () => {
    await newCompany();
    const loginId = newAddress();
    const { member, secret } = await invited(test, owner, loginId);
    const late = await invited(test, owner, newAddress());
    const withdrawn = await transition(owner, member.id, { version: member.version, to: 'removed' });
    expect(withdrawn.response.member.status).toBe('removed');
    expect((await look(secret)).problem).toMatchObject({ status: 410 });
    expect((await team()).some(({ id }) => id === member.id)).toBe(false);
    const { members } = (await test.request(listMembers, {}, { as: owner })).response;
    expect(members.some(({ id }) => id === member.id)).toBe(false);
    const anew = await invited(test, owner, loginId);

    expect((await look(anew.secret)).status).toBe(200);
    await test.database.asSuperuser(
      `UPDATE assay.members SET invite_expires_at = $2::timestamptz WHERE id = $1`,
      [late.member.id, test.clock.now().toISOString()],
    );
    const tooLate = await accept(await stranger(late.member.loginId), late.secret);
    expect(tooLate.problem).toMatchObject({ status: 410, detail: expect.stringContaining('expired') });
    expect((await inTeam(late.member.id)).status).toBe('invited');
  });

  it('returns why an address or permissions are not allowed', async () => {
    await newCompany();
    const getProblem = async (body: object) =>
      (await test.request(inviteMember, { body: body as never }, { as: owner })).problem.fields;
    const at = newAddress();
    expect(await getProblem({ loginId: company.staff.loginId, role: 'member' })).toEqual({
      loginId: [expect.stringContaining('already on your team')],
    });
    expect(await getProblem({ loginId: test.admin.loginId, role: 'member' })).toEqual({
      loginId: [expect.stringContaining('cannot be invited')],
    });
    expect(Object.keys((await getProblem({ loginId: at, role: 'auditor' })) ?? {})).toEqual(['accessEndsOn']);
    expect(
      Object.keys(
        (await getProblem({ loginId: at, role: 'owner', accessEndsOn: dayFromNow(test, 9) })) ?? {},
      ),
    ).toEqual(['accessEndsOn']);
    expect(
      Object.keys((await getProblem({ loginId: at, role: 'auditor', accessEndsOn: '2020-01-01' })) ?? {}),
    ).toEqual(['accessEndsOn']);
    expect(
      Object.keys((await getProblem({ loginId: at, role: 'auditor', accessEndsOn: '9999-12-31' })) ?? {}),
    ).toEqual(['accessEndsOn']);
    const auditor = {
      loginId: at,
      role: 'auditor',
      accessEndsOn: dayFromNow(test, 9),
      designations: ['seniorManager'],
    };
    expect(Object.keys((await getProblem(auditor)) ?? {})).toEqual(['designations']);
    const staff = await test.request(
      inviteMember,
      { body: { loginId: at, role: 'member' } },
      { as: company.staff },
    );
    expect(staff.problem.code).toBe('role.forbidden');
  });

  it('stores an invitation that the identity service rejected, for resending', async () => {
    await newCompany();
    const loginId = newAddress();
    test.identityService.failWith(500);
    const made = await test.request(inviteMember, { body: { loginId, role: 'member' } }, { as: owner });
    test.identityService.failWith(undefined);
    expect(made.response.mailed).toBe(false);
    const { id, version } = made.response.member;
    const again = await test.request(inviteMemberAgain, { params: { id }, body: { version } }, { as: owner });
    expect(again.response.mailed).toBe(true);
    expect((await look(getInviteSecret(test, loginId))).status).toBe(200);
  });

  it('ends a suspended member’s session at the next request, and reactivates', async () => {
    await newCompany();
    const { staff } = company;
    expect((await test.request(readMe, {}, { as: staff })).status).toBe(200);
    const client = {
      clientType: 'individual',
      individual: { givenNames: 'Hana', familyName: 'Stayingsample' },
      responsibleMemberId: staff.id,
    };
    await test.request(createClient, { body: client as never }, { as: owner });
    const suspended = await transition(owner, staff.id, { version: 1, to: 'suspended' });
    expect(suspended.response.member.status).toBe('suspended');
    const seen = await test.request(readTeamMember, { params: { id: staff.id } }, { as: owner });
    expect(seen.response.work).toEqual({ clients: 1, activities: 0, alerts: 0 });
    expect((await test.request(readMe, {}, { as: staff })).problem.code).toBe('token.invalid');
    expect(test.identityService.user(staff.subject)?.status).toBe('disabled');
    expect(test.identityService.endedSessions()).toContain(staff.subject);
    const knock = { loginId: staff.loginId, sessionToken: staff.token, realm: 'member' as const };
    expect((await test.request(login, { body: knock })).problem.code).toBe('login.suspended');

    expect((await transition(owner, staff.id, { version: 1, to: 'active' })).problem.code).toBe(
      'record.versionConflict',
    );
    test.identityService.failWith(500);
    expect((await transition(owner, staff.id, { version: 2, to: 'active' })).problem.code).toBe(
      'server.unavailable',
    );
    test.identityService.failWith(undefined);
    expect((await transition(owner, staff.id, { version: 2, to: 'active' })).response.member.status).toBe(
      'active',
    );
    expect(test.identityService.user(staff.subject)?.status).toBe('enabled');
    // Suspension ended the session for good; a new one opens.
    expect((await test.request(readMe, {}, { as: staff })).status).toBe(401);
    const anew = { token: await test.token(staff) };
    expect((await test.request(readMe, {}, { as: anew })).status).toBe(200);
    expect(await events(company.id, staff.id)).toEqual([
      { action: 'member.suspended', reason, actor_id: owner.id },
      { action: 'member.reactivated', reason, actor_id: owner.id },
    ]);
  });

  it('suspends while the identity service is unavailable', async () => {
    await newCompany();
    test.identityService.failWith(500);
    expect((await transition(owner, company.staff.id, { version: 1, to: 'suspended' })).status).toBe(200);
    test.identityService.failWith(undefined);
    expect((await test.request(readMe, {}, { as: company.staff })).problem.code).toBe('token.invalid');
  });

  it('hands over a removed member’s clients, retains the name, and allows another invitation', async () => {
    await newCompany();
    const { staff } = company;
    const client = {
      clientType: 'individual',
      individual: { givenNames: 'Hana', familyName: 'Handoversample' },
      responsibleMemberId: staff.id,
    };
    const made = await test.request(createClient, { body: client as never }, { as: owner });
    const seen = (await test.request(readTeamMember, { params: { id: staff.id } }, { as: owner })).response;
    expect(seen.work).toEqual({ clients: 1, activities: 0, alerts: 0 });
    expect(seen.others.map(({ id }) => id)).toEqual([owner.id]);
    const refused = await transition(owner, staff.id, {
      version: 1,
      to: 'removed',
      handOverTo: company.auditor.id,
    });
    expect(Object.keys(refused.problem.fields ?? {})).toEqual(['handOverTo']);

    const body = { version: 1, to: 'removed', handOverTo: owner.id };
    const removed = await transition(owner, staff.id, body, 'a-key-of-this-removal');
    expect(removed.response.handedOver).toEqual({ clients: 1, activities: 0, alerts: 0 });
    expect((await transition(owner, staff.id, body, 'a-key-of-this-removal')).response).toEqual(
      removed.response,
    );
    const read = await test.request(readClient, { params: { id: made.response.id } }, { as: owner });
    expect(read.response.responsible).toMatchObject({ id: owner.id });
    expect((await test.request(readMe, {}, { as: staff })).problem.code).toBe('token.invalid');
    expect(await inTeam(staff.id)).toMatchObject({ status: 'removed', name: staff.name });
    expect((await transition(owner, staff.id, { version: 2, to: 'active' })).problem.fields).toHaveProperty(
      'to',
    );

    const anew = await invited(test, test.companies.b.owner, staff.loginId);
    expect((await accept(staff, anew.secret)).response.company.id).toBe(test.companies.b.id);
  });

  it('always leaves an active owner, also when two demote each other concurrently', async () => {
    await newCompany();
    const lastOwner = 'The last active owner cannot be';
    const demote = { version: 1, role: 'member', designations: [] };
    expect((await change(owner, owner.id, demote)).problem.fields?.['']?.[0]).toContain(lastOwner);
    for (const to of ['suspended', 'removed']) {
      expect((await transition(owner, owner.id, { version: 1, to })).problem.fields?.['']?.[0]).toContain(
        lastOwner,
      );
    }
    for (let round = 1; round <= 5; round += 1) {
      await newCompany();
      const second = await test.addMember(company.id, { role: 'owner' });
      const answers = await Promise.all([
        round % 2 === 0
          ? change(owner, second.id, demote)
          : transition(owner, second.id, { version: 1, to: 'removed' }),
        round % 2 === 0
          ? change(second, owner.id, demote)
          : transition(second, owner.id, { version: 1, to: 'suspended' }),
      ]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const { rows } = await test.database.asSuperuser(
        `SELECT count(*)::int AS owners FROM assay.members WHERE company_id = $1 AND role = 'owner' AND status = 'active'`,
        [company.id],
      );
      expect(rows).toEqual([{ owners: 1 }]);
    }
  });

  it('changes role, designations and last day of access with a reason', async () => {
    await newCompany();
    const until = dayFromNow(test, 20);
    const changed = await change(owner, company.staff.id, {
      version: 1,
      role: 'auditor',
      accessEndsOn: until,
    });
    expect(changed.response).toMatchObject({
      role: 'auditor',
      designations: [],
      accessEndsOn: until,
      version: 2,
    });
    expect((await change(owner, company.staff.id, { version: 1, role: 'owner' })).problem).toMatchObject({
      code: 'record.versionConflict',
      current: { role: 'auditor' },
    });
    await test.database.asSuperuser(
      `UPDATE assay.members SET access_ends_at = $2::timestamptz WHERE id = $1`,
      [company.staff.id, test.clock.now().toISOString()],
    );
    expect((await test.request(readMe, {}, { as: company.staff })).problem.code).toBe('token.invalid');
    const longer = await change(owner, company.staff.id, {
      version: 2,
      role: 'member',
      designations: ['complianceOfficer'],
    });
    expect(longer.response).toMatchObject({ accessEndsOn: null, designations: ['complianceOfficer'] });
    expect((await test.request(readMe, {}, { as: company.staff })).status).toBe(200);
    const history = (await test.request(readTeamMember, { params: { id: company.staff.id } }, { as: owner }))
      .response;
    expect(history.changes).toHaveLength(2);
    expect(history.changes[0]).toMatchObject({ action: 'member.roleChanged', reason, actorName: owner.name });
  });

  it('changes nothing of a removed member', async () => {
    await newCompany();
    const { staff } = company;
    expect((await transition(owner, staff.id, { version: 1, to: 'removed' })).status).toBe(200);
    const { problem } = await change(owner, staff.id, { version: 2, role: 'owner', designations: [] });
    expect(problem).toMatchObject({
      code: 'request.invalid',
      detail: 'This person was removed. Invite them again.',
    });
    expect(problem.fields).toBeUndefined();
    expect(await inTeam(staff.id)).toMatchObject({ version: 2, role: 'member' });
  });

  // Last, because the tests' tokens last an hour by the same clock.
  it('accepts a link for 72 hours and no longer', async () => {
    await newCompany();
    const { secret } = await invited(test, owner, newAddress());
    await test.clock.advance(72 * 3600 - 60);
    expect((await look(secret)).status).toBe(200);
    await test.clock.advance(61);
    expect((await look(secret)).problem).toMatchObject({ status: 410, code: 'link.expired' });
  });
});
