/** A list that cannot be taken, with where it went wrong: nothing of it is used. */
export interface ListFault extends Error {
  code: 'list.fault';
  /** What the file is called. */
  file: string;
  /** Line of the file, from 1; null where the whole file is meant. */
  line: number | null;
  /** A sentence without its place. */
  reason: string;
}

/** Makes the error that ends the reading of a list: `sdn.csv, line 12: The row has 3 columns instead of 12.` */
export function listFault(file: string, line: number | null, reason: string): ListFault {
  const place = line === null ? file : `${file}, line ${line}`;
  return Object.assign(new Error(`${place}: ${reason}`), { code: 'list.fault' as const, file, line, reason });
}

export function isListFault(error: unknown): error is ListFault {
  return error instanceof Error && 'code' in error && error.code === 'list.fault';
}
