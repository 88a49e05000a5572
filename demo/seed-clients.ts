import { randomUUID } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { inWork } from '#api/kernel/command/work.ts';
import type { Database } from '#api/kernel/database/pool.ts';
import type { Schema } from '#api/kernel/database/tables/schema.ts';
import { asTenant } from '#api/kernel/database/tenancy.ts';
import { getColumns } from '#api/records/clients/record/client-record.ts';
import { addWords } from '#api/records/clients/record/store.ts';
import { demoCompanyId, demoMembers, seedDemoAccounts } from './demo-company.ts';
import { type GeneratedClient, generateClient } from './generators/client.ts';
import { seededRandom } from './generators/random.ts';

export interface SeedDeps {
  database: Pick<Database, 'db'>;
  now: () => Date;
}

export interface ClientsToSeed {
  /** Minimum number of clients of the demo company afterwards. */
  clients: number;
  /** Called with the number of clients after each batch. */
  onProgress?: (done: number) => void;
  /** Clients per transaction. */
  clientsPerBatch?: number;
}

/** Days before now over which the clients' creation is spread; short, because most are still in onboarding. */
const spreadDays = 80;
const dayMs = 86_400_000;

/** SQL condition: the client belongs to this series, by its reference. Other parts select unworked clients by it. */
export const inSeries = sql<boolean>`external_id LIKE 'D-%'`;

interface Batch {
  first: number;
  count: number;
  clients: number;
  startedAtMs: number;
}

function getRow({ details, standing }: GeneratedClient, createdAtMs: number, by: string) {
  const at = new Date(createdAtMs).toISOString();
  return {
    ...getColumns(details),
    company_id: demoCompanyId,
    id: uuidv7({ msecs: createdAtMs }),
    status: standing.status,
    cdd_status: standing.cddStatus,
    cdd_level: standing.cddLevel,
    risk_level: standing.riskLevel,
    pep_status: standing.pepStatus,
    sanctions_status: standing.sanctionsStatus,
    next_review_due_on: standing.nextReviewDueOn,
    created_at: at,
    created_by: by,
    updated_at: at,
    updated_by: by,
  };
}

type Row = ReturnType<typeof getRow>;

function generateRows({ first, count, clients, startedAtMs }: Batch): Row[] {
  // Seeded per batch, so that client 700 does not depend on the number of clients requested at a time.
  const memberIds = demoMembers.filter(({ role }) => role !== 'auditor').map(({ id }) => id);
  return Array.from({ length: count }, (_, place) => {
    const number = first + place;
    const random = seededRandom(number * 2_654_435_761);
    const createdAtMs = startedAtMs - Math.round(((clients - number) / clients) * spreadDays * dayMs);
    return getRow(generateClient(random, { number, memberIds }), createdAtMs, random.pick(memberIds));
  });
}

/** Rows as one JSON parameter: faster than thousands of parameters, on both engines. */
async function insertRows(trx: Transaction<Schema>, rows: readonly Row[]): Promise<void> {
  const parsed = rows.map((row) => ({
    ...row,
    addresses: JSON.parse(row.addresses),
    individual: row.individual == null ? null : JSON.parse(row.individual),
    business: row.business == null ? null : JSON.parse(row.business),
    version: 1,
  }));
  const columns = sql.join(Object.keys(parsed[0] ?? {}).map((name) => sql.ref(name)));
  await sql`INSERT INTO clients (${columns})
    SELECT ${columns} FROM jsonb_populate_recordset(NULL::clients, ${JSON.stringify(parsed)}::jsonb)
    ON CONFLICT DO NOTHING`.execute(trx);
}

async function seedBatch(deps: SeedDeps, batch: Batch, knownWords: Set<string>): Promise<void> {
  const rows = generateRows(batch);
  const words = new Set(rows.flatMap((row) => row.search_words).filter((word) => !knownWords.has(word)));
  const seed = { type: 'system', id: 'seed', role: 'seed' } as const;
  const work = { companyId: demoCompanyId, actor: seed, requestId: randomUUID() };
  await inWork({ db: deps.database.db, now: deps.now }, work, async ({ trx, record }) => {
    await insertRows(trx, rows);
    await addWords(trx, demoCompanyId, [...words]);
    // One event for the batch: a million events would add no information.
    record({
      action: 'clients.seeded',
      resourceType: 'clients',
      resourceId: demoCompanyId,
      detail: { count: rows.length, firstReference: batch.first + 1 },
    });
  });
  for (const word of words) knownWords.add(word);
}

/** Counts clients up to a limit, so that every start stays fast with any number of clients. */
async function countUpTo(db: Kysely<Schema>, most: number): Promise<number> {
  const { rows } = await asTenant(db, demoCompanyId, (trx) =>
    sql<{
      total: number;
    }>`SELECT count(*) AS total FROM (SELECT FROM clients LIMIT ${most}) AS counted`.execute(trx),
  );
  return rows[0]?.total ?? 0;
}

/**
 * Adds fictitious clients to the demo company until it has this many, in batches of one transaction each; creates the
 * company first if missing. Resumes after an interruption.
 * @throws Error if the database is not marked as a sandbox's.
 */
export async function seedClients(deps: SeedDeps, toSeed: ClientsToSeed): Promise<void> {
  await seedDemoAccounts(deps);
  const { clients, onProgress, clientsPerBatch = 1000 } = toSeed;
  const startedAtMs = deps.now().getTime();
  const knownWords = new Set<string>();
  let done = await countUpTo(deps.database.db, clients);
  if (done >= clients) return;
  while (done < clients) {
    const count = Math.min(clientsPerBatch, clients - done);
    await seedBatch(deps, { first: done, count, clients, startedAtMs }, knownWords);
    done += count;
    onProgress?.(done);
  }
  await asTenant(deps.database.db, demoCompanyId, (trx) =>
    sql`SELECT refresh_client_statistics()`.execute(trx),
  );
}
