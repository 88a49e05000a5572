import { expect, it } from 'vitest';
import { type LoadRunResult, loadRun } from '#tests/support/load-run.ts';
import { withServerDatabase } from '#tests/support/server-database.ts';

/** `ASSAY_SOAK` makes the long runs longer or shorter: 2 doubles them, 0.1 tries them out. */
const seconds = 300 * Number(process.env.ASSAY_SOAK ?? 1);

function expectSoundness(result: LoadRunResult): void {
  expect(result.faults).toEqual([]);
  expect(result.audit, result.audit.output).toMatchObject({ code: 0 });
  expect(result.reads).toBeGreaterThan(seconds);
  expect(result.writes).toBeGreaterThan(seconds);
  expect(result.sharedEdits.acknowledged).toBeGreaterThan(seconds / 10);
  // What a process keeps for good would show as growth from the warmed-up part to the end.
  expect(result.memory.late).toBeLessThan(result.memory.early * 1.25 + 50_000_000);
}

it('keeps its promises to several members for minutes on the embedded database', async () => {
  expectSoundness(await loadRun(seconds));
});

it.runIf(process.env.TEST_DATABASE_URL)('keeps them on PostgreSQL', async () => {
  await withServerDatabase(async (databaseUrl) => expectSoundness(await loadRun(seconds, databaseUrl)));
});
