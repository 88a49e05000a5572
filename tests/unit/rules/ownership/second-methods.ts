import {
  addFractions,
  divideFractions,
  type Fraction,
  fraction,
  multiplyFractions,
  subtractFractions,
  zero,
} from '#rules/fractions.ts';
import { indexGraph, type OwnershipGraph } from '#rules/ownership/graph.ts';

/** Direct shares by number, as a matrix: `shares[of][holder]`. */
function matrix(graph: OwnershipGraph): { shares: Fraction[][]; root: number } {
  const { edgesOf, nodes, root } = indexGraph(graph);
  const shares = nodes.map(() => nodes.map(() => zero));
  for (const { of, to, share } of edgesOf.flat()) {
    const row = shares[of];
    if (row) row[to] = share;
  }
  return { shares, root };
}

/** What reaches each node as x = e + Aᵀx, that is e(I − A)⁻¹, solved by elimination with exact fractions. Valid without circles only. */
export function byMatrix(graph: OwnershipGraph): Fraction[] {
  const { shares, root } = matrix(graph);
  const size = shares.length;
  const rows = shares.map((_, row) =>
    [...shares.keys()].map((column) =>
      subtractFractions(row === column ? fraction(1n) : zero, shares[column]?.[row] ?? zero),
    ),
  );
  const right = shares.map((_, row) => (row === root ? fraction(1n) : zero));
  for (let pivot = 0; pivot < size; pivot += 1) {
    const at = rows.findIndex((row, index) => index >= pivot && (row[pivot] ?? zero).numerator !== 0n);
    [rows[pivot], rows[at]] = [rows[at] ?? [], rows[pivot] ?? []];
    [right[pivot], right[at]] = [right[at] ?? zero, right[pivot] ?? zero];
    const pivotRow = rows[pivot] ?? [];
    const divisor = pivotRow[pivot] ?? zero;
    for (let other = 0; other < size; other += 1) {
      const row = rows[other] ?? [];
      if (other === pivot || (row[pivot] ?? zero).numerator === 0n) continue;
      const factor = divideFractions(row[pivot] ?? zero, divisor);
      rows[other] = row.map((value, column) =>
        subtractFractions(value, multiplyFractions(factor, pivotRow[column] ?? zero)),
      );
      right[other] = subtractFractions(right[other] ?? zero, multiplyFractions(factor, right[pivot] ?? zero));
    }
  }
  return right.map((value, index) => divideFractions(value, rows[index]?.[index] ?? fraction(1n)));
}

/** What reaches each node, by walking every simple path separately. */
export function byListing(graph: OwnershipGraph): Fraction[] {
  const { shares, root } = matrix(graph);
  const reaches = shares.map(() => zero);
  const walk = (node: number, product: Fraction, passed: ReadonlySet<number>) => {
    reaches[node] = addFractions(reaches[node] ?? zero, product);
    shares[node]?.forEach((share, to) => {
      if (share.numerator === 0n || passed.has(to)) return;
      walk(to, multiplyFractions(product, share), new Set([...passed, to]));
    });
  };
  walk(root, fraction(1n), new Set([root]));
  return reaches;
}
