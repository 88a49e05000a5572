import type { CompiledQuery, DatabaseConnection, Driver, QueryResult, TransactionSettings } from 'kysely';
import type { DatabaseClient, DatabasePool, DatabaseResult } from './database-pool.ts';
import { keptName } from './kept-plans.ts';

interface Connection extends DatabaseConnection {
  client: DatabaseClient;
  broken: Error | null;
  released: boolean;
}

/** The statements that the next transaction on a connection opens with; see `openNextTransactionWith`. */
const openings = new WeakMap<DatabaseConnection, string>();

/**
 * Lets the next transaction on this connection begin with these statements instead of a bare BEGIN, so that BEGIN, the
 * role and the company travel to the server together.
 */
export function openNextTransactionWith(connection: DatabaseConnection, statements: string): void {
  openings.set(connection, statements);
}

function rowsAffected(command: string, rowCount: number | null): bigint | undefined {
  return ['INSERT', 'UPDATE', 'DELETE', 'MERGE'].includes(command) ? BigInt(rowCount ?? 0) : undefined;
}

function send(client: DatabaseClient, query: CompiledQuery): Promise<DatabaseResult> {
  const values = [...query.parameters];
  const name = keptName(query);
  return name === undefined
    ? client.query(query.sql, values)
    : client.query({ name, text: query.sql, values });
}

/**
 * Reads several things in one transaction that begins with `opening`, without waiting between: on a server all of it leaves in one
 * piece, and one wait is paid for. Gives the rows of each, or throws the first error; nothing stays open either way.
 */
export async function readTogether(
  connection: DatabaseConnection,
  opening: string,
  queries: readonly CompiledQuery[],
): Promise<unknown[][]> {
  const { client } = connection as Connection;
  const statements = [
    () => client.query(`BEGIN; ${opening}`),
    ...queries.map((query) => () => send(client, query)),
    () => client.query('COMMIT'),
  ];
  const answers: PromiseSettledResult<DatabaseResult>[] = [];
  if (client.pipeline) {
    client.connection?.stream.cork();
    const sent = statements.map((start) => start());
    client.connection?.stream.uncork();
    answers.push(...(await Promise.allSettled(sent)));
  } else {
    for (const start of statements) answers.push(...(await Promise.allSettled([start()])));
  }
  const failed = answers.find((answer) => answer.status === 'rejected');
  if (failed) throw failed.reason;
  return answers.slice(1, -1).map((answer) => (answer.status === 'fulfilled' ? answer.value.rows : []));
}

function wrap(client: DatabaseClient): Connection {
  const connection: Connection = {
    client,
    broken: null,
    released: false,
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      // A statement that nobody awaited may come after its transaction: it must not land in the next borrower's.
      if (connection.released)
        throw new Error('This database transaction is over; the statement came too late.');
      const result = await send(client, query);
      return { rows: result.rows, numAffectedRows: rowsAffected(result.command, result.rowCount) };
    },
    streamQuery() {
      throw new Error('Read long results in keyset batches.');
    },
  };
  return connection;
}

/**
 * Kysely's driver over our pools. It differs from Kysely's own in three things: a transaction may open with its role
 * in one trip; COMMIT of a transaction that an error has aborted, which PostgreSQL answers with ROLLBACK and no error,
 * is an error here; and a connection given back refuses late statements.
 */
export function createDriver(pool: DatabasePool): Driver {
  const own = (connection: DatabaseConnection) => connection as Connection;
  return {
    init: async () => {},
    acquireConnection: async () => wrap(await pool.connect()),
    async beginTransaction(connection, settings: TransactionSettings) {
      const isolation = settings.isolationLevel ? ` ISOLATION LEVEL ${settings.isolationLevel}` : '';
      const access = settings.accessMode ? ` ${settings.accessMode}` : '';
      const opening = openings.get(connection) ?? '';
      openings.delete(connection);
      await own(connection).client.query(`BEGIN${isolation}${access}; ${opening}`);
    },
    async commitTransaction(connection) {
      const { command } = await own(connection).client.query('COMMIT');
      if (command !== 'COMMIT') {
        throw new Error(
          'Nothing was saved: a statement in this transaction had failed, and the failure was ignored.',
        );
      }
    },
    async rollbackTransaction(connection) {
      try {
        await own(connection).client.query('ROLLBACK');
      } catch (error) {
        // The connection is gone, and the server rolls back by itself. The first error is the one worth telling.
        own(connection).broken = error instanceof Error ? error : new Error(String(error));
      }
    },
    async releaseConnection(connection) {
      const { client, broken } = own(connection);
      own(connection).released = true;
      client.release(broken ?? undefined);
    },
    destroy: () => pool.end(),
  };
}
