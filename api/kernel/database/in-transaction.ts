import type { Kysely } from 'kysely';
import { type DatabaseClient, type DatabasePool, runtimeRole } from './database-pool.ts';
import { type Database, kyselyOver } from './pool.ts';
import { getStatementName } from './prepared-statements.ts';
import type { Schema } from './tables/schema.ts';

/** Pool whose only connection is in a transaction; the borrowers' own transactions become savepoints. */
function poolWithin(client: DatabaseClient): DatabasePool {
  let last: Promise<void> = Promise.resolve();

  const within = (text: string) => {
    if (text.startsWith('BEGIN')) return `SAVEPOINT inner_transaction${text.slice('BEGIN'.length)}`;
    // ROLLBACK TO restores the former role; RELEASE does not.
    if (text === 'COMMIT') return `RELEASE SAVEPOINT inner_transaction; SET LOCAL ROLE ${runtimeRole}`;
    return text === 'ROLLBACK' ? 'ROLLBACK TO SAVEPOINT inner_transaction' : text;
  };

  async function connect(): Promise<DatabaseClient> {
    const before = last;
    let releaseConnection = () => {};
    last = new Promise((done) => {
      releaseConnection = done;
    });
    await before;
    return {
      async query(statement, values) {
        if (typeof statement !== 'string') return client.query(statement);
        // Steps repeat the same statements on few rows, where planning would dominate.
        if (values !== undefined && values.length > 0) {
          return client.query({ name: getStatementName(statement), text: statement, values });
        }
        const result = await client.query(within(statement), values);
        return statement === 'COMMIT' ? { command: 'COMMIT', rowCount: null, rows: [] } : result;
      },
      release: () => releaseConnection(),
    };
  }

  return {
    connect,
    async query(text, values) {
      const borrowed = await connect();
      try {
        return await borrowed.query(text, values);
      } finally {
        borrowed.release();
      }
    },
    end: async () => {},
  };
}

/**
 * Runs several commands, each with its own transaction, in one: all are saved or none. Work must use only the database
 * of its argument; it holds a connection, the embedded database's only one, so it must be short.
 */
export async function inOneTransaction<T>(
  database: Pick<Database, 'pool'>,
  work: (within: { db: Kysely<Schema> }) => Promise<T>,
): Promise<T> {
  const client = await database.pool.connect();
  let unusable: Error | undefined;
  try {
    await client.query('BEGIN');
    const result = await work({ db: kyselyOver(poolWithin(client)) });
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch((lost: Error) => {
      unusable = lost;
    });
    throw error;
  } finally {
    client.release(unusable);
  }
}
