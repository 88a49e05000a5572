import { indexGraph, type OwnershipGraph } from '#rules/ownership/graph.ts';
import { type ChartNode, chartBox, nameLines, type OwnershipChart, pitch } from './chart.ts';
import { arrange, type Grid, isShort, passedRows } from './grid.ts';
import type { Link } from './links.ts';

const labelHeight = 18;
/** Distance between the lines of two entities, and between boxes and the nearest line. */
const laneHeight = 10;

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
