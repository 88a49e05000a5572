/**
 * What starts a formula in a spreadsheet, full-width forms included, with or without white space before it: = + - @, tab,
 * carriage return, line feed. Source: OWASP, "CSV Injection".
 */
const formulaStart = /^(?:[\t\r\n]|\s*[=+\-@\uff1d\uff0b\uff0d\uff20])/;

/**
 * A cell for a CSV export that no spreadsheet runs as a formula: a text that could start one gets a leading apostrophe,
 * every other is unchanged. Quoting and separators are the CSV writer's. Source: domain 11.12.
 */
export function neutraliseCell(text: string): string {
  return formulaStart.test(text) ? `'${text}` : text;
}

/** A value of ours as a CSV cell. Numbers are written as they are (−5 stays a number); nothing becomes an empty cell. */
export function csvCell(value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? neutraliseCell(value) : String(value);
}

/** The text that `neutraliseCell` made a cell of: an apostrophe before what could start a formula is taken off. */
export function textOfCell(cell: string): string {
  return cell.startsWith("'") && formulaStart.test(cell.slice(1)) ? cell.slice(1) : cell;
}
