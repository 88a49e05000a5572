import type { RenderedOwnership } from './ownership-chart.server.ts';

const box = { width: 176, height: 60 };

/**
 * Kinds of entry by the shape of their box, so that none depends on colour: people round, companies square, trusts cut.
 */
function Shape({ kind, className }: { kind: string; className: string }) {
  const { width, height } = box;
  if (kind === 'person') return <rect width={width} height={height} rx={height / 2} className={className} />;
  if (kind === 'trust' || kind === 'estate' || kind === 'society') {
    return (
      <polygon
        points={`10,0 ${width - 10},0 ${width},10 ${width},${height - 10} ${width - 10},${height} 10,${height} 0,${height - 10} 0,10`}
        className={className}
      />
    );
  }
  return <rect width={width} height={height} rx={3} className={className} />;
}

/** A wide chart is made smaller as long as its text can be read; beyond, it scrolls in its frame. */
const fit = [
  { width: 840, className: 'h-auto max-w-full' },
  { width: 1200, className: 'h-auto w-[840px] max-w-none' },
  { width: Number.POSITIVE_INFINITY, className: 'max-w-none' },
];

/**
 * The ownership structure, the client at the top, fitted to its frame. Rendered on the server; the table beside it has the same
 * information and is what screen readers are pointed to. On a phone the outline is in its place.
 */
export function OwnershipChart({
  chart,
  title,
  describedBy,
}: {
  chart: RenderedOwnership;
  title: string;
  describedBy: string;
}) {
  const { width, height, nodes, edges, ties, notes } = chart;
  return (
    <section
      className="overflow-x-auto border border-line bg-paper max-sm:hidden print:block print:overflow-visible print:border-0"
      aria-label="Ownership chart"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
    >
      <svg
        role="img"
        aria-labelledby="ownership-chart-title ownership-chart-desc"
        aria-describedby={describedBy}
        viewBox={`0 0 ${width} ${height}`}
        width={width}
        height={height}
        className={`mx-auto block print:h-auto print:max-w-full ${fit.find((step) => width <= step.width)?.className ?? ''}`}
        fontSize="12"
      >
        <title id="ownership-chart-title">{title}</title>
        <desc id="ownership-chart-desc">
          The client is at the top, with owners below, layer by layer. The table shows the same information.
        </desc>
        {ties.map(({ id, points, label }) => (
          <g key={id}>
            <polyline
              points={points.map(({ x, y }) => `${x},${y}`).join(' ')}
              className="fill-none stroke-line-strong"
              strokeDasharray="2 4"
            />
            <Label {...label} />
          </g>
        ))}
        {edges.map(({ holdingId, holder, points, isNominee }) => (
          <polyline
            key={`${holdingId} ${holder}`}
            points={points.map(({ x, y }) => `${x},${y}`).join(' ')}
            className={`fill-none ${isNominee ? 'stroke-warning' : 'stroke-ink-soft'}`}
            strokeWidth="1.5"
            strokeDasharray={isNominee ? '6 4' : undefined}
          />
        ))}
        {edges.map(({ holdingId, holder, label }) => (
          <Label key={`${holdingId} ${holder}`} {...label} />
        ))}
        {nodes.map((node) => (
          <Node key={node.id} node={node} note={notes[node.id]} />
        ))}
      </svg>
    </section>
  );
}

type Note = RenderedOwnership['notes'][string];

/** px between the baselines of a node's lines. */
const lineHeight = 15;

/** An entry of the chart: its box, its name, and the note below. */
function Node({ node, note }: { node: RenderedOwnership['nodes'][number]; note: Note | undefined }) {
  const { kind, x, y, lines, layer } = node;
  const texts = note?.text ? [...lines, note.text] : lines;
  const firstBaseline = box.height / 2 - ((texts.length - 1) * lineHeight) / 2 + 4;
  return (
    <g transform={`translate(${x},${y})`}>
      <Shape
        kind={kind}
        className={`${nodeColours(layer, note)} ${note?.isOwner ? '[stroke-width:2]' : ''}`}
      />
      {texts.map((text, index) => (
        <text
          key={text}
          x={box.width / 2}
          y={firstBaseline + index * lineHeight}
          textAnchor="middle"
          className={index < lines.length ? 'fill-ink font-semibold' : 'fill-ink-soft'}
          fontSize={index < lines.length ? 12 : 11}
        >
          {text}
        </text>
      ))}
    </g>
  );
}

function nodeColours(layer: number, note: Note | undefined): string {
  if (note?.isOwner) return 'fill-accent-soft stroke-accent';
  if (note?.isLoose) return 'fill-warning-soft stroke-warning-line';
  return layer === 0 ? 'fill-sunken stroke-ink' : 'fill-paper stroke-line-strong';
}

/** A label on a line, with its own background, so that the line does not run through it. */
function Label({ text, x, y }: { text: string; x: number; y: number }) {
  const width = text.length * 6 + 6;
  return (
    <>
      <rect x={x - width / 2} y={y - 8} width={width} height={16} className="fill-paper" />
      <text x={x} y={y + 4} textAnchor="middle" fontSize="11" className="fill-ink tabular-nums">
        {text}
      </text>
    </>
  );
}
