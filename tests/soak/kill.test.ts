import { expect, it } from 'vitest';
import { withServerDatabase } from '#tests/support/database/server-database.ts';
import { expectEveryEmailSent } from '#tests/support/processes/emails-sent.ts';
import { killOutboxRuns } from '#tests/support/processes/kill-outbox-runs.ts';
import { type KillRunResult, killRuns } from '#tests/support/processes/kill-runs.ts';

const kills = 20;

function expectNothingLost(result: KillRunResult): void {
  expect(result.lost).toEqual([]);
  expect(result.doubled).toEqual([]);
  expect(result.audit).toMatchObject({ code: 0 });
  expect(result.acknowledged).toBeGreaterThan(kills * 20);
}

it('retains every acknowledged write on the embedded database, killed twenty times', async () => {
  expectNothingLost(await killRuns(kills));
});

it.runIf(process.env.TEST_DATABASE_URL)(
  'retains every acknowledged write on PostgreSQL, killed twenty times',
  async () => {
    await withServerDatabase(async (databaseUrl) => expectNothingLost(await killRuns(kills, databaseUrl)));
  },
);

it('loses no email of the outbox and repeats at most those in flight, on the embedded database', async () => {
  expectEveryEmailSent(await killOutboxRuns(kills), kills);
});

it.runIf(process.env.TEST_DATABASE_URL)(
  'loses no email of the outbox and repeats at most those in flight, on PostgreSQL',
  async () => {
    await withServerDatabase(async (databaseUrl) => {
      expectEveryEmailSent(await killOutboxRuns(kills, databaseUrl), kills);
    });
  },
);
