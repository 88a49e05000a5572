import type { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import pg from 'pg';
import {
  connectionWaitMs,
  type DatabaseClient,
  type DatabasePool,
  sessionSettings,
  standingRole,
} from './database-pool.ts';
import { valueParsing } from './value-parsing.ts';

export interface PglitePool extends DatabasePool {
  /** Lends the connection as the database's own superuser, as migrations need it. */
  connectAsLogin(): Promise<DatabaseClient>;
}

const longestWithoutTurnMs = 10;

interface Waiter {
  lend(): void;
  refuse(error: Error): void;
}

/**
 * A pool of one: lends PGlite's single connection to one borrower at a time, first come first served, for as long as
 * the borrower keeps it. Without this a job's BEGIN…COMMIT encloses the statements of whoever comes between.
 *
 * Each checkout starts outside a transaction and as the standing role; what a borrower left open is rolled back; a
 * borrower that goes on after its release is refused, because its statement would run in someone else's transaction.
 */
export async function createPglitePool(pglite: PGlite): Promise<PglitePool> {
  const client = new pg.Client({ ...createPgConfig(pglite), types: valueParsing } as pg.ClientConfig);
  // Every query that waits is told by itself; unheard, the event would end the process before they are.
  client.on('error', () => {});
  await client.connect();
  for (const [name, value] of Object.entries(sessionSettings)) await client.query(`SET ${name} TO ${value}`);

  const waiting: Waiter[] = [];
  let lent = false;
  let ended = false;
  let onIdle: (() => void) | null = null;

  function passOn(): void {
    const next = waiting.shift();
    lent = next !== undefined;
    if (next) next.lend();
    else onIdle?.();
  }

  /** Runs after the borrower's last statement, because node-postgres answers a client's queries in order. */
  async function takeBack(): Promise<void> {
    try {
      await client.query('');
      if (client.getTransactionStatus() !== 'I') await client.query('ROLLBACK');
    } finally {
      passOn();
    }
  }

  // PGlite answers without ever waiting for the event loop, so a long series of statements would keep timers, sockets
  // and every other request from their turn.
  let lastTurnAt = performance.now();
  let turn: Promise<void> | null = null;
  function giveOthersATurn(): Promise<void> | null {
    if (turn === null && performance.now() - lastTurnAt >= longestWithoutTurnMs) {
      turn = new Promise((resolve) => {
        setImmediate(() => {
          turn = null;
          lastTurnAt = performance.now();
          resolve();
        });
      });
    }
    return turn;
  }

  function lease(): DatabaseClient {
    let released = false;
    return {
      async query(statement, values) {
        const others = giveOthersATurn();
        if (others) await others;
        if (released) throw new Error('This database connection was given back already.');
        return client.query(statement as string, values);
      },
      release() {
        if (released) throw new Error('This database connection was given back twice.');
        released = true;
        takeBack().catch(() => {});
      },
    };
  }

  function borrow(asLogin: boolean): Promise<DatabaseClient> {
    if (ended) return Promise.reject(new Error('The database is closed.'));
    return new Promise<void>((resolve, reject) => {
      const waiter: Waiter = {
        lend: () => {
          clearTimeout(timer);
          resolve();
        },
        refuse: (error) => {
          clearTimeout(timer);
          reject(error);
        },
      };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(waiter), 1);
        reject(new Error(`No database connection became free within ${connectionWaitMs / 1000} seconds.`));
      }, connectionWaitMs);
      timer.unref();
      if (lent) waiting.push(waiter);
      else {
        lent = true;
        waiter.lend();
      }
    }).then(async () => {
      const borrowed = lease();
      try {
        await borrowed.query(asLogin ? 'SET ROLE NONE' : `SET ROLE ${standingRole}`);
      } catch (error) {
        borrowed.release();
        throw error;
      }
      return borrowed;
    });
  }

  const connect = () => borrow(false);
  return {
    connect,
    connectAsLogin: () => borrow(true),
    async query(text, values) {
      const borrowed = await connect();
      try {
        return await borrowed.query(text, values);
      } finally {
        borrowed.release();
      }
    },
    async end() {
      if (ended) return;
      ended = true;
      for (const waiter of waiting.splice(0)) waiter.refuse(new Error('The database is closed.'));
      if (lent) await new Promise<void>((resolve) => (onIdle = resolve));
      await client.end();
      await pglite.close();
    },
  };
}
