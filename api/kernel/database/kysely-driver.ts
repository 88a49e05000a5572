import type { CompiledQuery, DatabaseConnection, Driver, QueryResult, TransactionSettings } from 'kysely';
import type { DatabaseClient, DatabasePool, DatabaseResult } from './database-pool.ts';
import { isOutdatedPreparedStatement, preparedStatementName } from './prepared-statements.ts';

interface Connection extends DatabaseConnection {
  client: DatabaseClient;
  broken: Error | null;
  released: boolean;
}

/** Statements that open the next transaction of a connection; see `prefixNextTransaction`. */
const openings = new WeakMap<DatabaseConnection, string>();

/**
 * Starts the next transaction on this connection with these statements instead of a bare BEGIN, so that BEGIN, role and
 * company reach the server in one round trip.
 */
export function prefixNextTransaction(connection: DatabaseConnection, statements: string): void {
  openings.set(connection, statements);
}

function rowsAffected(command: string, rowCount: number | null): bigint | undefined {
  return ['INSERT', 'UPDATE', 'DELETE', 'MERGE'].includes(command) ? BigInt(rowCount ?? 0) : undefined;
}

function send(client: DatabaseClient, query: CompiledQuery): Promise<DatabaseResult> {
  const values = [...query.parameters];
  const name = preparedStatementName(query);
  return name === undefined
    ? client.query(query.sql, values)
    : client.query({ name, text: query.sql, values });
}

/**
 * Reads several queries in one transaction that starts with `opening`, pipelined: a server receives all of them in one
 * round trip. Returns the rows of each, or throws the first error; no transaction stays open.
 */
export async function readInPipeline(
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
  const failed = answers.find((response) => response.status === 'rejected');
  if (failed) throw failed.reason;
  return answers.slice(1, -1).map((response) => (response.status === 'fulfilled' ? response.value.rows : []));
}

function wrap(client: DatabaseClient): Connection {
  const connection: Connection = {
    client,
    broken: null,
    released: false,
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      // An unawaited statement can arrive after its transaction; it must not run in the next borrower's.
      if (connection.released)
        throw new Error('This database transaction has ended; the statement came too late.');
      const result = await send(client, query).catch((error: unknown) => {
        if (isOutdatedPreparedStatement(error)) connection.broken = error as Error;
        throw error;
      });
      return { rows: result.rows, numAffectedRows: rowsAffected(result.command, result.rowCount) };
    },
    streamQuery() {
      throw new Error('Read long results in keyset batches.');
    },
  };
  return connection;
}

/**
 * Kysely driver for our pools. Differs from Kysely's own: a transaction can start with its role in one round trip; COMMIT
 * of an aborted transaction, which PostgreSQL acknowledges with ROLLBACK and no error, throws; and a released connection
 * rejects late statements.
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
        // The connection is lost, and the server rolls back. Keep the first error.
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
