import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addFractions, compareFractions, fraction, fractionFromDecimal, zero } from '#rules/fractions.ts';
import { flowFrom } from '#rules/ownership/effective-ownership.ts';
import { indexGraph, type OwnershipGraph } from '#rules/ownership/graph.ts';
import { resolveOwnership } from '#rules/ownership/resolve.ts';
import { formatPercent, shareIsEnough } from '#rules/ownership/thresholds.ts';
import { byListing, byMatrix } from './second-methods.ts';

/** Shares of one entity in ten-thousandths of a percent, at most the whole together. */
const parts = fc.array(fc.integer({ min: 1, max: 600_000 }), { minLength: 0, maxLength: 5 });

/** Random structures of companies and people; in an acyclic one a company is held by later ones only. */
function structures(options: {
  companies: number;
  acyclic: boolean;
  joint: boolean;
}): fc.Arbitrary<OwnershipGraph> {
  const { companies, acyclic, joint } = options;
  return fc
    .tuple(
      fc.integer({ min: 1, max: companies }),
      fc.integer({ min: 1, max: 5 }),
      fc.array(fc.tuple(parts, fc.array(fc.nat({ max: 1000 }), { minLength: 10, maxLength: 10 })), {
        minLength: companies,
        maxLength: companies,
      }),
    )
    .map(([companyCount, personCount, held]) => {
      const total = companyCount + personCount;
      const nodes = Array.from({ length: total }, (_, index) => ({
        id: `n${index}`,
        name: `n${index}`,
        kind: index < companyCount ? ('company' as const) : ('person' as const),
      }));
      const holdings = held.slice(0, companyCount).flatMap(([shares, picks], of) => {
        let left = 1_000_000;
        return shares.flatMap((wanted, index) => {
          const share = Math.min(wanted, left);
          left -= share;
          const from = acyclic ? of + 1 : 0;
          const pick = (at: number) => `n${from + ((picks[at] ?? 0) % (total - from))}`;
          const holders = joint && (picks[9] ?? 0) % 3 === 0 ? [pick(index), pick(index + 4)] : [pick(index)];
          return share === 0
            ? []
            : [
                {
                  id: `h${of}-${index}`,
                  of: `n${of}`,
                  holders,
                  share: {
                    percent: `${Math.floor(share / 10_000)}.${String(share % 10_000).padStart(4, '0')}`,
                  },
                  beneficiallyHeld: (picks[8] ?? 0) % 7 === 0 && index === 0 ? false : null,
                },
              ];
        });
      });
      return { rootId: 'n0', nodes, holdings, controls: [] };
    });
}

function accountedFor(graph: OwnershipGraph, stepLimit?: number) {
  const found = resolveOwnership(graph, ['NZL'], { stepLimit });
  return [
    ...found.people.map(({ share }) => share),
    ...found.resting.map(({ share }) => share),
    ...found.unresolved.map(({ share }) => share),
  ].reduce(addFractions, zero);
}

describe('shares through layers', () => {
  it('equal those of the matrix (I − A)⁻¹ without circles', () => {
    fc.assert(
      fc.property(structures({ companies: 9, acyclic: true, joint: true }), (graph) => {
        expect(flowFrom(indexGraph(graph), 0).reaches).toEqual(byMatrix(graph));
      }),
      { numRuns: 300 },
    );
  });

  it('equal those of every simple path, circles included', () => {
    fc.assert(
      fc.property(structures({ companies: 8, acyclic: false, joint: true }), (graph) => {
        expect(flowFrom(indexGraph(graph), 0).reaches).toEqual(byListing(graph));
      }),
      { numRuns: 400 },
    );
  });

  it('add up to the whole with retained and unresolved shares, at any step limit', () => {
    const graphs = structures({ companies: 8, acyclic: false, joint: false });
    fc.assert(
      fc.property(graphs, fc.nat({ max: 12 }), (graph, stepLimit) => {
        expect(accountedFor(graph)).toEqual(fraction(1n));
        expect(accountedFor(graph, stepLimit)).toEqual(fraction(1n));
        const whole = resolveOwnership(graph, ['NZL']);
        const cut = resolveOwnership(graph, ['NZL'], { stepLimit });
        expect(cut.isWhole).toBe(cut.unresolved.every(({ reason }) => reason !== 'notFollowed'));
        for (const { nodeId, share } of cut.people) {
          const full = whole.people.find((person) => person.nodeId === nodeId)?.share ?? zero;
          expect(compareFractions(share, full)).toBeLessThanOrEqual(0);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('equal the sum of the products of their displayed paths, largest first', () => {
    fc.assert(
      fc.property(structures({ companies: 7, acyclic: false, joint: true }), (graph) => {
        for (const { paths, pathsAreWhole, share, nodeId } of resolveOwnership(graph, ['NZL', 'AUS'])
          .people) {
          const sum = paths.map(({ product }) => product).reduce(addFractions, zero);
          expect(compareFractions(sum, share)).toBeLessThanOrEqual(0);
          if (pathsAreWhole) expect(sum).toEqual(share);
          paths.forEach((path, index) => {
            expect(path.nodeIds.at(0)).toBe('n0');
            expect(path.nodeIds.at(-1)).toBe(nodeId);
            expect(new Set(path.nodeIds).size).toBe(path.nodeIds.length);
            const former = paths[index - 1];
            if (former) expect(compareFractions(former.product, path.product)).toBeGreaterThanOrEqual(0);
          });
        }
      }),
      { numRuns: 200 },
    );
  });

  it('never make a beneficial owner in New Zealand who is none in Australia', () => {
    fc.assert(
      fc.property(structures({ companies: 6, acyclic: false, joint: true }), (graph) => {
        for (const { counts } of resolveOwnership(graph, ['NZL', 'AUS']).people) {
          const laws = counts.map(({ jurisdiction }) => jurisdiction);
          if (laws.includes('NZL')) expect(laws).toContain('AUS');
        }
      }),
    );
  });
});

describe('a formatted percentage', () => {
  it('is on the same side of both thresholds as the exact share', () => {
    const near = fc
      .tuple(fc.bigInt({ min: -1000n, max: 1000n }), fc.integer({ min: 1, max: 18 }))
      .map(([off, places]) => addFractions(fraction(1n, 4n), fraction(off, 1000n * 10n ** BigInt(places))));
    const any = fc
      .tuple(fc.bigInt({ min: 0n, max: 10n ** 9n }), fc.bigInt({ min: 1n, max: 10n ** 9n }))
      .map(([part, rest]) => fraction(part, part + rest));
    fc.assert(
      fc.property(fc.oneof(near, any), (share) => {
        if (share.numerator < 0n) return;
        const read = fractionFromDecimal(formatPercent(share)) ?? zero;
        const back = fraction(read.numerator, read.denominator * 100n);
        for (const jurisdiction of ['NZL', 'AUS'] as const) {
          expect(shareIsEnough(back, jurisdiction)).toBe(shareIsEnough(share, jurisdiction));
        }
      }),
    );
  });
});
