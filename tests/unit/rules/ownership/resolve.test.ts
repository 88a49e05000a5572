import { describe, expect, it } from 'vitest';
import { type Expandable, estimateExpansion } from '#rules/ownership/expansion-cost.ts';
import { indexGraph, OwnershipGraphError } from '#rules/ownership/graph.ts';
import { resolveOwnership } from '#rules/ownership/resolve.ts';
import { mustVerify } from '#rules/ownership/verification.ts';
import { structure } from './structure.ts';

const both = ['NZL', 'AUS'] as const;

function resolve(text: string) {
  return resolveOwnership(structure(text), both);
}

function verify(text: string) {
  const graph = structure(text);
  return mustVerify(graph, resolveOwnership(graph, both), both);
}

describe('findings on a structure', () => {
  it.each([
    ['R < a 60; R < b 60', 'overWhole', 'add up to 120 %'],
    ['R < a 60; R < b 39.99', 'underWhole', 'other 0.01 %'],
    ['R < a 50; R < B 50; B < b 50; B < R 50', 'circle', '25% of the client cannot be attributed'],
    ['R < a 80; R < R 20', 'ownShares', 'holds shares in itself'],
    ['R < n 40 for ?; R < a 60', 'nominee', 'for an unidentified'],
    ['R < n 40 for x; R < a 60', 'nominee', 'n holds 40 % of R for x'],
    ['R < A+B 40; R < c 60; A < a 100; B < a 100', 'jointTwice', 'a is behind 2 of the joint holders'],
  ])('%s: %s', (text, code, words) => {
    const finding = resolve(text).findings.find((finding) => finding.code === code);
    expect(finding?.text).toContain(words);
  });

  it('is empty for a complete tree', () => {
    expect(resolve('R < H 50; R < b 50; H < a 100').findings).toEqual([]);
  });

  it('names potential owners if unresolved shares were theirs', () => {
    // 30 % of R is unresolved. a has 24 % and could have 54 %; c has 46 % and counts anyway.
    const { people } = resolve('R < F 30; R < a 24; R < c 46');
    expect(people.map(({ nodeId, mightCount }) => [nodeId, mightCount])).toEqual([
      ['c', []],
      ['a', ['NZL', 'AUS']],
    ]);
  });

  it('reports majorities that control more than they own', () => {
    // a: 51 % of H, which has 45 % of R: owns 22.95 %, decides over 45 %.
    const { consider, people } = resolve('R < H 45; R < b 55; H < a 51; H < c 49');
    expect(people.find(({ nodeId }) => nodeId === 'a')?.percent).toBe('22.95');
    expect(consider).toMatchObject([{ nodeId: 'a', throughIds: ['H'], jurisdictions: ['NZL', 'AUS'] }]);
    expect(resolve('R < H 45; R < b 55; H < a 50; H < c 50').consider).toEqual([]);
  });

  it('lists the paths of a share, each with its product', () => {
    const { people } = resolve('R < L 50; R < M 50; L < a 40; L < b 60; M < a 20; M < b 80');
    const a = people.find(({ nodeId }) => nodeId === 'a');
    expect(
      a?.paths.map(({ nodeIds, product }) => [
        nodeIds.join(''),
        `${product.numerator}/${product.denominator}`,
      ]),
    ).toEqual([
      ['RLa', '1/5'],
      ['RMa', '1/10'],
    ]);
  });

  it('reports untraceable ownership as unresolved', () => {
    const graph = structure('R < A 100; A < a 50; A < B 50; B < b 50; B < C 50; C < c 50; C < A 50');
    const found = resolveOwnership(graph, both, { stepLimit: 1 });
    expect(found.isWhole).toBe(false);
    expect(found.findings.map(({ code }) => code)).toContain('notFollowed');
    // a 50 %, b 25 %; C's 25 % was left.
    expect(found.people.map(({ percent }) => percent)).toEqual(['50', '25']);
    expect(found.unresolvedPercent).toBe('25');
  });
});

describe('without a beneficial owner', () => {
  it('requires control by other means first, then the senior managing official', () => {
    const five = 'R < a 20; R < b 20; R < c 20; R < d 20; R < e 20; R ! x director';
    expect(resolve(five).fallbacks).toMatchObject([
      { jurisdiction: 'NZL', step: 'otherMeans', candidateIds: ['x'] },
      { jurisdiction: 'AUS', step: 'otherMeans' },
    ]);
    expect(resolve(`${five}; R ! x seniorManagingOfficial`).fallbacks.map(({ step }) => step)).toEqual([
      'seniorManagingOfficial',
      'seniorManagingOfficial',
    ]);
    expect(resolve(`${five}; R ! k controller`).fallbacks).toEqual([]);
  });

  it('names who stands in by the words of each law', () => {
    const [nz, au] = resolve(
      'R < a 20; R < b 20; R < c 20; R < d 20; R < e 20; R ! x seniorManagingOfficial',
    ).fallbacks;
    expect(nz?.text).toContain('Verify the senior managing official instead.');
    expect(au?.text).toContain('Verify the chief executive or equivalent (Rules 6-8) instead.');
  });

  it('has no one stand in of a trust, nor of an estate in Australia', () => {
    const trust = resolve('R = trust; R ! x seniorManagingOfficial; R ! d director');
    expect(trust.fallbacks).toMatchObject([
      { jurisdiction: 'NZL', step: 'otherMeans', candidateIds: [] },
      { jurisdiction: 'AUS', step: 'otherMeans', candidateIds: [] },
    ]);
    expect(trust.fallbacks[0]?.text).toContain('Record the persons who control it, such as trustees');
    expect(resolve('R = trust; R ! t trustee').fallbacks).toEqual([]);
    const estate = resolve('R = estate; R ! x seniorManagingOfficial');
    expect(estate.fallbacks.map(({ step }) => step)).toEqual(['seniorManagingOfficial', 'otherMeans']);
  });

  it('requires unresolved ownership that may hide an owner to be traced first', () => {
    expect(resolve('R < F 60; R < a 20; R < b 20').fallbacks.map(({ step }) => step)).toEqual([
      'trace',
      'trace',
    ]);
    // 25 % unresolved can hide an owner in Australia, not in New Zealand.
    const quarter = resolve('R < F 25; R < a 15; R < b 15; R < c 15; R < d 15; R < e 15');
    expect(quarter.fallbacks.map(({ step }) => step)).toEqual(['otherMeans', 'trace']);
  });

  it('finds an owner under one country’s law alone', () => {
    const quarters = resolve('R < a 25; R < b 25; R < c 25; R < d 25');
    expect(quarters.fallbacks.map(({ jurisdiction }) => jurisdiction)).toEqual(['NZL']);
  });
});

describe('people to be verified', () => {
  it('have the reasons, by provision', () => {
    expect(verify('R < a 30; R < b 70; R ! r authorisedRepresentative')).toEqual([
      {
        nodeId: 'b',
        name: 'b',
        reasons: [
          {
            code: 'owner',
            jurisdiction: 'NZL',
            provision: 'NZ s11(1)(b)',
            text: 'owns 70 % of the client',
          },
          {
            code: 'owner',
            jurisdiction: 'AUS',
            provision: 'AU s28(2)(d)',
            text: 'owns 70 % of the client',
          },
        ],
      },
      expect.objectContaining({ nodeId: 'a' }),
      {
        nodeId: 'r',
        name: 'r',
        reasons: [
          {
            code: 'acting',
            jurisdiction: 'NZL',
            provision: 'NZ s11(1)(c)',
            text: 'acts on the client’s behalf',
          },
          {
            code: 'acting',
            jurisdiction: 'AUS',
            provision: 'AU s28(2)(c)',
            text: 'acts on the client’s behalf',
          },
        ],
      },
    ]);
  });

  it('have the entities that they own through', () => {
    const [c] = verify('T = trust; R < T 60; R < b 40; T ! C trustee; C < c 100').filter(
      ({ nodeId }) => nodeId === 'c',
    );
    expect(c?.reasons[0]?.text).toBe(
      'owns enough of C, through which it is a trustee (T, which owns 60 % of the client)',
    );
  });
});

describe('an inconsistent graph', () => {
  it.each([
    ['R < a -5', 'percentage that can be read'],
    ['R < a 1e3', 'percentage that can be read'],
    ['R < a #1.5', 'whole number'],
    ['a < b 5', 'a person'],
  ])('is rejected: %s', (text, words) => {
    const made = structure(text);
    const graph = { ...made, rootId: made.nodes[0]?.id ?? '' };
    expect(() => indexGraph(graph)).toThrow(OwnershipGraphError);
    expect(() => indexGraph(graph)).toThrow(words);
  });

  it('throws for missing or duplicate ids', () => {
    const graph = structure('R < a 50');
    expect(() => indexGraph({ ...graph, rootId: 'X' })).toThrow('Nothing has the id X');
    expect(() => indexGraph({ ...graph, nodes: [...graph.nodes, ...graph.nodes] })).toThrow('two entries');
  });
});

describe('cost of an expansion', () => {
  const entity = (id: string, layer: number, more: Partial<Expandable> = {}): Expandable => ({
    id,
    kind: 'company',
    layer,
    registryNumber: id,
    isExpanded: false,
    ...more,
  });

  it('counts known extracts, and the limit for unknown layers', () => {
    const found = estimateExpansion([entity('A', 1), entity('B', 1), entity('P', 1, { kind: 'person' })], {
      layers: 3,
      extractsUsed: 1,
      costEach: 450,
    });
    expect(found).toMatchObject({
      now: 2,
      costNow: 900,
      atMost: 49,
      maxCost: 22_050,
      ids: ['A', 'B'],
      leftOut: 0,
    });
  });

  it('is exact where no unknown layer remains', () => {
    const found = estimateExpansion([entity('A', 1), entity('B', 2)], {
      layers: 2,
      extractsUsed: 0,
      costEach: 100,
    });
    expect(found).toMatchObject({ now: 1, atMost: 1, maxCost: 100, ids: ['A'] });
  });

  it('orders one extract per company, none for people, stored, listed or unnumbered entities', () => {
    const found = estimateExpansion(
      [
        entity('A', 1),
        entity('A again', 2, { registryNumber: 'A' }),
        entity('S', 1, { isExpanded: true }),
        entity('L', 1, { kind: 'listedIssuer' }),
        entity('F', 1, { registryNumber: undefined }),
      ],
      { layers: 3, extractsUsed: 0, costEach: 0 },
    );
    expect(found.ids).toEqual(['A']);
    expect(found.notAskableIds).toEqual(['F']);
  });

  it('stops at the limit, nearest to the client first', () => {
    const many = Array.from({ length: 60 }, (_, index) => entity(`E${index}`, index < 55 ? 2 : 1));
    const found = estimateExpansion(many, { layers: 3, extractsUsed: 10, costEach: 1 });
    expect(found).toMatchObject({ now: 40, atMost: 40, leftOut: 20 });
    expect(found.ids.slice(0, 5)).toEqual(['E55', 'E56', 'E57', 'E58', 'E59']);
    expect(estimateExpansion(many, { layers: 3, extractsUsed: 99, costEach: 1 }).now).toBe(0);
  });

  it('rejects invalid numbers', () => {
    expect(() => estimateExpansion([], { layers: 0, extractsUsed: 0, costEach: 1 })).toThrow(RangeError);
    expect(() => estimateExpansion([], { layers: 9, extractsUsed: 0, costEach: 1 })).toThrow(RangeError);
    expect(() => estimateExpansion([], { layers: 1, extractsUsed: 0, costEach: 0.5 })).toThrow(RangeError);
  });
});
