import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { readCappedCount, sumCappedCounts, toCappedCount, toPage } from '#api/kernel/database/keyset.ts';
import { asPlatform } from '#api/kernel/database/tenancy.ts';
import { openTestDatabase, testEngines } from '#tests/support/database/database.ts';

describe('pages of a keyset', () => {
  const rows = [1, 2, 3].map((id) => ({ id }));
  it('leave out the row beyond, and return the last key where there are more rows', () => {
    expect(toPage(rows, 2, ({ id }) => id)).toEqual({ items: rows.slice(0, 2), next: 2 });
    expect(toPage(rows, 3, ({ id }) => id)).toEqual({ items: rows, next: null });
    expect(toPage([], 3, () => 1)).toEqual({ items: [], next: null });
  });
});

describe('capped counts', () => {
  it('show "more than" beyond the limit', () => {
    expect([999, 1000, 1001].map((counted) => toCappedCount(counted, 1000))).toEqual([
      { count: 999, capped: false },
      { count: 1000, capped: false },
      { count: 1000, capped: true },
    ]);
    expect(toCappedCount(10_001)).toEqual({ count: 10_000, capped: true });
  });

  it('add up to a capped count as soon as one of them is capped', () => {
    const few = { count: 6, capped: false };
    expect(sumCappedCounts([few, few], 12)).toEqual({ count: 12, capped: false });
    expect(sumCappedCounts([few, few], 11)).toEqual({ count: 11, capped: true });
    expect(sumCappedCounts([few, { count: 1, capped: true }], 12)).toEqual({ count: 7, capped: true });
  });

  it.each(testEngines)('stop one row beyond the limit on %s', async (engine) => {
    const database = await openTestDatabase(engine);
    try {
      const counts = await asPlatform(database.db, async (trx) => [
        await readCappedCount(trx, sql`SELECT FROM generate_series(1, 5)`, 5),
        await readCappedCount(trx, sql`SELECT FROM generate_series(1, 6)`, 5),
        await readCappedCount(trx, trx.selectFrom('companies').select('id')),
      ]);
      expect(counts).toEqual([
        { count: 5, capped: false },
        { count: 5, capped: true },
        { count: 0, capped: false },
      ]);
    } finally {
      await database.close();
    }
  });
});
