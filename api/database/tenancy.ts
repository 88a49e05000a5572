import type { CompiledQuery, Kysely, Transaction } from 'kysely';
import { openNextTransactionWith, readTogether } from './kysely-driver.ts';
import type { Schema } from './schema.ts';

type Work<T> = (trx: Transaction<Schema>) => Promise<T>;

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** @throws RangeError when `companyId` is not a UUID in lower case: it becomes part of a statement. */
function openingOf(companyId: string): string {
  if (!uuidPattern.test(companyId)) throw new RangeError('A company id is a UUID in lower case.');
  return `SET LOCAL ROLE assay_tenant; SET LOCAL app.company_id TO '${companyId}'`;
}

function inTransaction<T>(
  db: Kysely<Schema>,
  opening: string,
  work: Work<T>,
  isSnapshot = false,
): Promise<T> {
  return db.connection().execute(async (lent) => {
    await lent
      .getExecutor()
      .provideConnection(async (connection) => openNextTransactionWith(connection, opening));
    const transaction = lent.transaction();
    return (
      isSnapshot ? transaction.setIsolationLevel('repeatable read').setAccessMode('read only') : transaction
    ).execute(work);
  });
}

/**
 * Runs work in one transaction that sees the rows of one company and no others. Row-level security decides it in the
 * database; a query outside such a transaction is refused for want of rights.
 *
 * @throws RangeError when `companyId` is not a UUID in lower case: it becomes part of a statement.
 */
export async function asTenant<T>(db: Kysely<Schema>, companyId: string, work: Work<T>): Promise<T> {
  return inTransaction(db, openingOf(companyId), work);
}

/**
 * Reads in one transaction that sees the rows of one company as they were at its first statement, whatever others commit meanwhile. It holds
 * a connection, the embedded database's only one, so it must be short.
 *
 * @throws RangeError as `asTenant` does.
 */
export async function asTenantSnapshot<T>(db: Kysely<Schema>, companyId: string, work: Work<T>): Promise<T> {
  return inTransaction(db, openingOf(companyId), work, true);
}

type RowsOf<Queries> = {
  [At in keyof Queries]: Queries[At] extends CompiledQuery<infer Row> ? Row[] : never;
};

/**
 * Reads several things of one company in one transaction, and sends them together: for pages that many people wait for, whose questions do
 * not depend on each other's answers.
 *
 * @returns the rows of each question, in their order.
 * @throws RangeError as `asTenant` does; else the first error of a question.
 */
export async function readAsTenant<const Queries extends readonly CompiledQuery<unknown>[]>(
  db: Kysely<Schema>,
  companyId: string,
  queries: Queries,
): Promise<RowsOf<Queries>> {
  const opening = openingOf(companyId);
  const rows = await db
    .getExecutor()
    .provideConnection((connection) => readTogether(connection, opening, queries));
  return rows as RowsOf<Queries>;
}

/** Runs work in one transaction as the platform's admins see things: companies and people, never client data. */
export async function asPlatform<T>(db: Kysely<Schema>, work: Work<T>): Promise<T> {
  return inTransaction(db, 'SET LOCAL ROLE assay_platform', work);
}

/** Runs work in one transaction with the rights of background jobs: every company, for upkeep alone. */
export async function asJobs<T>(db: Kysely<Schema>, work: Work<T>): Promise<T> {
  return inTransaction(db, 'SET LOCAL ROLE assay_jobs', work);
}
