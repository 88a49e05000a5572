import { formatNumber } from '#rules/format/numbers.ts';
import { tidy } from './files/cell-text.ts';
import { type ListError, listError } from './files/list-error.ts';

/** A message to the operator about a list. */
export interface ReadingNote {
  /** `doubt`: the list may be truncated or wrong, and is activated only after confirmation. `note`: it is activated. */
  kind: 'doubt' | 'note';
  text: string;
}

/** Maximum share of rows that cannot be read; beyond it the file is not in the expected format. */
const maxUnreadShare = 0.02;

/** Rows named in a note; the rest are counted. */
const maxNamedRows = 20;
const maxQuotedLength = 60;
const maxTextLength = 200;

/** What a reader can notice about a row that it read, or skipped as no entry. */
const remarks = {
  unknownKind: [
    'entry has no known type and is compared with people and organisations',
    'entries have no known type and are compared with people and organisations',
  ],
  repeatedNumber: [
    'number belongs to several entries, each of which is read as its own',
    'numbers belong to several entries, each of which is read as its own',
  ],
  noNumber: ['entry has no number', 'entries have no number'],
  noDesignation: ['entry has no date of designation', 'entries have no date of designation'],
  otherDate: [
    'date of birth is in another form than the list’s',
    'dates of birth are in another form than the list’s',
  ],
  unreadDate: [
    'date of birth could not be read and does not count against a match',
    'dates of birth could not be read and do not count against a match',
  ],
  unreadCountry: [
    'country could not be read and does not count against a match',
    'countries could not be read and do not count against a match',
  ],
  aliasAlone: [
    'alias has a number that no entry has, and is read as an entry of its own',
    'aliases have numbers that no entry has, and are read as entries of their own',
  ],
  remark: [
    'row holds a remark and no entry, and was skipped',
    'rows hold a remark and no entry, and were skipped',
  ],
} as const;

type RemarkKind = keyof typeof remarks;

const remarkStart = /^[*†‡§#]/;
const remarkWords =
  /^(?:notes?|remarks?|source|disclaimer|last updated|updated|as at|as of|end of|totals?)\b(?:$|.*(?:\d|[:.]$))/i;

/**
 * The remark of a row that lists no one, such as `* updated 1 May 2024`; undefined for other rows. Its only text starts or reads like a
 * remark: whatever else may be a name is read as one. A file of one column holds names alone.
 */
function getRemark(cells: readonly string[], width: number): string | undefined {
  const [text, another] = cells.filter((cell) => cell !== '');
  if (width === 1 || text === undefined || another !== undefined) return undefined;
  return remarkStart.test(text) || remarkWords.test(text) ? text : undefined;
}

/** What a reader notices row by row, for the notes that are shown with the list. */
export interface RowLog {
  /** An entry was read from the row. */
  read(): void;
  /** The row cannot be read. Its name is not screened against, and screening is incomplete. */
  unread(line: number, reason: string): void;
  /** @param text the cell, or what was understood */
  notice(kind: RemarkKind, line: number, text: string): void;
  /** Notes a row that holds a remark and no entry. @param width columns of the file. @returns whether the row is one */
  noticeRemark(line: number, cells: readonly string[], width: number): boolean;
  /** Number of rows that could not be read. */
  unreadRows(): number;
  /**
   * Notes on everything noticed. Unreadable rows are a doubt, which holds the list until a person has looked at it.
   * @throws ListError if more than a fiftieth of the rows could not be read.
   */
  finish(file: string): ReadingNote[];
}

/** Rows with the same finding: the first ones, and the number of all. */
interface NoticedRows {
  count: number;
  named: { line: number; text: string }[];
}

function addRow(rows: NoticedRows, line: number, text: string): void {
  rows.count += 1;
  if (rows.named.length < maxNamedRows) rows.named.push({ line, text: tidy(text.slice(0, maxTextLength)) });
}

function nameRows({ count, named }: NoticedRows): string {
  const phrases = named.map(({ line, text }) => `line ${line}${text === '' ? '' : ` (${text})`}`);
  const more = count - named.length;
  return `${phrases.join(', ')}${more > 0 ? ` and ${formatNumber(more)} more` : ''}`;
}

/** A cell's text in quotation marks, shortened; `blank` for none. */
export const quoteCell = (text: string): string =>
  text === ''
    ? 'blank'
    : `“${tidy(text.slice(0, maxQuotedLength))}${text.length > maxQuotedLength ? '…' : ''}”`;

export function startRowLog(): RowLog {
  let read = 0;
  const unread: NoticedRows = { count: 0, named: [] };
  const noticed = new Map<RemarkKind, NoticedRows>();
  function notice(kind: RemarkKind, line: number, text: string): void {
    const rows = noticed.get(kind) ?? { count: 0, named: [] };
    noticed.set(kind, rows);
    addRow(rows, line, text);
  }
  function unreadNotes(file: string): ReadingNote[] {
    const [first] = unread.named;
    if (first === undefined) return [];
    const all = read + unread.count;
    const counted = `${formatNumber(unread.count)} of ${formatNumber(all)} rows cannot be read`;
    if (unread.count > all * maxUnreadShare) throw tooManyUnread(file, counted, first);
    const named = nameRows(unread);
    return [
      {
        kind: 'doubt',
        text: `${counted}: ${named}. Screening is incomplete while this version is active; look these entries up at the source.`,
      },
    ];
  }
  return {
    read: () => {
      read += 1;
    },
    unread: (line, reason) => {
      addRow(unread, line, reason.replace(/\.$/, ''));
    },
    notice,
    noticeRemark(line, cells, width) {
      const remark = getRemark(cells, width);
      if (remark === undefined) return false;
      notice('remark', line, quoteCell(remark));
      return true;
    },
    unreadRows: () => unread.count,
    finish: (file) => [
      ...unreadNotes(file),
      ...[...noticed].map(([kind, rows]): ReadingNote => {
        const [one, many] = remarks[kind];
        const text = `${formatNumber(rows.count)} ${rows.count === 1 ? one : many}: ${nameRows(rows)}.`;
        return { kind: 'note', text };
      }),
    ],
  };
}

function tooManyUnread(file: string, counted: string, first: { line: number; text: string }): ListError {
  return listError(
    file,
    first.line,
    `${counted}, the first on line ${first.line}: ${first.text}. The file may have another form than expected.`,
  );
}
