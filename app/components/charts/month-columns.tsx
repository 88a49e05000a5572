export interface MonthColumn {
  key: string;
  /** Under the column: "Nov". */
  short: string;
  /** In the table: "November 2026". */
  label: string;
  count: number;
  text: string;
  /** Past: drawn as what should have happened. */
  isLate?: boolean;
}

const width = 360;
const plot = { top: 18, height: 96, gap: 4 };
const height = plot.top + plot.height + 20;

/** Columns side by side in the order of time, each with its number; the table below them says the same, for everybody. */
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
  const largest = Math.max(1, ...columns.map(({ count }) => count));
  const step = width / columns.length;
  return (
    <section className="panel px-3 pt-3 pb-3" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p className="hint mt-0.5">{about}</p>
      <svg viewBox={`0 0 ${width} ${height}`} className="mt-2 block w-full" aria-hidden="true" fontSize="10">
        {columns.map(({ key, short, count, text, isLate }, index) => {
          const tall = count === 0 ? 0 : Math.max(2, (count / largest) * plot.height);
          const middle = index * step + step / 2;
          return (
            <g key={key} textAnchor="middle">
              <rect
                x={index * step + plot.gap / 2}
                y={plot.top + plot.height - tall}
                width={step - plot.gap}
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
      <details className="mt-2 text-sm">
        <summary>As a table</summary>
        <table className="mt-1">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr>
              <th scope="col">Month</th>
              <th scope="col" className="text-right">
                Clients
              </th>
            </tr>
          </thead>
          <tbody>
            {columns.map(({ key, label, text }) => (
              <tr key={key}>
                <th scope="row" className="font-normal">
                  {label}
                </th>
                <td className="text-right">{text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}
