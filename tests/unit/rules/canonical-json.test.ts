import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '#rules/canonical-json.ts';

/** The same value with every object's keys set in the opposite order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, reversed(member)]),
  );
}

const json = fc.jsonValue({ maxDepth: 5 });

describe('canonicalJson', () => {
  it('writes the example of RFC 8785, section 3.2', () => {
    const value = {
      numbers: [Number('333333333.33333329'), 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: '\u20ac$\u000f\u000aA\'\u0042\u0022\u005c\\"/',
      literals: [null, true, false],
    };
    expect(canonicalJson(value)).toBe(
      `{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA'B\\"\\\\\\\\\\"/"}`,
    );
  });

  it('sorts keys by UTF-16 code units', () => {
    expect(
      canonicalJson({ '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\u{1f600}': 5, '\u0080': 6, ö: 7 }),
    ).toBe('{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"\u{1f600}":5,"\ufb33":3}');
    expect(canonicalJson({ 10: 'a', 9: 'b' })).toBe('{"10":"a","9":"b"}');
    expect(canonicalJson(-0)).toBe('0');
  });

  it('parses back to the same value, in any order of keys', () => {
    fc.assert(
      fc.property(json, (value) => {
        const plain = JSON.parse(JSON.stringify(value));
        const text = canonicalJson(plain);
        expect(JSON.parse(text)).toEqual(plain);
        expect(canonicalJson(reversed(plain))).toBe(text);
        expect(canonicalJson(JSON.parse(text))).toBe(text);
      }),
    );
  });

  it('writes two values alike exactly when they are equal', () => {
    const small = fc.jsonValue({ maxDepth: 1, stringUnit: fc.constantFrom('a', '1') });
    fc.assert(
      fc.property(small, small, (a, b) => {
        const [one, other] = [JSON.parse(JSON.stringify(a)), JSON.parse(JSON.stringify(b))];
        if (canonicalJson(one) === canonicalJson(other)) expect(one).toEqual(other);
        else expect(one).not.toEqual(other);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['undefined', undefined, /^The value cannot/],
    ['undefined in an object', { a: { b: undefined } }, /^a\.b cannot/],
    ['a hole', { a: Object.assign(new Array(2), { 0: 1 }) }, /^a\[1\] cannot/],
    ['NaN', [Number.NaN], /^\[0\] cannot.*NaN/],
    ['infinity', Number.POSITIVE_INFINITY, /Infinity/],
    ['a function', { f: () => 1 }, /a function/],
    ['a symbol', Symbol('s'), /a symbol/],
    ['a symbol key', { [Symbol('s')]: 1 }, /symbol for a key/],
    ['a bigint', 1n, /a bigint/],
    ['a date', { at: new Date(0) }, /^at cannot.*class/],
    ['a map', new Map(), /class/],
    ['a lone surrogate', { a: '\ud800' }, /lone surrogate/],
    ['a lone surrogate in a key', { '\udc00': 1 }, /lone surrogate/],
  ])('rejects %s with its location', (_, value, message) => {
    expect(() => canonicalJson(value)).toThrow(TypeError);
    expect(() => canonicalJson(value)).toThrow(message);
  });

  it('throws for a cyclic value and accepts a repeated one', () => {
    const loop: Record<string, unknown> = {};
    loop.self = loop;
    expect(() => canonicalJson(loop)).toThrow(/holds itself/);
    const shared = { a: 1 };
    expect(canonicalJson([shared, shared])).toBe('[{"a":1},{"a":1}]');
  });

  it('accepts objects without a prototype and own keys called __proto__', () => {
    expect(canonicalJson(Object.assign(Object.create(null), { b: 1, a: 2 }))).toBe('{"a":2,"b":1}');
    expect(canonicalJson(JSON.parse('{"__proto__":1}'))).toBe('{"__proto__":1}');
  });
});
