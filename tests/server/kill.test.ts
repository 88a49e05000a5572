import { describe, expect, it } from 'vitest';
import { hasServer, withServerDatabase } from '#tests/support/database/server-database.ts';
import { expectEveryEmailSent } from '#tests/support/processes/emails-sent.ts';
import { killOutboxRuns } from '#tests/support/processes/kill-outbox-runs.ts';
import { killRuns } from '#tests/support/processes/kill-runs.ts';

describe('a server killed in the middle of writes', () => {
  it('retains every acknowledged write on the embedded database', async () => {
    const result = await killRuns(3);
    expect(result.lost).toEqual([]);
    expect(result.doubled).toEqual([]);
    expect(result.audit).toMatchObject({ code: 0 });
    expect(result.acknowledged).toBeGreaterThan(60);
  });

  it.runIf(hasServer)('retains every acknowledged write on PostgreSQL', async () => {
    await withServerDatabase(async (databaseUrl) => {
      const result = await killRuns(3, databaseUrl);
      expect(result.lost).toEqual([]);
      expect(result.doubled).toEqual([]);
      expect(result.audit).toMatchObject({ code: 0 });
    });
  });
});

describe('the outbox of a process killed while sending', () => {
  it('loses no email and repeats at most those in flight, on the embedded database', async () => {
    expectEveryEmailSent(await killOutboxRuns(3), 3);
  });

  it.runIf(hasServer)('loses no email and repeats at most those in flight, on PostgreSQL', async () => {
    await withServerDatabase(async (databaseUrl) => {
      expectEveryEmailSent(await killOutboxRuns(3, databaseUrl), 3);
    });
  });
});
