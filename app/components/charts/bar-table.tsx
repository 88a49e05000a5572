import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';

export interface BarRow {
  key: string;
  label: string;
  /** Where those that are counted are listed. */
  href?: string;
  count: number;
  /** The count as people read it. */
  text: string;
  look?: 'accent' | 'settled' | 'attention' | 'danger' | 'quiet';
}

const fills = {
  accent: 'fill-accent',
  settled: 'fill-settled',
  attention: 'fill-attention-line',
  danger: 'fill-danger',
  quiet: 'fill-line-strong',
} as const;

/** A chart that is its own table: a row a value, with a bar as long as its count is against the largest. */
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
  /** What the first column names: "Risk". */
  what: string;
  rows: readonly BarRow[];
  /** More of the panel, below the table. */
  children?: ReactNode;
}) {
  const largest = Math.max(1, ...rows.map(({ count }) => count));
  return (
    <section className="panel" aria-labelledby={id}>
      <div className="px-3 pt-3 pb-2">
        <h2 id={id}>{title}</h2>
        {about ? <p className="hint mt-0.5">{about}</p> : null}
      </div>
      <table>
        <caption className="sr-only">{title}</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">{what}</th>
            <th scope="col">Share</th>
            <th scope="col">Clients</th>
          </tr>
        </thead>
        <tbody className="[&>tr:last-child>*]:border-b-0">
          {rows.map(({ key, label, href, count, text, look = 'accent' }) => (
            <tr key={key}>
              <th scope="row" className="h-9 w-40 font-normal">
                {href ? <Link to={href}>{label}</Link> : label}
              </th>
              <td className="h-9 px-0">
                <Bar share={count / largest} className={fills[look]} />
              </td>
              <td className="h-9 w-20 text-right">{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {children}
    </section>
  );
}

/** A bar as a picture; the number beside it says the same. Drawn without a style attribute, which the policy forbids. */
function Bar({ share, className }: { share: number; className: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 100 8" preserveAspectRatio="none" className="h-2 w-full">
      {share > 0 ? <rect width={Math.max(1, share * 100)} height="8" className={className} /> : null}
    </svg>
  );
}
