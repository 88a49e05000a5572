import { describe, expect, it } from 'vitest';
import { hasServer, withServerDatabase } from '#tests/support/database/server-database.ts';
import { expectWholeRun } from '#tests/support/processes/expect-complete-run.ts';
import { killEmbeddedRuns, killServerRuns } from '#tests/support/processes/monitoring-runs.ts';

describe('a monitoring run whose process is killed halfway', () => {
  it.runIf(hasServer)('screens every client once and raises each match once on PostgreSQL', async () => {
    await withServerDatabase(async (databaseUrl) => {
      const result = await killServerRuns(databaseUrl, { clients: 1500, kills: 2 });
      expect(result.killedAt).toHaveLength(2);
      // The queue alone would wait for ten minutes: a run without progress for two fails the wait.
      expect(result.secondsUntilChange).toHaveLength(2);
      expectWholeRun(result);
    });
  });

  it('screens every client once and raises each match once on the embedded database', async () => {
    const result = await killEmbeddedRuns({ clients: 1500, kills: 1 });
    expect(result.killedAt).toHaveLength(1);
    expectWholeRun(result);
  });
});
