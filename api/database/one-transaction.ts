import type { Kysely } from 'kysely';
import { type DatabaseClient, type DatabasePool, standingRole } from './database-pool.ts';
import { type Database, kyselyOver } from './pool.ts';
import type { Schema } from './schema.ts';

/** A pool whose only connection stands in a transaction, in which the borrowers' own transactions become savepoints. */
function poolWithin(client: DatabaseClient): DatabasePool {
  let last: Promise<void> = Promise.resolve();

  const within = (text: string) => {
    if (text.startsWith('BEGIN')) return `SAVEPOINT inner_transaction${text.slice('BEGIN'.length)}`;
    // To roll back gives the role of before back; to release does not.
    if (text === 'COMMIT') return `RELEASE SAVEPOINT inner_transaction; SET LOCAL ROLE ${standingRole}`;
    return text === 'ROLLBACK' ? 'ROLLBACK TO SAVEPOINT inner_transaction' : text;
  };

  async function connect(): Promise<DatabaseClient> {
    const before = last;
    let giveBack = () => {};
    last = new Promise((done) => {
      giveBack = done;
    });
    await before;
    return {
      async query(statement, values) {
        if (typeof statement !== 'string') return client.query(statement);
        const result = await client.query(within(statement), values);
        return statement === 'COMMIT' ? { command: 'COMMIT', rowCount: null, rows: [] } : result;
      },
      release: () => giveBack(),
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
 * Runs work of several commands, each of which opens a transaction of its own, in one: all of it is kept or none. Work
 * must reach the database through what it is given alone; it holds one connection, the embedded database's only one, so
 * it must be short.
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
