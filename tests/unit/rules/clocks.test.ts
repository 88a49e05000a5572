import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addBusinessDays, isBusinessDay } from '#rules/business-days.ts';
import { addDays } from '#rules/calendar-dates.ts';
import {
  delayedCddDueOn,
  dueDateAlertOn,
  dueDateAlerts,
  suspiciousActivityReportDueOn,
  suspiciousMatterReportDue,
  transactionReportDueOn,
} from '#rules/clocks.ts';

const date = fc.integer({ min: 0, max: 12_000 }).map((days) => addDays('2018-01-01', days));

describe('suspicion', () => {
  it.each([
    ['2026-11-18', '2026-11-23'], // Wednesday: Thursday, Friday, Monday
    ['2026-11-16', '2026-11-19'],
    ['2026-11-21', '2026-11-25'], // Saturday
    ['2026-12-23', '2027-01-06'], // 24 December, then 5 and 6 January
    ['2026-07-08', '2026-07-14'], // Matariki on Friday
    ['2026-04-02', '2026-04-09'], // before Easter
  ])('NZ: formed on %s, reported by %s', (formedOn, dueOn) =>
    expect(suspiciousActivityReportDueOn(formedOn)).toBe(dueOn),
  );

  it('AU: three business days where the company is', () => {
    const due = (formedOn: string, state?: 'NSW' | 'VIC') =>
      suspiciousMatterReportDue({
        formedAt: `${formedOn}T01:30:00.000Z`,
        formedOn,
        terrorismFinancing: false,
        calendar: { country: 'AUS', state },
      });
    expect(due('2026-11-18')).toEqual({ by: 'day', dueOn: '2026-11-23' });
    expect(due('2026-04-23', 'VIC')).toEqual({ by: 'day', dueOn: '2026-04-28' });
    expect(due('2026-04-23', 'NSW')).toEqual({ by: 'day', dueOn: '2026-04-29' });
  });

  it('AU: 24 hours for terrorism financing, holidays and summer time or not', () => {
    const due = (formedAt: string) =>
      suspiciousMatterReportDue({
        formedAt,
        formedOn: formedAt.slice(0, 10),
        terrorismFinancing: true,
        calendar: { country: 'AUS', state: 'NSW' },
      });
    expect(due('2026-12-24T22:15:30.000Z')).toEqual({ by: 'instant', dueAt: '2026-12-25T22:15:30.000Z' });
    expect(due('2026-10-03T15:59:00Z')).toEqual({ by: 'instant', dueAt: '2026-10-04T15:59:00.000Z' });
    expect(() => due('yesterday')).toThrow(RangeError);
  });

  it('a report is due on a working day, at least three days later', () => {
    fc.assert(
      fc.property(date, (formedOn) => {
        const dueOn = suspiciousActivityReportDueOn(formedOn);
        expect(isBusinessDay(dueOn, { country: 'NZL' })).toBe(true);
        expect(dueOn >= addDays(formedOn, 3)).toBe(true);
      }),
    );
  });

  it('transactions: ten business days', () => {
    expect(transactionReportDueOn('2026-11-20', { country: 'AUS' })).toBe('2026-12-04');
    fc.assert(
      fc.property(date, (day) => {
        const calendar = { country: 'AUS', state: 'QLD' } as const;
        expect(transactionReportDueOn(day, calendar)).toBe(addBusinessDays(day, 10, calendar));
      }),
    );
  });
});

describe('delayed due diligence', () => {
  it.each([
    ['2026-11-02', '2026-12-14', '2026-11-30'], // 28 days after exchange come first
    ['2026-11-02', '2026-11-20', '2026-11-17'], // 3 days before settlement come first
    ['2026-11-02', '2026-12-03', '2026-11-30'], // both on one day
    ['2026-11-02', '2026-12-02', '2026-11-29'],
    ['2026-11-02', '2026-12-04', '2026-11-30'],
    ['2026-11-02', null, '2026-11-30'],
    [null, '2026-11-20', '2026-11-17'],
    ['2026-11-02', '2026-11-03', '2026-10-31'], // too near to delay at all
    [null, null, undefined],
  ])('exchange %s, settlement %s: %s', (exchangeOn, settlementOn, dueOn) =>
    expect(delayedCddDueOn({ exchangeOn, settlementOn })).toBe(dueOn),
  );

  it('is never later than either of the two', () => {
    fc.assert(
      fc.property(date, date, (exchangeOn, settlementOn) => {
        const dueOn = delayedCddDueOn({ exchangeOn, settlementOn }) ?? '';
        expect([addDays(exchangeOn, 28), addDays(settlementOn, -3)]).toContain(dueOn);
        expect(dueOn <= addDays(exchangeOn, 28) && dueOn <= addDays(settlementOn, -3)).toBe(true);
      }),
    );
  });
});

describe('alerts before a due date', () => {
  it('go out 7, 3 and 1 days before', () => {
    expect(dueDateAlerts('2026-12-02')).toEqual([
      { daysBefore: 7, on: '2026-11-25' },
      { daysBefore: 3, on: '2026-11-29' },
      { daysBefore: 1, on: '2026-12-01' },
    ]);
    expect(dueDateAlerts('2026-12-02', [30, 60, 30]).map((alert) => alert.daysBefore)).toEqual([60, 30]);
  });

  it.each([
    ['2026-11-24', undefined],
    ['2026-11-25', 7],
    ['2026-11-28', 7],
    ['2026-11-29', 3],
    ['2026-11-30', 3],
    ['2026-12-01', 1],
    ['2026-12-02', 1],
    ['2026-12-03', undefined],
  ])('on %s stands the one of %s days', (on, daysBefore) =>
    expect(dueDateAlertOn('2026-12-02', on)?.daysBefore).toBe(daysBefore),
  );

  it('none is lost when days pass without a run', () => {
    fc.assert(
      fc.property(date, fc.integer({ min: -5, max: 12 }), (dueOn, daysLeft) => {
        const standing = dueDateAlertOn(dueOn, addDays(dueOn, -daysLeft));
        const expected = daysLeft < 0 ? undefined : daysLeft <= 1 ? 1 : daysLeft <= 3 ? 3 : 7;
        expect(standing?.daysBefore).toBe(daysLeft > 7 ? undefined : expected);
      }),
    );
  });
});
