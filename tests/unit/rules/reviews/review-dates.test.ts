import fc from 'fast-check';
import { expect, test } from 'vitest';
import { riskLevels } from '#rules/clients/client-types.ts';
import { addDays } from '#rules/dates/calendar-dates.ts';
import { dueAfterChange } from '#rules/reviews/review-dates.ts';

test.each([
  ['high', '2026-11-17'],
  ['medium', '2026-12-03'],
  ['low', '2027-01-02'],
  [null, '2026-11-17'],
] as const)('a review after a change at risk %s is due on %s', (level, dueOn) => {
  expect(dueAfterChange('2026-11-03', level)).toBe(dueOn);
});

test('a review after a change is due after it, sooner at a higher risk, and later after a later change', () => {
  const day = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('2000-01-01', days));
  const level = fc.constantFrom(null, ...riskLevels);
  fc.assert(
    fc.property(day, fc.integer({ min: 1, max: 500 }), level, (changedOn, later, known) => {
      const dueOn = dueAfterChange(changedOn, known);
      expect(dueOn > changedOn).toBe(true);
      expect(dueOn >= dueAfterChange(changedOn, 'high')).toBe(true);
      expect(dueOn <= dueAfterChange(changedOn, 'low')).toBe(true);
      expect(dueAfterChange(addDays(changedOn, later), known)).toBe(addDays(dueOn, later));
    }),
  );
});
