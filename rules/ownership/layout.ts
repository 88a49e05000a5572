import { partyRoleLabels } from '#rules/client-parties.ts';
import { indexGraph, type OwnershipGraph, type OwnershipNode } from './graph.ts';
import { percentText } from './thresholds.ts';

/** Sizes in the units of the drawing, which are pixels at 100 %. */
export const chartBox = { width: 176, height: 60, columnGap: 40, margin: 24 } as const;

const labelHeight = 18;
/** Between the lines of two entities, and between boxes and the first line. */
const laneHeight = 10;
/** About as wide as a character of a label is drawn, and what stands free beside it. */
const labelCharacter = 6.2;
const labelPadding = 8;
/** Of capitals, which registers write and which are wide. */
const charactersInLine = 20;
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

/** A role without a share, or for whom a nominee holds: drawn dotted. */
export type ChartTie = Pick<ChartEdge, 'of' | 'holder' | 'points' | 'label'> & { id: string };

export type OwnershipChart = {
  width: number;
  height: number;
  nodes: ChartNode[];
  edges: ChartEdge[];
  ties: ChartTie[];
};

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

type Indexed = ReturnType<typeof indexGraph>;

/** A line to be drawn between two boxes. */
type Link = {
  id: string;
  of: number;
  holder: number;
  text: string;
  parcel?: { joint: boolean; isNominee: boolean };
};

/** A line for each holder of each parcel; a dotted one for roles of whoever holds nothing there, and for whom nominees hold. */
function linksOf(graph: Indexed): Link[] {
  const numberOf = (id: string) => graph.indexOf.get(id) ?? 0;
  const held = graph.parcels.flatMap(({ holding, of, share }): Link[] => {
    const joint = holding.holders.length > 1;
    const isNominee = holding.beneficiallyHeld === false;
    const text = `${percentText(share)} %${joint ? ' jointly' : ''}`;
    return [...new Set(holding.holders)].map((id) => ({
      id: holding.id,
      of,
      holder: numberOf(id),
      text,
      parcel: { joint, isNominee },
    }));
  });
  const isDrawn = new Set(held.map(({ of, holder }) => `${of} ${holder}`));
  const ties = new Map<string, Link>();
  const tie = (of: number, holder: number, text: string) => {
    const key = `${of} ${holder}`;
    if (of === holder || isDrawn.has(key)) return;
    const before = ties.get(key);
    ties.set(key, { id: key, of, holder, text: before ? `${before.text}, ${text.toLowerCase()}` : text });
  };
  for (const { holding } of graph.parcels) {
    if (holding.beneficiallyHeld !== false) continue;
    for (const id of holding.holders) {
      for (const other of holding.heldFor ?? []) tie(numberOf(id), numberOf(other), 'For');
    }
  }
  graph.controlsOf.forEach((controls, of) => {
    for (const { by, role } of controls) tie(of, numberOf(by), partyRoleLabels[role]);
  });
  return [...held, ...ties.values()];
}

/** Whoever a line leads to stands below: steps from the client, the shortest way, so that circles end. What nothing reaches stands last. */
function layersOf(graph: Indexed, links: readonly Link[]): number[][] {
  const layer = new Map<number, number>([[graph.root, 0]]);
  const follow = (chosen: readonly Link[]) => {
    const below: number[][] = graph.nodes.map(() => []);
    for (const { of, holder } of chosen) below[of]?.push(holder);
    for (const [node, at] of layer) {
      for (const holder of below[node] ?? []) if (!layer.has(holder)) layer.set(holder, at + 1);
    }
  };
  // What somebody owns says more about where they stand than a role does.
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

/** Layers as rows of at most so many columns, whoever holds the same next to each other. */
function rowsOf(layers: readonly number[][], links: readonly Link[], columns: number): Row[] {
  const column = new Map<number, number>();
  const rows: Row[] = [];
  layers.forEach((nodes, layer) => {
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
      rows.push({ nodes: row, layer, first });
    }
  });
  return rows;
}

/** Labels above a box: as many side by side as fit, the rest in further lines. */
function labelGrid(own: readonly Link[]): { across: number; lines: number } {
  const widest = Math.max(0, ...own.map(({ text }) => text.length * labelCharacter + labelPadding));
  const across = Math.max(1, Math.min(own.length, Math.floor(chartBox.width / Math.max(1, widest))));
  return { across, lines: Math.ceil(own.length / across) };
}

/**
 * Places a structure for drawing: the client at the top, holders in layers below, layers that are too wide wrapped into rows. Boxes
 * stand on a grid of columns, so that the gaps between columns are free from top to bottom and long lines can run there; above every row
 * is room for its labels and a lane for each entity whose lines run there. A row that no long line passes is centred.
 * @param maxWidth of the drawing; at least one column is used, and no more than the widest layer needs
 */
export function layOutOwnership(input: OwnershipGraph, maxWidth = 1232): OwnershipChart {
  const graph = indexGraph(input);
  const pitch = chartBox.width + chartBox.columnGap;
  const links = linksOf(graph);
  const layers = layersOf(graph, links);
  const fitting = Math.max(1, Math.floor((maxWidth - 2 * chartBox.margin) / pitch));
  const columns = Math.min(fitting, Math.max(1, ...layers.map(({ length }) => length)));
  const rows = rowsOf(layers, links, columns);

  const rowOf = new Map(rows.flatMap(({ nodes }, row) => nodes.map((node) => [node, row] as const)));
  const at = (node: number) => rowOf.get(node) ?? 0;
  const isShort = ({ of, holder }: Link) => at(holder) === at(of) + 1;
  const passed = new Set<number>();
  for (const link of links) {
    if (isShort(link)) continue;
    const [from, to] =
      at(link.holder) > at(link.of) ? [at(link.of) + 1, at(link.holder) - 1] : [at(link.holder), at(link.of)];
    for (let row = from; row <= to; row += 1) passed.add(row);
  }

  // The gap above each row, and the last one below all: whose lines run there, in which lane.
  const lanes: Map<number, number>[] = Array.from({ length: rows.length + 1 }, () => new Map());
  const takeLane = (gap: number, of: number) => {
    const known = lanes[gap];
    if (known && !known.has(of)) known.set(of, known.size);
  };
  for (const link of links) {
    takeLane(at(link.holder), link.of);
    takeLane(at(link.of) + 1, link.of);
  }
  const own = graph.nodes.map((_, node) => links.filter(({ holder }) => holder === node));
  const grids = own.map(labelGrid);

  const gapTop: number[] = [];
  const top: number[] = [];
  let y: number = chartBox.margin;
  rows.forEach(({ nodes }, row) => {
    gapTop[row] = y;
    const count = lanes[row]?.size ?? 0;
    const labelLines = Math.max(0, ...nodes.map((node) => grids[node]?.lines ?? 0));
    y += (count > 0 ? (count + 1) * laneHeight : 0) + labelLines * labelHeight;
    top[row] = y;
    y += chartBox.height;
  });
  gapTop[rows.length] = y;
  const underneath = lanes[rows.length]?.size ?? 0;
  const height = y + (underneath > 0 ? (underneath + 1) * laneHeight : 0) + chartBox.margin;

  const left = (node: number) => {
    const row = rows[at(node)];
    if (row === undefined) return chartBox.margin;
    const isOdd = (columns - row.nodes.length) % 2 === 1;
    const half = isOdd && !passed.has(at(node)) ? pitch / 2 : 0;
    const column = row.first + row.nodes.indexOf(node);
    return chartBox.margin + chartBox.columnGap / 2 + column * pitch + half;
  };
  const lefts = graph.nodes.map((_, node) => left(node));
  const leftOf = (node: number) => lefts[node] ?? 0;
  const topOf = (node: number) => top[at(node)] ?? 0;
  const laneY = (gap: number, of: number) =>
    (gapTop[gap] ?? 0) + ((lanes[gap]?.get(of) ?? 0) + 1) * laneHeight;

  const drawn = graph.nodes.flatMap((_, holder) => {
    const { across } = grids[holder] ?? { across: 1 };
    const links = own[holder] ?? [];
    return links.map((link, index) => {
      const { of, id, text, parcel } = link;
      const line = Math.floor(index / across);
      const inLine = Math.min(across, links.length - line * across);
      const port = leftOf(holder) + (chartBox.width * (2 * (index - line * across) + 1)) / (2 * inLine);
      const above = laneY(at(holder), of);
      const below = laneY(at(of) + 1, of);
      const exit = leftOf(of) + chartBox.width / 2;
      // A gap between columns, the nearest one to the entity on the holder's side; lines of several entities side by side in it.
      const wanted = (exit - chartBox.margin) / pitch;
      const column = Math.min(columns, Math.max(0, port < exit ? Math.floor(wanted) : Math.ceil(wanted)));
      const gap = chartBox.margin + column * pitch + ((of % 5) - 2) * (chartBox.columnGap / 8);
      const between = isShort(link)
        ? [
            { x: port, y: above },
            { x: exit, y: above },
          ]
        : [
            { x: port, y: above },
            { x: gap, y: above },
            { x: gap, y: below },
            { x: exit, y: below },
          ];
      const points = [{ x: port, y: topOf(holder) }, ...between, { x: exit, y: topOf(of) + chartBox.height }];
      const label = { text, x: port, y: topOf(holder) - (line + 0.5) * labelHeight };
      const ends = { of: graph.nodes[of]?.id ?? '', holder: graph.nodes[holder]?.id ?? '' };
      return { id, ...ends, points, label, parcel };
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
            x: leftOf(index),
            y: topOf(index),
            lines: nameLines(node.name),
            layer,
          },
        ];
      }),
    ),
    edges: drawn.flatMap(({ id, parcel, ...line }) =>
      parcel ? [{ ...line, ...parcel, holdingId: id }] : [],
    ),
    ties: drawn.flatMap(({ parcel, ...line }) => (parcel ? [] : [line])),
  };
}
