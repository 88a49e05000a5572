import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Card } from '../panel.tsx';
import { DataTable } from '../table.tsx';

export interface BarRow {
  key: string;
  label: string;
  /** URL of the list of counted records. */
  href?: string;
  count: number;
  /** The formatted count. */
  text: string;
  look?: 'accent' | 'success' | 'warning' | 'danger' | 'neutral';
}

const fills = {
  accent: 'fill-accent',
  success: 'fill-success',
  warning: 'fill-warning-line',
  danger: 'fill-danger',
  neutral: 'fill-line-strong',
} as const;

/** A chart as a table: one row per value, with a bar proportional to its count. */
export function BarTable({
  id,
  title,
  about,
  what,
  rows,
  children,
}: {
  id: string;
  title: string;
  about?: string;
  /** Heading of the first column: "Risk". */
  what: string;
  rows: readonly BarRow[];
  /** More of the panel, below the table. */
  children?: ReactNode;
}) {
  const largest = Math.max(1, ...rows.map(({ count }) => count));
  return (
    <Card as="section" pad="none" aria-labelledby={id}>
      <div className="px-3 pt-3 pb-2">
        <h2 id={id}>{title}</h2>
        {about ? <p className="hint mt-0.5">{about}</p> : null}
      </div>
      <DataTable
        look="plain"
        caption={title}
        hidesHead
        columns={[
          {
            title: what,
            isRowHeader: true,
            className: 'h-9 w-40',
            cell: ({ href, label }) => (href ? <Link to={href}>{label}</Link> : label),
          },
          {
            title: 'Share',
            className: 'h-9 px-0',
            cell: ({ count, look = 'accent' }) => <Bar share={count / largest} className={fills[look]} />,
          },
          { title: 'Clients', isFigure: true, className: 'h-9 w-20', cell: ({ text }) => text },
        ]}
        rows={rows}
        rowKey={({ key }) => key}
        className="[&_:is(td,tbody_th)]:align-middle!"
      />
      {children}
    </Card>
  );
}

/**
 * A bar; the number beside it has the same information. Rendered without a style attribute, which the content security
 * policy forbids.
 */
function Bar({ share, className }: { share: number; className: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 100 8" preserveAspectRatio="none" className="h-2 w-full">
      {share > 0 ? <rect width={Math.max(1, share * 100)} height="8" className={className} /> : null}
    </svg>
  );
}
