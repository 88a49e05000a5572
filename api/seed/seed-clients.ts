import { randomUUID } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { recordEvent } from '../audit/record-event.ts';
import { columnsOf } from '../clients/client-record.ts';
import { addWords } from '../clients/store.ts';
import type { Database } from '../database/pool.ts';
import type { Schema } from '../database/schema.ts';
import { asTenant } from '../database/tenancy.ts';
import { demoCompanyId, demoMembers, seedDemoAccounts } from './demo-company.ts';
import { type InventedClient, inventClient } from './invent-client.ts';
import { seededRandom } from './random.ts';

export interface SeedDeps {
  database: Pick<Database, 'db'>;
  now: () => Date;
}

export interface ClientsToSeed {
  /** How many clients the demo company has afterwards, at least. */
  clients: number;
  /** Told the number after each batch. */
  onProgress?: (done: number) => void;
  /** Clients of one transaction. */
  clientsPerBatch?: number;
}

/** Days over which the clients' creation is spread, up to now. */
const spreadDays = 900;
const dayMs = 86_400_000;

interface Batch {
  first: number;
  count: number;
  clients: number;
  startedAtMs: number;
}

function rowOf({ details, standing }: InventedClient, createdAtMs: number, by: string) {
  const at = new Date(createdAtMs).toISOString();
  return {
    ...columnsOf(details),
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

type Row = ReturnType<typeof rowOf>;

function inventRows({ first, count, clients, startedAtMs }: Batch): Row[] {
  // A batch has its own series: what client 700 is does not depend on how many were asked for at a time.
  const memberIds = demoMembers.filter(({ role }) => role !== 'auditor').map(({ id }) => id);
  const today = new Date(startedAtMs).toISOString().slice(0, 10);
  return Array.from({ length: count }, (_, place) => {
    const number = first + place;
    const random = seededRandom(number * 2_654_435_761);
    const createdAtMs = startedAtMs - Math.round(((clients - number) / clients) * spreadDays * dayMs);
    return rowOf(inventClient(random, { number, memberIds, today }), createdAtMs, random.pick(memberIds));
  });
}

/** Rows as one JSON parameter: quicker than thousands of parameters, on both engines. */
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
  const rows = inventRows(batch);
  const words = new Set(rows.flatMap((row) => row.search_words).filter((word) => !knownWords.has(word)));
  await asTenant(deps.database.db, demoCompanyId, async (trx) => {
    await insertRows(trx, rows);
    await addWords(trx, demoCompanyId, [...words]);
    // One event for the batch: nobody created these clients one by one, and a million events would tell no more.
    await recordEvent(trx, deps, {
      companyId: demoCompanyId,
      actor: { type: 'system', id: 'seed', role: 'seed' },
      action: 'clients.seeded',
      resourceType: 'clients',
      resourceId: demoCompanyId,
      detail: { count: rows.length, firstReference: batch.first + 1 },
      requestId: randomUUID(),
    });
  });
  for (const word of words) knownWords.add(word);
}

/** Clients there are, counted no further than asked: every start asks, however many there are. */
async function countUpTo(db: Kysely<Schema>, most: number): Promise<number> {
  const { rows } = await asTenant(db, demoCompanyId, (trx) =>
    sql<{
      total: number;
    }>`SELECT count(*) AS total FROM (SELECT FROM clients LIMIT ${most}) AS counted`.execute(trx),
  );
  return rows[0]?.total ?? 0;
}

/**
 * Fills the demo company with invented clients until it has this many, in batches of one transaction each; makes the company
 * first where there is none. Stopped half-way it goes on where it was. The database must be marked as a sandbox's.
 *
 * @throws Error where the database is not a sandbox's.
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
