import { addFractions, type Fraction, fraction, zero } from '#rules/fractions.ts';
import type { Edge, IndexedGraph } from './graph.ts';

/** Ownership of one entity by every node, as parts of that entity; arrays are indexed by node. */
export type Flow = {
  /** Σ over simple paths Π(direct share). */
  reaches: Fraction[];
  /** Parts that return to a node already on their path, by the node that holds the last share. */
  circular: Map<number, Fraction>;
  /** Parts left when the step limit was reached, by the node where the walk stopped. */
  notFollowed: Map<number, Fraction>;
  /** Shortest distance from the start in steps; undefined for unreachable nodes. */
  layer: (number | undefined)[];
  steps: number;
};

/**
 * Step limit inside circles; the rest is reported as not followed. Enough for 10 entities that all own each other, not
 * for 12.
 */
export const maxSteps = 20_000;

/**
 * Groups of nodes that own each other in circles (strongly connected components; Tarjan), those nearest to the start first. A node
 * outside every circle is a separate group.
 */
function circlesFrom(graph: IndexedGraph, start: number): number[][] {
  const order: (number | undefined)[] = [];
  const low: number[] = [];
  const onStack = new Set<number>();
  const stack: number[] = [];
  const groups: number[][] = [];
  let counter = 0;
  // An explicit stack: a chain of companies may be deeper than the call stack.
  const visits: { node: number; edges: readonly Edge[]; at: number }[] = [];
  const enter = (node: number) => {
    order[node] = counter;
    low[node] = counter;
    counter += 1;
    stack.push(node);
    onStack.add(node);
    visits.push({ node, edges: graph.edgesOf[node] ?? [], at: 0 });
  };
  enter(start);
  for (let visit = visits.at(-1); visit !== undefined; visit = visits.at(-1)) {
    const { node } = visit;
    const edge = visit.edges[visit.at];
    visit.at += 1;
    if (edge !== undefined) {
      const seen = order[edge.to];
      if (seen === undefined) enter(edge.to);
      else if (onStack.has(edge.to)) low[node] = Math.min(low[node] ?? seen, seen);
      continue;
    }
    visits.pop();
    const above = visits.at(-1)?.node;
    if (above !== undefined) low[above] = Math.min(low[above] ?? 0, low[node] ?? 0);
    if (low[node] !== order[node]) continue;
    const group: number[] = [];
    for (let member = stack.pop(); member !== undefined; member = stack.pop()) {
      onStack.delete(member);
      group.push(member);
      if (member === node) break;
    }
    groups.push(group);
  }
  return groups.reverse();
}

function addTo(map: Map<number, Fraction>, node: number, part: Fraction): void {
  if (part.numerator !== 0n) map.set(node, addFractions(map.get(node) ?? zero, part));
}

function leastCommonMultiple(a: bigint, b: bigint): bigint {
  return a * fraction(b, a).numerator;
}

/** Denominator of a percentage with four decimals. */
const usualDenominator = 1_000_000n;

/**
 * A sum with an unreduced fraction. Percentages share one denominator, so only the total needs reducing, which saves
 * most of the cost of exact fractions.
 */
type Sum = { top: bigint; bottom: bigint };

function plus(sum: Sum | undefined, top: bigint, bottom: bigint): Sum {
  if (sum === undefined) return { top, bottom };
  if (sum.bottom === bottom) return { top: sum.top + top, bottom };
  const shared = leastCommonMultiple(sum.bottom, bottom);
  return { top: sum.top * (shared / sum.bottom) + top * (shared / bottom), bottom: shared };
}

function times(sum: Sum, { numerator, denominator }: Fraction): Sum {
  const scale = usualDenominator / denominator;
  return scale * denominator === usualDenominator
    ? { top: sum.top * numerator * scale, bottom: sum.bottom * usualDenominator }
    : { top: sum.top * numerator, bottom: sum.bottom * denominator };
}

/** The edges inside one circle by position in it, with every share as a whole number over one denominator. */
function scaleEdges(graph: IndexedGraph, group: readonly number[]) {
  const position = new Map(group.map((node, index) => [node, index]));
  const inner = group.map((node) => (graph.edgesOf[node] ?? []).filter(({ to }) => position.has(to)));
  const denominator = inner
    .flat()
    .reduce((shared, { share }) => leastCommonMultiple(shared, share.denominator), 1n);
  const scaled = inner.map((edges) =>
    edges.map(({ to, share }) => ({
      to: position.get(to) ?? 0,
      part: share.numerator * (denominator / share.denominator),
    })),
  );
  return { denominator, scaled };
}

/** Paths that enter the circle: bit set of the nodes on the path, for each last node, to its weight over `scale`. */
function enterCircle(group: readonly number[], { reaches }: Flow) {
  const entries = group.map((node) => reaches[node] ?? zero);
  const entryDenominator = entries.reduce(
    (shared, part) => leastCommonMultiple(shared, part.denominator),
    1n,
  );

  const width = BigInt(group.length.toString(2).length);
  const paths = new Map<bigint, bigint>();
  entries.forEach((part, index) => {
    if (part.numerator === 0n) return;
    paths.set(
      (1n << (BigInt(index) + width)) | BigInt(index),
      part.numerator * (entryDenominator / part.denominator),
    );
  });
  return { paths, scale: entryDenominator, width };
}

/**
 * Walks the simple paths inside one circle. Paths over the same nodes with the same last node continue alike and are
 * merged, so the work grows with the sets of nodes, not their orders. Shares are whole numbers over one denominator D,
 * after k steps over D^k, so that nothing is reduced on the way.
 */
function walkCircle(graph: IndexedGraph, group: readonly number[], flow: Flow, stepLimit: number): void {
  const { denominator, scaled } = scaleEdges(graph, group);
  const entered = enterCircle(group, flow);
  const { width } = entered;
  const nodeBits = (1n << width) - 1n;
  let { paths, scale } = entered;
  const reached = group.map(() => zero);
  while (paths.size > 0) {
    const next = new Map<bigint, bigint>();
    const arrived = group.map(() => 0n);
    const returned = group.map(() => 0n);
    const left = group.map(() => 0n);
    for (const [path, weight] of paths) {
      const at = Number(path & nodeBits);
      arrived[at] = (arrived[at] ?? 0n) + weight;
      const isUsedUp = flow.steps >= stepLimit;
      for (const { to, part } of scaled[at] ?? []) {
        const onward = weight * part;
        const bit = 1n << (BigInt(to) + width);
        if ((path & bit) !== 0n) returned[at] = (returned[at] ?? 0n) + onward;
        else if (isUsedUp) left[at] = (left[at] ?? 0n) + onward;
        else {
          flow.steps += 1;
          const key = ((path >> width) << width) | bit | BigInt(to);
          next.set(key, (next.get(key) ?? 0n) + onward);
        }
      }
    }
    const nextScale = scale * denominator;
    group.forEach((node, index) => {
      reached[index] = addFractions(reached[index] ?? zero, fraction(arrived[index] ?? 0n, scale));
      addTo(flow.circular, node, fraction(returned[index] ?? 0n, nextScale));
      addTo(flow.notFollowed, node, fraction(left[index] ?? 0n, nextScale));
    });
    scale = nextScale;
    paths = next;
  }
  group.forEach((node, index) => {
    flow.reaches[node] = reached[index] ?? zero;
  });
}

function layersFrom(graph: IndexedGraph, start: number): (number | undefined)[] {
  const layer: (number | undefined)[] = graph.nodes.map(() => undefined);
  layer[start] = 0;
  const queue = [start];
  for (const node of queue) {
    for (const { to } of graph.edgesOf[node] ?? []) {
      if (layer[to] !== undefined) continue;
      layer[to] = (layer[node] ?? 0) + 1;
      queue.push(to);
    }
  }
  return layer;
}

/**
 * Part of an entity that each node owns through all layers: Σ over simple paths Π(direct share), exact. Outside circles
 * one pass over the edges is enough; inside a circle its simple paths are walked for at most `stepLimit` steps, and the
 * rest is added to `notFollowed`. Without joint parcels the parts add up to 1: people and other ends, unknown holders,
 * circular parts and parts not followed.
 */
export function flowFrom(graph: IndexedGraph, start: number, stepLimit = maxSteps): Flow {
  const flow: Flow = {
    reaches: graph.nodes.map(() => zero),
    circular: new Map(),
    notFollowed: new Map(),
    layer: layersFrom(graph, start),
    steps: 0,
  };
  const sums: (Sum | undefined)[] = graph.nodes.map(() => undefined);
  sums[start] = { top: 1n, bottom: 1n };
  const settle = (node: number) => {
    const sum = sums[node];
    if (sum) flow.reaches[node] = fraction(sum.top, sum.bottom);
  };
  for (const group of circlesFrom(graph, start)) {
    group.forEach(settle);
    const [only] = group;
    const isCircle = group.length > 1 || (graph.edgesOf[only ?? -1] ?? []).some(({ to, of }) => to === of);
    if (isCircle) {
      walkCircle(graph, group, flow, stepLimit);
      for (const node of group) {
        const { numerator, denominator } = flow.reaches[node] ?? zero;
        sums[node] = { top: numerator, bottom: denominator };
      }
    }
    const inGroup = group.length > 1 ? new Set(group) : undefined;
    for (const node of group) {
      const sum = sums[node];
      if (sum === undefined) continue;
      for (const { to, share } of graph.edgesOf[node] ?? []) {
        if (to === node || inGroup?.has(to)) continue;
        const part = times(sum, share);
        sums[to] = plus(sums[to], part.top, part.bottom);
      }
    }
  }
  return flow;
}
