import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultThreshold, scoreNames } from '#rules/screening/score-names.ts';
import { screeningSchemas } from '#rules/screening/screening-records.ts';

const alike = (schema: 'Person' | 'Organization', pairs: readonly (readonly [string, string])[]) =>
  it.each(pairs)(`${schema}: %s is %s`, (a, b) => {
    expect(scoreNames(schema, a, b)).toBeGreaterThanOrEqual(defaultThreshold);
  });

const apart = (schema: 'Person' | 'Organization', pairs: readonly (readonly [string, string])[]) =>
  it.each(pairs)(`${schema}: %s is not %s`, (a, b) => {
    expect(scoreNames(schema, a, b)).toBeLessThan(defaultThreshold);
  });

describe('scoreNames', () => {
  alike('Person', [
    ['WILSON, Robert James', 'Robert James Wilson'],
    ['Bob Wilson', 'Robert Wilson'],
    ['R. Wilson', 'Robert Wilson'],
    ['Dr Haji Tariq Mansoor', 'Tariq Mansour'],
    ['Mohammed al-Masri', 'Muhammad Masri'],
    ['Abd al-Rahman Qasim', 'Abdul Rahman Kasim'],
    ['Abdulrahman Qasim', 'Abdul Rahman Qasim'],
    ['Дмитрий Соколов', 'Dmitry Sokolov'],
    ['طارق منصور', 'Tariq Mansour'],
    ['Teng Hsiao-ming', 'Deng Xiaoming'],
    ['Łukasz Wójcik', 'Lukasz Wojcik'],
    ['Katherine Petersen', 'Katherin Peterson'],
  ]);
  apart('Person', [
    ['Robert Wilson', 'Margaret Wilson'],
    ['Tariq', 'Tariq Hasan Mansour'],
    ['Ahmed Mansour', 'Mohamed Mansour'],
    ['R. Wilson', 'Stephen Wilson'],
    ['王建国', '王建华'],
  ]);
  alike('Organization', [
    ['Harbour Freight Ltd', 'Harbour Freight Limited'],
    ['Kestrel Shipping GmbH', 'Kestrel Shipping Gesellschaft mit beschränkter Haftung'],
    ['ООО Вектор', 'OOO Vektor'],
    ['K.T.S. Trading', 'KTS Trading'],
    ['First Brigade Thirty-Two', '1st Brigade 32'],
    ['Northwind', 'North Wind Pty Ltd'],
  ]);
  apart('Organization', [
    ['Kestrel Trading Company', 'Falcon Trading Company'],
    ['Kestrel Foundation e.V.', 'Kestrel Bank AG'],
    ['Bank of Trade', 'Trade Fund Limited'],
  ]);

  const anyText = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.string({ unit: 'binary', maxLength: 60 }),
  );
  const anySchema = fc.constantFrom(...screeningSchemas);
  const word = fc.stringMatching(/^[a-z]{4,10}$/);

  it('is between 0 and 1, symmetric, and never throws', () => {
    fc.assert(
      fc.property(anySchema, anyText, anyText, (schema, a, b) => {
        const score = scoreNames(schema, a, b);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1);
        expect(scoreNames(schema, b, a)).toBe(score);
      }),
      { numRuns: 150 },
    );
  });

  it('returns 1 for the same words in any order', () => {
    const shuffled = fc
      .uniqueArray(word, { minLength: 1, maxLength: 5 })
      .chain((words) =>
        fc.tuple(fc.constant(words), fc.shuffledSubarray(words, { minLength: words.length })),
      );
    fc.assert(
      fc.property(shuffled, ([words, others]) => {
        expect(scoreNames('Person', words.join(' '), others.join(' '))).toBeCloseTo(1, 6);
      }),
      { numRuns: 100 },
    );
  });

  it('scores lower for more typing errors', () => {
    const name = 'Konstantin Wasserberg';
    const slips = [
      'Konstantin Waserberg',
      'Konstantim Waserberg',
      'Konstuntim Waserbreg',
      'Kxnstuntim Wbserbreg',
    ];
    const scores = [name, ...slips].map((text) => scoreNames('Person', name, text));
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(new Set(scores).size).toBe(scores.length);
  });

  it('reads no further than the end of a name, so that hostile names cost no more', () => {
    const megabyte = 'Ab '.repeat(350_000);
    const score = scoreNames('LegalEntity', megabyte, `${megabyte}x`);
    expect(score).toBe(scoreNames('LegalEntity', megabyte.slice(0, 600), megabyte.slice(0, 600)));
    expect(scoreNames('Organization', '\u0301'.repeat(100_000), '\ud800'.repeat(100_000))).toBe(0);
    expect(scoreNames('Person', '', '')).toBe(0);
    // Identical words could be paired in billions of ways.
    const alikeWords = (count: number, last: string) =>
      Array.from({ length: count }, (_, at) => `konstantin${last}${String.fromCharCode(97 + at)}`).join(' ');
    expect(scoreNames('Person', alikeWords(8, 'x'), alikeWords(24, 'y'))).toBeLessThan(1);
  });
});
