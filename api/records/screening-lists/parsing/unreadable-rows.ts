import { formatNumber } from '#rules/format/numbers.ts';
import { listError } from './list-error.ts';
import type { FormatReading, ListFile } from './list-format.ts';

/** Maximum share of unreadable rows; beyond it the file is not in the expected format. */
const maxUnreadableShare = 0.02;

/** Counts rows of a list whose parser follows a description only, so that one odd row does not reject all others. */
export interface RowCount {
  /** A row that was read. */
  read(): void;
  /** A row that was not, with the reason. */
  unreadable(line: number, reason: string): void;
  /**
   * Ends the count. A few unreadable rows hold the list until a person has reviewed it.
   * @throws ListError for no rows, or more than a fiftieth unreadable.
   */
  finish(reading: FormatReading): void;
}

export function countRows(file: ListFile): RowCount {
  let read = 0;
  const faults: { line: number; reason: string }[] = [];
  return {
    read: () => {
      read += 1;
    },
    unreadable: (line, reason) => {
      faults.push({ line, reason });
    },
    finish(reading) {
      const [first] = faults;
      const all = read + faults.length;
      if (first === undefined) return;
      const counted = `${formatNumber(faults.length)} of ${formatNumber(all)} rows cannot be read, the first on line ${first.line}: ${first.reason}`;
      if (faults.length > all * maxUnreadableShare)
        throw listError(file.name, first.line, `${counted} The file may have another form than expected.`);
      reading.notes.push({
        kind: 'doubt',
        text: `${counted} Look these entries up at the source before you confirm the list.`,
      });
    },
  };
}
