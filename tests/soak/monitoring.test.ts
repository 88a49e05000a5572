import { expect, it } from 'vitest';
import { withServerDatabase } from '#tests/support/database/server-database.ts';
import { expectWholeRun } from '#tests/support/processes/expect-complete-run.ts';
import { killServerRuns } from '#tests/support/processes/monitoring-runs.ts';

/** `ASSAY_SOAK` scales the long runs: 2 doubles them, 0.1 is a trial. */
const scale = Number(process.env.ASSAY_SOAK ?? 1);
const clients = Math.round(10_000 * scale);
const kills = Math.max(2, Math.round(10 * scale));

it.runIf(process.env.TEST_DATABASE_URL)(
  'a run whose process is killed ten times screens each client and raises each match once',
  async () => {
    await withServerDatabase(async (databaseUrl) => {
      const result = await killServerRuns(databaseUrl, { clients, kills });
      const { prepared, killedAt, secondsUntilChange, audit } = result;
      console.log(
        JSON.stringify({
          clients: prepared.clients,
          matches: prepared.pairs.length,
          killedAt,
          secondsUntilChange,
          audit,
        }),
      );
      expect(killedAt).toHaveLength(kills);
      expectWholeRun(result);
    });
  },
);
