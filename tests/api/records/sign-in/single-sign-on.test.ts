import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureAdmin } from '#api/records/sign-in/grant-admin.ts';
import { login } from '#contract/company/accounts.ts';
import {
  addSsoDomain,
  findSingleSignOn,
  readSingleSignOn,
  removeSsoDomain,
  saveSingleSignOn,
  verifySsoDomain,
} from '#contract/company/single-sign-on.ts';
import {
  clientHeader,
  openTestApi,
  type TestApi,
  type TestCompany,
  type TestPerson,
} from '#tests/support/api/api.ts';
import { testEngines } from '#tests/support/database/database.ts';

const oidc = {
  protocol: 'oidc' as const,
  issuer: 'https://login.example.test/tenant',
  clientId: 'assay',
  clientSecret: 'a-client-secret-of-the-test',
  authorizationUrl: 'https://login.example.test/authorize',
  tokenUrl: 'https://login.example.test/token',
  userInfoUrl: 'https://login.example.test/userinfo',
  jwksUrl: 'https://login.example.test/keys',
};

describe.each(testEngines)('single sign-on on %s', (engine) => {
  let test: TestApi;
  let addresses = 0;
  beforeAll(async () => {
    test = await openTestApi(engine);
  });
  afterAll(() => test?.close());

  const read = async (as: TestPerson) => (await test.request(readSingleSignOn, {}, { as })).response;
  const add = (as: TestPerson, domain: string) => test.request(addSsoDomain, { body: { domain } }, { as });
  const verify = (as: TestPerson, id: string) =>
    test.request(verifySsoDomain, { params: { id }, body: {} }, { as });

  /** Adds the record that the company is told, as the owner of the domain would. */
  async function publish(as: TestPerson, id: string) {
    const found = (await read(as)).domains.find((each) => each.id === id);
    test.txtRecords.set(found?.recordName ?? '', ['v=spf1 -all', found?.recordValue ?? '']);
  }

  async function proven(company: TestCompany, domain: string): Promise<string> {
    const { id } = (await add(company.owner, domain)).response;
    await publish(company.owner, id);
    expect((await verify(company.owner, id)).status).toBe(200);
    return id;
  }

  const save = async (as: TestPerson, changes: object) => {
    const { version } = await read(as);
    return test.request(saveSingleSignOn, { body: { ...oidc, version, ...changes } as never }, { as });
  };

  /** The result of a sign-in by a method; `company` is the one whose identity provider authenticated the person. */
  async function signIn(person: TestPerson, method: 'pwd' | 'fed', company?: string) {
    addresses += 1;
    const token = await test.identityService.token(person.subject, undefined, 0, [method], company);
    const body = { loginId: person.loginId, sessionToken: token, realm: 'member' as const };
    const headers = { 'X-Assay-Client': clientHeader(`203.0.113.${addresses}`, test.clock.now()) };
    const outcome = await test.request(login, { body }, { headers });
    return outcome.status === 200 ? 'in' : outcome.problem.code;
  }

  /** A member whose address is of a domain. */
  async function memberAt(company: TestCompany, domain: string, role: 'owner' | 'member' = 'member') {
    const person = await test.addMember(company.id, { role });
    const loginId = `${person.id}@${domain}`;
    await test.database.asSuperuser('UPDATE assay.members SET login_id = $2 WHERE id = $1', [
      person.id,
      loginId,
    ]);
    test.identityService.addUser({ userId: person.subject, loginIds: [loginId], name: person.name });
    return { ...person, loginId };
  }

  it('proves a domain by its TXT record, for one company alone', async () => {
    const { a, b } = test.companies;
    const added = await add(a.owner, ' Kauri-Sample.Example ');
    expect(added.response.domain).toBe('kauri-sample.example');
    const { id } = added.response;
    expect((await add(a.owner, 'kauri-sample.example')).problem.fields).toHaveProperty('domain');
    for (const domain of ['', 'kauri', 'a b.example', 'http://kauri.example', '203.0.113.9', '-x.example'])
      expect([domain, (await add(a.owner, domain)).problem.code]).toEqual([domain, 'request.invalid']);
    expect((await verify(a.owner, id)).problem.detail).toContain(
      'No TXT record of _assay.kauri-sample.example',
    );
    test.txtRecords.set('_assay.kauri-sample.example', ['assay-domain-verification=someone-else']);
    expect((await verify(a.owner, id)).problem.code).toBe('request.invalid');

    // Another company is told another value, and cannot use the first's.
    const theirs = (await add(b.owner, 'kauri-sample.example')).response;
    await publish(a.owner, id);
    expect((await verify(b.owner, theirs.id)).problem.code).toBe('request.invalid');
    expect((await verify(a.owner, id)).status).toBe(200);
    expect((await read(a.owner)).domains[0]?.verifiedAt).not.toBeNull();
    await publish(b.owner, theirs.id);
    expect((await verify(b.owner, theirs.id)).problem.detail).toContain('Another company has proven');
    expect((await verify(b.owner, id)).problem.code).toBe('record.notFound');
    // Nor by writing to the table.
    const claim = test.database.db.transaction().execute(async (trx) => {
      const { sql } = await import('kysely');
      await sql.raw(`SET LOCAL ROLE assay_tenant; SET LOCAL app.company_id TO '${b.id}'`).execute(trx);
      await sql.raw('UPDATE company_domains SET verified_at = now()').execute(trx);
    });
    await expect(claim).rejects.toThrow('permission denied');
  });

  it('connects an identity provider for proven domains, without storing its secret', async () => {
    const company = await test.addCompany('Nikau Sample Lawyers');
    expect((await save(company.owner, { mode: 'optional' })).problem.fields).toHaveProperty('mode');
    const id = await proven(company, 'nikau-sample.example');
    const incomplete = await save(company.owner, {
      mode: 'optional',
      jwksUrl: '',
      issuer: 'http://plain.example',
    });
    expect(Object.keys(incomplete.problem.fields ?? {}).sort()).toEqual(['issuer', 'jwksUrl']);
    expect((await save(company.owner, { mode: 'optional' })).response).toEqual({ version: 1 });
    expect(test.identityService.tenant(company.id)).toMatchObject({
      selfProvisioningDomains: ['nikau-sample.example'],
      oidc: { issuer: oidc.issuer, clientId: 'assay', clientSecret: oidc.clientSecret },
    });
    expect((await save(company.owner, { mode: 'off', version: 7 })).problem.code).toBe(
      'record.versionConflict',
    );
    const { rows } = await test.database.asSuperuser(
      `SELECT s::text || coalesce((SELECT string_agg(d.detail::text, ' ') FROM assay.audit_details d), '') AS all FROM assay.sso_connections s`,
    );
    expect(JSON.stringify(rows)).not.toContain(oidc.clientSecret);
    // The last domain of a connection stays until it is off; the identity service is told of each.
    const remove = () => test.request(removeSsoDomain, { params: { id }, body: {} }, { as: company.owner });
    expect((await remove()).problem.fields?.['']?.[0]).toContain('Turn it off first');
    test.identityService.failWith(500);
    expect((await save(company.owner, { mode: 'required' })).problem.code).toBe('server.unavailable');
    test.identityService.failWith(undefined);
    expect((await read(company.owner)).mode).toBe('optional');
    expect((await save(company.owner, { mode: 'off' })).status).toBe(200);
    expect((await remove()).status).toBe(200);
    const { rows: events } = await test.database.asSuperuser(
      "SELECT action FROM assay.audit_events WHERE resource_id = $1 AND action LIKE 'company.sso%' ORDER BY seq",
      [company.id],
    );
    expect(events.map(({ action }) => action)).toEqual([
      'company.ssoDomainAdded',
      'company.ssoDomainVerified',
      'company.ssoChanged',
      'company.ssoChanged',
      'company.ssoDomainRemoved',
    ]);
  });

  it('is required of the domain’s members, except owners, whose sign-in past it is recorded', async () => {
    const company = await test.addCompany('Rewarewa Sample Agents');
    const [staff, owner] = [
      await memberAt(company, 'rewarewa-sample.example'),
      await memberAt(company, 'rewarewa-sample.example', 'owner'),
    ];
    const find = async (loginId: string) =>
      (await test.request(findSingleSignOn, { body: { loginId } })).response.companyId;
    await proven(company, 'rewarewa-sample.example');
    expect(await find(staff.loginId)).toBeNull();
    await save(company.owner, { mode: 'optional' });
    expect([await find(staff.loginId), await find('someone@example.test')]).toEqual([company.id, null]);
    expect([await signIn(staff, 'pwd'), await signIn(staff, 'fed', company.id)]).toEqual(['in', 'in']);
    await save(company.owner, { mode: 'required' });
    expect([
      await signIn(staff, 'pwd'),
      await signIn(staff, 'fed', company.id),
      await signIn(company.staff, 'pwd'),
      await signIn(owner, 'pwd'),
    ]).toEqual(['login.ssoRequired', 'in', 'in', 'in']);
    const { rows } = await test.database.asSuperuser(
      `SELECT d.detail ->> 'singleSignOn' AS sso FROM assay.audit_events e JOIN assay.audit_details d ON d.id = e.detail_id
        WHERE e.resource_id = $1 AND e.action = 'member.signedIn' ORDER BY e.seq`,
      [owner.id],
    );
    expect(rows).toEqual([{ sso: 'bypassed by an owner' }]);
    await save(company.owner, { mode: 'off' });
    expect([await signIn(staff, 'pwd'), await signIn(staff, 'fed', company.id)]).toEqual([
      'in',
      'login.noAccount',
    ]);
  });

  it('lets no identity provider sign in another company’s people, or addresses of other domains', async () => {
    const [mine, victim] = [await test.addCompany('Mock Attacker'), await test.addCompany('Mock Victim')];
    await proven(mine, 'attacker-sample.example');
    await save(mine.owner, { mode: 'optional' });
    const target = await memberAt(victim, 'victim-sample.example');
    // Their provider asserts an address of another domain; the service says that it was theirs.
    expect(await signIn(target, 'fed', mine.id)).toBe('login.noAccount');
    expect(await signIn(target, 'fed')).toBe('login.noAccount');
    // Nor does membership of both make their provider that of the other address.
    await test.addMembership(target, mine.id);
    expect(await signIn(target, 'fed', mine.id)).toBe('login.noAccount');
    // A domain that is not proven is not required of anyone.
    await proven(victim, 'other-sample.example');
    await save(victim.owner, { mode: 'required' });
    expect(await signIn(target, 'pwd')).toBe('in');
    expect(await signIn(target, 'fed', victim.id)).toBe('login.noAccount');
  });

  it('proves no platform admin’s domain, with the answer for a domain that another company has proven', async () => {
    const company = await test.addCompany('Mock Claimant');
    const admin = await test.addAdmin();
    await test.database.asSuperuser('UPDATE assay.admins SET login_id = $2 WHERE id = $1', [
      admin.id,
      `${admin.id}@platform-sample.example`,
    ]);
    const attempt = async (domain: string) => {
      const { id } = (await add(company.owner, domain)).response;
      await publish(company.owner, id);
      return verify(company.owner, id);
    };
    const refused = await attempt('platform-sample.example');
    expect(refused.status).toBe(422);
    const { a } = test.companies;
    await proven(a, 'taken-sample.example');
    const taken = await attempt('taken-sample.example');
    expect(refused.problem.detail).toBe(
      taken.problem.detail?.replace('taken-sample.example', 'platform-sample.example'),
    );
    expect((await read(company.owner)).domains.every(({ verifiedAt }) => verifiedAt === null)).toBe(true);
    // A suspended admin can be activated again. Domains below and above are other domains, of other addresses.
    await test.database.asSuperuser(`UPDATE assay.admins SET status = 'suspended' WHERE id = $1`, [admin.id]);
    const { id } = (await read(company.owner)).domains.find(
      ({ domain }) => domain === 'platform-sample.example',
    ) ?? { id: '' };
    expect((await verify(company.owner, id)).status).toBe(422);
    expect((await attempt('team.platform-sample.example')).status).toBe(200);
  });

  it('does not count a domain that a company proved before it was a platform admin’s', async () => {
    const company = await test.addCompany('Mock Earlier Claimant');
    const staff = await memberAt(company, 'earlier-sample.example');
    await proven(company, 'earlier-sample.example');
    await save(company.owner, { mode: 'required' });
    const find = async () =>
      (await test.request(findSingleSignOn, { body: { loginId: staff.loginId } })).response.companyId;
    expect([await find(), await signIn(staff, 'pwd'), await signIn(staff, 'fed', company.id)]).toEqual([
      company.id,
      'login.ssoRequired',
      'in',
    ]);
    const admin = await test.addAdmin();
    await test.database.asSuperuser('UPDATE assay.admins SET login_id = $2 WHERE id = $1', [
      admin.id,
      `${admin.id}@earlier-sample.example`,
    ]);
    expect([await find(), await signIn(staff, 'fed', company.id), await signIn(staff, 'pwd')]).toEqual([
      null,
      'login.noAccount',
      'in',
    ]);
  });

  it('makes nobody a platform admin at a domain that a company has proven', async () => {
    const company = await test.addCompany('Mock Provider');
    const id = await proven(company, 'proven-sample.example');
    const grant = (loginId: string) => {
      const deps = { db: test.database.db, now: test.clock.now, identity: test.identity };
      return ensureAdmin(deps, loginId, 'request-1');
    };
    const address = 'someone@proven-sample.example';
    const loginIds = ['other@unproven-sample.example', address];
    test.identityService.addUser({ userId: 'U2sampleadmin00000000000001', loginIds, name: 'Some One' });
    // Also where it is another address of the same user.
    for (const loginId of loginIds)
      await expect(grant(loginId)).rejects.toThrow(
        'A company has proven proven-sample.example for single sign-on',
      );
    await test.request(removeSsoDomain, { params: { id }, body: {} }, { as: company.owner });
    expect(await grant(address)).toBe('created');
    // Of a grant and a proof at once, one succeeds.
    const { id: again } = (await add(company.owner, 'race-sample.example')).response;
    await publish(company.owner, again);
    const racer = 'racer@race-sample.example';
    test.identityService.addUser({ userId: 'U2sampleadmin00000000000002', loginIds: [racer], name: 'Racer' });
    const both = await Promise.all([
      grant(racer).then(
        () => true,
        () => false,
      ),
      verify(company.owner, again).then(({ status }) => status === 200),
    ]);
    expect(both.filter(Boolean)).toHaveLength(1);
  });

  it('signs no platform admin in, whoever the identity provider says it is', async () => {
    const { admin } = test;
    const body = { loginId: admin.loginId, realm: 'admin' as const };
    const enter = async (methods: string[]) => {
      addresses += 1;
      const sessionToken = await test.identityService.token(
        admin.subject,
        undefined,
        0,
        methods,
        test.companies.a.id,
      );
      const headers = { 'X-Assay-Client': clientHeader(`203.0.113.${addresses}`, test.clock.now()) };
      const outcome = await test.request(login, { body: { ...body, sessionToken } }, { headers });
      return outcome.status === 200 ? 'in' : outcome.problem.code;
    };
    expect([await enter(['fed']), await enter(['fed', 'pwd']), await enter(['pwd'])]).toEqual([
      'login.noAccount',
      'login.noAccount',
      'in',
    ]);
  });
});
