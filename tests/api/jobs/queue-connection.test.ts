import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openQueueConnection } from '#api/jobs/queue-connection.ts';
import { openTestDatabase, type TestDatabase, testEngines } from '#tests/support/database/database.ts';

describe.each(testEngines)('the job queue’s connection on %s', (engine) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase(engine);
  });
  afterAll(() => database.close());

  it('rejects statements once closed, except the completion of a job that ends late', async () => {
    const reported: unknown[] = [];
    const connection = openQueueConnection(database.pool, (error) => reported.push(error));
    expect((await connection.executeSql('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    await connection.close();
    await expect(connection.executeSql('SELECT 1')).rejects.toThrow('The job queue is closed.');
    // pg-boss does not await these, and a rejection would end the process.
    for (const marking of ['WITH results AS (UPDATE …', '\n  WITH deleted_jobs AS (DELETE …']) {
      expect(await connection.executeSql(marking)).toEqual({ rows: [{ count: 0 }] });
    }
    expect(reported).toEqual([]);
  });
});
