import type { OwnershipNode } from '#rules/ownership/graph.ts';

/** Sizes in pixels at 100 %. */
export const chartBox = { width: 176, height: 60, columnGap: 40, margin: 24 } as const;

/** For capitals, in which registers write names. */
const charactersInLine = 20;
const linesInBox = 2;

export type ChartNode = {
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

/** A structure as it is drawn; positions in pixels at 100 %. */
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

/** Distance between the left sides of two columns. */
export const pitch = chartBox.width + chartBox.columnGap;
