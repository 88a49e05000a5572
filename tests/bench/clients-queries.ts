import { sql } from 'kysely';
import { migrateDatabase } from '#api/kernel/database/migrate.ts';
import { type Database, openDatabase } from '#api/kernel/database/pool.ts';
import { asTenant } from '#api/kernel/database/tenancy.ts';
import type { MemberCaller } from '#api/kernel/http/bind-endpoint.ts';
import { listClients } from '#api/records/clients/list/list.ts';
import { createListCountCache, type ListCountCache } from '#api/records/clients/list/list-count-cache.ts';
import { clientCursors } from '#api/records/clients/list/list-store.ts';
import { assertSandboxDatabase } from '#api/sandbox-guard.ts';
import type { ClientFilters } from '#contract/clients/client-record.ts';
import { demoCompanyId, demoMembers } from '#demo/demo-company.ts';
import { generatePersonName } from '#demo/generators/names.ts';
import { seededRandom } from '#demo/generators/random.ts';
import { seedClients } from '#demo/seed-clients.ts';
import { createEmptyDatabase } from '#tests/support/database/database.ts';
import { sized } from './sizes.ts';

const few = sized(10_000, 50);
const many = Number(process.env.BENCH_QUERIES_CLIENTS ?? sized(1_000_000, 100));
const samples = sized(120, 1);
const warmUpSamples = sized(10, 1);
const now = () => new Date();

const memberId = demoMembers[0]?.id ?? '';
const caller = {
  kind: 'member',
  subject: '',
  member: { id: memberId, role: 'owner' },
  company: { id: demoCompanyId, timeZone: 'Pacific/Auckland' },
  request: { id: 'bench', endpointId: 'clients.list', requestKey: undefined, clientIp: '' },
} as unknown as MemberCaller;

/**
 * Proportions of a firm's book: of ten clients seven are active, of forty assessed ones two are high risk, of twenty one is due for a refresh.
 */
const dealOut = sql`
  UPDATE clients SET
    status = CASE WHEN share % 10 < 7 THEN 'active' WHEN share % 10 = 7 THEN 'onboarding' WHEN share % 10 = 8 THEN 'draft' ELSE 'dormant' END,
    risk_level = CASE share % 40 WHEN 0 THEN 'high' WHEN 1 THEN 'high' WHEN 2 THEN 'medium' WHEN 3 THEN 'medium' ELSE 'low' END,
    cdd_status = CASE share % 20 WHEN 1 THEN 'refreshDue' WHEN 2 THEN 'readyForReview' ELSE 'verified' END,
    next_review_due_on = current_date - 40 + share % 1000
    FROM (SELECT id AS dealt, abs(hashtext(id::text)) AS share FROM clients) AS dealt WHERE id = dealt`;

/** Shown for comparison; no index serves it alone, and no target applies to it. */
const twoFilters = 'two filters at once';

type Ask = ClientFilters & { cursor?: string };

interface Seeded extends Database {
  /** As each API that serves the database has its own. */
  longLists: ListCountCache;
  drop(): Promise<void>;
}

async function seeded(clients: number): Promise<Seeded> {
  const { databaseUrl, drop } = await createEmptyDatabase();
  const database = await openDatabase({ databaseUrl });
  await migrateDatabase(database);
  await assertSandboxDatabase(database.db, { sandbox: true, now });
  const began = performance.now();
  await seedClients({ database, now }, { clients, clientsPerBatch: 5000 });
  // No workflow creates a million fictional clients: their status, risk, CDD and next review are distributed by share.
  await asTenant(database.db, demoCompanyId, (trx) => dealOut.execute(trx));
  await database.asLogin(async (client) => {
    await client.query('SET ROLE assay_owner');
    await client.query('VACUUM ANALYZE assay.clients');
    await client.query('VACUUM ANALYZE assay.client_words');
  });
  console.log(`Seeded ${clients} clients in ${Math.round((performance.now() - began) / 1000)} s`);
  return { ...database, longLists: createListCountCache(), drop };
}

const list = ({ db, longLists }: Seeded, ask: Ask) =>
  listClients.run({ db, now, longLists }, caller, { query: { limit: 50, ...ask } });

/**
 * The 95th percentile, in milliseconds, of queries that differ from sample to sample, with few clients and with many. They alternate, so
 * that other load on the machine affects both alike.
 */
async function p95(
  databases: [Seeded, Seeded],
  runSample: (sample: number) => Ask,
): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []];
  for (let sample = -warmUpSamples; sample < samples; sample += 1) {
    const ask = runSample(Math.abs(sample));
    for (const size of [0, 1] as const) {
      const began = performance.now();
      await list(databases[size], ask);
      if (sample >= 0) times[size].push(performance.now() - began);
    }
  }
  const high = (values: number[]) =>
    values.toSorted((a, b) => a - b)[Math.floor(samples * 0.95)] ?? Number.NaN;
  return [high(times[0]), high(times[1])];
}

/** Positions far into the list by name, thousands of pages from the start. */
const deepCursors = [...'bdfhjlmnprstvw'].map((letter) =>
  clientCursors.write({ sort: 'name' }, { id: memberId, sortName: `${letter}e`, score: 0 }, false),
);

const [small, large] = [await seeded(few), await seeded(many)];
try {
  const lists: [string, (sample: number) => Ask][] = [
    ['first page', () => ({})],
    ['deep page', (sample) => ({ cursor: deepCursors[sample % deepCursors.length] })],
    ['newest first', () => ({ sort: 'newest' })],
    ['filter: type', () => ({ type: 'trust' })],
    ['filter: kind', () => ({ kind: 'business' })],
    ['filter: status', () => ({ status: 'onboarding' })],
    ['filter: risk', () => ({ risk: 'high' })],
    ['filter: CDD', () => ({ cdd: 'readyForReview' })],
    ['filter: review', () => ({ review: 'overdue' })],
    ['filter: relationship owner', () => ({ responsible: memberId })],
    ['filter: unassigned', () => ({ responsible: 'none' })],
    [twoFilters, () => ({ status: 'draft', type: 'smsf' })],
  ];
  console.log(`\nThe list's 95th percentile in ms, PostgreSQL, ${samples} samples\n`);
  console.log(`| list | ${few} clients | ${many} clients | ratio | at most |\n|---|---|---|---|---|`);
  for (const [name, runSample] of lists) {
    const [a, b] = await p95([small, large], runSample);
    console.log(
      `| ${name} | ${a.toFixed(1)} | ${b.toFixed(1)} | ${(b / a).toFixed(2)} | ${name === twoFilters ? '' : '1.5'} |`,
    );
  }
  const random = seededRandom(7);
  const names = Array.from({ length: Math.max(samples, warmUpSamples + 1) }, () =>
    generatePersonName(random),
  );
  const swapped = (text: string) => text.replace(/^(.)(.)(.)/, '$1$3$2');
  const searches: [string, (sample: number) => string][] = [
    ['full name', (at) => `${names[at]?.givenNames} ${names[at]?.familyName}`],
    ['family name', (at) => names[at]?.familyName ?? ''],
    ['given name', (at) => names[at]?.givenNames ?? ''],
    [
      'with a typo in each',
      (at) => `${swapped(names[at]?.givenNames ?? '')} ${swapped(names[at]?.familyName ?? '')}`,
    ],
    ['first three letters', (at) => (names[at]?.familyName ?? '').slice(0, 3)],
    ['first two letters', (at) => (names[at]?.familyName ?? '').slice(0, 2)],
    ['initial and family', (at) => `${names[at]?.givenNames[0]} ${names[at]?.familyName}`],
    ['"limited"', () => 'limited'],
    ['no match', (at) => `qzx${at}wv`],
  ];
  console.log(`\nA search's 95th percentile in ms, PostgreSQL, ${samples} samples\n`);
  console.log(`| search | ${few} clients | ${many} clients | under |\n|---|---|---|---|`);
  for (const [name, getText] of searches) {
    const [a, b] = await p95([small, large], (at) => ({ q: getText(at) }));
    console.log(`| ${name} | ${a.toFixed(1)} | ${b.toFixed(1)} | 500 |`);
  }
} finally {
  for (const database of [small, large]) {
    await database.close();
    await database.drop();
  }
}
