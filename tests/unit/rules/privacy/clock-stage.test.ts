import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, daysBetween } from '#rules/dates/calendar-dates.ts';
import { privacyClockStage } from '#rules/privacy/clock-stage.ts';

const now = new Date('2026-03-10T09:00:00Z');
const today = '2026-03-10';
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000).toISOString();

describe('the stage of a privacy clock', () => {
  test.each([
    [25, undefined],
    [24, 'soon'],
    [0, 'soon'],
    [-0.01, 'overdue'],
  ])('that ends at an instant in %s hours is %s', (left, stage) => {
    expect(privacyClockStage({ dueAt: hours(left), dueOn: null }, { now, today })).toBe(stage);
  });

  test('that ends with a day depends on the company’s day alone, and only gets later', () => {
    const days = fc.integer({ min: -400, max: 400 });
    fc.assert(
      fc.property(days, fc.integer({ min: 0, max: 30 }), (left, later) => {
        const dueOn = addDays(today, left);
        const order = [undefined, 'soon', 'overdue'];
        const stage = privacyClockStage({ dueAt: null, dueOn }, { now, today });
        const next = privacyClockStage({ dueAt: null, dueOn }, { now, today: addDays(today, later) });
        expect(order.indexOf(next)).toBeGreaterThanOrEqual(order.indexOf(stage));
        expect(stage === 'overdue').toBe(daysBetween(today, dueOn) < 0);
        expect(stage === undefined).toBe(left > 5);
      }),
    );
  });
});
