import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asPlatform, asTenant } from '#api/kernel/database/tenancy.ts';
import { companyPageQuery } from '#api/views/platform/company-store.ts';
import { userPageQuery } from '#api/views/platform/user-store.ts';
import { createClient, listClients } from '#contract/clients/clients.ts';
import { readMe } from '#contract/company/accounts.ts';
import { acceptInvitation, readInvitation } from '#contract/company/members.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import {
  exportCompanies,
  exportUsers,
  inviteUserAgain,
  listCompanies,
  listUsers,
  readCompany,
  readPlatformHome,
  restrictCompany,
  transitionUser,
} from '#contract/platform/platform.ts';
import { sampleRequest } from '#tests/api/kernel/http/sample-requests.ts';
import { openTestApi, type TestApi, type TestCompany, type TestPerson } from '#tests/support/api/api.ts';
import { sentRequest } from '#tests/support/api/document-requests.ts';
import { getInviteSecret, invited } from '#tests/support/api/team.ts';
import { testEngine, testEngines } from '#tests/support/database/database.ts';
import { insertMany } from '#tests/support/database/insert-many.ts';
import { explain, sequentialScans } from '#tests/support/database/plans.ts';

/** Support apart, which reads what a company granted. */
const isOfPlatform = ({ id }: Endpoint) => id.startsWith('platform.') && !id.startsWith('platform.support.');

const reason = 'Invoice of October is unpaid';

describe('platform admins', () => {
  let test: TestApi;
  let admin: TestPerson;
  let company: TestCompany;

  beforeAll(async () => {
    test = await openTestApi(testEngine);
    admin = test.admin;
    company = await test.addCompany('Tōtara Sample Partners');
  });
  afterAll(() => test.close());

  const detail = async (companyId: string) =>
    (await test.request(readCompany, { params: { companyId } }, { as: admin })).response;
  const restriction = (companyId: string, body: object, requestKey?: string) =>
    test.request(
      restrictCompany,
      { params: { companyId }, body: { reason, ...body } as never, ...(requestKey ? { requestKey } : {}) },
      { as: admin },
    );
  const transition = (userId: string, body: object) =>
    test.request(transitionUser, { params: { userId }, body: { reason, ...body } as never }, { as: admin });
  const found = async (query: object) => {
    const { items } = (await test.request(listCompanies, { query: query as never }, { as: admin })).response;
    return items.map(({ name }) => name);
  };

  it('cannot read a company’s client records', async () => {
    const canary = 'Canarysurname';
    const body = { clientType: 'individual', individual: { givenNames: 'Hana', familyName: canary } };
    await test.request(createClient, { body: body as never }, { as: company.owner });
    for (const endpoint of endpoints.filter(isOfPlatform)) {
      const sample = await sampleRequest(endpoint, { test, company, person: admin });
      const answered = await test.request(endpoint, { ...sample, requestKey: crypto.randomUUID() } as never, {
        as: admin,
      });
      expect([endpoint.id, answered.status]).toEqual([endpoint.id, 200]);
      expect([endpoint.id, answered.text.includes(canary)]).toEqual([endpoint.id, false]);
    }
    expect((await test.request(listClients, { query: {} }, { as: admin })).problem.code).toBe(
      'role.forbidden',
    );

    // Tables that the role may read, whatever the code queries. A table with client data never joins this list.
    const { rows } = await test.database.asSuperuser(
      `SELECT c.relname AS name FROM pg_class c
        WHERE c.relnamespace = 'assay'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm')
          AND (has_table_privilege('assay_platform', c.oid, 'SELECT')
            OR has_any_column_privilege('assay_platform', c.oid, 'SELECT')) ORDER BY 1`,
    );
    const readable = rows.map(({ name }) => name as string);
    const withClients = await test.database.asSuperuser(
      `SELECT DISTINCT table_name AS name FROM information_schema.columns
        WHERE table_schema = 'assay' AND column_name IN ('client_id', 'subject_client_id', 'resource_id', 'display_name')`,
    );
    const canName = ['audit_events'];
    expect(
      withClients.rows.map(({ name }) => name as string).filter((name) => readable.includes(name)),
    ).toEqual(canName);
    expect(readable).not.toContain('clients');
    expect(readable).not.toContain('documents');
    // Of the audit chains, the platform's own alone.
    const others = await asPlatform(test.database.db, (trx) =>
      trx.selectFrom('audit_events').select('chain').where('chain', '!=', 'platform').execute(),
    );
    expect(others).toEqual([]);
  });

  it('see monthly counts, and a company’s number of records', async () => {
    const home = (await test.request(readPlatformHome, {}, { as: admin })).response;
    expect(home.months).toHaveLength(12);
    expect(home.months.at(-1)?.month).toBe(test.clock.now().toISOString().slice(0, 7));
    expect(home.months.at(-1)?.companies).toBe(home.totals.companies.count);
    const usage = (await detail(company.id)).usage;
    expect(usage.find(({ kind }) => kind === 'clients')?.total).toEqual({ count: 1, capped: false });
  });

  it('see jobs that failed since their last success, and undeliverable emails', async () => {
    const failures = async () => (await test.request(readPlatformHome, {}, { as: admin })).response.failures;
    expect(await failures()).toEqual({
      jobs: [],
      mails: { total: { count: 0, capped: false }, companies: [] },
    });
    const ran = (name: string, state: string, hoursAgo: number) =>
      test.database.asSuperuser(
        `INSERT INTO pgboss.job (name, state, completed_on) VALUES ($1, $2, $3::timestamptz)`,
        [name, state, new Date(test.clock.now().getTime() - hoursAgo * 3_600_000).toISOString()],
      );
    for (const queue of ['vacuum', 'end-grace', 'sweep-files']) {
      await test.database.asSuperuser(`SELECT pgboss.create_queue($1, '{"policy":"standard"}'::json)`, [
        queue,
      ]);
    }
    await ran('vacuum', 'failed', 30);
    await ran('vacuum', 'completed', 6);
    await ran('end-grace', 'completed', 9);
    await ran('end-grace', 'failed', 8);
    await ran('end-grace', 'failed', 7);
    await ran('sweep-files', 'failed', 24 * 8);
    expect((await failures()).jobs).toMatchObject([{ name: 'end-grace', failed: 2 }]);

    await sentRequest(test, company.owner);
    await test.database.asSuperuser(`UPDATE assay.outbox SET status = 'failed' WHERE company_id = $1`, [
      company.id,
    ]);
    expect((await failures()).mails).toEqual({
      total: { count: 1, capped: false },
      companies: [{ id: company.id, name: company.name }],
    });
  });

  it('restrict a company with a reason shown to its members, and lift it, in both audit logs', async () => {
    const { version } = (await detail(company.id)).company;
    expect(
      (await restriction(company.id, { version, to: 'restricted', reason: ' ' })).problem.fields,
    ).toHaveProperty('reason');
    expect((await restriction(company.id, { version, to: 'open' })).problem.code).toBe('request.invalid');
    const done = await restriction(company.id, { version, to: 'restricted' }, 'the-key-of-a-restriction');
    expect(done.response).toEqual({ version: version + 1, accessRestricted: true });
    const again = await restriction(company.id, { version, to: 'restricted' }, 'the-key-of-a-restriction');
    expect(again.response).toEqual(done.response);
    expect((await restriction(company.id, { version, to: 'open' })).problem.code).toBe(
      'record.versionConflict',
    );

    expect((await test.request(listClients, { query: {} }, { as: company.staff })).status).toBe(200);
    const body = { clientType: 'individual', individual: { givenNames: 'Hana', familyName: 'Restricted' } };
    const refused = await test.request(createClient, { body: body as never }, { as: company.staff });
    expect(refused.problem).toMatchObject({
      code: 'company.restricted',
      detail: expect.stringContaining(reason),
    });
    const { company: state } = (await test.request(readMe, {}, { as: company.staff })).response;
    expect(state).toMatchObject({ accessRestricted: true, accessRestrictedReason: reason });
    const shown = await detail(company.id);
    expect(shown.company).toMatchObject({ restrictedByAdmin: true, accessRestrictedBy: admin.name });
    const { attention } = (await test.request(readPlatformHome, {}, { as: admin })).response;
    expect(attention[0]).toMatchObject({
      kind: 'restricted',
      examples: expect.arrayContaining([{ id: company.id, name: company.name, note: reason }]),
    });
    expect(await found({ restricted: 'byAdmin', q: 'totara' })).toEqual([company.name]);

    const lifted = await restriction(company.id, { version: version + 1, to: 'open', reason: 'Paid' });
    expect(lifted.response.accessRestricted).toBe(false);
    expect((await test.request(listClients, { query: {} }, { as: company.staff })).status).toBe(200);
    const newest = (await detail(company.id)).actions.slice(0, 2);
    expect(newest.map(({ action, reason: why }) => [action, why])).toEqual([
      ['company.restrictionLifted', 'Paid'],
      ['company.restricted', reason],
    ]);
    const own = await asTenant(test.database.db, company.id, (trx) =>
      trx
        .selectFrom('audit_events')
        .innerJoin('audit_details', 'audit_details.id', 'audit_events.detail_id')
        .select(['action', 'actor_type', 'actor_id', 'audit_details.reason'])
        .where('action', 'like', 'company.restrict%')
        .orderBy('seq')
        .execute(),
    );
    expect(own[0]).toEqual({
      action: 'company.restricted',
      actor_type: 'admin',
      actor_id: admin.id,
      reason,
    });
    expect(own).toHaveLength(2);
  });

  it('cannot lift the restriction that ends with company setup', async () => {
    const fresh = await test.addCompany('Freshly Sample', { accessRestricted: true });
    await test.database.asSuperuser(`UPDATE assay.companies SET onboarding_step = 'company' WHERE id = $1`, [
      fresh.id,
    ]);
    expect((await restriction(fresh.id, { version: 1, to: 'open' })).problem.fields?.['']?.[0]).toContain(
      'setup is not complete',
    );
    expect((await restriction(fresh.id, { version: 1, to: 'restricted' })).status).toBe(200);
    const lifted = await restriction(fresh.id, { version: 2, to: 'open' });
    expect(lifted.response.accessRestricted).toBe(true);
    expect((await detail(fresh.id)).company.accessRestrictedReason).toBeNull();
    expect(await found({ onboarding: 'open' })).toEqual([fresh.name]);
  });

  it('suspend a user at once, reactivate them, and never suspend the last owner', async () => {
    const { staff, owner } = company;
    expect((await transition(owner.id, { version: 1, to: 'suspended' })).problem.fields?.['']?.[0]).toContain(
      'last active owner',
    );
    const suspended = await transition(staff.id, { version: 1, to: 'suspended' });
    expect(suspended.response).toMatchObject({ status: 'suspended', company: { id: company.id } });
    expect((await test.request(readMe, {}, { as: staff })).problem.code).toBe('token.invalid');
    expect(test.identityService.user(staff.subject)?.status).toBe('disabled');
    expect((await transition(staff.id, { version: 2, to: 'active' })).response.status).toBe('active');
    // Suspending ended the session: a reactivated member signs in again.
    expect((await test.request(readMe, {}, { as: staff })).status).toBe(401);
    const again = { token: await test.token(staff) };
    expect((await test.request(readMe, {}, { as: again })).status).toBe(200);
    expect((await detail(company.id)).actions[0]).toMatchObject({
      action: 'member.reactivated',
      person: staff.name,
      adminName: admin.name,
      reason,
    });
  });

  it('resend an invitation', async () => {
    const loginId = `${crypto.randomUUID()}@example.test`;
    const { member, secret } = await invited(test, company.owner, loginId);
    const body = { version: member.version, reason: 'The mail did not arrive' };
    const sent = await test.request(inviteUserAgain, { params: { userId: member.id }, body }, { as: admin });
    expect(sent.response.mailed).toBe(true);
    expect((await test.request(readInvitation, { body: { invite: secret } })).problem.code).toBe(
      'record.notFound',
    );
    const invite = getInviteSecret(test, loginId);
    const person = await test.addStranger(loginId);
    const joined = await test.request(
      acceptInvitation,
      { body: { invite, name: 'Moana Joinsample' } },
      { as: person },
    );
    expect(joined.response.company.id).toBe(company.id);
    const list = (await test.request(listUsers, { query: { q: 'joinsam MOANA' } }, { as: admin })).response;
    expect(list.items.map(({ id }) => id)).toEqual([member.id]);
  });

  it('find companies by words without accents and by numbers, with formulas neutralised in files', async () => {
    const formula = await test.addCompany('=HYPERLINK("x") Sample', { billingCountryCode: 'AUS' });
    await test.database.asSuperuser(
      `UPDATE assay.companies SET abn = '51824753556', legal_name = '+Ngā Tōtara 100% Pty' WHERE id = $1`,
      [formula.id],
    );
    expect(await found({ q: 'ABN 51' })).toEqual([]);
    expect(await found({ q: '51 824 753 556' })).toEqual([formula.name]);
    expect(await found({ q: 'nga TOTARA', country: 'AUS' })).toEqual([formula.name]);
    expect(await found({ q: '100%' })).toEqual([formula.name]);
    expect(await found({ q: '_00%' })).toEqual([]);
    expect(await found({ subscription: 'inactive', q: 'sample' })).toEqual([]);

    const csv = (await test.request(exportCompanies, { query: { country: 'AUS' } }, { as: admin })).text;
    expect(csv.startsWith('Name,Legal name,')).toBe(true);
    expect(csv).toContain(`"'=HYPERLINK(""x"") Sample",'+Ngā Tōtara 100% Pty,AUS`);
    const people = (await test.request(exportUsers, { query: { company: formula.id } }, { as: admin })).text;
    expect(people.trim().split('\r\n')).toHaveLength(4);
  });

  it('page by keyset', async () => {
    await test.database.asSuperuser(
      `INSERT INTO assay.companies (id, name, regulated_in, time_zone, created_at, created_by, updated_at)
       SELECT ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'Paged ' || n, ARRAY['NZL'],
              'Pacific/Auckland', now() - interval '30 days', 'system', now() FROM generate_series(1, 120) AS n`,
    );
    const seen: string[] = [];
    let before: string | undefined;
    do {
      const query = { q: 'paged', ...(before ? { before } : {}) };
      const page = (await test.request(listCompanies, { query }, { as: admin })).response;
      expect(page.total).toEqual({ count: 120, capped: false });
      seen.push(...page.items.map(({ name }) => name));
      before = page.nextBefore ?? undefined;
    } while (before !== undefined);
    expect(seen).toEqual(Array.from({ length: 120 }, (_, index) => `Paged ${120 - index}`));
  });
});

describe.each(testEngines)('query plans at 10,000 companies on %s', (engine) => {
  let test: TestApi;

  beforeAll(async () => {
    test = await openTestApi(engine);
    await insertMany(
      test.database,
      `INSERT INTO assay.companies (id, name, billing_country_code, regulated_in, time_zone, access_restricted,
         onboarding_step, subscription_active, created_at, created_by, updated_at)
       SELECT ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
              'Company ' || md5(n::text), CASE WHEN n % 2 = 0 THEN 'NZL' ELSE 'AUS' END, ARRAY['NZL'], 'Pacific/Auckland',
              n % 10 = 0, CASE WHEN n % 10 = 0 THEN 'company' ELSE 'done' END, n % 5 <> 0,
              now() - n * interval '50 minutes', 'system', now()
         FROM generate_series(1, 10000) AS n`,
    );
    await insertMany(
      test.database,
      `INSERT INTO assay.members (id, company_id, login_id, name, role, status, created_at, created_by, updated_at)
       SELECT ('01900000-0000-7000-9000-' || lpad(to_hex(n), 12, '0'))::uuid,
              ('01900000-0000-7000-8000-' || lpad(to_hex(1 + n % 10000), 12, '0'))::uuid, md5(n::text) || '@example.test',
              'Person ' || md5(n::text), 'member', CASE WHEN n % 50 = 0 THEN 'suspended' ELSE 'active' END, now(), 'system', now()
         FROM generate_series(1, 20000) AS n`,
    );
    await test.database.asSuperuser('ANALYZE assay.companies');
    await test.database.asSuperuser('ANALYZE assay.members');
  });
  afterAll(() => test.close());

  /** Which of the two tables a page reads sequentially, as the platform's role. */
  async function readWhole(
    query: (trx: never) => { compile(): { sql: string; parameters: readonly unknown[] } },
  ) {
    const plan = await asPlatform(test.database.db, (trx) => explain(trx, query(trx as never).compile()));
    return sequentialScans(plan).filter((name) => name === 'companies' || name === 'members');
  }

  it.each([
    ['newest', {}],
    ['a name', { q: 'c4ca4238a0' }],
    ['a country', { country: 'NZL' }],
    ['not set up', { onboarding: 'open' }],
    ['restricted by platform admin', { restricted: 'byAdmin' }],
  ])('companies: %s', async (_, filters) => {
    const page = { before: undefined, limit: 51 };
    expect(await readWhole((trx) => companyPageQuery(trx, filters as never, page))).toEqual([]);
  });

  it.each([
    ['newest', {}],
    ['a name', { q: 'c4ca4238a0' }],
    ['a status', { status: 'suspended' }],
    ['a company', { company: '01900000-0000-7000-8000-000000000001' }],
  ])('users: %s', async (_, filters) => {
    const page = { before: undefined, limit: 51 };
    expect(await readWhole((trx) => userPageQuery(trx, filters as never, page))).toEqual([]);
  });
});
