/**
 * Start of a formula in a spreadsheet, including full-width forms, with or without preceding white space: = + - @, tab,
 * carriage return, line feed. Source: OWASP, "CSV Injection".
 */
const formulaStart = /^(?:[\t\r\n]|\s*[=+\-@\uff1d\uff0b\uff0d\uff20])/;

/**
 * A cell for a CSV export that no spreadsheet runs as a formula: a text that could start one gets a leading apostrophe,
 * every other is unchanged. Quoting and separators are the CSV writer's.
 */
export function neutraliseCell(text: string): string {
  return formulaStart.test(text) ? `'${text}` : text;
}

/** A value as a CSV cell. Numbers are written unchanged (−5 stays a number); null and undefined become an empty cell. */
export function csvCell(value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? neutraliseCell(value) : String(value);
}

/** The text from which `neutraliseCell` made a cell: removes the apostrophe before the start of a formula. */
export function getCellText(cell: string): string {
  return cell.startsWith("'") && formulaStart.test(cell.slice(1)) ? cell.slice(1) : cell;
}
