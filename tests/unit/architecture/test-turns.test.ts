import { expect, test } from 'vitest';
import { hasTurn, ofTheDay } from '#tests/support/sample.ts';

const files = Array.from({ length: 25 }, (_, index) => `file ${index}`);
const firstDay = 20_000;

test.each([2, 3])(
  'twelve days have each variant of each of the files whose turn is one day of %i',
  (days) => {
    for (const variants of [
      ['a', 'b'],
      ['a', 'b', 'c'],
    ]) {
      const tested = new Set<string>();
      for (let today = firstDay; today < firstDay + 12; today += 1) {
        for (const file of ofTheDay(files, days, 0, today)) {
          for (const variant of variants)
            if (hasTurn(file, variants, variant, today)) tested.add(`${file} ${variant}`);
        }
      }
      expect(tested.size).toBe(files.length * variants.length);
    }
  },
);

test('consecutive days have every file in each mode, and each day has a share of each', () => {
  for (const phase of [0, 1]) {
    const byDay = [0, 1].map((later) => ofTheDay(files, 2, phase, firstDay + later));
    expect(new Set(byDay.flat()).size).toBe(files.length);
    for (const ofDay of byDay) expect(ofDay.length).toBeGreaterThan(7);
  }
});
