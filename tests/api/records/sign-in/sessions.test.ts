import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  endOtherSessions,
  endSession,
  login,
  readAdminMe,
  readMe,
  signup,
} from '#contract/company/accounts.ts';
import { clientHeader, openTestApi, type TestApi, type TestPerson } from '#tests/support/api/api.ts';
import { testEngines } from '#tests/support/database/database.ts';

describe.each(testEngines)('ending sessions before their tokens expire on %s', (engine) => {
  let test: TestApi;
  beforeAll(async () => {
    test = await openTestApi(engine);
  });
  afterAll(() => test?.close());

  const issuedAgo = async (person: TestPerson, seconds: number) => ({
    token: await test.token(person, undefined, seconds),
  });
  const me = async (as: { token: string }) => (await test.request(readMe, {}, { as })).status;
  const events = async (action: string) =>
    (
      await test.database.asSuperuser(
        'SELECT chain, resource_id FROM assay.audit_events WHERE action = $1 ORDER BY seq',
        [action],
      )
    ).rows;

  it('rejects every earlier token of the person except the caller’s own', async () => {
    const { staff, owner } = test.companies.a;
    const [old, sameSecond, current] = await Promise.all([
      issuedAgo(staff, 300),
      issuedAgo(staff, 60),
      issuedAgo(staff, 60),
    ]);
    // Verified and cached before it is rejected.
    expect(await Promise.all([me(old), me(sameSecond), me(current)])).toEqual([200, 200, 200]);
    expect((await test.request(endOtherSessions, { body: {} }, { as: current })).response).toEqual({
      ended: true,
    });
    const refused = await test.request(readMe, {}, { as: old });
    expect(refused.status).toBe(401);
    expect(refused.problem.code).toBe('token.invalid');
    expect(await me(current)).toBe(200);
    expect(await me(owner)).toBe(200);
    expect(await events('member.sessionsEnded')).toEqual([
      { chain: test.companies.a.id, resource_id: staff.id },
    ]);

    const again = await test.request(
      login,
      { body: { loginId: staff.loginId, sessionToken: old.token, realm: 'member' } },
      { headers: { 'X-Assay-Client': clientHeader('198.51.100.7', test.clock.now()) } },
    );
    expect(again.problem.code).toBe('token.invalid');
    // An ended token can neither restore itself nor end later sessions.
    expect((await test.request(endOtherSessions, { body: {} }, { as: old })).status).toBe(401);
    expect(await me(current)).toBe(200);
    const later = await issuedAgo(staff, 0);
    expect((await test.request(endOtherSessions, { body: {} }, { as: later })).status).toBe(200);
    expect(await Promise.all([me(current), me(later)])).toEqual([401, 200]);
  });

  it('works for an admin, and for a person without a record', async () => {
    const [old, current] = await Promise.all([issuedAgo(test.admin, 300), issuedAgo(test.admin, 60)]);
    expect((await test.request(endOtherSessions, { body: {} }, { as: current })).status).toBe(200);
    expect((await test.request(readAdminMe, {}, { as: old })).status).toBe(401);
    expect((await test.request(readMe, {}, { as: old })).status).toBe(401);
    expect((await test.request(readAdminMe, {}, { as: current })).status).toBe(200);
    expect(await events('admin.sessionsEnded')).toEqual([{ chain: 'platform', resource_id: test.admin.id }]);

    const stranger = await test.addStranger();
    const [theirOld, theirs] = await Promise.all([issuedAgo(stranger, 300), issuedAgo(stranger, 60)]);
    expect((await test.request(endOtherSessions, { body: {} }, { as: theirs })).status).toBe(200);
    const details = { name: 'Tama', companyName: 'Rata', billingCountryCode: 'NZL' } as const;
    const body = { ...details, loginId: stranger.loginId };
    expect((await test.request(signup, { body }, { as: theirOld })).status).toBe(401);
    expect((await test.request(signup, { body }, { as: theirs })).status).toBe(201);
    expect(await me(theirOld)).toBe(401);
  });

  it('rejects a signed-out token, and retains the person’s other sessions', async () => {
    const { auditor } = test.companies.b;
    const [here, elsewhere] = await Promise.all([issuedAgo(auditor, 30), issuedAgo(auditor, 20)]);
    expect(await me(here)).toBe(200);
    expect((await test.request(endSession, { body: {} }, { as: here })).response).toEqual({ ended: true });
    expect(await Promise.all([me(here), me(elsewhere)])).toEqual([401, 200]);
    expect((await test.request(endSession, { body: {} }, { as: here })).status).toBe(401);
    expect(await events('member.signedOut')).toHaveLength(1);

    // Entries of expired tokens are deleted.
    await test.clock.advance(2 * 60 * 60);
    expect((await test.request(endSession, { body: {} }, { as: auditor })).status).toBe(200);
    const { rows } = await test.database.asSuperuser('SELECT * FROM assay.ended_session_tokens');
    expect(rows).toHaveLength(1);
  });

  it('rejects a token without its time of issue', async () => {
    const token = await test.token(test.companies.a.owner, 'noIssueTime');
    expect(await me({ token })).toBe(401);
  });
});
