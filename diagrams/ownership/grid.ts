import { chartBox, pitch } from './chart.ts';
import { getLinks, type Indexed, type Link } from './links.ts';

/** Approximate width of a label's character, and the space around a label. */
const labelCharacter = 6.2;
const labelPadding = 8;

/** Nodes by their shortest distance from the client, so that circles end; unreachable nodes come last. */
function getLayers(graph: Indexed, links: readonly Link[]): number[][] {
  const layer = new Map<number, number>([[graph.root, 0]]);
  const follow = (chosen: readonly Link[]) => {
    const below: number[][] = graph.nodes.map(() => []);
    for (const { of, holder } of chosen) below[of]?.push(holder);
    for (const [node, at] of layer) {
      for (const holder of below[node] ?? []) if (!layer.has(holder)) layer.set(holder, at + 1);
    }
  };
  // Ownership decides a holder's layer before roles do.
  follow(links.filter(({ parcel }) => parcel !== undefined));
  follow(links);
  const layers: number[][] = [];
  const last = Math.max(0, ...layer.values()) + 1;
  graph.nodes.forEach((_, node) => {
    const at = layer.get(node) ?? last;
    layers[at] = [...(layers[at] ?? []), node];
  });
  return [...layers].map((nodes) => nodes ?? []).filter((nodes) => nodes.length > 0);
}

type Row = { nodes: number[]; layer: number; first: number };

/** Wraps layers into rows of at most `columns`; holders of the same entity are placed side by side. */
function getRows(layers: readonly number[][], links: readonly Link[], columns: number): Row[] {
  const column = new Map<number, number>();
  const rows: Row[] = [];
  layers.forEach((nodes, layer) => {
    // Below the average position of the entities held, so that fewer lines cross.
    const wanted = (node: number) => {
      const above = links.filter(({ holder }) => holder === node).flatMap(({ of }) => column.get(of) ?? []);
      return above.length === 0 ? columns / 2 : above.reduce((sum, at) => sum + at, 0) / above.length;
    };
    const sorted = nodes
      .map((node) => ({ node, at: wanted(node) }))
      .toSorted((a, b) => a.at - b.at || a.node - b.node)
      .map(({ node }) => node);
    const rowCount = Math.ceil(sorted.length / columns);
    const perRow = Math.ceil(sorted.length / rowCount);
    for (let from = 0; from < sorted.length; from += perRow) {
      const row = sorted.slice(from, from + perRow);
      const first = Math.floor((columns - row.length) / 2);
      row.forEach((node, index) => {
        column.set(node, first + index);
      });
      rows.push({ nodes: row, layer, first });
    }
  });
  return rows;
}

/** Labels above a box: as many side by side as fit, the rest on further lines. */
function labelGrid(own: readonly Link[]): { across: number; lines: number } {
  const widest = Math.max(0, ...own.map(({ text }) => text.length * labelCharacter + labelPadding));
  const across = Math.max(1, Math.min(own.length, Math.floor(chartBox.width / Math.max(1, widest))));
  return { across, lines: Math.ceil(own.length / across) };
}

/** A structure in rows and columns, before it has coordinates. */
export type Grid = {
  graph: Indexed;
  links: readonly Link[];
  rows: readonly Row[];
  columns: number;
  /** The row of a node. */
  at: (node: number) => number;
  /** Lines that start at each node as holder. */
  own: readonly (readonly Link[])[];
  /** Labels above each node. */
  labels: readonly ReturnType<typeof labelGrid>[];
  /** For each gap above a row, and the last gap below all: the lane of each entity whose lines run there. */
  lanes: readonly ReadonlyMap<number, number>[];
};

/** Whether a line only goes from a row to the one above it. */
export function isShort({ at }: Pick<Grid, 'at'>, { of, holder }: Link): boolean {
  return at(holder) === at(of) + 1;
}

/** Places the entities in rows and columns of a drawing that is at most so wide. */
export function arrange(graph: Indexed, maxWidth: number): Grid {
  const links = getLinks(graph);
  const layers = getLayers(graph, links);
  const fitting = Math.max(1, Math.floor((maxWidth - 2 * chartBox.margin) / pitch));
  const columns = Math.min(fitting, Math.max(1, ...layers.map(({ length }) => length)));
  const rows = getRows(layers, links, columns);
  const rowByNode = new Map(rows.flatMap(({ nodes }, row) => nodes.map((node) => [node, row] as const)));
  const at = (node: number) => rowByNode.get(node) ?? 0;
  const own = graph.nodes.map((_, node) => links.filter(({ holder }) => holder === node));
  return {
    graph,
    links,
    rows,
    columns,
    at,
    own,
    labels: own.map(labelGrid),
    lanes: assignLanes(rows.length, links, at),
  };
}

function assignLanes(
  rowCount: number,
  links: readonly Link[],
  at: (node: number) => number,
): Map<number, number>[] {
  const lanes: Map<number, number>[] = Array.from({ length: rowCount + 1 }, () => new Map());
  const acquireLane = (gap: number, of: number) => {
    const known = lanes[gap];
    if (known && !known.has(of)) known.set(of, known.size);
  };
  for (const link of links) {
    acquireLane(at(link.holder), link.of);
    acquireLane(at(link.of) + 1, link.of);
  }
  return lanes;
}

/** Rows that long lines cross. */
export function passedRows({ links, at }: Grid): Set<number> {
  const passed = new Set<number>();
  for (const link of links) {
    if (isShort({ at }, link)) continue;
    const [from, to] =
      at(link.holder) > at(link.of) ? [at(link.of) + 1, at(link.holder) - 1] : [at(link.holder), at(link.of)];
    for (let row = from; row <= to; row += 1) passed.add(row);
  }
  return passed;
}
