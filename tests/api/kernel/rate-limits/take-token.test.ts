import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rateLimits } from '#api/kernel/rate-limits/limits.ts';
import { consumeRateLimitToken, purgeRateLimits } from '#api/kernel/rate-limits/take-token.ts';
import { openTestDatabase, type TestDatabase, testEngines } from '#tests/support/database/database.ts';

const start = new Date('2026-03-02T09:00:00.000Z');
const secondsLater = (seconds: number) => new Date(start.getTime() + seconds * 1000);
const { limit, windowSeconds } = rateLimits['login.loginId'];

describe.each(testEngines)('rate limits on %s', (engine) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase(engine);
  });
  afterAll(() => database.close());

  const take = (subject: string, now: Date) =>
    consumeRateLimitToken(database.db, 'login.loginId', subject, now);

  test('allow the limit within a window, then none until it ends', async () => {
    for (let use = 0; use < limit; use += 1) {
      expect(await take('a@example.test', secondsLater(use))).toEqual({
        allowed: true,
        retryAfterSeconds: 0,
      });
    }
    expect(await take('a@example.test', secondsLater(20.5))).toEqual({
      allowed: false,
      retryAfterSeconds: windowSeconds - 20,
    });
    expect(await take('a@example.test', secondsLater(windowSeconds - 0.001))).toEqual({
      allowed: false,
      retryAfterSeconds: 1,
    });
    expect(await take('a@example.test', secondsLater(windowSeconds))).toMatchObject({ allowed: true });
  });

  test('rejected calls do not lengthen the wait', async () => {
    for (let use = 0; use < limit * 3; use += 1) await take('eager@example.test', start);
    expect(await take('eager@example.test', secondsLater(windowSeconds))).toMatchObject({ allowed: true });
  });

  test('of many concurrent calls exactly the limit is allowed', async () => {
    const answers = await Promise.all(
      Array.from({ length: limit * 2 }, () => take('crowd@example.test', start)),
    );
    expect(answers.filter(({ allowed }) => allowed)).toHaveLength(limit);
  });

  test('limits and subjects are counted separately, and subjects are stored as hashes', async () => {
    for (let use = 0; use <= limit; use += 1) await take('one@example.test', start);
    expect(await take('two@example.test', start)).toMatchObject({ allowed: true });
    expect(await consumeRateLimitToken(database.db, 'login.ip', 'one@example.test', start)).toMatchObject({
      allowed: true,
    });
    const { rows } = await database.asSuperuser('SELECT * FROM assay.rate_limits');
    expect(JSON.stringify(rows)).not.toContain('example.test');
  });

  test('any text is a valid subject', async () => {
    expect(await take('NUL \u0000 and \ud800', start)).toMatchObject({ allowed: true });
  });

  test('purging deletes past windows alone', async () => {
    await database.asSuperuser('DELETE FROM assay.rate_limits');
    await take('old@example.test', start);
    await take('new@example.test', secondsLater(windowSeconds));
    expect(await purgeRateLimits(database.db, { now: () => secondsLater(windowSeconds + 1) })).toEqual({
      purged: 1,
    });
  });
});
