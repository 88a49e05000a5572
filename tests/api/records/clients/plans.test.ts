import { CompiledQuery, sql, type Transaction } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeMisreadGaps, incompletelyScreened } from '#api/checks/screening-results/subject-store.ts';
import type { Schema } from '#api/kernel/database/tables/schema.ts';
import { asTenant } from '#api/kernel/database/tenancy.ts';
import {
  type ListFilters,
  type ListQuery,
  listPage,
  pageStatement,
  type Sort,
} from '#api/records/clients/list/list-store.ts';
import { getSearchQueries } from '#api/records/clients/list/search-query.ts';
import { assertSandboxDatabase } from '#api/sandbox-guard.ts';
import { demoCompanyId, demoMembers } from '#demo/demo-company.ts';
import { seedClients } from '#demo/seed-clients.ts';
import { openTestDatabase, type TestDatabase, testEngines } from '#tests/support/database/database.ts';
import { explain, type PlanNode } from '#tests/support/database/plans.ts';
import { vacuumAnalyze } from '#tests/support/database/vacuum.ts';

/** Each scan of the clients, with the nodes between it and the limit above it. */
function readings(node: PlanNode, above: string[] = []): { node: PlanNode; below: string[] }[] {
  const below = node['Node Type'] === 'Limit' ? [] : [...above, node['Node Type']];
  const own = node['Relation Name'] === 'clients' ? [{ node, below: above }] : [];
  return [...own, ...(node.Plans ?? []).flatMap((child) => readings(child, below))];
}

const memberId = demoMembers[0]?.id ?? '';
const filters: [string, ListFilters][] = [
  ['the whole list', {}],
  ['kind', { kind: 'business' }],
  ['a common type', { type: 'company' }],
  ['a rare type', { type: 'government' }],
  ['a common status', { status: 'active' }],
  ['a rare status', { status: 'declined' }],
  ['a responsible member', { responsible: memberId }],
  ['nobody responsible', { responsible: 'none' }],
  ['a common risk', { risk: 'low' }],
  ['a rare risk', { risk: 'high' }],
  ['a common state of due diligence', { cdd: 'verified' }],
  ['a rare state of due diligence', { cdd: 'refreshDue' }],
  ['imported', { origin: 'import' }],
];
const sorts: Sort[] = ['name', '-name', 'newest', 'oldest'];
const middle = { id: '01890000-0000-7000-8000-000000002710', sortName: 'martin, ', score: 0 };
const places: [string, ListQuery['place']][] = [
  ['first page', undefined],
  ['deep page', { ...middle, backward: false }],
  ['deep page, backward', { ...middle, backward: true }],
];

describe.each(testEngines)('query plans at 20,000 clients on %s', (engine) => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await openTestDatabase(engine);
    const now = () => new Date('2026-03-02T09:00:00.000Z');
    await assertSandboxDatabase(database.db, { sandbox: true, now });
    await seedClients({ database, now }, { clients: 20_000 });
    // No workflow creates 20,000 fictional clients: their status, risk, CDD and next review are distributed by share, without a history.
    // Their ids are numbers, in the order of creation: plans and shares would differ from run to run with random ones.
    await database.asSuperuser(
      `SET session_replication_role TO replica;
       UPDATE assay.clients c SET id = ('01890000-0000-7000-8000-' || lpad(to_hex(numbered.n), 12, '0'))::uuid
         FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM assay.clients) AS numbered WHERE numbered.id = c.id;
       UPDATE assay.clients SET
         status = CASE WHEN abs(hashtext(id::text)) % 30 = 2 THEN 'declined' ELSE 'active' END,
         risk_level = CASE WHEN abs(hashtext(id::text)) % 40 = 0 THEN 'high' ELSE 'low' END,
         cdd_status = CASE WHEN abs(hashtext(id::text)) % 50 = 1 THEN 'refreshDue' ELSE 'verified' END,
         imported = abs(hashtext(id::text)) % 60 = 3,
         screening_gaps = CASE WHEN abs(hashtext(id::text)) % 500 = 4 THEN '[{"problem": "olderReader", "regime": "un"}]'::jsonb ELSE '[]' END,
         next_review_due_on = date '2026-01-01' + abs(hashtext(id::text)) % 1000;
       SET session_replication_role TO DEFAULT`,
    );
    await vacuumAnalyze(database, ['clients', 'client_words']);
  }, 600_000);
  afterAll(() => database?.close());

  const within = <T>(work: (trx: Transaction<Schema>) => Promise<T>) =>
    asTenant(database.db, demoCompanyId, work);

  const cases = filters.flatMap(([name, filter]) =>
    sorts.flatMap((sort) => places.map(([where, place]) => [name, sort, where, filter, place] as const)),
  );

  test.each(cases)(
    '%s by %s, %s: reads only the displayed rows by an index',
    async (_n, sort, _w, filter, place) => {
      const query: ListQuery = { filters: filter, sort, search: undefined, place, limit: 50 };
      const plan = await within((trx) => explain(trx, pageStatement(query).compile(trx)));
      // Besides the few merged clients.
      const found = readings(plan).filter(({ node }) => node['Index Name'] !== 'clients_merged_into_client');
      expect(found).toHaveLength(2);
      for (const { node, below } of found) {
        expect(node['Node Type'], JSON.stringify(node)).toMatch(/^Index (Only )?Scan$/);
        expect(node['Index Cond']).toContain('company_id');
        expect(below).toEqual([]);
      }
    },
  );

  /** The plan of a first page, as text. */
  const textPlan = (filters: ListFilters) =>
    within(async (trx) => {
      const query: ListQuery = { filters, sort: 'newest', search: undefined, place: undefined, limit: 50 };
      const { sql: text, parameters } = pageStatement(query).compile(trx);
      const { rows } = await trx.executeQuery<Record<string, string>>(
        CompiledQuery.raw(`EXPLAIN ${text}`, [...parameters]),
      );
      return rows.flatMap((row) => Object.values(row)).join('\n');
    });

  test('clients with a review within a few days are found by its index', async () => {
    const plan = await textPlan({ reviewFrom: '2026-03-01', reviewTo: '2026-03-04' });
    expect(plan).toContain('clients_by_review');
    expect(plan).not.toContain('Seq Scan on clients');
  });

  test('clients with a decision by one person are found by the indexes of these decisions, few among many', async () => {
    await database.asSuperuser(
      `INSERT INTO assay.cdd_decisions (company_id, id, client_id, decided_at, decided_by, cdd_level, packs, items, items_digest, basis, decided_by_one)
       SELECT company_id, md5('decision of ' || id)::uuid, id, now(), $1, 'standard', '{}', '[]', repeat('0', 64), '[]', abs(hashtext(id::text)) % 500 = 0
         FROM assay.clients`,
      [memberId],
    );
    await database.asSuperuser('VACUUM ANALYZE assay.cdd_decisions');
    const plan = await textPlan({ decided: 'byOne' });
    expect(plan).toContain('cdd_decisions_by_one');
    expect(plan).toContain('risk_assessments_by_one');
    expect(plan).toContain('individual_verifications_by_one');
    expect(plan).not.toMatch(/Seq Scan on (clients|cdd_decisions|activity_parties)/);
  });

  const counters = sql<{ seq_scan: number; idx_scan: number; idx_tup_fetch: number }>`
    SELECT seq_scan, idx_scan, idx_tup_fetch FROM pg_stat_xact_all_tables
     WHERE schemaname = 'assay' AND relname = ANY(ARRAY['clients', 'client_words']) ORDER BY relname`;

  test.each([
    'Smith',
    'john smith',
    'Jhon Smtih',
    'wili',
    'li',
    'j smith',
    'limited',
    'qzxwv',
    'D-000777',
    'client12@',
  ])('a search for "%s" makes no sequential scan', async (text) => {
    const [words, clients] = await within(async (trx) => {
      const [search] = await getSearchQueries(trx, [text]);
      await listPage(trx, { filters: {}, sort: 'best', search, place: undefined, limit: 50 });
      return (await counters.execute(trx)).rows;
    });
    expect(clients?.idx_scan).toBeGreaterThan(0);
    expect([words?.seq_scan, clients?.seq_scan]).toEqual([0, 0]);
  });

  test.each([
    ['to screen again', incompletelyScreened, { gaps: [] }],
    ['whose gaps are closed', closeMisreadGaps, { remaining: [] }],
  ] as const)('the few clients %s are found among all by their index', async (_what, find, gaps) => {
    // A connection's counters go on from its earlier transactions until they are flushed.
    const [before, after] = await within(async (trx) => {
      const ofClients = async () => (await counters.execute(trx)).rows[1];
      const before = await ofClients();
      await find(trx, { worklistId: 1, gaps: [], remaining: [], after: null, limit: 50, ...gaps });
      return [before, await ofClients()];
    });
    const since = (name: 'seq_scan' | 'idx_scan' | 'idx_tup_fetch') =>
      Number(after?.[name] ?? 0) - Number(before?.[name] ?? 0);
    expect(since('seq_scan')).toBe(0);
    expect(since('idx_scan')).toBeGreaterThan(0);
    expect(since('idx_tup_fetch')).toBeLessThan(500);
  });
});
