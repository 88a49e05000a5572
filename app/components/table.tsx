import type { ReactNode } from 'react';
import type { CappedCount } from '#contract/clients/client-record.ts';
import { formatNumber } from '#rules/format/numbers.ts';
import type { BadgeProps } from './badge.tsx';
import { Card, cardClass } from './panel.tsx';

/** One column of a table: its heading, and its content for a row. */
export interface Column<Row> {
  title: string;
  /** The heading if it is more than the title: text for screen readers only. */
  heading?: ReactNode;
  cell: (row: Row, index: number) => ReactNode;
  /** Label of the cell where a narrow screen shows a row as a card: the title, another word, or '' for none. */
  label?: string;
  /** A figure: set at the right, in digits of one width. */
  isFigure?: boolean;
  /** Never wrapped in a row: dates, references. */
  isWhole?: boolean;
  /** Names the row. */
  isRowHeader?: boolean;
  /** Uses a whole line of a card instead of half of it. */
  isWide?: boolean;
  /** The badge of a state, around the cell's content. */
  mark?: (row: Row) => BadgeProps | undefined;
  /** Widths, and where the column is hidden; on the heading and on each cell. */
  className?: string;
  /** Classes that depend on the row. */
  cellClassName?: (row: Row) => string;
  /** The sorting of this column, if the list can be sorted by it. */
  sort?: { direction: 'ascending' | 'descending' | 'none'; link: (content: ReactNode) => ReactNode };
}

/**
 * Layouts of a table, on the table itself, so that a row consists only of its cells.
 * - `records`: 40 px rows under a sticky head, also if a cell takes two lines, cells of the class `whole` never wrapped; on a narrow
 * screen each row is a card of two columns, of one below 20 rem, whose cells show their own label.
 * - `sides`: a row's name with its values beside it; on a narrow screen one under the other.
 * - `plain`: a small table that stays one on every screen.
 */
const looks = {
  records: [
    'records bg-paper border border-line rounded-lg border-separate border-spacing-0',
    '[&_th]:sticky [&_th]:top-0 [&_th]:z-10',
    '[&_tr:last-child_td]:border-b-0 [&_tbody_tr:hover]:bg-ground [&_td]:py-[3px] [&_td]:leading-[1.308]',
    '[&_td:first-child]:font-semibold [&_:is(td_a,.button-neutral)]:no-underline [&_:is(td_a,.button-neutral)]:hover:underline',
    'narrow:block narrow:border-0 narrow:bg-transparent narrow:[&_thead]:sr-only',
    'narrow:[&_tbody]:grid narrow:[&_tbody]:gap-2',
    'narrow:[&_tr]:grid narrow:[&_tr]:grid-cols-2 narrow:[&_tr]:gap-x-3 narrow:[&_tr]:rounded-lg narrow:[&_tr]:border narrow:[&_tr]:border-line narrow:[&_tr]:bg-paper narrow:[&_tr]:p-3',
    'narrow:[&_td]:flex narrow:[&_td]:flex-wrap narrow:[&_td]:items-baseline narrow:[&_td]:h-auto narrow:[&_td]:min-w-0 narrow:[&_td]:wrap-anywhere narrow:[&_td]:gap-x-1.5 narrow:[&_td]:border-0 narrow:[&_td]:p-0.5',
    'narrow:[&_td:empty]:hidden narrow:[&_td:first-child]:col-span-2 narrow:[&_td:first-child]:text-base',
    'narrow:max-xs:[&_td]:col-span-2 wide:[&_.whole]:whitespace-nowrap wide:[&_:is(td,th)]:px-2.5',
  ].join(' '),
  sides: [
    'sides wide:table-fixed [&_:is(td,tbody_th)]:align-top [&_tbody_th]:font-normal [&_td]:wrap-anywhere',
    '[&_:is(td,tbody_th)]:h-auto [&_:is(td,tbody_th)]:py-2 [&_tbody_tr:last-child>*]:border-b-0',
    'narrow:block narrow:[&_tbody]:block narrow:[&_thead]:sr-only',
    'narrow:[&_tr]:grid narrow:[&_tr]:gap-1 narrow:[&_tr]:border-b narrow:[&_tr]:border-line narrow:[&_tr]:py-2 narrow:[&_tr:last-child]:border-b-0',
    'narrow:[&_:is(td,tbody_th)]:border-0 narrow:[&_:is(td,tbody_th)]:px-0 narrow:[&_:is(td,tbody_th)]:py-0 narrow:[&_td]:text-left narrow:[&_td:empty]:hidden',
  ].join(' '),
  plain: '[&_:is(td,tbody_th)]:align-top [&_tbody_th]:font-normal [&_tbody_tr:last-child>*]:border-b-0',
} as const;

type Look = keyof typeof looks;

/** A table that never turns into cards can be wider than a phone. Text for screen readers in its cells scrolls with it. */
const scrolls = {
  sides: 'relative wide:overflow-x-auto narrow:[.panel&]:px-4',
  plain: 'relative overflow-x-auto',
} as const;

interface DataTableProps<Row> {
  /** Content of the table, for screen readers. */
  caption: string;
  /** Id of the caption, for an element that the table describes. */
  captionId?: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** Unique among the rows. */
  rowKey: (row: Row) => string | number;
  look?: Look;
  /** On its own card; always for records. */
  onCard?: boolean;
  /** The head is for screen readers only: the caption or the cells have the same information. */
  hidesHead?: boolean;
  /** Shown instead of a table without rows; a sentence gets a card. */
  empty?: ReactNode;
  className?: string;
}

/** A table of rows by typed columns. Cells of `records` contain plain links, which the layout follows as routes. */
export function DataTable<Row>({
  caption,
  captionId,
  columns,
  rows,
  rowKey,
  look = 'records',
  onCard = false,
  hidesHead = false,
  empty = null,
  className = '',
}: DataTableProps<Row>) {
  if (rows.length === 0) {
    return typeof empty === 'string' ? (
      <Card as="p" className="text-ink-soft">
        {empty}
      </Card>
    ) : (
      empty
    );
  }
  const cells = toCellColumns(columns, look);
  const table = (
    <table
      data-routed-links={look === 'records' || undefined}
      className={`${looks[look]} ${className}`.trimEnd()}
    >
      <caption id={captionId} className="sr-only">
        {caption}
      </caption>
      <thead className={hidesHead ? 'sr-only' : undefined}>
        <tr>
          {columns.map((column) => (
            <Head key={column.title} column={column} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={rowKey(row)}>{renderCells(cells, row, index)}</tr>
        ))}
      </tbody>
    </table>
  );
  if (look === 'records') return table;
  const frame = onCard
    ? cardClass({ pad: 'none', className: `${scrolls[look]} print:break-inside-auto!` })
    : scrolls[look];
  return <div className={frame}>{table}</div>;
}

/** A column with the values common to its cells, computed once for all rows. */
type CellColumn<Row> = Omit<Column<Row>, 'label'> & { label: string | undefined; classes: string };

function toCellColumns<Row>(columns: readonly Column<Row>[], look: Look): CellColumn<Row>[] {
  return columns.map((column, index) => ({
    ...column,
    label: look === 'plain' || index === 0 ? undefined : (column.label ?? column.title) || undefined,
    classes: cellClasses(column, look),
  }));
}

/** The cells of one row. A function, not a component: a list renders thousands of cells. */
function renderCells<Row>(columns: readonly CellColumn<Row>[], row: Row, index: number): ReactNode {
  return columns.map(({ title, label, classes, isRowHeader, mark, cellClassName, cell }) => {
    const marked = mark?.(row);
    const className = [classes, cellClassName?.(row)].filter(Boolean).join(' ') || undefined;
    const content = cell(row, index);
    return isRowHeader ? (
      <th key={title} scope="row" className={className}>
        {content}
      </th>
    ) : (
      <td key={title} data-label={label} className={className}>
        {marked ? <span className={`badge badge-${marked.tone}`}>{content}</span> : content}
      </td>
    );
  });
}

function Head<Row>({
  column: { title, heading = title, isFigure, className, sort },
}: {
  column: Column<Row>;
}) {
  return (
    <th
      scope="col"
      className={[isFigure ? 'text-right' : '', className].filter(Boolean).join(' ') || undefined}
      aria-sort={sort && sort.direction !== 'none' ? sort.direction : undefined}
    >
      {/* On a phone the head is not displayed, and a link in it would take the focus out of sight: the filters provide sorting. */}
      {sort ? (
        <>
          <span className="max-md:hidden">{sort.link(heading)}</span>
          <span className="md:hidden">{heading}</span>
        </>
      ) : (
        heading
      )}
    </th>
  );
}

function cellClasses<Row>({ isFigure, isWhole, isWide, className }: Column<Row>, look: Look): string {
  const figure = look === 'plain' ? 'text-right tabular-nums' : 'wide:text-right tabular-nums';
  return [isWhole ? 'whole' : '', isFigure ? figure : '', isWide ? 'narrow:col-span-2' : '', className]
    .filter(Boolean)
    .join(' ');
}

/** "4,200", or "more than 10,000" for a capped count. */
export function formatCount({ count, capped }: CappedCount): string {
  return capped ? `more than ${formatNumber(count)}` : formatNumber(count);
}

/** "50 shown, of 4,200". */
export function formatShownOfTotal(shown: number, total: CappedCount): string {
  return `${formatNumber(shown)} shown, of ${formatCount(total)}`;
}
