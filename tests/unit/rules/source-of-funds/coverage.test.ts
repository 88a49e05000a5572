import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type CountedLine,
  evidenceByLines,
  getCoverage,
  strongerSources,
  sumsByCurrency,
} from '#rules/source-of-funds/coverage.ts';
import {
  type FundsStatus,
  fundsCurrencies,
  fundsStatus,
  fundsStatuses,
  maxFundsAmount,
  maxFundsLines,
} from '#rules/source-of-funds/funds-lines.ts';

const line = (amount: number, status: FundsStatus, more: Partial<CountedLine> = {}): CountedLine => ({
  of: 'funds',
  amount,
  currency: 'NZD',
  status,
  activity: null,
  ...more,
});

const anyLine: fc.Arbitrary<CountedLine> = fc.record({
  of: fc.constantFrom('wealth' as const, 'funds' as const),
  amount: fc.integer({ min: 1, max: maxFundsAmount }),
  currency: fc.constantFrom(...fundsCurrencies),
  status: fc.constantFrom(...fundsStatuses),
  activity: fc.option(
    fc.record({
      id: fc.constantFrom('activity-1', 'activity-2'),
      value: fc.constantFrom(null, { amount: 70_000_000, currency: 'NZD' }),
    }),
  ),
});
const anyLines = fc.array(anyLine, { maxLength: maxFundsLines });
const anyTarget = fc.option(
  fc.record({
    amount: fc.integer({ min: 1, max: 99_999_999_999_999 }),
    currency: fc.constantFrom(...fundsCurrencies),
  }),
);
const anyTolerance = fc.integer({ min: 0, max: 50 });
const rank = { none: 0, obtained: 1, verified: 2 };

describe('the status of a line', () => {
  const there = { isRemoved: false };
  const removed = { isRemoved: true };

  it('follows from its documents, and from a decision while all are present', () => {
    expect(fundsStatus({ decision: null, documents: [] })).toBe('claimed');
    expect(fundsStatus({ decision: null, documents: [there] })).toBe('evidenced');
    expect(fundsStatus({ decision: 'verified', documents: [there, there] })).toBe('verified');
    expect(fundsStatus({ decision: 'verified', documents: [there, removed] })).toBe('evidenced');
    expect(fundsStatus({ decision: 'verified', documents: [removed] })).toBe('claimed');
    expect(fundsStatus({ decision: 'verified', documents: [] })).toBe('claimed');
    expect(fundsStatus({ decision: 'rejected', documents: [there] })).toBe('rejected');
  });
});

describe('the coverage of a value', () => {
  const value = { amount: 70_000_000, currency: 'NZD' };

  it('is verified once verified lines reach the value within the tolerance, and not a cent before', () => {
    const at = (amount: number) => getCoverage([line(amount, 'verified')], value, 10);
    expect(at(63_000_000)).toMatchObject({ evidence: 'verified', uncovered: 0 });
    expect(at(62_999_999)).toMatchObject({ evidence: 'obtained', uncovered: 1 });
    expect(getCoverage([line(64_000_000, 'evidenced')], value, 10)).toMatchObject({
      evidence: 'obtained',
      sums: [{ currency: 'NZD', claimed: 64_000_000, evidenced: 64_000_000, verified: 0 }],
    });
    expect(getCoverage([], value, 10)).toMatchObject({ evidence: 'none', uncovered: 63_000_000 });
  });

  it('rounds the amount to verify up to the cent', () => {
    expect(getCoverage([line(4, 'verified')], { amount: 5, currency: 'NZD' }, 10).uncovered).toBe(1);
  });

  it('requires every line verified where no value is recorded, and ignores rejected lines', () => {
    expect(getCoverage([line(1, 'verified'), line(1, 'evidenced')], null, 10).evidence).toBe('obtained');
    expect(getCoverage([line(1, 'verified'), line(1, 'rejected')], null, 10).evidence).toBe('verified');
    expect(getCoverage([line(1, 'rejected')], null, 10).evidence).toBe('none');
  });

  it('ignores lines in another currency', () => {
    const lines = [line(90_000_000, 'verified', { currency: 'AUD' })];
    expect(getCoverage(lines, value, 10)).toMatchObject({ evidence: 'obtained', uncovered: 63_000_000 });
  });

  it('uses each activity’s own value, unless one is recorded for the client', () => {
    const activity = { id: 'activity-1', value };
    const lines = [line(70_000_000, 'verified'), line(1_000_000, 'verified', { activity })];
    expect(evidenceByLines(lines, {}, 'funds', 10)).toBe('obtained');
    expect(evidenceByLines(lines, { funds: value }, 'funds', 10)).toBe('verified');
    expect(evidenceByLines(lines, {}, 'wealth', 10)).toBe('none');
  });

  it('is by no lower value than that of an activity which they explain, and by one in another currency besides', () => {
    const explained = (amount: number, currency: string) => ({
      activity: { id: currency, value: { amount, currency } },
    });
    const own = (amount: number, ...of: [number, string]) => line(amount, 'verified', explained(...of));
    const target = { funds: { amount: 100, currency: 'NZD' } };
    expect(evidenceByLines([own(100, 500, 'NZD')], target, 'funds', 0)).toBe('obtained');
    expect(evidenceByLines([own(500, 500, 'NZD')], target, 'funds', 0)).toBe('verified');
    const other = { ...own(400, 500, 'AUD'), currency: 'AUD' };
    expect(evidenceByLines([line(100, 'verified'), other], target, 'funds', 0)).toBe('obtained');
    expect(evidenceByLines([line(100, 'verified'), { ...other, amount: 500 }], target, 'funds', 0)).toBe(
      'verified',
    );
  });

  it('never becomes verified by adding a claimed line', () => {
    fc.assert(
      fc.property(anyLines, anyLine, anyTarget, anyTolerance, (lines, added, funds, tolerance) => {
        const before = evidenceByLines(lines, { funds }, 'funds', tolerance);
        const claimed = { ...added, status: 'claimed' as const };
        const after = evidenceByLines([...lines, claimed], { funds }, 'funds', tolerance);
        expect(after === 'verified' && before !== 'verified').toBe(false);
      }),
    );
  });

  it('is never lowered by verifying another line', () => {
    fc.assert(
      fc.property(
        fc.array(anyLine, { minLength: 1, maxLength: 20 }),
        fc.nat(),
        anyTarget,
        anyTolerance,
        (lines, seed, funds, tolerance) => {
          const index = seed % lines.length;
          const more = lines.map((line, at) =>
            at === index ? { ...line, status: 'verified' as const } : line,
          );
          if (lines[index]?.status === 'rejected') return;
          const [before, after] = [lines, more].map((all) =>
            evidenceByLines(all, { funds }, 'funds', tolerance),
          );
          expect(rank[after ?? 'none']).toBeGreaterThanOrEqual(rank[before ?? 'none']);
          const uncovered = (all: CountedLine[]) => getCoverage(all, funds, tolerance).uncovered ?? 0;
          expect(uncovered(more)).toBeLessThanOrEqual(uncovered(lines));
        },
      ),
    );
  });

  it('never adds amounts of different currencies, and sums each exactly', () => {
    fc.assert(
      fc.property(anyLines, (lines) => {
        const sums = sumsByCurrency(lines);
        expect(new Set(sums.map(({ currency }) => currency)).size).toBe(sums.length);
        for (const { currency, claimed, evidenced, verified } of sums) {
          const own = lines.filter((line) => line.currency === currency && line.status !== 'rejected');
          const exact = own.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
          expect(BigInt(claimed)).toBe(exact);
          expect(evidenced).toBeLessThanOrEqual(claimed);
          expect(verified).toBeLessThanOrEqual(evidenced);
        }
      }),
    );
  });
});

it('retains the effect of a finding from before lines existed', () => {
  const finding = { wealth: 'verified', funds: 'none' } as const;
  const lines = { wealth: 'obtained', funds: 'obtained' } as const;
  expect(strongerSources(finding, lines)).toEqual({ wealth: 'verified', funds: 'obtained' });
});
