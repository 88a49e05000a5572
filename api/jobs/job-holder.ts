import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../kernel/database/pool.ts';
import type { QueueConnection } from './queue-connection.ts';

/** First key of our advisory locks, an arbitrary constant; the second is the process number. */
const lockSpace = 7_423_002;

/** Interval of queries on the lock's connection, so that no proxy closes it as idle. */
const beatMs = 20_000;

/** Seconds after which a job without a process number belongs to a process that died while fetching it. */
const namelessSeconds = 60;

interface AbandonedJob {
  name: string;
  id: string;
}

export interface JobHolder {
  /** Adds this process's number to a job that it has started. */
  note(jobId: string): Promise<void>;
  /** Running jobs of these queues whose process is gone. */
  abandoned(names: readonly string[]): Promise<AbandonedJob[]>;
  release(): Promise<void>;
}

/** Numbers of the processes that are alive. */
const aliveSql = `SELECT objid::bigint FROM pg_locks
  WHERE locktype = 'advisory' AND granted AND objsubid = 2 AND classid = ${lockSpace}
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

/**
 * Holds a lock under this process's number on a dedicated connection, which the server releases as soon as the process ends, in any way.
 * Reopens a lost connection.
 */
async function holdLock(
  database: Pick<Database, 'asLogin' | 'isPooled'>,
  number: number,
  onError: (error: unknown) => void,
): Promise<() => Promise<void>> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const hold = (onHeld: () => void) =>
    database.asLogin(async (client) => {
      // A machine that loses power closes no connection: the server detects it within a minute.
      const { isPooled } = database;
      const local = isPooled ? 'LOCAL ' : '';
      await client.query(
        `${isPooled ? 'BEGIN; ' : ''}SET ${local}tcp_keepalives_idle = 30; SET ${local}tcp_keepalives_interval = 10; SET ${local}tcp_keepalives_count = 3`,
      );
      // A pooler keeps a connection for us as long as its transaction is open. This one has no snapshot, so it hinders no vacuum.
      await client.query(`SELECT pg_advisory_${isPooled ? 'xact_' : ''}lock($1, $2)`, [lockSpace, number]);
      onHeld();
      while (!signal.aborted) {
        await pause(beatMs, undefined, { signal }).catch(() => undefined);
        if (!signal.aborted) await client.query('SELECT');
      }
    });
  let ended: Promise<void> = Promise.resolve();
  await new Promise<void>((resolve, reject) => {
    ended = (async () => {
      // The first failure is the caller's; later ones are retried.
      await hold(resolve).catch((error) => {
        reject(error);
        onError(error);
      });
      while (!signal.aborted) {
        await pause(1000, undefined, { signal }).catch(() => undefined);
        if (!signal.aborted) await hold(() => undefined).catch(onError);
      }
    })();
  });
  return async () => {
    stopping.abort();
    await ended;
  };
}

/**
 * Distinguishes running jobs from those whose process has died, which the queue itself only does when a job times out
 * after ten minutes. Each process has a number, which it writes into its jobs and, on a server, holds as a lock while
 * it runs. The embedded database has one process: other numbers belong to dead ones.
 * @param onError called when the lock's connection was lost.
 */
export async function openJobHolder(
  database: Pick<Database, 'engine' | 'asLogin' | 'isPooled'>,
  queue: Pick<QueueConnection, 'executeSql'>,
  onError: (error: unknown) => void,
): Promise<JobHolder> {
  const number = randomInt(1, 2 ** 31 - 1);
  const release = database.engine === 'postgres' ? await holdLock(database, number, onError) : async () => {};
  // Our own jobs are running even if the lock's connection was lost.
  const own = `SELECT ${number}::bigint AS objid`;
  const alive = database.engine === 'postgres' ? `${aliveSql} UNION ALL ${own}` : own;
  return {
    async note(jobId) {
      await queue.executeSql(
        `UPDATE pgboss.job SET output = jsonb_build_object('holder', $2::bigint) WHERE id = $1 AND state = 'active'`,
        [jobId, number],
      );
    },
    async abandoned(names) {
      const { rows } = await queue.executeSql(
        `SELECT name, id FROM pgboss.job
          WHERE state = 'active' AND name = ANY ($1::text[])
            AND CASE WHEN output ? 'holder' THEN (output ->> 'holder')::bigint NOT IN (${alive})
                     ELSE started_on < now() - ${namelessSeconds} * interval '1 second' END`,
        [names],
      );
      return rows as AbandonedJob[];
    },
    release,
  };
}
