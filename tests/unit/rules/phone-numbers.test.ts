import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkPhoneNumber } from '#rules/phone-numbers.ts';

describe('checkPhoneNumber', () => {
  it.each([
    ['021 123 4567', undefined, '+64211234567'],
    ['027 123 4567', 'NZL', '+64271234567'],
    ['(04) 499-1234', undefined, '+6444991234'],
    ['0800 123 456', undefined, '+64800123456'],
    ['0508 123 456', undefined, '+64508123456'],
    ['+64 (0)21 123 4567', undefined, '+64211234567'],
    ['+64 4 499 1234', 'AUS', '+6444991234'],
    ['0064 4 499 1234', undefined, '+6444991234'],
    ['0412 345 678', undefined, '+61412345678'],
    ['0412 345 678', 'AUS', '+61412345678'],
    ['03 9123 4567', undefined, '+61391234567'],
    ['(02) 9123 4567', 'AUS', '+61291234567'],
    ['1300 123 456', undefined, '+611300123456'],
    ['13 12 34', undefined, '+61131234'],
    ['+61 412 345 678', 'NZL', '+61412345678'],
    ['0011 44 20 7946 0000', undefined, '+442079460000'],
    ['+44 20 7946 0000', undefined, '+442079460000'],
    ['+1.202.555.0100', undefined, '+12025550100'],
    ['０２１ １２３ ４５６７', 'NZL', '+64211234567'],
    ['\u202a+64 21 123 4567\u202c', undefined, '+64211234567'],
    ['+91 (0)80 2222 3333', undefined, '+918022223333'],
    ['+61 471 909 044', undefined, '+61471909044'],
  ] as const)('%j (%s) is %s', (text, country, value) => {
    expect(checkPhoneNumber(text, country)).toMatchObject({ ok: true, value });
  });

  it.each([
    ['', undefined, 'Enter a phone number.'],
    ['027 123 4567', undefined, 'Start the number with its country: +64 for New Zealand, +61 for Australia.'],
    ['021 123 4567 ext 5', 'NZL', /Leave an extension out/],
    ['call me', undefined, /digits, spaces and a leading \+/],
    ['0412 345 678', 'NZL', /Phone number is not valid/],
    ['04 499 1234', 'AUS', /Phone number is not valid/],
    ['123', undefined, /Phone number is not valid/],
    ['21 123 4567', 'NZL', /start with \+ and the country/],
    ['+0123456789', undefined, /Phone number is not valid/],
    ['+64 1 234', undefined, /Phone number is not valid/],
    ['+1234567890123456', undefined, /Phone number is not valid/],
    ['+999 1234 5678', undefined, /Phone number is not valid/],
    ['+44 20 7946', undefined, /Phone number is not valid/],
    // An unassigned range is accepted if written with its country.
    ['0471 909 044', 'AUS', /start with \+ and the country/],
    ['+', undefined, /digits, spaces/],
    ['1'.repeat(65), undefined, /Phone number is not valid/],
  ] as const)('%j (%s) is rejected with a message', (text, country, problem) => {
    const result = checkPhoneNumber(text, country);
    expect(result).toEqual({
      ok: false,
      problem: typeof problem === 'string' ? problem : expect.stringMatching(problem),
    });
  });

  it.each([
    ['021 123 4567', '+64 21 123 4567'],
    ['0412 345 678', '+61 412 345 678'],
    ['1300 123 456', '+61 1300 123 456'],
    ['+44 20 7946 0000', '+44 20 7946 0000'],
  ])('%j is shown as %j', (text, display) => {
    expect(checkPhoneNumber(text)).toMatchObject({ ok: true, display });
  });

  it.each(['+64 00 21 123 4567', '+46 0 07400 04', '+2000 0000 0080 0'])(
    'rejects a second trunk 0: %s',
    (text) => {
      expect(checkPhoneNumber(text)).toMatchObject({ ok: false });
    },
  );

  it.each(['+49 8000', '+62 400 0240 0102 0000'])('rejects a length outside E.164: %s', (text) => {
    expect(checkPhoneNumber(text)).toMatchObject({ ok: false });
  });

  it('drops a trunk 0 after the country', () => {
    expect(checkPhoneNumber('+64 (0)21 123 4567')).toEqual({
      ok: true,
      value: '+64211234567',
      display: '+64 21 123 4567',
    });
  });

  it('never throws, and its E.164 output is accepted again, also as displayed', () => {
    const phoneLike = fc.string({ unit: fc.constantFrom(...'0123456789+ -()'), maxLength: 20 });
    fc.assert(
      fc.property(
        fc.oneof(phoneLike, fc.string({ unit: 'binary' })),
        fc.constantFrom(undefined, 'NZL', 'AUS'),
        (text, country) => {
          const result = checkPhoneNumber(text, country);
          if (!result.ok) return;
          expect(result.value).toMatch(/^\+[1-9]\d{6,14}$/);
          expect(checkPhoneNumber(result.value)).toEqual(result);
          expect(checkPhoneNumber(result.display, 'AUS')).toEqual(result);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

it.each([
  ['021 123 4567/8', '021 123 4567'],
  ['0412 345 678 / 02 9374 4000', '0412 345 678'],
  ['(09) 300 1234/021 123 4567', '(09) 300 1234'],
  ['+64 9 300 1234/5', '+64 9 300 1234'],
  ['021 123 4567; 09 300 1234', '021 123 4567'],
  ['021 123 4567, 09 300 1234', '021 123 4567'],
  ['021 123 4567 | 09 300 1234', '021 123 4567'],
  ['021 123 4567 \\ 09 300 1234', '021 123 4567'],
  ['(09) 300 1234 & 021 123 4567', '(09) 300 1234'],
  ['+64 21 123 4567 or +64 9 300 1234', '+64 21 123 4567'],
  ['021 123 4567 AND 09 300 1234', '021 123 4567'],
  ['0800 123 456\n021 123 4567', '0800 123 456'],
])('%s is more than one number, wherever it is', (text, first) => {
  for (const country of ['NZL', 'AUS', undefined] as const) {
    expect(checkPhoneNumber(text, country)).toEqual({
      ok: false,
      problem: `Enter one phone number only, such as ${first}.`,
    });
  }
});
