import type { DatabasePool, DatabaseResult } from '../kernel/database/database-pool.ts';

export interface QueueConnection {
  executeSql(text: string, values?: unknown[]): Promise<Pick<DatabaseResult, 'rows'>>;
  /** Rejects further statements and waits for active ones. */
  close(): Promise<void>;
}

/**
 * pg-boss marks a job as done (`WITH results AS (UPDATE …`) or as failed (`WITH deleted_jobs AS (DELETE …`) without
 * awaiting the result. A failure there would end the process as an unhandled rejection.
 */
const marksJob = /^\s*WITH (results|deleted_jobs) AS/i;

/** Result for a job that could not be marked. */
const unmarked: Pick<DatabaseResult, 'rows'> = { rows: [{ count: 0 }] };

/** Some texts of pg-boss are whole transactions; here each runs in one of ours. */
function withoutTransaction(text: string): string {
  return /^\s*BEGIN;/.test(text) ? text.replace(/^\s*BEGIN;/, '').replace(/COMMIT;\s*$/, '') : text;
}

/**
 * pg-boss's database adapter: each of its statements borrows a connection, runs as `assay_jobs` in a transaction, and releases it, so
 * that the embedded database's only connection is never held in between and a pooler can lend another one to the next.
 *
 * @param onError called for a failed completion; the job then stays active until it expires, and runs again.
 */
export function openQueueConnection(pool: DatabasePool, onError: (error: unknown) => void): QueueConnection {
  const underWay = new Set<Promise<unknown>>();
  let closed = false;

  async function execute(text: string, values?: unknown[]): Promise<Pick<DatabaseResult, 'rows'>> {
    const client = await pool.connect();
    let unusable: Error | undefined;
    try {
      await client.query('BEGIN; SET LOCAL ROLE assay_jobs');
      const result = await client.query(withoutTransaction(text), values);
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

  return {
    async executeSql(text, values) {
      if (closed) {
        // A job that ends after its worker was abandoned stays unmarked, and runs again at the next start.
        if (marksJob.test(text)) return unmarked;
        throw new Error('The job queue is closed.');
      }
      const running = execute(text, values);
      underWay.add(running);
      try {
        return await running;
      } catch (error) {
        if (!marksJob.test(text)) throw error;
        onError(error);
        return unmarked;
      } finally {
        underWay.delete(running);
      }
    },
    async close() {
      closed = true;
      await Promise.allSettled(underWay);
    },
  };
}
