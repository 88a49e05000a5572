import { expect, it } from 'vitest';
import { countAwaitingConfirmation } from '#app/components/risk/awaiting-confirmation.ts';

const entered = (values: Record<string, string[]>, confirmed: string[] = []) => ({
  values,
  comments: {},
  documents: {},
  confirmed,
});
const start = entered({ a: ['low'], b: ['low'], c: ['x', 'y'] });

it('counts carried-over answers until each is confirmed or changed', () => {
  const count = (now: ReturnType<typeof entered>, visibleKeys = ['a', 'b', 'c']) =>
    countAwaitingConfirmation(['a', 'b', 'c'], { start, entered: now, visibleKeys });
  expect(count(start)).toBe(3);
  expect(count(entered(start.values, ['a']))).toBe(2);
  expect(count(entered({ ...start.values, b: ['high'] }, ['a']))).toBe(1);
  expect(count(entered({ ...start.values, c: ['y', 'x'] }, ['a', 'b']))).toBe(1);
  expect(count(entered({ ...start.values, c: ['x'] }, ['a', 'b']))).toBe(0);
  // A question that does not apply needs no confirmation.
  expect(count(start, ['a'])).toBe(1);
  expect(countAwaitingConfirmation([], { start, entered: start, visibleKeys: ['a'] })).toBe(0);
});
