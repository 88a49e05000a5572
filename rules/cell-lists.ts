/** Several texts in one cell: with semicolons between them, as the parts of an address in a vCard (RFC 6350, 6.3.1), and a text that has one in quotation marks, as in CSV (RFC 4180). */

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
