import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chartBox, nameLines, type OwnershipChart } from '#diagrams/ownership/chart.ts';
import { layOutOwnership } from '#diagrams/ownership/layout.ts';
import { structure } from '../../rules/ownership/structure.ts';

/** No overlaps, nothing outside the drawing, and no line through a box. */
function expectReadable({ nodes, edges, width, height }: OwnershipChart) {
  nodes.forEach((node, index) => {
    expect(node.x).toBeGreaterThanOrEqual(0);
    expect(node.x + chartBox.width).toBeLessThanOrEqual(width);
    expect(node.y + chartBox.height).toBeLessThanOrEqual(height);
    for (const other of nodes.slice(index + 1)) {
      const isApart =
        Math.abs(node.x - other.x) >= chartBox.width || Math.abs(node.y - other.y) >= chartBox.height;
      expect(isApart).toBe(true);
    }
  });
  for (const { points } of edges) {
    points.slice(1).forEach((to, index) => {
      const from = points[index] ?? to;
      expect(from.x === to.x || from.y === to.y).toBe(true);
      for (const { x, y } of nodes) {
        const isThrough =
          Math.max(from.x, to.x) > x &&
          Math.min(from.x, to.x) < x + chartBox.width &&
          Math.max(from.y, to.y) > y &&
          Math.min(from.y, to.y) < y + chartBox.height;
        expect(isThrough).toBe(false);
      }
    });
  }
}

describe('layout of an ownership chart', () => {
  it('puts the client at the top and holders below, with their shares', () => {
    const chart = layOutOwnership(structure('R < H 50; R < b 50; H < a 60; H < b 40'));
    const getY = (id: string) => chart.nodes.find((node) => node.id === id)?.y ?? -1;
    expect(getY('R')).toBeLessThan(getY('H'));
    expect(getY('H')).toBeLessThan(getY('a'));
    expect(chart.edges.map(({ of, holder, label }) => `${of}${holder} ${label.text}`).sort()).toEqual(
      ['Ha 60 %', 'Hb 40 %', 'RH 50 %', 'Rb 50 %'].sort(),
    );
    expectReadable(chart);
  });

  it('stays readable for any structure, with circles and with wide layers wrapped', () => {
    const link = fc.tuple(fc.nat({ max: 19 }), fc.nat({ max: 59 }));
    fc.assert(
      fc.property(
        fc.array(link, { minLength: 1, maxLength: 90 }),
        fc.integer({ min: 200, max: 1400 }),
        (links, width) => {
          const text = links
            .map(
              ([of, to]) =>
                `${of === 0 ? 'R' : `C${of}`} < ${to < 20 ? (to === 0 ? 'R' : `C${to}`) : `p${to}`} 1`,
            )
            .join('\n');
          expectReadable(layOutOwnership(structure(`R < C1 1\n${text}`), width));
        },
      ),
      { numRuns: 60 },
    );
  });

  it('truncates long names', () => {
    expect(nameLines('Kōwhai Bay Trading Limited')).toEqual(['Kōwhai Bay Trading', 'Limited']);
    expect(nameLines('Trans-Tasman International Freight and Logistics Holdings Limited').at(-1)).toMatch(
      /…$/,
    );
    expect(nameLines('x'.repeat(100)).every((line) => [...line].length <= 22)).toBe(true);
  });
});
