import { AsyncLocalStorage } from 'node:async_hooks';
import type { CompiledQuery, Kysely } from 'kysely';
import { isRecordId } from '#contract/record-id.ts';
import { prefixNextTransaction, readInPipeline } from './kysely-driver.ts';
import { lockFunctions } from './named-locks-store.ts';
import type { Schema, Trx } from './tables/schema.ts';

type Work<T> = (trx: Trx) => Promise<T>;

/** @throws RangeError if `companyId` is not a lower-case UUID, because it becomes part of a statement. */
function getOpening(companyId: string): string {
  if (!isRecordId(companyId)) throw new RangeError('A company id is a UUID in lower case.');
  return `SET LOCAL ROLE assay_tenant; SET LOCAL app.company_id TO '${companyId}'`;
}

/**
 * Statement by which a company's writing transactions exclude one that runs alone. It is the first lock of each, so that none of them waits while
 * it holds another.
 */
function getWritingLock(companyId: string, alone: boolean): string {
  return `SELECT ${lockFunctions[alone ? 'alone' : 'shared']}(hashtextextended('work of ${companyId}', 0))`;
}

/** The transaction that the current code runs in. */
const surrounding = new AsyncLocalStorage<{ isOpen: boolean }>();

/** A nested transaction would wait for ever for the embedded database's only connection. */
function requireNoTransaction(): void {
  if (surrounding.getStore()?.isOpen) {
    throw new Error('A database transaction was opened inside another one. Use the outer transaction.');
  }
}

async function inTransaction<T>(
  db: Kysely<Schema>,
  opening: string,
  work: Work<T>,
  isSnapshot = false,
): Promise<T> {
  requireNoTransaction();
  const scope = { isOpen: true };
  try {
    return await surrounding.run(scope, () => transact(db, opening, work, isSnapshot));
  } finally {
    scope.isOpen = false;
  }
}

function transact<T>(db: Kysely<Schema>, opening: string, work: Work<T>, isSnapshot: boolean): Promise<T> {
  return db.connection().execute(async (lent) => {
    await lent
      .getExecutor()
      .provideConnection(async (connection) => prefixNextTransaction(connection, opening));
    const transaction = lent.transaction();
    return (
      isSnapshot ? transaction.setIsolationLevel('repeatable read').setAccessMode('read only') : transaction
    ).execute(work);
  });
}

/**
 * Runs work in one transaction that only sees one company's rows. Enforced by row-level security; queries outside such
 * a transaction fail for lack of privileges.
 * @throws RangeError if `companyId` is not a lower-case UUID, because it becomes part of a statement.
 */
export async function asTenant<T>(db: Kysely<Schema>, companyId: string, work: Work<T>): Promise<T> {
  return inTransaction(db, getOpening(companyId), work);
}

/**
 * Runs work that writes, as `asTenant` does. `alone`: no other writing work of the company runs at the same time, for a change of what every such
 * work reads.
 * @throws RangeError like `asTenant`.
 */
export async function asWritingTenant<T>(
  db: Kysely<Schema>,
  companyId: string,
  work: Work<T>,
  { alone = false }: { alone?: boolean | undefined } = {},
): Promise<T> {
  return inTransaction(db, `${getOpening(companyId)}; ${getWritingLock(companyId, alone)}`, work);
}

/**
 * Reads in one transaction a consistent snapshot of one company's rows, as of its first statement. It holds a
 * connection, the embedded database's only one, so it must be short.
 * @throws RangeError like `asTenant`.
 */
export async function asTenantSnapshot<T>(db: Kysely<Schema>, companyId: string, work: Work<T>): Promise<T> {
  return inTransaction(db, getOpening(companyId), work, true);
}

type RowsFor<Queries> = {
  [At in keyof Queries]: Queries[At] extends CompiledQuery<infer Row> ? Row[] : never;
};

/**
 * Runs several independent queries of one company in one pipelined transaction, for frequently used pages.
 *
 * @returns the rows of each query, in order.
 * @throws RangeError as `asTenant` does; else the first error of a query.
 */
export async function readAsTenant<const Queries extends readonly CompiledQuery<unknown>[]>(
  db: Kysely<Schema>,
  companyId: string,
  queries: Queries,
): Promise<RowsFor<Queries>> {
  requireNoTransaction();
  const opening = getOpening(companyId);
  const rows = await db
    .getExecutor()
    .provideConnection((connection) => readInPipeline(connection, opening, queries));
  return rows as RowsFor<Queries>;
}

/** Runs work in one transaction with the permissions of platform admins: companies and users, never client data. */
export async function asPlatform<T>(db: Kysely<Schema>, work: Work<T>): Promise<T> {
  return inTransaction(db, 'SET LOCAL ROLE assay_platform', work);
}

/** Runs work in one transaction with the rights of background jobs: all companies. */
export async function asJobs<T>(db: Kysely<Schema>, work: Work<T>): Promise<T> {
  return inTransaction(db, 'SET LOCAL ROLE assay_jobs', work);
}
