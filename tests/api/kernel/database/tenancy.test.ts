import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adminBySubject, memberBySubject } from '#api/kernel/database/people-store.ts';
import { sqlState } from '#api/kernel/database/postgres-errors.ts';
import { asJobs, asPlatform, asTenant } from '#api/kernel/database/tenancy.ts';
import { insertCompany } from '#tests/support/api/companies.ts';
import { openTestDatabase, type TestDatabase, testEngines } from '#tests/support/database/database.ts';

const insufficientPrivilege = '42501';

async function getState(work: Promise<unknown>): Promise<string | null> {
  try {
    await work;
  } catch (error) {
    return sqlState(error) ?? `no SQLSTATE: ${error}`;
  }
  return null;
}

describe.each(testEngines)('tenancy on %s', (engine) => {
  let database: TestDatabase;
  let kauri: Awaited<ReturnType<typeof insertCompany>>;
  let wattle: Awaited<ReturnType<typeof insertCompany>>;

  beforeAll(async () => {
    database = await openTestDatabase(engine);
    kauri = await insertCompany(database, 'Kauri Conveyancing');
    wattle = await insertCompany(database, 'Wattle Accounting');
  });
  afterAll(() => database.close());

  test('a company sees its own rows alone', async () => {
    const names = await asTenant(database.db, kauri.companyId, async (trx) => ({
      companies: await trx.selectFrom('companies').select('name').execute(),
      members: await trx.selectFrom('members').select('company_id').execute(),
    }));
    expect(names.companies).toEqual([{ name: 'Kauri Conveyancing' }]);
    expect(names.members).toEqual([{ company_id: kauri.companyId }]);
  });

  test('a company cannot change, take over or insert rows of another', async () => {
    const changed = await asTenant(database.db, kauri.companyId, (trx) =>
      trx.updateTable('members').set({ name: 'Taken' }).where('id', '=', wattle.memberId).executeTakeFirst(),
    );
    expect(changed.numUpdatedRows).toBe(0n);
    const planted = asTenant(database.db, kauri.companyId, (trx) =>
      trx
        .insertInto('members')
        .values({
          id: crypto.randomUUID(),
          company_id: wattle.companyId,
          login_id: 'planted@example.test',
          name: 'Planted',
          role: 'owner',
          status: 'active',
          created_at: '2026-03-02T09:00:00Z',
          created_by: 'system',
          updated_at: '2026-03-02T09:00:00Z',
        })
        .execute(),
    );
    expect(await getState(planted)).toBe(insufficientPrivilege);
  });

  test('a query outside a transaction is rejected, on every table', async () => {
    const { rows } = await database.asSuperuser(
      `SELECT tablename AS name FROM pg_tables WHERE schemaname IN ('assay', 'pgboss')`,
    );
    expect(rows.length).toBeGreaterThan(10);
    for (const { name } of rows) {
      const schema = ['job', 'archive', 'queue', 'schedule', 'subscription', 'version'].includes(String(name))
        ? 'pgboss'
        : 'assay';
      expect([name, await getState(database.pool.query(`SELECT 1 FROM ${schema}.${name}`))]).toEqual([
        name,
        insufficientPrivilege,
      ]);
    }
  });

  test('every table of the schema has row-level security, for its owner too, who has a policy of its own', async () => {
    const { rows } = await database.asSuperuser(
      `SELECT relname FROM pg_class c WHERE relnamespace = 'assay'::regnamespace AND relkind IN ('r', 'p')
          AND relname <> 'schema_migrations'
          AND NOT (relrowsecurity AND relforcerowsecurity AND EXISTS (
            SELECT FROM pg_policy WHERE polrelid = c.oid AND polname = 'owner'
               AND polroles = ARRAY[(SELECT oid FROM pg_roles WHERE rolname = 'assay_owner')]))`,
    );
    expect(rows).toEqual([]);
    // Without its policy, the owner sees nothing either.
    await database.asSuperuser('DROP POLICY owner ON assay.members');
    const seen = await database.asSuperuser(
      `BEGIN; SET LOCAL ROLE assay_owner; CREATE TABLE assay.seen AS SELECT count(*)::int AS members FROM assay.members; COMMIT`,
    );
    expect(seen).toBeDefined();
    const { rows: counted } = await database.asSuperuser('TABLE assay.seen');
    expect(counted).toEqual([{ members: 0 }]);
    await database.asSuperuser(
      'DROP TABLE assay.seen; CREATE POLICY owner ON assay.members TO assay_owner USING (true)',
    );
  });

  test('the tenant role without a company throws instead of returning no rows, also after another company', async () => {
    await asTenant(database.db, kauri.companyId, async () => {});
    const nameless = database.db.transaction().execute(async (trx) => {
      await sql`SET LOCAL ROLE assay_tenant`.execute(trx);
      return trx.selectFrom('companies').selectAll().execute();
    });
    expect(await getState(nameless)).toMatch(/^(22P02|42704)$/);
  });

  test('a company id that is not a UUID never reaches a statement', async () => {
    await expect(asTenant(database.db, "x'; DROP TABLE members; --", async () => {})).rejects.toThrow(
      RangeError,
    );
  });

  test('the policy lets an index serve', async () => {
    const plan = await asTenant(database.db, kauri.companyId, async (trx) => {
      await sql`SET LOCAL enable_seqscan TO off`.execute(trx);
      const { rows } = await sql<{ 'QUERY PLAN': string }>`EXPLAIN SELECT * FROM members`.execute(trx);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
    expect(plan).toMatch(/Index Cond: \(company_id = /);
  });

  test('the platform sees companies and users, and its own audit chain alone', async () => {
    const seen = await asPlatform(database.db, async (trx) => ({
      companies: await trx.selectFrom('companies').select('id').execute(),
      events: await trx.selectFrom('audit_events').where('chain', '!=', 'platform').select('seq').execute(),
    }));
    expect(seen.companies.map(({ id }) => id).sort()).toEqual([kauri.companyId, wattle.companyId].sort());
    expect(seen.events).toEqual([]);
    const rename = asPlatform(database.db, (trx) =>
      trx.updateTable('companies').set({ name: 'Mine' }).execute(),
    );
    expect(await getState(rename)).toBe(insufficientPrivilege);
  });

  test.each([
    ['a company marks itself as paying', 'assay_tenant', 'UPDATE companies SET subscription_active = true'],
    ['a company deletes events', 'assay_tenant', 'DELETE FROM audit_events'],
    ['a company rewrites events', 'assay_tenant', `UPDATE audit_events SET reason = ''`],
    ['a company deletes a member', 'assay_tenant', 'DELETE FROM members'],
    ['a company reads the admins', 'assay_tenant', 'SELECT * FROM admins'],
    ['a company reads rate limits', 'assay_tenant', 'SELECT * FROM rate_limits'],
    ['a job rewrites events', 'assay_jobs', 'DELETE FROM audit_events'],
    ['the platform rewrites events', 'assay_platform', 'DELETE FROM audit_events'],
  ])('rejects %s', async (_what, role, statement) => {
    const attempt = database.db.transaction().execute(async (trx) => {
      await sql.raw(`SET LOCAL ROLE ${role}; SET LOCAL app.company_id TO '${kauri.companyId}'`).execute(trx);
      await sql.raw(statement).execute(trx);
    });
    expect(await getState(attempt)).toBe(insufficientPrivilege);
  });

  test('a user is found by the identity subject alone, in one call of the default role', async () => {
    const at = new Date().toISOString();
    expect(await memberBySubject(database.db, kauri.subject, { at })).toEqual({
      id: kauri.memberId,
      company_id: kauri.companyId,
      login_id: `${kauri.memberId}@example.test`,
      name: 'Invented Owner',
      role: 'owner',
      designations: [],
      status: 'active',
      access_ends_at: null,
      company_name: 'Kauri Conveyancing',
      billing_country_code: 'AUS',
      regulated_in: ['NZL'],
      access_restricted: true,
      access_restricted_reason: null,
      subscription_active: false,
      subscription_status: null,
      plan: null,
      grace_until: null,
      default_worklist_id: 0,
      open_alerts: 0,
      onboarding_step: 'company',
      time_zone: 'Pacific/Auckland',
      sector: null,
      other_sectors: [],
      australian_tranche: null,
      first_service_nz: null,
      first_service_au: null,
      sessions_valid_from: null,
      ended_tokens: [],
      session_id: null,
      session_started_at: null,
      session_last_seen_at: null,
      session_idle_minutes: 60,
      session_max_hours: 12,
      session_factor_at: null,
      session_password_at: null,
      has_factor: false,
      second_factor: 'optional',
      company_chosen: false,
      other_companies: 0,
      owns_company: true,
      unread_notifications: 0,
    });
    expect(await memberBySubject(database.db, 'nobody', { at })).toBeNull();
    expect(await adminBySubject(database.db, kauri.subject)).toBeNull();
  });

  test('a job sees every company', async () => {
    const seen = await asJobs(database.db, (trx) => trx.selectFrom('companies').select('id').execute());
    expect(seen).toHaveLength(2);
  });
});
