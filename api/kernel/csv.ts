import { stringify } from 'csv-stringify/sync';

/** Marks a file as UTF-8 for spreadsheets. */
export const byteOrderMark = '\ufeff';

/** Rows as lines of CSV (RFC 4180). Cells that a spreadsheet might run are escaped before, by `csvCell`. */
export const csvLines = (rows: readonly (readonly unknown[])[]): string =>
  stringify(rows as unknown[][], { record_delimiter: '\r\n', quoted_match: /[\r\n]/ });
