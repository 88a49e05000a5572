import { expect, it } from 'vitest';
import { withServerDatabase } from '#tests/support/database/server-database.ts';
import { type LoadRunResult, loadRun } from '#tests/support/processes/load-run.ts';

/** `ASSAY_SOAK` scales the long runs: 2 doubles them, 0.1 is a trial. */
const seconds = 300 * Number(process.env.ASSAY_SOAK ?? 1);

function expectSoundness(result: LoadRunResult): void {
  expect(result.faults).toEqual([]);
  expect(result.audit, result.audit.output).toMatchObject({ code: 0 });
  expect(result.reads).toBeGreaterThan(seconds);
  expect(result.writes).toBeGreaterThan(seconds);
  expect(result.sharedEdits.acknowledged).toBeGreaterThan(seconds / 10);
  // A leak would show as growth from the end of the warm-up to the end.
  expect(result.memory.late).toBeLessThan(result.memory.early * 1.25 + 50_000_000);
}

it('serves several members for minutes within its limits on the embedded database', async () => {
  expectSoundness(await loadRun(seconds));
});

it.runIf(process.env.TEST_DATABASE_URL)(
  'serves several members for minutes within its limits on PostgreSQL',
  async () => {
    await withServerDatabase(async (databaseUrl) => expectSoundness(await loadRun(seconds, databaseUrl)));
  },
);
