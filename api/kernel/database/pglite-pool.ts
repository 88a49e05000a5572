import type { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import pg from 'pg';
import {
  connectionWaitMs,
  type DatabaseClient,
  type DatabasePool,
  runtimeRole,
  sessionSettings,
} from './database-pool.ts';
import { valueParsing } from './value-parsing.ts';

export interface PglitePool extends DatabasePool {
  /** Lends the connection as the database's superuser, for migrations. */
  connectAsLogin(): Promise<DatabaseClient>;
}

const maxBlockingMs = 10;

interface Waiter {
  lend(): void;
  refuse(error: Error): void;
}

/** FIFO queue for the one connection. */
interface ConnectionQueue {
  /** Waits for the connection. @throws on timeout, or if the queue is closed. */
  acquire(): Promise<void>;
  /** Passes the connection to the next waiter. */
  release(): void;
  /** Rejects all waiters, and resolves once the connection is free. */
  close(): Promise<void>;
}

function createQueue(): ConnectionQueue {
  const waiting: Waiter[] = [];
  let lent = false;
  let onIdle: (() => void) | null = null;
  return {
    acquire: () =>
      new Promise<void>((resolve, reject) => {
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
      }),
    release() {
      const next = waiting.shift();
      lent = next !== undefined;
      if (next) next.lend();
      else onIdle?.();
    },
    async close() {
      for (const waiter of waiting.splice(0)) waiter.refuse(new Error('The database is closed.'));
      if (lent) await new Promise<void>((resolve) => (onIdle = resolve));
    },
  };
}

/**
 * PGlite responds without yielding to the event loop, so a long series of statements would block timers, sockets and
 * other requests. Null while yielding is not due.
 */
function createYield(): () => Promise<void> | null {
  let lastRunAt = performance.now();
  let turn: Promise<void> | null = null;
  return () => {
    if (turn === null && performance.now() - lastRunAt >= maxBlockingMs) {
      turn = new Promise((resolve) => {
        setImmediate(() => {
          turn = null;
          lastRunAt = performance.now();
          resolve();
        });
      });
    }
    return turn;
  };
}

/** A borrower's connection, until it is released. */
function createLease(
  client: pg.Client,
  {
    yieldToEventLoop,
    reclaim,
  }: { yieldToEventLoop: () => Promise<void> | null; reclaim: () => Promise<void> },
): DatabaseClient {
  let released = false;
  return {
    async query(statement, values) {
      const others = yieldToEventLoop();
      if (others) await others;
      if (released) throw new Error('This database connection was already released.');
      return client.query(statement as string, values);
    },
    release() {
      if (released) throw new Error('This database connection was released twice.');
      released = true;
      reclaim().catch(() => {});
    },
  };
}

/**
 * Pool of one: lends PGlite's single connection to one borrower at a time, in FIFO order. Without it the BEGIN…COMMIT
 * of a job would enclose statements of others. Each checkout starts outside a transaction and as `assay_app`; an open
 * transaction is rolled back on release; statements after the release are rejected, because they would run in another
 * borrower's transaction.
 */
export async function createPglitePool(pglite: PGlite): Promise<PglitePool> {
  const client = new pg.Client({ ...createPgConfig(pglite), types: valueParsing } as pg.ClientConfig);
  // Pending queries report the error themselves; an unhandled event would end the process first.
  client.on('error', () => {});
  await client.connect();
  for (const [name, value] of Object.entries(sessionSettings)) await client.query(`SET ${name} TO ${value}`);

  const queue = createQueue();
  const yieldToEventLoop = createYield();
  let ended = false;

  /** Runs after the borrower's last statement, because node-postgres processes a client's queries in order. */
  async function reclaim(): Promise<void> {
    try {
      await client.query('');
      if (client.getTransactionStatus() !== 'I') await client.query('ROLLBACK');
    } finally {
      queue.release();
    }
  }

  async function borrow(asLogin: boolean): Promise<DatabaseClient> {
    if (ended) throw new Error('The database is closed.');
    await queue.acquire();
    const borrowed = createLease(client, { yieldToEventLoop, reclaim });
    try {
      await borrowed.query(asLogin ? 'SET ROLE NONE' : `SET ROLE ${runtimeRole}`);
    } catch (error) {
      borrowed.release();
      throw error;
    }
    return borrowed;
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
      await queue.close();
      await client.end();
      await pglite.close();
    },
  };
}
