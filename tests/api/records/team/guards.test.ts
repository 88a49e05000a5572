import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rateLimits } from '#api/kernel/rate-limits/limits.ts';
import { consumeRateLimitToken } from '#api/kernel/rate-limits/take-token.ts';
import { findMember } from '#api/records/sign-in/store.ts';
import { updateMemberPermissions } from '#api/records/team/commands.ts';
import { createClient, readClient } from '#contract/clients/clients.ts';
import {
  acceptInvitation,
  changeMember,
  inviteMember,
  inviteMemberAgain,
  readInvitation,
  readTeamMember,
  transitionMember,
} from '#contract/company/members.ts';
import {
  clientHeader,
  openTestApi,
  type TestApi,
  type TestCompany,
  type TestPerson,
  testWebSecret,
} from '#tests/support/api/api.ts';
import { runWhileLocked } from '#tests/support/api/held-rows.ts';
import { invited } from '#tests/support/api/team.ts';
import { testEngine } from '#tests/support/database/database.ts';

const reason = 'Agreed with the partners';
const newAddress = () => `${crypto.randomUUID()}@example.test`;
const rights = { role: 'member' as const, designations: [] };

describe('team guards', () => {
  let test: TestApi;
  let company: TestCompany;
  let owner: TestPerson;
  let staff: TestPerson;
  beforeAll(async () => {
    test = await openTestApi(testEngine);
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    company = await test.addCompany('Kauri Sample Advisers');
    ({ owner, staff } = company);
  });

  const read = async (id: string) =>
    (await test.request(readTeamMember, { params: { id } }, { as: owner })).response;
  const change = (id: string, body: object) =>
    test.request(
      changeMember,
      { params: { id }, body: { reason, ...rights, ...body } as never },
      { as: owner },
    );
  const transition = (id: string, body: object) =>
    test.request(transitionMember, { params: { id }, body: { reason, ...body } as never }, { as: owner });
  const resend = (id: string, version: number) =>
    test.request(inviteMemberAgain, { params: { id }, body: { version } }, { as: owner });
  const set = (id: string, change: string, value: string) =>
    test.database.asSuperuser(`UPDATE assay.members SET ${change} = $2 WHERE id = $1`, [id, value]);

  describe('changing permissions', () => {
    it('rejects a past last day of access, unless it is unchanged', async () => {
      const past = await change(staff.id, { version: 1, accessEndsOn: '2020-01-01' });
      expect(past.problem.fields).toEqual({ accessEndsOn: ['Select today or a later day'] });
      const endedAt = new Date(test.clock.now().getTime() - 3 * 86_400_000).toISOString();
      await set(staff.id, 'access_ends_at', endedAt);
      const { accessEndsOn } = (await read(staff.id)).member;
      const body = { version: 1, accessEndsOn, designations: ['seniorManager'] };
      expect((await change(staff.id, body)).response).toMatchObject({
        accessEndsOn,
        designations: ['seniorManager'],
      });
    });

    it('returns 403 to a former owner whose request was authorised before', async () => {
      const second = await test.addMember(company.id, { role: 'owner' });
      const known = await findMember(test.database.db, second.subject, { now: test.clock.now() });
      if (known === undefined) throw new Error('The second owner is not there.');
      await set(second.id, 'role', 'member');
      const { db } = test.database;
      const deps = {
        db,
        now: test.clock.now,
        identity: test.identity,
        appUrl: 'http://localhost:3000',
        webSecret: testWebSecret,
      };
      const request = {
        id: 'request',
        endpointId: changeMember.id,
        requestKey: undefined,
        clientIp: '192.0.2.1',
      };
      const caller = { kind: 'member', subject: second.subject, ...known, request } as const;
      const input = {
        params: { id: staff.id },
        body: { version: 1, ...rights, role: 'owner' as const, reason },
      };
      await expect(updateMemberPermissions.run(deps, caller, input)).rejects.toMatchObject({
        code: 'role.forbidden',
      });
      expect((await read(staff.id)).member).toMatchObject({ version: 1, role: 'member' });
    });
  });

  describe('invitations', () => {
    it('are created once per address under concurrency, with a field error for the others', async () => {
      const body = { loginId: newAddress(), role: 'member' as const };
      const outcomes = await Promise.all(
        Array.from({ length: 6 }, () => test.request(inviteMember, { body }, { as: owner })),
      );
      const refused = outcomes.filter(({ status }) => status !== 201);
      expect(refused).toHaveLength(5);
      for (const { problem } of refused) expect(problem.fields).toHaveProperty('loginId');
    });

    it('are resent once under concurrency', async () => {
      const { member } = await invited(test, owner, newAddress());
      const outcomes = await Promise.all(Array.from({ length: 5 }, () => resend(member.id, member.version)));
      expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    });

    it('are not resent at an earlier version, nor to a member who joined', async () => {
      const { member } = await invited(test, owner, newAddress());
      await resend(member.id, member.version);
      expect((await resend(member.id, member.version)).problem).toMatchObject({
        code: 'record.versionConflict',
        current: { id: member.id, version: member.version + 1 },
      });
      expect((await resend(staff.id, 1)).problem).toMatchObject({
        code: 'request.invalid',
        detail: 'Only a pending invitation can be resent.',
      });
    });

    it('are limited per company', async () => {
      const { member } = await invited(test, owner, newAddress());
      const { limit } = rateLimits['invitations.company'];
      const now = test.clock.now();
      for (let sent = 0; sent < limit; sent += 1) {
        await consumeRateLimitToken(test.database.db, 'invitations.company', company.id, now);
      }
      const body = { loginId: newAddress(), role: 'member' as const };
      const more = await test.request(inviteMember, { body }, { as: owner });
      const again = await resend(member.id, member.version);
      for (const { status, problem } of [more, again])
        expect([status, problem?.code]).toEqual([429, 'rate.limited']);
      expect((await read(member.id)).member.version).toBe(member.version);
    });

    it('are limited per address', async () => {
      const loginId = newAddress();
      const { secret } = await invited(test, owner, loginId);
      const address = '203.0.113.77';
      const now = test.clock.now();
      for (let tried = 0; tried < rateLimits['invitation.ip'].limit; tried += 1) {
        await consumeRateLimitToken(test.database.db, 'invitation.ip', address, now);
      }
      const headers = { 'X-Assay-Client': clientHeader(address, now) };
      const looked = await test.request(readInvitation, { body: { invite: secret } }, { headers });
      const body = { invite: secret, name: 'Eager Example' };
      const as = await test.addStranger(loginId);
      const accepted = await test.request(acceptInvitation, { body }, { as, headers });
      for (const { status, problem } of [looked, accepted])
        expect([status, problem?.code]).toEqual([429, 'rate.limited']);
      expect((await test.request(acceptInvitation, { body }, { as })).status).toBe(200);
    });

    it('are not accepted while the address cannot be checked', async () => {
      const loginId = newAddress();
      const { secret } = await invited(test, owner, loginId);
      const as = await test.addStranger(loginId);
      const body = { invite: secret, name: 'Patient Example' };
      const accept = () => test.request(acceptInvitation, { body }, { as });
      test.identityService.failWith(500);
      const refused = await accept();
      test.identityService.failWith(undefined);
      expect([refused.status, refused.problem?.code]).toEqual([503, 'server.unavailable']);
      expect((await accept()).status).toBe(200);
    });

    it('are not accepted after the last day of access', async () => {
      const loginId = newAddress();
      const { member, secret } = await invited(test, owner, loginId);
      await set(member.id, 'access_ends_at', new Date(test.clock.now().getTime() - 1000).toISOString());
      const body = { invite: secret, name: 'Late Example' };
      const { problem } = await test.request(
        acceptInvitation,
        { body },
        { as: await test.addStranger(loginId) },
      );
      expect(problem).toMatchObject({
        code: 'link.expired',
        detail: expect.stringContaining('access period'),
      });
      expect((await read(member.id)).member.status).toBe('invited');
    });
  });

  describe('status changes', () => {
    it('are rejected at an earlier version, and where the lifecycle lacks them', async () => {
      await change(staff.id, { version: 1, designations: ['seniorManager'] });
      expect((await transition(staff.id, { version: 1, to: 'suspended' })).problem).toMatchObject({
        code: 'record.versionConflict',
        current: { version: 2 },
      });
      const { member } = await invited(test, owner, newAddress());
      const { problem } = await transition(member.id, { version: member.version, to: 'suspended' });
      expect(Object.keys(problem.fields ?? {})).toEqual(['to']);
    });

    const getStaffClient = async () => {
      const client = {
        clientType: 'individual',
        individual: { givenNames: 'Hana', familyName: 'Handoversample' },
        responsibleMemberId: staff.id,
      };
      return (await test.request(createClient, { body: client as never }, { as: owner })).response;
    };

    it('return 404 for an unknown member', async () => {
      const id = crypto.randomUUID();
      for (const body of [{ to: 'suspended' }, { to: 'active' }, { to: 'removed', handOverTo: owner.id }]) {
        const { status, problem } = await transition(id, { version: 1, ...body });
        expect([body.to, status, problem.code]).toEqual([body.to, 404, 'record.notFound']);
      }
    });

    it('are rejected where the new owner of the work was suspended meanwhile', async () => {
      const { id } = await getStaffClient();
      const taker = await test.addMember(company.id);
      const late = await runWhileLocked(
        test,
        company.id,
        async (trx) => {
          await trx.selectFrom('clients').select('id').where('id', '=', id).forUpdate().execute();
          await trx.updateTable('members').set({ status: 'suspended' }).where('id', '=', taker.id).execute();
        },
        () => transition(staff.id, { version: 1, to: 'removed', handOverTo: taker.id }),
      );
      expect(Object.keys(late.problem.fields ?? {})).toEqual(['handOverTo']);
      expect((await read(staff.id)).member.status).toBe('active');
    });

    it('hand nothing over where rejected', async () => {
      const { id } = await getStaffClient();
      const handOverTo = owner.id;
      const responsible = async () =>
        (await test.request(readClient, { params: { id } }, { as: owner })).response.responsible?.id;
      await transition(staff.id, { version: 1, to: 'suspended' });
      const stale = await transition(staff.id, { version: 1, to: 'removed', handOverTo });
      expect(stale.problem.code).toBe('record.versionConflict');
      const again = await transition(staff.id, { version: 2, to: 'suspended', handOverTo });
      expect(Object.keys(again.problem.fields ?? {})).toEqual(['to']);
      expect(await responsible()).toBe(staff.id);
    });

    it('hand over at most a thousand records of a kind', async () => {
      await test.database.asSuperuser(
        `INSERT INTO assay.alerts (company_id, id, type, resource_type, resource_id, severity, status, summary, dedupe_key,
                                   assignee_member_id, created_at, updated_at)
         SELECT $1, gen_random_uuid(), 'other', 'clients', gen_random_uuid(), 'medium', 'open', 'Example', 'guard:' || n,
                $2, now(), now() FROM generate_series(1, 1001) AS n`,
        [company.id, staff.id],
      );
      const { problem } = await transition(staff.id, { version: 1, to: 'removed', handOverTo: owner.id });
      expect(problem.fields?.handOverTo?.[0]).toContain('At most 1000 records');
      expect((await read(staff.id)).member.status).toBe('active');
    });
  });
});
