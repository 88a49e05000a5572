import { guessColumns } from './client-import-columns.ts';

/** Rows among which the headings of a file are looked for: titles and dates of reports come before them. */
export const maxHeadingRow = 10;

/** Maximum length of a heading. */
const maxHeadingLength = 200;

const countFilled = (cells: readonly string[]) => cells.filter((cell) => cell.trim() !== '').length;
/** How many of a row's cells are headings that are known. */
export const countKnownHeadings = (cells: readonly string[]) =>
  guessColumns(cells).filter((field) => field !== null).length;

/**
 * Number of the row with the headings, by a file's first rows: the first filled one, unless another has more headings that are known, and at
 * least two, or the first is a lone text above a table. Undefined if all are blank.
 */
export function findHeadingRow(rows: readonly (readonly string[])[]): number | undefined {
  const counted = rows.slice(0, maxHeadingRow).map((cells, at) => ({
    number: at + 1,
    filled: countFilled(cells),
    known: countKnownHeadings(cells),
  }));
  const filled = counted.filter((row) => row.filled > 0);
  const [first] = filled;
  if (first === undefined) return undefined;
  const best = filled.reduce((one, other) => (other.known > one.known ? other : one), first);
  if (best.known >= 2) return best.number;
  return first.known === 0 && first.filled === 1
    ? (filled.find((row) => row.filled > 1) ?? first).number
    : first.number;
}

/** Headings of columns by the cells of a row; a blank one is named by its position. At least `width` of them. */
export const toHeadings = (cells: readonly string[], width = 0): string[] =>
  Array.from(
    { length: Math.max(cells.length, width) },
    (_, place) => (cells[place] ?? '').trim().slice(0, maxHeadingLength) || `Column ${place + 1}`,
  );
