import { formatNumber } from '#rules/format/numbers.ts';
import { Card } from '../panel.tsx';

interface Month {
  /** Formatted: Nov 2026. */
  label: string;
  added: number;
}

const width = 240;
const height = 72;
const gap = 4;

/** Bars of twelve months; the table below has the same figures. No style attributes, which the content security policy forbids. */
export function MonthChart({ title, months }: { title: string; months: readonly Month[] }) {
  const most = Math.max(1, ...months.map(({ added }) => added));
  const bar = width / months.length;
  const total = months.reduce((sum, { added }) => sum + added, 0);
  return (
    <Card as="figure">
      <figcaption>
        <span className="font-semibold">{title}</span>{' '}
        <span className="text-sm text-ink-soft tabular-nums">{formatNumber(total)} in twelve months</span>
      </figcaption>
      <svg aria-hidden="true" viewBox={`0 0 ${width} ${height}`} className="mt-2 h-auto w-full">
        <line
          x1="0"
          x2={width}
          y1={height - 0.5}
          y2={height - 0.5}
          className="stroke-line-strong"
          strokeWidth="1"
        />
        {months.map(({ label, added }, index) => {
          const tall = added === 0 ? 0 : Math.max(2, (added / most) * (height - 6));
          return (
            <rect
              key={label}
              x={index * bar + gap / 2}
              y={height - 1 - tall}
              width={bar - gap}
              height={tall}
              className={index === months.length - 1 ? 'fill-accent-strong' : 'fill-accent'}
            />
          );
        })}
      </svg>
      <p aria-hidden="true" className="mt-1 flex justify-between text-xs text-ink-soft">
        <span>{months[0]?.label}</span>
        <span>{months.at(-1)?.label}</span>
      </p>
    </Card>
  );
}
