import { cellReader, columnPlaces } from './headings.ts';
import type { FormatReading } from './list-format.ts';

/** A reader's columns by its own name for each, with the headings that they have; the first is the usual one. */
export type Columns<Key extends string> = Readonly<Record<Key, readonly string[]>>;

/**
 * Returns a function that reads a row's cell by column; empty if the file has no such column. The reading learns which columns there are and
 * which of them are ever filled, so that one whose heading changes is not taken for blank.
 */
export function columnReader<Key extends string>(
  headings: readonly string[],
  columns: Columns<Key>,
  reading: FormatReading,
): (cells: readonly string[], key: Key) => string {
  const places = columnPlaces(headings);
  for (const names of Object.values<readonly string[]>(columns)) {
    if (names[0] !== undefined && names.some((name) => places.has(name))) reading.columns.add(names[0]);
  }
  const cell = cellReader(headings);
  const blank = new Set<Key>(Object.keys(columns) as Key[]);
  return (cells, key) => {
    const text = cell(cells, ...columns[key]);
    if (text !== '' && blank.delete(key)) reading.filledColumns.add(columns[key][0] ?? key);
    return text;
  };
}
