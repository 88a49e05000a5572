/** A list that is rejected as a whole, with the location of the error. */
export interface ListError extends Error {
  code: 'list.fault';
  /** Name of the file. */
  file: string;
  /** Line from 1; null for the whole file. */
  line: number | null;
  /** Message without the location. */
  reason: string;
}

/** Creates an error: `sdn.csv, line 12: The row has 3 columns instead of 12.` */
export function listError(file: string, line: number | null, reason: string): ListError {
  const place = line === null ? file : `${file}, line ${line}`;
  return Object.assign(new Error(`${place}: ${reason}`), { code: 'list.fault' as const, file, line, reason });
}

/** Tells that a row has more or fewer columns than the file's headings. */
export const describeColumns = (found: number, expected: number): string =>
  `The row has ${found} columns instead of ${expected}.`;

/** Creates the error of a row with more or fewer columns than the file's headings. */
export const columnsError = (file: string, line: number, found: number, expected: number): ListError =>
  listError(file, line, describeColumns(found, expected));

export function isListError(error: unknown): error is ListError {
  return error instanceof Error && 'code' in error && error.code === 'list.fault';
}
