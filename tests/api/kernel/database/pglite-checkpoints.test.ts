import { expect, test } from 'vitest';
import { checkpointIfLong } from '#api/kernel/database/pglite-checkpoints.ts';
import { openTestDatabase } from '#tests/support/database/database.ts';

test('the embedded engine’s log is truncated once it is long, and not before', async () => {
  const database = await openTestDatabase('pglite');
  const bytesSinceCheckpoint = async () =>
    Number(
      (
        await database.asSuperuser(
          'SELECT (pg_current_wal_insert_lsn() - redo_lsn)::int AS bytes FROM pg_control_checkpoint()',
        )
      ).rows[0]?.bytes,
    );
  await database.asSuperuser(
    'CREATE TABLE public.bulk AS SELECT repeat(md5(n::text), 20) AS text FROM generate_series(1, 5000) AS n',
  );
  const before = await bytesSinceCheckpoint();
  expect(before).toBeGreaterThan(3_000_000);

  expect(await checkpointIfLong(database.asLogin)).toBe(false);
  expect(await bytesSinceCheckpoint()).toBeGreaterThanOrEqual(before);

  expect(await checkpointIfLong(database.asLogin, 1_000_000)).toBe(true);
  expect(await bytesSinceCheckpoint()).toBeLessThan(100_000);
  await database.close();
});
