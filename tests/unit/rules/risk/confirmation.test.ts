import { describe, expect, it } from 'vitest';
import { confirmationProblems, keysToConfirm, withoutConfirmations } from '#rules/risk/confirmation.ts';
import type { Question } from '#rules/risk/template.ts';

const question = (key: string, more: Partial<Question> = {}): Question => ({
  key,
  factor: 'customer',
  text: `Question ${key}?`,
  type: 'single',
  required: true,
  weight: 1,
  multiAggregate: 'max',
  options: [
    { key: 'low', label: 'Low', score: 0 },
    { key: 'high', label: 'High', score: 100 },
  ],
  evidenceRequired: false,
  ...more,
});
const questions = [
  question('a'),
  question('b', { type: 'multi' }),
  question('c', {
    prefill: 'client.pepStatus',
    options: [
      { key: 'none', label: 'None', score: 0 },
      { key: 'foreign', label: 'Foreign', score: 100 },
    ],
  }),
];
const current = [
  { key: 'a', value: 'low' },
  { key: 'b', value: ['low', 'high'] },
  { key: 'c', value: 'none' },
  { key: 'gone', value: 'low' },
];

describe('answers carried over from the current assessment', () => {
  it('require confirmation where still asked and not known from records', () => {
    expect(keysToConfirm(current, questions, {})).toEqual(['a', 'b', 'c']);
    expect(keysToConfirm(current, questions, { 'client.pepStatus': 'none' })).toEqual(['a', 'b']);
    expect(keysToConfirm([{ key: 'a', value: null }], questions, {})).toEqual([]);
    expect(keysToConfirm([], questions, {})).toEqual([]);
  });

  it('are confirmed or changed, each at its question', () => {
    const keys = (answers: Parameters<typeof confirmationProblems>[0]) =>
      confirmationProblems(answers, current, questions, { 'client.pepStatus': 'none' }).map(
        ({ questionKey }) => questionKey,
      );
    expect(keys(current)).toEqual(['a', 'b']);
    // The order of several selected options has no meaning.
    expect(keys([{ key: 'b', value: ['high', 'low'] }])).toEqual(['b']);
    expect(keys([{ key: 'a', value: 'low', confirmed: true }])).toEqual([]);
    expect(
      keys([
        { key: 'a', value: 'high' },
        { key: 'b', value: ['low'] },
      ]),
    ).toEqual([]);
    expect(confirmationProblems(current, [], questions, {})).toEqual([]);
  });

  it('start the next assessment unconfirmed', () => {
    expect(withoutConfirmations([{ key: 'a', value: 'low', comment: 'Asked', confirmed: true }])).toEqual([
      { key: 'a', value: 'low', comment: 'Asked' },
    ]);
  });
});
