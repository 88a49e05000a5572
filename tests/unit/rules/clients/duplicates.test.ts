import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ComparableClient, compareForDuplicate, likelyDuplicates } from '#rules/clients/duplicates.ts';
import type { ClientIdentifierType } from '#rules/identifiers/identifiers.ts';
import { getGrowth } from '#tests/support/database/growth.ts';

const person = (
  name: string,
  dateOfBirth?: string,
  rest: Partial<ComparableClient> = {},
): ComparableClient => ({
  kind: 'individual',
  names: [name],
  dateOfBirth,
  ...rest,
});
const business = (name: string, rest: Partial<ComparableClient> = {}): ComparableClient => ({
  kind: 'business',
  names: [name],
  ...rest,
});
const withNumber = (type: ClientIdentifierType, value: string) => ({ identifiers: [{ type, value }] });
const getTexts = (a: ComparableClient, b: ComparableClient) =>
  compareForDuplicate(a, b).reasons.map(({ text }) => text);

describe('compareForDuplicate', () => {
  it.each([
    [
      person('Aroha Example', '1990-01-02'),
      person('Example, Aroha', '1990-01-02'),
      'Same name and date of birth',
    ],
    [
      person('Ārohā O’Brien', '1990-01-02'),
      person("aroha o'brien", '1990-01-02'),
      'Same name and date of birth',
    ],
    [
      person('John Smith', '1990-01-02'),
      person('Jon Smyth', '1990-01-02'),
      'Similar name and same date of birth',
    ],
    [
      person('Ann Smith', '1990-01-02'),
      person('Ann Beth Smith', '1990-01-02'),
      'Similar name and same date of birth',
    ],
    [
      person('Aroha Example'),
      person('Aroha Example', '1990-01-02'),
      'Same name, date of birth not known for both',
    ],
    [person('Aroha Example'), person('Aroha Example'), 'Same name, date of birth not known for both'],
    [
      business('Example Ltd', withNumber('nzbn', '9429046393920')),
      business('Quite Another', withNumber('nzbn', '9429 0463 93920')),
      'Same NZBN',
    ],
    [
      business('A', withNumber('abn', '51824753556')),
      business('B', withNumber('abn', '51 824 753 556')),
      'Same ABN',
    ],
    [business('The Example Company Limited'), business('Example Co Ltd'), 'Same name'],
    [business('Example Holdings Ltd'), business('Exampel Holdings Limited'), 'Similar name'],
    [
      person('Ann One', undefined, { email: 'Shared@Example.test' }),
      person('Bob Two', undefined, { email: ' shared@example.test' }),
      'Same email address',
    ],
    [
      person('Ann One', undefined, { names: ['Ann One', 'Ann Former'] }),
      person('Ann Former'),
      'Same name, date of birth not known for both',
    ],
  ])('%j and %j: %s', (a, b, text) => {
    expect(compareForDuplicate(a, b)).toMatchObject({ likely: true });
    expect(getTexts(a, b)[0]).toBe(text);
  });

  it.each([
    ['twins', person('John Smith', '1990-01-02'), person('Jane Smith', '1990-01-02')],
    ['namesakes', person('John Smith', '1990-01-02'), person('John Smith', '1971-01-02')],
    [
      'a couple with one mailbox',
      person('Ann Smith', '1990-01-02', { email: 'a@b.test' }),
      person('Bob Smith', '1991-01-02', { email: 'a@b.test' }),
    ],
    [
      'a family with one phone',
      person('Ann Smith', undefined, { phone: '+64211234567' }),
      person('Bob Smith', undefined, { phone: '+64211234567' }),
    ],
    ['a similar name without dates of birth', person('John Smith'), person('Jon Smith')],
    [
      'other businesses of one name',
      business('Example Ltd', withNumber('nzbn', '9429046393920')),
      business('Example Ltd', withNumber('nzbn', '9429041561140')),
    ],
    ['businesses with the legal form in common', business('Kowhai Limited'), business('Rimu Limited')],
    ['a sole trader and a company of the name', person('Ann Example'), business('Ann Example')],
    [
      'empty emails and phones',
      person('Ann One', undefined, { email: ' ', phone: '' }),
      person('Bob Two', undefined, { email: '', phone: '' }),
    ],
    [
      'numbers of two registers',
      business('A', withNumber('acn', '004085616')),
      business('B', withNumber('arbn', '004085616')),
    ],
  ])('%s are not likely the same', (_, a, b) => expect(compareForDuplicate(a, b).likely).toBe(false));

  it('returns reasons for and against', () => {
    expect(getTexts(person('John Smith', '1990-01-02'), person('John Smith', '1971-01-02'))).toEqual([
      'Same name, different date of birth',
    ]);
    const shared = { email: 'a@b.test', phone: '+64211234567' };
    const finding = compareForDuplicate(
      person('Ann Smith', undefined, shared),
      person('Ann Smith', undefined, shared),
    );
    expect(finding.reasons.map(({ code }) => code)).toEqual(['sameName', 'sameEmail', 'samePhone']);
    expect(finding.score).toBe(0.916);
  });

  it('combines reasons into a likely match that none is alone', () => {
    const phone = { phone: '+64211234567' };
    expect(
      compareForDuplicate(person('John Smith', undefined, phone), person('Jon Smith', undefined, phone))
        .likely,
    ).toBe(true);
  });

  it('ranks likely duplicates and omits the others', () => {
    const existing = [
      person('Jon Smith', '1990-01-02'),
      person('Jane Smith', '1990-01-02'),
      person('John Smith', '1990-01-02'),
    ];
    const found = likelyDuplicates(person('John Smith', '1990-01-02'), existing);
    expect(found.map(({ client }) => client.names[0])).toEqual(['John Smith', 'Jon Smith']);
  });
});

describe('properties', () => {
  const word = fc.constantFrom(
    'ann',
    'Anne',
    'Smith',
    'Smyth',
    "O'Brien",
    'Ngāti',
    'van',
    'der',
    'Berg',
    'X',
    '王',
    '!!!',
    'Ltd',
    'The',
  );
  const name = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(' '));
  const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
  const client: fc.Arbitrary<ComparableClient> = fc.record({
    kind: fc.constantFrom('individual', 'business'),
    names: fc.array(fc.oneof(name, fc.string({ unit: 'binary', minLength: 1 })), {
      minLength: 1,
      maxLength: 3,
    }),
    dateOfBirth: maybe(fc.constantFrom('1990-01-02', '1991-03-04')),
    identifiers: maybe(
      fc.array(
        fc.record({
          type: fc.constantFrom<ClientIdentifierType>('nzbn', 'abn', 'acn'),
          value: fc.constantFrom('1', '2', '3', ' 1 '),
        }),
        { maxLength: 3 },
      ),
    ),
    email: maybe(fc.constantFrom('a@b.test', 'A@B.test', 'c@d.test', '')),
    phone: maybe(fc.constantFrom('+64211234567', '+61412345678', '')),
  });

  it('is symmetric, with a score from 0 to 1', () => {
    fc.assert(
      fc.property(client, client, (a, b) => {
        const finding = compareForDuplicate(a, b);
        expect(compareForDuplicate(b, a)).toEqual(finding);
        expect(finding.score).toBeGreaterThanOrEqual(0);
        expect(finding.score).toBeLessThanOrEqual(1);
      }),
      { numRuns: 1000 },
    );
  });

  it('a client with a name is a likely duplicate of itself', () => {
    fc.assert(
      fc.property(client, name, (someone, real) => {
        const named = { ...someone, names: [...someone.names, real] };
        expect(compareForDuplicate(named, named).likely).toBe(true);
      }),
    );
  });

  it('the order of names and of their words does not matter', () => {
    fc.assert(
      fc.property(client, client, fc.array(word, { minLength: 2, maxLength: 6 }), (a, b, words) => {
        const one = { ...a, names: [...a.names, words.join(' ')] };
        const other = { ...a, names: [words.toReversed().join(' '), ...a.names.toReversed()] };
        expect(compareForDuplicate(other, b)).toEqual(compareForDuplicate(one, b));
      }),
    );
  });

  // Sixteen times the length costs sixteen times the work; quadratic would cost 256 times. Halfway, in orders of magnitude, is 64.
  it.each([
    ['of many words', 'ab ', 'ba '],
    ['of one word', 'a', 'b'],
    ['of one word, nearly the same', 'ab', 'ba'],
  ])('cost grows linearly with hostile names: %s', (_, a, b) => {
    const compare = (pieces: number) =>
      compareForDuplicate(business(a.repeat(pieces)), business(b.repeat(pieces)));
    expect(getGrowth(compare, 5_000, 80_000)).toBeLessThan(64);
  });
});
