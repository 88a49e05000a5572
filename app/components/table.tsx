import type { ReactNode } from 'react';
import type { CappedCount } from '#contract/clients.ts';

export interface Column {
  label: string;
  /** A figure: set at the right. */
  isFigure?: boolean;
  /** The order of this column, where the list can be sorted by it. */
  sort?: { direction: 'ascending' | 'descending' | 'none'; link: (content: ReactNode) => ReactNode };
}

/**
 * All looks of a table of records, on the table itself, so that a row is nothing but its cells: 40 px rows
 * under a head that stays, also where a cell takes two lines, cells of the class `whole` never broken, and below 768 px each row a card of two columns
 * whose cells say their own: by `data-label`, or by the stylesheet, which costs a page of rows nothing (`--label`).
 */
const recordsClass = [
  'records bg-paper border border-line rounded-lg border-separate border-spacing-0',
  '[&_th]:sticky [&_th]:top-0 [&_th]:z-10',
  '[&_tr:last-child_td]:border-b-0 [&_tbody_tr:hover]:bg-ground [&_td]:py-[3px] [&_td]:leading-[17px]',
  '[&_td:first-child]:font-semibold [&_td_a]:no-underline [&_td_a]:hover:underline',
  'max-md:block max-md:border-0 max-md:bg-transparent max-md:[&_thead]:sr-only',
  'max-md:[&_tbody]:grid max-md:[&_tbody]:gap-2',
  'max-md:[&_tr]:grid max-md:[&_tr]:grid-cols-2 max-md:[&_tr]:gap-x-3 max-md:[&_tr]:rounded-lg max-md:[&_tr]:border max-md:[&_tr]:border-line max-md:[&_tr]:bg-paper max-md:[&_tr]:p-3',
  'max-md:[&_td]:flex max-md:[&_td]:flex-wrap max-md:[&_td]:h-auto max-md:[&_td]:min-w-0 max-md:[&_td]:gap-x-1.5 max-md:[&_td]:border-0 max-md:[&_td]:p-0.5',
  'max-md:[&_td:empty]:hidden max-md:[&_td:first-child]:col-span-2 max-md:[&_td:first-child]:text-base',
  '[&_.whole]:whitespace-nowrap md:[&_:is(td,th)]:px-2.5',
].join(' ');

/** A table of records: the caller gives the rows as plain `<tr>`s of `<td>`s, the first with a plain link. */
export function RecordTable({
  caption,
  columns,
  look = '',
  children,
}: {
  /** What the table holds, for screen readers. */
  caption: string;
  columns: readonly Column[];
  /** A class of the stylesheet that says per column what else would stand on each cell. */
  look?: string;
  children: ReactNode;
}) {
  return (
    <table data-routed-links className={`${recordsClass} ${look}`}>
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ label, isFigure, sort }) => (
            <th
              key={label}
              scope="col"
              className={isFigure ? 'text-right' : undefined}
              aria-sort={sort && sort.direction !== 'none' ? sort.direction : undefined}
            >
              {sort ? sort.link(label) : label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

const figures = new Intl.NumberFormat('en-NZ');

/** "4,200", or "more than 10,000" where counting stopped. */
export function countText({ count, capped }: CappedCount): string {
  return capped ? `more than ${figures.format(count)}` : figures.format(count);
}

/** "50 shown, of 4,200". */
export function shownText(shown: number, total: CappedCount): string {
  return `${figures.format(shown)} shown, of ${countText(total)}`;
}
