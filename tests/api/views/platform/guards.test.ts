import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { acceptInvitation } from '#contract/company/members.ts';
import { inviteUserAgain, listUsers, restrictCompany, transitionUser } from '#contract/platform/platform.ts';
import { openTestApi, type TestApi } from '#tests/support/api/api.ts';
import { invited } from '#tests/support/api/team.ts';
import { testEngine } from '#tests/support/database/database.ts';

const reason = 'Asked for by the company';
const newAddress = () => `${crypto.randomUUID()}@example.test`;

describe('platform admin guards', () => {
  let test: TestApi;
  beforeAll(async () => {
    test = await openTestApi(testEngine);
  });
  afterAll(() => test.close());

  const changeStatus = (userId: string, version: number, to: 'active' | 'suspended') =>
    test.request(transitionUser, { params: { userId }, body: { version, to, reason } }, { as: test.admin });
  const resend = (userId: string, version: number) =>
    test.request(inviteUserAgain, { params: { userId }, body: { version, reason } }, { as: test.admin });
  const statuses = (outcomes: readonly { status: number }[]) => outcomes.map(({ status }) => status).sort();

  it('restrict a company once under concurrency', async () => {
    const { id: companyId } = await test.addCompany('Restricted Sample');
    const restrict = () =>
      test.request(
        restrictCompany,
        { params: { companyId }, body: { version: 1, to: 'restricted', reason } },
        { as: test.admin },
      );
    expect(statuses(await Promise.all([restrict(), restrict(), restrict(), restrict()]))).toEqual([
      200, 409, 409, 409,
    ]);
    expect((await restrict()).problem.code).toBe('record.versionConflict');
  });

  it('return 404 for the members of an unknown company', async () => {
    const list = (company: string) => test.request(listUsers, { query: { company } }, { as: test.admin });
    expect((await list(crypto.randomUUID())).problem.code).toBe('record.notFound');
    expect((await list(test.companies.a.id)).response.company).not.toBeNull();
  });

  it('reject an earlier version, and a transition missing from the lifecycle', async () => {
    const company = await test.addCompany('Moved Sample');
    const { id } = company.staff;
    expect((await changeStatus(id, 1, 'active')).problem.fields).toHaveProperty('to');
    expect((await changeStatus(id, 1, 'suspended')).status).toBe(200);
    expect((await changeStatus(id, 1, 'suspended')).problem).toMatchObject({
      code: 'record.versionConflict',
      current: { id, version: 2, status: 'suspended' },
    });
    const { member } = await invited(test, company.owner, newAddress());
    const { problem } = await changeStatus(member.id, member.version, 'active');
    expect(problem.fields?.to).toEqual(['Only the person who was invited can accept the invitation.']);
    expect((await resend(member.id, member.version + 1)).problem.code).toBe('record.versionConflict');
    expect((await resend(company.owner.id, 1)).problem.detail).toContain('Only a pending invitation');
  });

  it('leave a company an active owner when two are suspended concurrently', async () => {
    for (let round = 0; round < 4; round += 1) {
      const company = await test.addCompany('Owned Sample');
      const second = await test.addMember(company.id, { role: 'owner' });
      const outcomes = await Promise.all([
        changeStatus(company.owner.id, 1, 'suspended'),
        changeStatus(second.id, 1, 'suspended'),
      ]);
      expect(statuses(outcomes)).toEqual([200, 422]);
    }
  });

  it('do not resend an invitation accepted at the same time', async () => {
    const company = await test.addCompany('Invited Sample');
    for (let round = 0; round < 6; round += 1) {
      const loginId = newAddress();
      const { member, secret } = await invited(test, company.owner, loginId);
      const person = await test.addStranger(loginId);
      const body = { invite: secret, name: 'Joining Example' };
      const [accepted, renewed] = await Promise.all([
        test.request(acceptInvitation, { body }, { as: person }),
        resend(member.id, member.version),
      ]);
      expect([accepted, renewed].filter(({ status }) => status === 200)).toHaveLength(1);
    }
  });
});
