import { textChunks } from './decode-text.ts';
import { listError } from './list-error.ts';
import type { ListFile } from './list-file.ts';

/** A table of a web page: its cells' texts, row by row. */
export interface HtmlTable {
  /** Text of the nearest preceding heading, and of the table's caption. */
  title: string;
  rows: { line: number; cells: string[] }[];
}

/** Characters of a page; far more than any of the lists read here. */
const maxPageLength = 8 * 1024 * 1024;
const maxCells = 100_000;

const namedEntities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
};

function decodeEntities(text: string): string {
  return text.replace(/&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,8});/gi, (whole, code: string) => {
    if (!code.startsWith('#')) return namedEntities[code.toLowerCase()] ?? whole;
    const point = /^#x/i.test(code) ? Number.parseInt(code.slice(2), 16) : Number(code.slice(1));
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : '';
  });
}

const plain = (text: string) =>
  decodeEntities(text)
    .replace(/[\s\u00a0]+/g, ' ')
    .trim();

/** Elements whose text is not displayed. */
const unread = /^(?:script|style|template|noscript|head)$/;
/** Elements that separate words. */
const parting = /^(?:br|p|div|li|ul|ol|h\d|sup)$/;

/** Parser state: the collected text and its target. */
class PageReading {
  readonly tables: HtmlTable[] = [];
  private heading = '';
  private text = '';
  private depth = 0;
  private cells = 0;

  constructor(private readonly fail: (reason: string) => Error) {}

  add(text: string): void {
    this.text += text;
  }

  /** Handles a tag: `<td>` starts a cell, `</td>` or the next `<td>` ends it. */
  tag(name: string, isEnd: boolean, line: number): void {
    if (parting.test(name)) this.text += ' ';
    const table = this.tables.at(-1);
    if (name === 'table') this.table(isEnd);
    else if (/^h[1-6]$/.test(name)) this.heading = this.taken(isEnd, this.heading);
    else if (name === 'caption' && table !== undefined && this.depth > 0) {
      const caption = this.taken(isEnd, '');
      if (caption !== '') table.title = `${table.title} ${caption}`.trim();
    } else if (table !== undefined && this.depth === 1) this.row(table, name, isEnd, line);
  }

  /** Whether the page ended inside a table. */
  isOpen(): boolean {
    return this.depth > 0;
  }

  private table(isEnd: boolean): void {
    if (isEnd) {
      this.closeCell();
      this.depth = Math.max(0, this.depth - 1);
    } else {
      this.depth += 1;
      if (this.depth === 1) this.tables.push({ title: this.heading, rows: [] });
      else throw this.fail('A table is nested in another one.');
    }
    this.text = '';
  }

  private taken(isEnd: boolean, before: string): string {
    const text = plain(this.text);
    this.text = '';
    return isEnd ? text : before;
  }

  private isInCell = false;

  private closeCell(): void {
    if (!this.isInCell) return;
    this.isInCell = false;
    this.cells += 1;
    if (this.cells > maxCells) throw this.fail(`The page has more than ${maxCells} cells.`);
    this.tables.at(-1)?.rows.at(-1)?.cells.push(plain(this.text));
    this.text = '';
  }

  private row(table: HtmlTable, name: string, isEnd: boolean, line: number): void {
    if (name === 'tr') {
      this.closeCell();
      if (!isEnd) table.rows.push({ line, cells: [] });
    } else if (name === 'td' || name === 'th') {
      this.closeCell();
      if (isEnd) return;
      if (table.rows.length === 0) table.rows.push({ line, cells: [] });
      this.isInCell = true;
      this.text = '';
    }
  }
}

/** Position after an element whose text is skipped. */
function afterUnread(page: string, name: string, at: number): number {
  const end = page.toLowerCase().indexOf(`</${name}`, at);
  return end === -1 ? page.length : end;
}

/**
 * Tables of a web page. Skips scripts and styles; fetches and executes nothing.
 * @throws ListError for a page that is too large or ends inside a table, as truncated ones do.
 */
export async function htmlTables(file: ListFile): Promise<HtmlTable[]> {
  const fail = (reason: string, line: number | null = null) => listError(file.name, line, reason);
  let page = '';
  for await (const chunk of textChunks(file)) {
    page += chunk;
    if (page.length > maxPageLength) throw fail('The page is larger than a list may be.');
  }
  const reading = new PageReading(fail);
  let at = 0;
  let line = 1;
  const tagPattern = /<!--[\s\S]*?-->|<(\/?)([a-z][a-z0-9]*)\b(?:"[^"]*"|'[^']*'|[^<>"'])*>/gi;
  for (let tag = tagPattern.exec(page); tag !== null; tag = tagPattern.exec(page)) {
    reading.add(page.slice(at, tag.index));
    for (
      let from = page.indexOf('\n', at);
      from !== -1 && from < tag.index;
      from = page.indexOf('\n', from + 1)
    )
      line += 1;
    at = tagPattern.lastIndex;
    const name = tag[2]?.toLowerCase();
    if (name === undefined) continue;
    if (tag[1] === '' && unread.test(name)) {
      at = afterUnread(page, name, at);
      tagPattern.lastIndex = at;
    } else reading.tag(name, tag[1] === '/', line);
  }
  if (reading.isOpen() || !/<\/html\s*>\s*(?:<!--[\s\S]*?-->\s*)*$/i.test(page)) {
    throw fail('The page does not end as a web page does: it is truncated.');
  }
  return reading.tables;
}
