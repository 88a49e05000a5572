import { compareFractions, type Fraction, fraction, multiplyFractions } from '#rules/fractions.ts';
import type { Edge, IndexedGraph } from './graph.ts';

/** One way in which a part reaches its owner: from the client, holder by holder, to the owner. */
export type OwnershipPath = {
  /** Ids from the client to the owner. */
  nodeIds: string[];
  /** Direct share of each step; one fewer than the nodes. */
  shares: Fraction[];
  product: Fraction;
};

/** Pieces of paths looked at for one owner, so that a dense circle cannot take the page's time. */
const mostLookedAt = 1_500;

type WeighedEdge = { edge: Edge; weight: number };

/** The end of a path, from `node` down to the owner. */
type Piece = { node: number; step?: WeighedEdge; rest?: Piece; weight: number; bound: number };

/** Pieces by their bounds, the largest first: a binary heap. */
function largestFirst() {
  const heap: Piece[] = [];
  const boundAt = (index: number) => heap[index]?.bound ?? -1;
  const swap = (a: number, b: number) => {
    const [left, right] = [heap[a], heap[b]];
    if (left && right) [heap[a], heap[b]] = [right, left];
  };
  return {
    size: () => heap.length,
    add(piece: Piece) {
      let at = heap.push(piece) - 1;
      for (let above = (at - 1) >> 1; at > 0 && boundAt(above) < boundAt(at); above = (at - 1) >> 1) {
        swap(at, above);
        at = above;
      }
    },
    take(): Piece | undefined {
      swap(0, heap.length - 1);
      const taken = heap.pop();
      for (let at = 0; ; ) {
        const larger = boundAt(2 * at + 2) > boundAt(2 * at + 1) ? 2 * at + 2 : 2 * at + 1;
        if (boundAt(larger) <= boundAt(at)) return taken;
        swap(at, larger);
        at = larger;
      }
    },
  };
}

/** Largest product of a path from the start to each node. Approximate: it steers the search and decides nothing. */
function bestProducts(edges: readonly WeighedEdge[], start: number, nodeCount: number): number[] {
  const best = Array.from({ length: nodeCount }, (_, node): number => (node === start ? 1 : 0));
  for (let round = 0, isBetter = true; isBetter && round < nodeCount; round += 1) {
    isBetter = false;
    for (const { edge, weight } of edges) {
      const product = (best[edge.of] ?? 0) * Math.min(weight, 1);
      if (product <= (best[edge.to] ?? 0)) continue;
      best[edge.to] = product;
      isBetter = true;
    }
  }
  return best;
}

function holds(piece: Piece | undefined, node: number): boolean {
  for (let at = piece; at !== undefined; at = at.rest) if (at.node === node) return true;
  return false;
}

/**
 * Lists, for any owner, the `limit` simple paths with the largest products, largest first, walking from the owner up. The best way to
 * a piece's first node, times the piece's product, bounds every path that ends in the piece, so the best are found first.
 * `isWhole`: these are all the paths there are.
 */
export function pathFinder(
  graph: IndexedGraph,
  start: number,
): (owner: number, limit: number) => { paths: OwnershipPath[]; isWhole: boolean } {
  const edges = graph.edgesOf
    .flat()
    .map((edge) => ({ edge, weight: Number(edge.share.numerator) / Number(edge.share.denominator) }));
  const best = bestProducts(edges, start, graph.nodes.length);
  const into: WeighedEdge[][] = graph.nodes.map(() => []);
  for (const one of edges) if ((best[one.edge.of] ?? 0) > 0) into[one.edge.to]?.push(one);

  function exactly(piece: Piece): OwnershipPath {
    const nodeIds: string[] = [];
    const shares: Fraction[] = [];
    for (let at: Piece | undefined = piece; at !== undefined; at = at.rest) {
      nodeIds.push(graph.nodes[at.node]?.id ?? '');
      if (at.step) shares.push(at.step.edge.share);
    }
    return { nodeIds, shares, product: shares.reduce(multiplyFractions, fraction(1n)) };
  }

  return (owner, limit) => {
    const found: OwnershipPath[] = [];
    const open = largestFirst();
    open.add({ node: owner, weight: 1, bound: best[owner] ?? 0 });
    for (let lookedAt = 0; found.length < limit && lookedAt < mostLookedAt; lookedAt += 1) {
      const piece = open.take();
      if (piece === undefined) break;
      if (piece.node === start) {
        found.push(exactly(piece));
        continue;
      }
      for (const step of into[piece.node] ?? []) {
        const node = step.edge.of;
        if (holds(piece, node)) continue;
        const weight = piece.weight * step.weight;
        open.add({ node, step, rest: piece, weight, bound: (best[node] ?? 0) * weight });
      }
    }
    return {
      paths: found.sort((a, b) => compareFractions(b.product, a.product)),
      isWhole: open.size() === 0,
    };
  };
}
