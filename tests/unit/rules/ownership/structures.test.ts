import { describe, expect, it } from 'vitest';
import { resolveOwnership } from '#rules/ownership/resolve.ts';
import { structure } from './structure.ts';

type Row = {
  /** For the notation see structure.ts. */
  of: string;
  /** Percentages of every owner, with the calculation in the comment. */
  owns: Record<string, string>;
  nz: string[];
  au: string[];
  /** '0' if omitted. */
  unresolved?: string;
};

/** Each row's calculation is next to it. */
const rows: Record<string, Row> = {
  'one person owns all': { of: 'R < a 100', owns: { a: '100' }, nz: ['a'], au: ['a'] },
  'just below a quarter': {
    // 24.9999 is neither more than 25 nor 25.
    of: 'R < a 24.9999; R < b 75.0001',
    owns: { a: '24.9999', b: '75.0001' },
    nz: ['b'],
    au: ['b'],
  },
  'exactly a quarter': {
    // 25 is not more than 25 (NZ), and it is 25 or more (AU).
    of: 'R < a 25; R < b 75',
    owns: { a: '25', b: '75' },
    nz: ['b'],
    au: ['a', 'b'],
  },
  'just above a quarter': {
    of: 'R < a 25.0001; R < b 74.9999',
    owns: { a: '25.0001', b: '74.9999' },
    nz: ['a', 'b'],
    au: ['a', 'b'],
  },
  'four quarters': {
    of: 'R < a 25; R < b 25; R < c 25; R < d 25',
    owns: { a: '25', b: '25', c: '25', d: '25' },
    nz: [],
    au: ['a', 'b', 'c', 'd'],
  },
  'one company between': {
    // a: 60 % × 50 % = 30 %. b: 40 % × 50 % = 20 %, and 50 % of its own: 70 %.
    of: 'R < H 50; R < b 50; H < a 60; H < b 40',
    owns: { a: '30', b: '70' },
    nz: ['a', 'b'],
    au: ['a', 'b'],
  },
  'a quarter only through two companies': {
    // 50 % × 50 % = 25 % exactly.
    of: 'R < H 50; R < b 50; H < a 50; H < c 50',
    owns: { a: '25', b: '50', c: '25' },
    nz: ['b'],
    au: ['a', 'b', 'c'],
  },
  diamond: {
    // a through L: 50 % × 40 % = 20 %; through M: 50 % × 20 % = 10 %; together 30 %. b: 50 % × 60 % + 50 % × 80 % = 70 %.
    of: 'R < L 50; R < M 50; L < a 40; L < b 60; M < a 20; M < b 80',
    owns: { a: '30', b: '70' },
    nz: ['a', 'b'],
    au: ['a', 'b'],
  },
  'diamond of companies': {
    // T gets 50 % × 30 % + 50 % × 30 % = 30 %; a owns T: 30 %. b and c: 50 % × 70 % = 35 % each.
    of: 'R < L 50; R < M 50; L < T 30; L < b 70; M < T 30; M < c 70; T < a 100',
    owns: { a: '30', b: '35', c: '35' },
    nz: ['a', 'b', 'c'],
    au: ['a', 'b', 'c'],
  },
  'thirds in shares': {
    // 1/3 each, exactly; displayed as 33.3333 %.
    of: 'R < a #1; R < b #1; R < c #1',
    owns: { a: '33.3333', b: '33.3333', c: '33.3333' },
    nz: ['a', 'b', 'c'],
    au: ['a', 'b', 'c'],
  },
  'shares that come to a quarter and one share': {
    // 250,001 of 1,000,000 = 25.0001 %; 749,999 of 1,000,000 = 74.9999 %.
    of: 'R < a #250001; R < b #749999',
    owns: { a: '25.0001', b: '74.9999' },
    nz: ['a', 'b'],
    au: ['a', 'b'],
  },
  'a quarter missed by less than four decimals show': {
    // 2,499,999,999 of 10,000,000,000 = 24.99999999 %: shown with the decimals that keep it below 25.
    of: 'R < a #2499999999; R < b #7500000001',
    owns: { a: '24.99999999', b: '75' },
    nz: ['b'],
    au: ['b'],
  },
  'shares on issue that nobody is known to hold': {
    // 300 of 1,000 = 30 %; the other 700 = 70 %.
    of: 'R # 1000; R < a #300',
    owns: { a: '30' },
    nz: ['a'],
    au: ['a'],
    unresolved: '70',
  },
  'joint holders': {
    // Each of a and b is credited with all of the 30 %.
    of: 'R < a+b 30; R < c 70',
    owns: { a: '30', b: '30', c: '70' },
    nz: ['a', 'b', 'c'],
    au: ['a', 'b', 'c'],
  },
  'joint holders of a company that holds': {
    // 50 % × 60 % = 30 % for each of a and b; c 50 % × 40 % + 50 % = 70 %.
    of: 'R < H 50; R < c 50; H < a+b 60; H < c 40',
    owns: { a: '30', b: '30', c: '70' },
    nz: ['a', 'b', 'c'],
    au: ['a', 'b', 'c'],
  },
  'joint and alone': {
    // a: 20 % jointly + 10 % alone = 30 %; b: 20 %; c: 70 %.
    of: 'R < a+b 20; R < a 10; R < c 70',
    owns: { a: '30', b: '20', c: '70' },
    nz: ['a', 'c'],
    au: ['a', 'c'],
  },
  'nominee for someone unknown': {
    // n's 40 % is not n's own, and no nominator is known: 40 % is unresolved.
    of: 'R < n 40 for ?; R < a 60',
    owns: { a: '60', n: '0' },
    nz: ['a'],
    au: ['a'],
    unresolved: '40',
  },
  'nominee for someone known': {
    // n's 40 % is x's.
    of: 'R < n 40 for x; R < a 60',
    owns: { a: '60', n: '0', x: '40' },
    nz: ['a', 'x'],
    au: ['a', 'x'],
  },
  'nominee inside a holding company': {
    // 50 % of R × 40 % of H = 20 % with an unknown nominator. a: 50 % × 60 % + 50 % = 80 %.
    of: 'R < H 50; R < a 50; H < n 40 for ?; H < a 60',
    owns: { a: '80', n: '0' },
    nz: ['a'],
    au: ['a'],
    unresolved: '20',
  },
  'two own half of each other': {
    // a owns 50 % of R, B the other 50 %; B is 50 % b's and 50 % R's. b: 50 % × 50 % = 25 %; the 25 % that goes back to R has no owner.
    of: 'R < a 50; R < B 50; B < b 50; B < R 50',
    owns: { a: '50', b: '25' },
    nz: ['a'],
    au: ['a', 'b'],
    unresolved: '25',
  },
  'circle of three below the client': {
    // R is A's 100 %. A: a 60 %, C 40 %. B: b 50 %, A 50 %. C: c 70 %, B 30 %.
    // a: 60 %. c: 40 % × 70 % = 28 %. b: 40 % × 30 % × 50 % = 6 %. Back to A: 40 % × 30 % × 50 % = 6 %.
    of: 'R < A 100; A < a 60; A < C 40; B < b 50; B < A 50; C < c 70; C < B 30',
    owns: { a: '60', c: '28', b: '6' },
    nz: ['a', 'c'],
    au: ['a', 'c'],
    unresolved: '6',
  },
  'circle entered at two places': {
    // R: A 50 %, B 50 %. A: a 80 %, B 20 %. B: b 60 %, A 40 %.
    // A is reached by 50 % + 50 % × 40 % = 70 %: a has 80 % of it, 56 %. B by 50 % + 50 % × 20 % = 60 %: b has 60 % of it, 36 %.
    // Back: R→A→B→A 50 % × 20 % × 40 % = 4 %, and R→B→A→B the same 4 %; together 8 %.
    of: 'R < A 50; R < B 50; A < a 80; A < B 20; B < b 60; B < A 40',
    owns: { a: '56', b: '36' },
    nz: ['a', 'b'],
    au: ['a', 'b'],
    unresolved: '8',
  },
  'cross holdings of three, each of each': {
    // R: A 100 %. Each of A, B, C is 50 % its own person's and 25 % each of the other two's.
    // A 1. B: A→B 25 % + A→C→B 6.25 % = 31.25 %; C the same. a 50 %; b, c: 31.25 % × 50 % = 15.625 %.
    // Back: A→B→A and A→C→A 6.25 % each; A→B→C back to A or B 1.5625 % each, A→C→B the same: 2 × 6.25 + 4 × 1.5625 = 18.75 %.
    of: `R < A 100; A < a 50; A < B 25; A < C 25; B < b 50; B < A 25; B < C 25; C < c 50; C < A 25; C < B 25`,
    owns: { a: '50', b: '15.625', c: '15.625' },
    nz: ['a'],
    au: ['a'],
    unresolved: '18.75',
  },
  'shares in itself': {
    // R holds 20 % of itself, which has no owner; a holds 80 %.
    of: 'R < a 80; R < R 20',
    owns: { a: '80' },
    nz: ['a'],
    au: ['a'],
    unresolved: '20',
  },
  'trust over a company': {
    // T has 60 %, without an owner: its trustee and its appointor control it. b 40 %.
    of: 'T = trust; R < T 60; R < b 40; T ! t trustee; T ! p appointor; T ! s settlor',
    owns: { b: '40' },
    nz: ['b', 'p', 't'],
    au: ['b', 'p', 't'],
  },
  'trust with too little': {
    // 20 % does not make T's trustee count; b has 80 %.
    of: 'T = trust; R < T 20; R < b 80; T ! t trustee',
    owns: { b: '80' },
    nz: ['b'],
    au: ['b'],
  },
  'trust with exactly a quarter': {
    of: 'T = trust; R < T 25; R < b 75; T ! t trustee',
    owns: { b: '75' },
    nz: ['b'],
    au: ['b', 't'],
  },
  'trust of whom nobody is recorded': {
    of: 'T = trust; R < T 60; R < b 40',
    owns: { b: '40' },
    nz: ['b'],
    au: ['b'],
    unresolved: '60',
  },
  'unit trust over a company': {
    // T has 60 %; u has half of its units: 30 %, v the other half. Its trustee controls it too.
    of: 'T = trust; R < T 60; R < b 40; T < u 50; T < v 50; T ! t trustee',
    owns: { b: '40', u: '30', v: '30' },
    nz: ['b', 't', 'u', 'v'],
    au: ['b', 't', 'u', 'v'],
  },
  'the client is a trust with a trustee company': {
    // C is trustee; c owns 80 % of C, d 20 %: c controls it. C is not part of the trust's ownership.
    of: 'R = trust; R ! C trustee; C < c 80; C < d 20; R ! p protector',
    owns: {},
    nz: ['c', 'p'],
    au: ['c', 'p'],
  },
  'trustee company with no owner large enough': {
    // Five with 20 % each: none counts, so the trustee company's director does.
    of: 'R = trust; R ! C trustee; C < a 20; C < b 20; C < c 20; C < d 20; C < e 20; C ! x director',
    owns: {},
    nz: ['x'],
    au: ['x'],
  },
  'trustees hold shares for the trust': {
    // In the register t and u hold 60 % together; it is T's.
    of: 'T = trust; R < t+u 60 for T; R < b 40; T ! t trustee; T ! u trustee',
    owns: { b: '40', t: '0', u: '0' },
    nz: ['b', 't', 'u'],
    au: ['b', 't', 'u'],
  },
  partnership: {
    // a and b share 60 : 40; c is a partner without a stated share and controls.
    of: 'R = partnership; R < a 60; R < b 40; R ! c partner; R ! a partner',
    owns: { a: '60', b: '40' },
    nz: ['a', 'b', 'c'],
    au: ['a', 'b', 'c'],
  },
  'a holder of whom nothing is known': {
    // F was not expanded: its 30 % is unresolved. a 70 %.
    of: 'R < F 30; R < a 70',
    owns: { a: '70' },
    nz: ['a'],
    au: ['a'],
    unresolved: '30',
  },
  'holders who do not come to the whole': {
    // H: 60 % + 30 % = 90 %, so 10 % of H, which is 5 % of R, is unresolved. a 30 %, b 15 %, c 50 %.
    of: 'R < H 50; R < c 50; H < a 60; H < b 30',
    owns: { a: '30', b: '15', c: '50' },
    nz: ['a', 'c'],
    au: ['a', 'c'],
    unresolved: '5',
  },
  'holders who come to more than the whole': {
    // 60 % + 60 %: used as recorded, and reported as too much.
    of: 'R < a 60; R < b 60',
    owns: { a: '60', b: '60' },
    nz: ['a', 'b'],
    au: ['a', 'b'],
  },
  'dust adds up': {
    // a: 24.9999 % directly and 0.02 % × 0.5 % = 0.0001 % through D: 25 % exactly. d: 0.02 % × 99.5 % = 0.0199 %.
    of: 'R < a 24.9999; R < D 0.02; R < b 74.9801; D < a 0.5; D < d 99.5',
    owns: { a: '25', b: '74.9801', d: '0.0199' },
    nz: ['b'],
    au: ['a', 'b'],
  },
  'dust is not nothing': {
    // 0.01 % × 0.01 % × 0.01 % = 0.0000000001 %; b: 0.01 % × (99.99 % + 0.01 % × 99.99 %) = 0.0099999999 %, shown as 0.01. c 99.99 %.
    of: 'R < A 0.01; R < c 99.99; A < B 0.01; A < b 99.99; B < a 0.01; B < b 99.99',
    owns: { a: '0.0000000001', b: '0.01', c: '99.99' },
    nz: ['c'],
    au: ['c'],
  },
  'eight layers': {
    // 0.9^7 = 0.4782969 reaches the seventh company; a owns it all: 47.8297 %. The tenth at each step goes to z: 1 − 0.4782969 = 52.1703 %.
    of: `R < A 90; R < z 10; A < B 90; A < z 10; B < C 90; B < z 10; C < D 90; C < z 10;
      D < E 90; D < z 10; E < F 90; E < z 10; F < G 90; F < z 10; G < a 100`,
    owns: { a: '47.8297', z: '52.1703' },
    nz: ['a', 'z'],
    au: ['a', 'z'],
  },
  'listed company as holder': {
    // The search ends at L: nothing is missing. a 40 %.
    of: 'L = listedIssuer; R < L 60; R < a 40',
    owns: { a: '40' },
    nz: ['a'],
    au: ['a'],
  },
  'control without a share': {
    of: 'R < a 100; R ! k controller',
    owns: { a: '100' },
    nz: ['a', 'k'],
    au: ['a', 'k'],
  },
};

describe('structures calculated manually', () => {
  it.each(Object.entries(rows))('%s', (_, row) => {
    const found = resolveOwnership(structure(row.of), ['NZL', 'AUS']);
    const listed = found.people.filter(({ nodeId, counts }) => nodeId in row.owns || counts.length === 0);
    expect(Object.fromEntries(listed.map(({ nodeId, percent }) => [nodeId, percent]))).toEqual(row.owns);
    const counting = (jurisdiction: string) =>
      found.people
        .filter(({ counts }) => counts.some((count) => count.jurisdiction === jurisdiction))
        .map(({ nodeId }) => nodeId)
        .sort();
    expect({ nz: counting('NZL'), au: counting('AUS') }).toEqual({ nz: row.nz, au: row.au });
    expect(found.unresolvedPercent).toBe(row.unresolved ?? '0');
    expect(found.isWhole).toBe(true);
  });
});
