import { Panel } from '../panel.tsx';
import { DataTable } from '../table.tsx';

export interface MonthColumn {
  key: string;
  /** Under the column: "Nov". */
  short: string;
  /** In the table: "November 2026". */
  label: string;
  count: number;
  text: string;
  /** In the past: displayed as overdue. */
  isLate?: boolean;
}

const width = 360;
const plot = { top: 18, height: 96, gap: 4 };
const height = plot.top + plot.height + 20;

/** Average width of a character of a label, generously. */
const characterWidth = 6.2;

/** Where each column is: a label longer than an equal share gets its own width, and the others share the rest. */
function toSpans(columns: readonly MonthColumn[]) {
  const share = width / columns.length;
  const labels = columns.map(({ short }) => short.length * characterWidth);
  const long = labels.filter((label) => label > share);
  const rest = (width - long.reduce((sum, label) => sum + label, 0)) / (columns.length - long.length);
  let left = 0;
  return columns.map((column, index) => {
    const label = labels[index] ?? 0;
    const span = label > share ? label : rest;
    left += span;
    return { column, left: left - span, span };
  });
}

/** Columns in chronological order, each with its number. Hidden from screen readers, which read the table. */
function ColumnChart({ columns }: { columns: readonly MonthColumn[] }) {
  const maxCount = Math.max(1, ...columns.map(({ count }) => count));
  const spans = toSpans(columns);
  return (
    <svg viewBox={`0 0 ${width} ${height}`} className="block w-full" aria-hidden="true" fontSize="10">
      {spans.map(({ column: { key, short, count, text, isLate }, left, span }) => {
        const tall = count === 0 ? 0 : Math.max(2, (count / maxCount) * plot.height);
        const middle = left + span / 2;
        return (
          <g key={key} textAnchor="middle">
            <rect
              x={left + plot.gap / 2}
              y={plot.top + plot.height - tall}
              width={span - plot.gap}
              height={tall}
              className={isLate ? 'fill-danger' : 'fill-accent'}
            />
            {count > 0 ? (
              <text x={middle} y={plot.top + plot.height - tall - 4} className="fill-ink tabular-nums">
                {text}
              </text>
            ) : null}
            <text x={middle} y={height - 6} className="fill-ink-soft">
              {short}
            </text>
          </g>
        );
      })}
      <line
        x1="0"
        x2={width}
        y1={plot.top + plot.height + 0.5}
        y2={plot.top + plot.height + 0.5}
        className="stroke-line-strong"
      />
    </svg>
  );
}

/** Columns in chronological order, each with its number; the table below has the same information as text. */
export function MonthColumns({
  id,
  title,
  about,
  columns,
}: {
  id: string;
  title: string;
  about: string;
  columns: readonly MonthColumn[];
}) {
  return (
    <Panel headingId={id} title={title} about={about}>
      <ColumnChart columns={columns} />
      <details className="text-sm">
        <summary>View as table</summary>
        <DataTable
          look="plain"
          caption={title}
          columns={[
            { title: 'Month', isRowHeader: true, cell: ({ label }) => label },
            { title: 'Clients', isFigure: true, cell: ({ text }) => text },
          ]}
          rows={columns}
          rowKey={({ key }) => key}
          className="mt-1"
        />
      </details>
    </Panel>
  );
}
