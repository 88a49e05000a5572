import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listAuditLog } from '#contract/platform/audit.ts';
import {
  decideSupportGrant,
  listSupportGrants,
  readSupportClient,
  requestSupportGrant,
  revokeSupportGrant,
  searchSupportClients,
} from '#contract/platform/support.ts';
import { openTestApi, type TestApi, type TestCompany } from '#tests/support/api/api.ts';
import { addClient } from '#tests/support/api/retention.ts';
import { consentToGrant, requestGrant } from '#tests/support/api/support-grants.ts';
import { testEngine } from '#tests/support/database/database.ts';

describe('access of platform admins to client records', () => {
  let test: TestApi;
  let a: TestCompany;
  let b: TestCompany;
  let clientId: string;
  beforeAll(async () => {
    test = await openTestApi(testEngine);
    ({ a, b } = test.companies);
    clientId = (await addClient(test, a, 'Supportsample')).id;
  });
  afterAll(() => test.close());

  const open = (as = test.admin, company = a) =>
    test.request(readSupportClient, { params: { companyId: company.id, id: clientId } }, { as });
  const search = (as = test.admin) =>
    test.request(
      searchSupportClients,
      { params: { companyId: a.id }, query: { q: 'Supportsample' } },
      { as },
    );
  const codes = async () => [(await open()).status, (await search()).status];

  it('needs the consent of an owner, and ends when it is revoked', async () => {
    expect(await codes()).toEqual([403, 403]);
    const requested = await requestGrant({ test, company: a });
    expect([requested.state, await codes()]).toEqual(['requested', [403, 403]]);
    const body = { version: requested.version, decision: 'approved' as const };
    const params = { id: requested.id };
    expect((await test.request(decideSupportGrant, { params, body }, { as: a.staff })).status).toBe(403);
    expect((await test.request(decideSupportGrant, { params, body }, { as: b.owner })).status).toBe(404);
    const granted = await test.request(decideSupportGrant, { params, body }, { as: a.owner });
    expect(granted.response.state).toBe('active');
    expect(await codes()).toEqual([200, 200]);
    expect((await search()).response.items.map(({ id }) => id)).toEqual([clientId]);
    const { version } = granted.response;
    expect(
      (await test.request(revokeSupportGrant, { params, body: { version } }, { as: a.owner })).status,
    ).toBe(200);
    expect(await codes()).toEqual([403, 403]);
  });

  it('is the admin’s alone, for that company alone, and has an end', async () => {
    await consentToGrant({ test, company: a }, 1);
    expect((await open(await test.addAdmin('active'))).status).toBe(403);
    // The client of company A is none of company B's, grant or not.
    await consentToGrant({ test, company: b }, 1);
    expect((await open(test.admin, b)).status).toBe(404);
    expect((await open()).status).toBe(200);
    await test.clock.advance(3601);
    expect(await codes()).toEqual([403, 403]);
  });

  it('is requested once at a time, for at most four hours', async () => {
    const params = { companyId: a.id };
    const ask = (hours: number) =>
      test.request(requestSupportGrant, { params, body: { reason: 'Ticket 12', hours } }, { as: test.admin });
    expect(Object.keys((await ask(5)).problem.fields ?? {})).toEqual(['hours']);
    await requestGrant({ test, company: a });
    expect((await ask(1)).problem.detail).toContain('already have');
  });

  it('is requested once by a repeated form, which is answered with the request as it is now', async () => {
    await test.database.asSuperuser('DELETE FROM assay.support_grants WHERE company_id = $1', [a.id]);
    const requestKey = crypto.randomUUID();
    const send = () =>
      test.request(
        requestSupportGrant,
        { params: { companyId: a.id }, body: { reason: 'Ticket 13', hours: 1 }, requestKey },
        { as: test.admin },
      );
    const { id, version } = (await send()).response;
    const decision = { params: { id }, body: { version, decision: 'declined' as const } };
    const declined = (await test.request(decideSupportGrant, decision, { as: a.owner })).response;
    expect(declined).toMatchObject({ version: version + 1, state: 'declined' });
    const counted = async () => {
      const { rows } = await test.database.asSuperuser(
        `SELECT (SELECT count(*)::int FROM assay.support_grants WHERE company_id = $1) AS grants,
                (SELECT count(*)::int FROM assay.audit_events) AS events`,
        [a.id],
      );
      return rows[0];
    };
    const before = await counted();
    expect(before).toMatchObject({ grants: 1 });
    expect((await send()).response).toEqual(declined);
    await test.database.asSuperuser('UPDATE assay.request_keys SET body = $1 WHERE key = $2', [
      JSON.stringify({ id }),
      requestKey,
    ]);
    expect((await send()).response).toEqual(declined);
    expect(await counted()).toEqual(before);
  });

  it('is seen by every member, and each record opened is in the company’s audit log', async () => {
    await consentToGrant({ test, company: a });
    await open();
    await search();
    const listed = await test.request(listSupportGrants, {}, { as: a.auditor });
    expect(listed.response.grants[0]).toMatchObject({ state: 'active', reason: 'Import fails, ticket 12' });
    const { response } = await test.request(listAuditLog, { query: { who: 'admin' } }, { as: a.auditor });
    expect(
      response.events.slice(0, 2).map(({ action, resource, reason }) => [action, resource.id, reason]),
    ).toEqual([
      ['support.clientsSearched', a.id, 'Import fails, ticket 12'],
      ['support.clientOpened', clientId, 'Import fails, ticket 12'],
    ]);
  });
});
