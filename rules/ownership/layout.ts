import { indexGraph, type OwnershipGraph, type OwnershipNode } from './graph.ts';
import { percentText } from './thresholds.ts';

/** Sizes in the units of the drawing, which are pixels at 100 %. */
export const chartBox = { width: 176, height: 60, columnGap: 40, margin: 24 } as const;

const labelWidth = 56;
const labelHeight = 16;
const laneHeight = 8;
const charactersInLine = 22;
const linesInBox = 2;

export type ChartNode = {
  id: string;
  kind: OwnershipNode['kind'];
  /** Left upper corner. */
  x: number;
  y: number;
  /** The name in lines that fit, the last one cut with “…” where it is too long. */
  lines: string[];
  layer: number;
};

export type ChartEdge = {
  holdingId: string;
  of: string;
  holder: string;
  /** Corners of the line, from the holder up to what is held. Lines run between boxes, never through one. */
  points: { x: number; y: number }[];
  /** Share of the entity, above the holder; `x`, `y` is the middle. */
  label: { text: string; x: number; y: number };
  joint: boolean;
  /** Held for somebody else: drawn broken. */
  isNominee: boolean;
};

export type OwnershipChart = { width: number; height: number; nodes: ChartNode[]; edges: ChartEdge[] };

/** A name in at most two lines of a box. */
export function nameLines(name: string): string[] {
  const lines: string[] = [];
  let left = name.trim();
  while (left !== '' && lines.length < linesInBox) {
    const characters = [...left];
    if (characters.length <= charactersInLine) {
      lines.push(left);
      return lines;
    }
    const isLast = lines.length === linesInBox - 1;
    const head = characters.slice(0, charactersInLine - (isLast ? 1 : 0)).join('');
    const space = head.lastIndexOf(' ');
    const at = !isLast && space > charactersInLine / 3 ? space : head.length;
    lines.push(isLast ? `${head.trimEnd()}…` : left.slice(0, at).trimEnd());
    left = left.slice(at).trim();
  }
  return lines;
}

/** Holders below what they hold: steps from the client, the shortest way, so that circles end. What nothing reaches stands last. */
function layersOf(graph: ReturnType<typeof indexGraph>): number[][] {
  const layer = new Map<number, number>([[graph.root, 0]]);
  const queue = [graph.root];
  for (const node of queue) {
    const below = [
      ...(graph.parcelsOf[node] ?? []).flatMap(({ holding }) => [
        ...holding.holders,
        ...(holding.heldFor ?? []),
      ]),
      ...(graph.controlsOf[node] ?? []).map(({ by }) => by),
    ];
    for (const id of below) {
      const holder = graph.indexOf.get(id) ?? node;
      if (layer.has(holder)) continue;
      layer.set(holder, (layer.get(node) ?? 0) + 1);
      queue.push(holder);
    }
  }
  const layers: number[][] = [];
  const last = Math.max(0, ...layer.values()) + 1;
  graph.nodes.forEach((_, node) => {
    const at = layer.get(node) ?? last;
    layers[at] = [...(layers[at] ?? []), node];
  });
  return [...layers].map((nodes) => nodes ?? []).filter((nodes) => nodes.length > 0);
}

/**
 * Places a structure for drawing: the client at the top, holders in layers below, layers that are too wide wrapped into rows. All boxes
 * stand on one grid of columns, so that the gaps between columns are free from top to bottom and lines can run there; every row has
 * above it room for its labels and a lane of its own for the lines of each entity that is held.
 * @param maxWidth of the drawing; at least one column is used
 */
export function layOutOwnership(input: OwnershipGraph, maxWidth = 1232): OwnershipChart {
  const graph = indexGraph(input);
  const pitch = chartBox.width + chartBox.columnGap;
  const columns = Math.max(1, Math.floor((maxWidth - 2 * chartBox.margin) / pitch));

  const links = graph.parcels.flatMap(({ holding, of, share }) =>
    [...new Set(holding.holders)].map((id) => ({ holding, of, share, holder: graph.indexOf.get(id) ?? 0 })),
  );
  const column = new Map<number, number>();
  const rows: { nodes: number[]; layer: number }[] = [];
  layersOf(graph).forEach((nodes, layer) => {
    // Beneath what they hold, on average, so that lines cross less.
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
      rows.push({ nodes: row, layer });
    }
  });

  const rowOf = new Map(rows.flatMap(({ nodes }, row) => nodes.map((node) => [node, row] as const)));
  const held = [...new Set(links.map(({ of }) => of))];
  const lane = new Map(held.map((node, index) => [node, index]));
  const linksOf = (holder: number) => links.filter((link) => link.holder === holder);
  const labelsAcross = Math.floor(chartBox.width / labelWidth);
  const top: number[] = [];
  let y: number = chartBox.margin;
  rows.forEach(({ nodes }, row) => {
    const labelRows = Math.max(0, ...nodes.map((node) => Math.ceil(linksOf(node).length / labelsAcross)));
    const lanes = row === 0 && labelRows === 0 ? 0 : held.length + 1;
    y += labelRows * labelHeight + lanes * laneHeight;
    top[row] = y;
    y += chartBox.height;
  });
  // Lines of the last row's own entities run below it.
  const height = y + (held.length + 1) * laneHeight + chartBox.margin;
  const left = (node: number) => chartBox.margin + chartBox.columnGap / 2 + (column.get(node) ?? 0) * pitch;
  const topOf = (node: number) => top[rowOf.get(node) ?? 0] ?? 0;

  const edges = graph.nodes.flatMap((_, holder) => {
    const own = linksOf(holder);
    return own.map(({ holding, of, share }, index): ChartEdge => {
      const across = index % labelsAcross;
      const inRow = Math.min(labelsAcross, own.length - (index - across));
      const port = left(holder) + (chartBox.width * (across + 1)) / (inRow + 1);
      const shift = (((lane.get(of) ?? 0) % 5) - 2) * (chartBox.columnGap / 8);
      const labelRows = Math.ceil(own.length / labelsAcross);
      const offset = ((lane.get(of) ?? 0) + 1) * laneHeight;
      const above = topOf(holder) - labelRows * labelHeight - offset;
      const below = topOf(of) + chartBox.height + offset;
      const exit = left(of) + chartBox.width / 2;
      // The gap beside the entity that is held, on the holder's side.
      const gap =
        (port < exit
          ? left(of) - chartBox.columnGap / 2
          : left(of) + chartBox.width + chartBox.columnGap / 2) + shift;
      const isBeneath = (rowOf.get(holder) ?? 0) === (rowOf.get(of) ?? 0) + 1;
      const between = isBeneath
        ? [
            { x: port, y: below },
            { x: exit, y: below },
          ]
        : [
            { x: port, y: above },
            { x: gap, y: above },
            { x: gap, y: below },
            { x: exit, y: below },
          ];
      return {
        holdingId: holding.id,
        of: graph.nodes[of]?.id ?? '',
        holder: graph.nodes[holder]?.id ?? '',
        points: [{ x: port, y: topOf(holder) }, ...between, { x: exit, y: topOf(of) + chartBox.height }],
        label: {
          text: `${percentText(share)} %`,
          x: port,
          y: topOf(holder) - (Math.floor(index / labelsAcross) + 0.5) * labelHeight,
        },
        joint: holding.holders.length > 1,
        isNominee: holding.beneficiallyHeld === false,
      };
    });
  });
  return {
    width: 2 * chartBox.margin + columns * pitch,
    height,
    nodes: rows.flatMap(({ nodes, layer }) =>
      nodes.flatMap((index): ChartNode[] => {
        const node = graph.nodes[index];
        if (node === undefined) return [];
        return [
          {
            id: node.id,
            kind: node.kind,
            x: left(index),
            y: topOf(index),
            lines: nameLines(node.name),
            layer,
          },
        ];
      }),
    ),
    edges,
  };
}
