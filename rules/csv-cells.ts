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

const month =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';

/**
 * What a spreadsheet takes for a number, date, time or truth value and shows in another way: 00123, 9429046393920, 1E5, 3-4, 10:30, 5 Mar. A
 * whole number of up to ten digits stays as it is.
 */
const converted = [
  /^(?!(?:0|[1-9]\d{0,9})$)[\s$€£¥(+-]*(?=[\d.,])[\d.,]*\d[\d.,]*(?:\s*e\s*[+-]?\d+)?[\s%)]*$/i,
  /^\d+\s+\d+\/\d+$/,
  /^\d{1,4}\s*[-/]\s*\d{1,4}(?:\s*[-/]\s*\d{1,4})?(?:[\sT]+[\d:.\sapm]*)?$/i,
  /^\d{1,4}:\d{1,2}(?::\d{1,2}(?:\.\d*)?)?(?:\s*[ap]m?)?$/i,
  /^\d{1,2}\s*[ap]m?$/i,
  new RegExp(`^\\d{1,2}[\\s/.,-]*${month}(?:[\\s/.,-]*\\d{1,4})?$`, 'i'),
  new RegExp(`^${month}[\\s/.,-]*\\d{1,4}(?:[\\s/,-]+\\d{1,4})?$`, 'i'),
  /^(?:true|false)$/i,
];

const isConverted = (text: string) => text.length <= 64 && converted.some((form) => form.test(text.trim()));

/** Whether a text, or what follows the apostrophes at its start, is written with an apostrophe of ours. */
function isProtected(text: string): boolean {
  const rest = text.replace(/^'+/, '');
  return formulaStart.test(rest) || isConverted(rest);
}

/**
 * A text or an identifier as a CSV cell that a spreadsheet neither runs nor takes for a number or a date: such a text gets a leading apostrophe.
 * Days are written without it: a spreadsheet shows them as days.
 */
export function textCell(text: string): string {
  return isProtected(text) ? `'${text}` : text;
}

/** The text from which `neutraliseCell` or `textCell` made a cell: removes the apostrophe that they put before it. */
export function getCellText(cell: string): string {
  return cell.startsWith("'") && isProtected(cell) ? cell.slice(1) : cell;
}

/*
 * Several texts in one cell: with semicolons between them, as the parts of an address in a vCard (RFC 6350, 6.3.1), and a text that has one in
 * quotation marks, as in CSV (RFC 4180).
 */

/** Whether a text would be read as several, or as one in quotation marks. */
const isQuoted = (text: string) => /;|^"/.test(text);

/** Writes texts on one line, so that `readCellList` reads the same texts. Blank ones are written. */
export function writeCellList(texts: readonly string[]): string {
  return texts.map((text) => (isQuoted(text) ? `"${text.replaceAll('"', '""')}"` : text)).join('; ');
}

/**
 * Reads the texts of one line, blank ones included. Quotation marks are removed only around a text that needs them: a nickname in quotation
 * marks stays as it is.
 */
export function readCellList(line: string): string[] {
  const texts: string[] = [];
  const pattern = /\s*(?:"((?:[^"]|"")*)"\s*|([^;]*))(;|$)/y;
  for (;;) {
    const [, quoted, plain = '', end] = pattern.exec(line) ?? [];
    const unquoted = quoted?.replaceAll('""', '"');
    texts.push(unquoted === undefined ? plain.trim() : isQuoted(unquoted) ? unquoted : `"${quoted}"`);
    if (end !== ';') return texts;
  }
}
