import { partyRoleLabels } from '#rules/clients/client-parties.ts';
import { indexGraph, type OwnershipGraph, type OwnershipNode } from './graph.ts';
import { formatPercent } from './thresholds.ts';

/** Sizes in pixels at 100 %. */
export const chartBox = { width: 176, height: 60, columnGap: 40, margin: 24 } as const;

const labelHeight = 18;
/** Distance between the lines of two entities, and between boxes and the nearest line. */
const laneHeight = 10;
/** Approximate width of a label's character, and the space around a label. */
const labelCharacter = 6.2;
const labelPadding = 8;
/** For capitals, in which registers write names. */
const charactersInLine = 20;
const linesInBox = 2;

type ChartNode = {
  id: string;
  kind: OwnershipNode['kind'];
  /** Top left corner. */
  x: number;
  y: number;
  /** The name wrapped to fit; the last line ends with “…” where it is cut. */
  lines: string[];
  layer: number;
};

type ChartEdge = {
  holdingId: string;
  of: string;
  holder: string;
  /** Corners of the line, from the holder up to the entity held. Lines run between boxes, never through one. */
  points: { x: number; y: number }[];
  /** Share of the entity, above the holder; `x` and `y` are its centre. */
  label: { text: string; x: number; y: number };
  joint: boolean;
  /** Drawn as a dashed line. */
  isNominee: boolean;
};

/** A role without a share, or a nominator; drawn as a dotted line. */
type ChartTie = Pick<ChartEdge, 'of' | 'holder' | 'points' | 'label'> & { id: string };

export type OwnershipChart = {
  width: number;
  height: number;
  nodes: ChartNode[];
  edges: ChartEdge[];
  ties: ChartTie[];
};

/** Wraps a name to at most two lines of a box. */
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

/** A line between two boxes. */
type Link = {
  id: string;
  of: number;
  holder: number;
  text: string;
  parcel?: { joint: boolean; isNominee: boolean };
};

/** A line for each holder of each parcel; a dotted line for each role of a non-holder, and from nominee to nominator. */
function getLinks(graph: Indexed): Link[] {
  const getNumber = (id: string) => graph.indexOf.get(id) ?? 0;
  const held = graph.parcels.flatMap(({ holding, of, share }): Link[] => {
    const joint = holding.holders.length > 1;
    const isNominee = holding.beneficiallyHeld === false;
    const text = `${formatPercent(share)} %${joint ? ' jointly' : ''}`;
    return [...new Set(holding.holders)].map((id) => ({
      id: holding.id,
      of,
      holder: getNumber(id),
      text,
      parcel: { joint, isNominee },
    }));
  });
  const isRendered = new Set(held.map(({ of, holder }) => `${of} ${holder}`));
  const ties = new Map<string, Link>();
  const tie = (of: number, holder: number, text: string) => {
    const key = `${of} ${holder}`;
    if (of === holder || isRendered.has(key)) return;
    const before = ties.get(key);
    ties.set(key, { id: key, of, holder, text: before ? `${before.text}, ${text.toLowerCase()}` : text });
  };
  for (const { holding } of graph.parcels) {
    if (holding.beneficiallyHeld !== false) continue;
    for (const id of holding.holders) {
      for (const other of holding.heldFor ?? []) tie(getNumber(id), getNumber(other), 'For');
    }
  }
  graph.controlsByNode.forEach((controls, of) => {
    for (const { by, role } of controls) tie(of, getNumber(by), partyRoleLabels[role]);
  });
  return [...held, ...ties.values()];
}

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

const pitch = chartBox.width + chartBox.columnGap;

/** A structure in rows and columns, before it has coordinates. */
type Grid = {
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

function isShort({ at }: Pick<Grid, 'at'>, { of, holder }: Link): boolean {
  return at(holder) === at(of) + 1;
}

function arrange(graph: Indexed, maxWidth: number): Grid {
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
function passedRows({ links, at }: Grid): Set<number> {
  const passed = new Set<number>();
  for (const link of links) {
    if (isShort({ at }, link)) continue;
    const [from, to] =
      at(link.holder) > at(link.of) ? [at(link.of) + 1, at(link.holder) - 1] : [at(link.holder), at(link.of)];
    for (let row = from; row <= to; row += 1) passed.add(row);
  }
  return passed;
}

/** Positions of boxes and lanes, in the units of the drawing. */
type Coordinates = {
  getLeft: (node: number) => number;
  getTop: (node: number) => number;
  laneY: (gap: number, of: number) => number;
  height: number;
};

function placeVertically({
  rows,
  at,
  labels,
  lanes,
}: Grid): Pick<Coordinates, 'getTop' | 'laneY' | 'height'> {
  const gapTop: number[] = [];
  const top: number[] = [];
  let y: number = chartBox.margin;
  rows.forEach(({ nodes }, row) => {
    gapTop[row] = y;
    const count = lanes[row]?.size ?? 0;
    const labelLines = Math.max(0, ...nodes.map((node) => labels[node]?.lines ?? 0));
    y += (count > 0 ? (count + 1) * laneHeight : 0) + labelLines * labelHeight;
    top[row] = y;
    y += chartBox.height;
  });
  gapTop[rows.length] = y;
  const underneath = lanes[rows.length]?.size ?? 0;
  return {
    getTop: (node) => top[at(node)] ?? 0,
    laneY: (gap, of) => (gapTop[gap] ?? 0) + ((lanes[gap]?.get(of) ?? 0) + 1) * laneHeight,
    height: y + (underneath > 0 ? (underneath + 1) * laneHeight : 0) + chartBox.margin,
  };
}

function placeHorizontally(grid: Grid): Pick<Coordinates, 'getLeft'> {
  const { graph, rows, columns, at } = grid;
  const passed = passedRows(grid);
  const left = (node: number) => {
    const row = rows[at(node)];
    if (row === undefined) return chartBox.margin;
    const isOdd = (columns - row.nodes.length) % 2 === 1;
    const half = isOdd && !passed.has(at(node)) ? pitch / 2 : 0;
    const column = row.first + row.nodes.indexOf(node);
    return chartBox.margin + chartBox.columnGap / 2 + column * pitch + half;
  };
  const lefts = graph.nodes.map((_, node) => left(node));
  return { getLeft: (node) => lefts[node] ?? 0 };
}

/** The `index`th line of its holder, with its label. */
function renderLink(grid: Grid, { getLeft, getTop, laneY }: Coordinates, link: Link, index: number) {
  const { graph, columns, at, own, labels } = grid;
  const { of, holder, id, text, parcel } = link;
  const { across } = labels[holder] ?? { across: 1 };
  const line = Math.floor(index / across);
  const inLine = Math.min(across, (own[holder]?.length ?? 0) - line * across);
  const port = getLeft(holder) + (chartBox.width * (2 * (index - line * across) + 1)) / (2 * inLine);
  const above = laneY(at(holder), of);
  const below = laneY(at(of) + 1, of);
  const exit = getLeft(of) + chartBox.width / 2;
  // The nearest gap between columns on the holder's side; lines of several entities run side by side in it.
  const wanted = (exit - chartBox.margin) / pitch;
  const column = Math.min(columns, Math.max(0, port < exit ? Math.floor(wanted) : Math.ceil(wanted)));
  const gap = chartBox.margin + column * pitch + ((of % 5) - 2) * (chartBox.columnGap / 8);
  const between = isShort(grid, link)
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
  const points = [{ x: port, y: getTop(holder) }, ...between, { x: exit, y: getTop(of) + chartBox.height }];
  const label = { text, x: port, y: getTop(holder) - (line + 0.5) * labelHeight };
  const ends = { of: graph.nodes[of]?.id ?? '', holder: graph.nodes[holder]?.id ?? '' };
  return { id, ...ends, points, label, parcel };
}

function renderNodes({ graph, rows }: Grid, { getLeft, getTop }: Coordinates): ChartNode[] {
  return rows.flatMap(({ nodes, layer }) =>
    nodes.flatMap((index): ChartNode[] => {
      const node = graph.nodes[index];
      if (node === undefined) return [];
      const { id, kind, name } = node;
      return [{ id, kind, x: getLeft(index), y: getTop(index), lines: nameLines(name), layer }];
    }),
  );
}

/**
 * Lays out a structure: the client at the top, holders in layers below, wide layers wrapped into rows. Boxes are on a
 * grid, so that the gaps between columns stay free for long lines; above every row is space for labels and one lane for
 * each entity whose lines run there. Rows that no long line crosses are centred.
 *
 * @param maxWidth of the drawing; at least one column is used, and at most as many as the widest layer needs
 */
export function layOutOwnership(input: OwnershipGraph, maxWidth = 1232): OwnershipChart {
  const grid = arrange(indexGraph(input), maxWidth);
  const coordinates = { ...placeVertically(grid), ...placeHorizontally(grid) };
  const lines = grid.own.flatMap((links) =>
    links.map((link, index) => renderLink(grid, coordinates, link, index)),
  );
  return {
    width: 2 * chartBox.margin + grid.columns * pitch,
    height: coordinates.height,
    nodes: renderNodes(grid, coordinates),
    edges: lines.flatMap(({ id, parcel, ...line }) =>
      parcel ? [{ ...line, ...parcel, holdingId: id }] : [],
    ),
    ties: lines.flatMap(({ parcel, ...line }) => (parcel ? [] : [line])),
  };
}
