import { type DatabasePool, type DatabaseResult, standingRole } from '../kernel/database/database-pool.ts';

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

/**
 * pg-boss's database adapter: each of its statements borrows a connection, becomes `assay_jobs` (the owner of its
 * tables) and releases it, so that the embedded database's only connection is never held in between. Some of its texts
 * contain transactions, so the role is set for the session, and always reset.
 *
 * @param onError called for a failed completion; the job then stays active until it expires, and runs again.
 */
export function openQueueConnection(pool: DatabasePool, onError: (error: unknown) => void): QueueConnection {
  const underWay = new Set<Promise<unknown>>();
  let closed = false;

  async function execute(text: string, values?: unknown[]): Promise<Pick<DatabaseResult, 'rows'>> {
    const client = await pool.connect();
    let unusable: Error | undefined;
    const asStanding = async (statements: string) => {
      await client.query(statements).catch((error) => {
        unusable = error;
      });
    };
    try {
      await client.query('SET ROLE assay_jobs');
      const result = await client.query(text, values);
      await asStanding(`SET ROLE ${standingRole}`);
      return result;
    } catch (error) {
      // A text that failed half way has left its transaction open.
      await asStanding(`ROLLBACK; SET ROLE ${standingRole}`);
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
