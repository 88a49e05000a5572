import { compareFractions, type Fraction, fraction, multiplyFractions } from '#rules/fractions.ts';
import type { Edge, IndexedGraph } from './graph.ts';

/** A path by which an owner owns part of the client. */
export type OwnershipPath = {
  /** Node ids from the client to the owner. */
  nodeIds: string[];
  /** Direct share of each step; one fewer than the nodes. */
  shares: Fraction[];
  product: Fraction;
};

/** Limit of path pieces examined for one owner, so that a dense circle cannot block the page. */
const maxReviewed = 1_500;

type WeighedEdge = { edge: Edge; weight: number };

/** The tail of a path, from `node` to the owner. */
type Chunk = { node: number; step?: WeighedEdge; rest?: Chunk; weight: number; bound: number };

/** Path pieces by bound, largest first: a binary heap. */
function byLargestFirst() {
  const heap: Chunk[] = [];
  const boundAt = (index: number) => heap[index]?.bound ?? -1;
  const swap = (a: number, b: number) => {
    const [left, right] = [heap[a], heap[b]];
    if (left && right) [heap[a], heap[b]] = [right, left];
  };
  return {
    size: () => heap.length,
    add(chunk: Chunk) {
      let at = heap.push(chunk) - 1;
      for (let above = (at - 1) >> 1; at > 0 && boundAt(above) < boundAt(at); above = (at - 1) >> 1) {
        swap(at, above);
        at = above;
      }
    },
    take(): Chunk | undefined {
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

/** Largest product of a path from the start to each node. Approximate: only the search order depends on it. */
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

function holds(chunk: Chunk | undefined, node: number): boolean {
  for (let at = chunk; at !== undefined; at = at.rest) if (at.node === node) return true;
  return false;
}

/**
 * Returns a function that lists an owner's `limit` simple paths with the largest products, largest first, walking up
 * from the owner. The best product to a piece's first node, times the piece's own product, bounds every path that ends
 * in the piece, so the best paths are found first. `isWhole`: the list is complete.
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
  for (const edge of edges) if ((best[edge.edge.of] ?? 0) > 0) into[edge.edge.to]?.push(edge);

  function exactly(chunk: Chunk): OwnershipPath {
    const nodeIds: string[] = [];
    const shares: Fraction[] = [];
    for (let at: Chunk | undefined = chunk; at !== undefined; at = at.rest) {
      nodeIds.push(graph.nodes[at.node]?.id ?? '');
      if (at.step) shares.push(at.step.edge.share);
    }
    return { nodeIds, shares, product: shares.reduce(multiplyFractions, fraction(1n)) };
  }

  return (owner, limit) => {
    const found: OwnershipPath[] = [];
    const open = byLargestFirst();
    open.add({ node: owner, weight: 1, bound: best[owner] ?? 0 });
    for (let lookedAt = 0; found.length < limit && lookedAt < maxReviewed; lookedAt += 1) {
      const chunk = open.take();
      if (chunk === undefined) break;
      if (chunk.node === start) {
        found.push(exactly(chunk));
        continue;
      }
      for (const step of into[chunk.node] ?? []) {
        const node = step.edge.of;
        if (holds(chunk, node)) continue;
        const weight = chunk.weight * step.weight;
        open.add({ node, step, rest: chunk, weight, bound: (best[node] ?? 0) * weight });
      }
    }
    return {
      paths: found.sort((a, b) => compareFractions(b.product, a.product)),
      isWhole: open.size() === 0,
    };
  };
}
