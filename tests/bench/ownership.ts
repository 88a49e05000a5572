import { flowFrom } from '#rules/ownership/effective-ownership.ts';
import { type Holding, indexGraph, type OwnershipGraph, type OwnershipNode } from '#rules/ownership/graph.ts';
import { resolveOwnership } from '#rules/ownership/resolve.ts';
import { median } from './load.ts';
import { sized } from './sizes.ts';

const runs = sized(7, 1);
const warmUps = sized(3, 0);

/**
 * A group of companies in layers: each company is held by three to five of the next layer, the last one by people. With `circles`, that many companies of
 * neighbouring layers also own part of each other.
 */
export function layeredStructure(nodeCount: number, layers: number, circles = 0): OwnershipGraph {
  const perLayer = Math.floor((nodeCount - 1) / layers);
  const nodes: OwnershipNode[] = [{ id: 'root', name: 'Root', kind: 'company' }];
  for (let index = 1; index < nodeCount; index += 1) {
    const layer = Math.min(layers, Math.ceil(index / perLayer));
    nodes.push({ id: `n${index}`, name: `Entity ${index}`, kind: layer === layers ? 'person' : 'company' });
  }
  const getFirst = (layer: number) => 1 + (layer - 1) * perLayer;
  const holdings: Holding[] = [];
  const hold = (of: string, holder: string, percent: number) =>
    holdings.push({
      id: `h${holdings.length}`,
      of,
      holders: [holder],
      share: { percent: percent.toFixed(4) },
      beneficiallyHeld: null,
    });
  nodes.forEach(({ id, kind }, index) => {
    if (kind === 'person') return;
    const layer = index === 0 ? 0 : Math.min(layers, Math.ceil(index / perLayer));
    const width = layer + 1 === layers ? nodeCount - getFirst(layers) : perLayer;
    const holders = index === 0 ? 12 : 3 + (index % 3);
    for (let at = 0; at < holders; at += 1) {
      const holder = getFirst(layer + 1) + ((index * 7 + at * 13) % width);
      hold(id, `n${holder}`, (at === 0 ? 95 / holders : 90 / holders) + (index % 97) / 1000);
    }
  });
  for (let at = 0; at < circles; at += 1) {
    const of = `n${getFirst(2) + at}`;
    const holder = holdings.find((holding) => holding.of === of)?.holders[0];
    if (holder) hold(holder, of, 1.5);
  }
  return { rootId: 'root', nodes, holdings, controls: [] };
}

/** Companies that each own part of every other, and of each of which a person owns part. */
export function denseCircle(size: number): OwnershipGraph {
  const ids = Array.from({ length: size }, (_, index) => `c${index}`);
  return {
    rootId: 'c0',
    nodes: [
      ...ids.map((id) => ({ id, name: id, kind: 'company' as const })),
      { id: 'p', name: 'p', kind: 'person' },
    ],
    holdings: ids.flatMap((of) =>
      [...ids.filter((id) => id !== of), 'p'].map((holder) => ({
        id: `${of}-${holder}`,
        of,
        holders: [holder],
        share: { percent: (100 / size).toFixed(4) },
        beneficiallyHeld: null,
      })),
    ),
    controls: [],
  };
}

/** The median, by clock and by processor; they differ if other work shares the machine. */
function timed(graph: OwnershipGraph) {
  for (let warm = 0; warm < warmUps; warm += 1) resolveOwnership(graph, ['NZL', 'AUS']);
  const samples = Array.from({ length: runs }, () => {
    const [began, usage] = [performance.now(), process.cpuUsage()];
    resolveOwnership(graph, ['NZL', 'AUS']);
    return { clock: performance.now() - began, processor: process.cpuUsage(usage).user / 1000 };
  });
  const rounded = (times: number[]) => Math.round(median(times) * 10) / 10;
  const { steps } = flowFrom(indexGraph(graph), 0);
  const { isWhole, people } = resolveOwnership(graph, ['NZL', 'AUS']);
  return {
    nodes: graph.nodes.length,
    holdings: graph.holdings.length,
    people: people.length,
    'steps in circles': steps,
    whole: isWhole,
    ms: rounded(samples.map(({ clock }) => clock)),
    'processor ms': rounded(samples.map(({ processor }) => processor)),
  };
}

/** Durations of full results: shares, paths, controllers, findings. */
export function ownershipTimes() {
  return {
    '60 nodes, 4 layers': timed(layeredStructure(60, 4)),
    '500 nodes, 8 layers': timed(layeredStructure(500, 8)),
    '500 nodes, 8 layers, 6 circles': timed(layeredStructure(500, 8, 6)),
    'circle of 8, each of each': timed(denseCircle(8)),
    'circle of 14, each of each': timed(denseCircle(14)),
  };
}

if (process.argv[1]?.endsWith('ownership.js')) console.table(ownershipTimes());
