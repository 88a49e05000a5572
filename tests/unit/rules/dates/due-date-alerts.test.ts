import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '#rules/dates/calendar-dates.ts';
import { dueDateAlertOn, dueDateAlerts } from '#rules/dates/due-date-alerts.ts';

const date = fc.integer({ min: 0, max: 12_000 }).map((days) => addDays('2018-01-01', days));

describe('alerts before a due date', () => {
  it('are sent 7, 3 and 1 days before', () => {
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
  ])('on %s include the %s-day alert', (on, daysBefore) =>
    expect(dueDateAlertOn('2026-12-02', on)?.daysBefore).toBe(daysBefore),
  );

  it('none is lost when the job misses days', () => {
    fc.assert(
      fc.property(date, fc.integer({ min: -5, max: 12 }), (dueOn, daysLeft) => {
        const standing = dueDateAlertOn(dueOn, addDays(dueOn, -daysLeft));
        const expected = daysLeft < 0 ? undefined : daysLeft <= 1 ? 1 : daysLeft <= 3 ? 3 : 7;
        expect(standing?.daysBefore).toBe(daysLeft > 7 ? undefined : expected);
      }),
    );
  });
});
