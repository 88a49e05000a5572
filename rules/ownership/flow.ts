import { addFractions, type Fraction, fraction, zero } from '#rules/fractions.ts';
import type { Edge, IndexedGraph } from './graph.ts';

/** What reaches each node from one entity, as parts of that entity; by number of the node. */
export type Flow = {
  /** Σ over simple paths Π(direct share). */
  reaches: Fraction[];
  /** What comes back to a node that its path has already passed, by the node that holds the last part of it. */
  circular: Map<number, Fraction>;
  /** What was not followed because the steps were used up, by the node where it was left. */
  notFollowed: Map<number, Fraction>;
  /** Distance from the start in steps, the shortest way; undefined where nothing reaches. */
  layer: (number | undefined)[];
  steps: number;
};

/** Steps inside circles before the rest is left as not followed. A circle of 12 in which all own each other is past it, one of 10 is not. */
export const mostSteps = 20_000;

/**
 * Groups of nodes that own each other in circles (strongly connected components; Tarjan), those nearest to the start first. A node
 * outside every circle is a group of its own.
 */
function circlesFrom(graph: IndexedGraph, start: number): number[][] {
  const order: (number | undefined)[] = [];
  const low: number[] = [];
  const onStack = new Set<number>();
  const stack: number[] = [];
  const groups: number[][] = [];
  let counter = 0;
  // A chain of companies may be deeper than the machine's call stack, so the visits are kept in a list.
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

/** Denominator of a percentage with four decimals as a part of the whole. */
const usualDenominator = 1_000_000n;

/**
 * Parts summed up without reducing each: percentages all over one denominator need no common divisor, which is most of the work
 * of exact fractions. Only the sums are reduced, at the end.
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

/**
 * The simple paths inside one circle. Paths over the same nodes to the same last node go on alike, so they are carried together:
 * the work grows with the sets of nodes, not with the orders in which they can be walked. All shares are whole numbers over one
 * denominator D, after k steps over D^k, so that nothing is reduced on the way.
 */
function walkCircle(graph: IndexedGraph, group: readonly number[], flow: Flow, stepLimit: number): void {
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
  const entries = group.map((node) => flow.reaches[node] ?? zero);
  const entryDenominator = entries.reduce(
    (shared, part) => leastCommonMultiple(shared, part.denominator),
    1n,
  );

  const width = BigInt(group.length.toString(2).length);
  const nodeBits = (1n << width) - 1n;
  let paths = new Map<bigint, bigint>();
  entries.forEach((part, index) => {
    if (part.numerator === 0n) return;
    paths.set(
      (1n << (BigInt(index) + width)) | BigInt(index),
      part.numerator * (entryDenominator / part.denominator),
    );
  });

  const reached = group.map(() => zero);
  let scale = entryDenominator;
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
 * What part of an entity each node owns through all layers: Σ over simple paths Π(direct share), exact. Outside circles one pass
 * over the edges does it; inside a circle its simple paths are walked, at most `stepLimit` steps, and what is then left is kept in
 * `notFollowed`. Without joint parcels, everything is accounted for: what reaches people and other ends, what no holder is known of,
 * what goes in circles and what was not followed add up to 1. Source: domain 4, "Beneficial owners".
 */
export function flowFrom(graph: IndexedGraph, start: number, stepLimit = mostSteps): Flow {
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
