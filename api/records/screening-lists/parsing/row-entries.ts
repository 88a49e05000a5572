import type { ScreeningSchema } from '#rules/screening/screening-records.ts';
import { type EntityDraft, namesInOrder, newDraft } from './entity-draft.ts';
import { listError } from './files/list-error.ts';
import { type FormatReading, maxNames } from './list-format.ts';
import { quoteCell } from './row-log.ts';

/** A row of a list whose entries have several rows each. */
export interface EntryRow {
  line: number;
  /** The publisher's number; empty if the row has none. */
  number: string;
  name: string;
  /** Undefined if the row states no known kind. */
  kind: ScreeningSchema | undefined;
  /** The kind in the list's words. */
  kindText: string;
  /** Whether the row gives another name of the entry with its number. */
  isOtherName: boolean;
}

type Draft = EntityDraft & { line: number };

interface Entry {
  draft: Draft;
  kind: ScreeningSchema | undefined;
  kindText: string;
  /** Whether a row gave the entry's own name; until then all are other names, which may precede it. */
  hasOwnName: boolean;
}

/** Entries of one number; a publisher repeats one by mistake, not by the hundred. */
const maxEntriesOfNumber = 100;

/** An id for an entry without a number; the same in each version that has the same name. */
export const idOfName = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 200);

const isSameName = (draft: EntityDraft, name: string) =>
  draft.names.some(({ text }) => text.toLowerCase() === name.toLowerCase());

function belongsTo({ draft, kind, hasOwnName }: Entry, row: EntryRow): boolean {
  if (kind !== undefined && row.kind !== undefined && kind !== row.kind) return false;
  return row.isOtherName || !hasOwnName || isSameName(draft, row.name);
}

/**
 * Collects the rows of entries. A number alone does not identify an entry: rows of one number with different names of their own, or of
 * different kinds, are different entries, wherever in the file they are.
 */
export function startEntries(reading: FormatReading, fileName: string) {
  const entries: Entry[] = [];
  const byNumber = new Map<string, Entry[]>();

  function add(row: EntryRow, numbered: Entry[]): Entry {
    const { number, line, name } = row;
    if (number === '') reading.rows.notice('noNumber', line, name);
    if (numbered.length > 0) reading.rows.notice('repeatedNumber', line, number);
    const own = number === '' ? `no-number ${idOfName(name)}` : number;
    const id = numbered.length === 0 ? own : `${number} ${name.toLowerCase()}`.slice(0, 300);
    const draft: Draft = { ...newDraft(id, 'LegalEntity'), topics: ['sanction'], line };
    const entry = { draft, kind: undefined, kindText: row.kindText, hasOwnName: false };
    entries.push(entry);
    if (number !== '') byNumber.set(number, [entry, ...numbered]);
    return entry;
  }

  function requireFewNames({ id, names }: EntityDraft, line: number): void {
    if (names.length > maxNames)
      throw listError(fileName, line, `Number ${id} has more than ${maxNames} names.`);
  }

  return {
    /**
     * The entity that a row belongs to: that of earlier rows, or a new one.
     * @throws ListError for one with too many names, a number of too many entries, or once reading takes too long.
     */
    draftFor(row: EntryRow): EntityDraft {
      const numbered = byNumber.get(row.number) ?? [];
      const fail = (reason: string) => listError(fileName, row.line, reason);
      if (performance.now() > reading.until) throw fail('Reading the list takes too long.');
      if (numbered.length > maxEntriesOfNumber)
        throw fail(`Number ${row.number} has more than ${maxEntriesOfNumber} entries.`);
      const entry = numbered.find((known) => belongsTo(known, row)) ?? add(row, numbered);
      entry.kind ??= row.kind;
      entry.hasOwnName ||= !row.isOtherName;
      entry.draft.schema = entry.kind ?? 'LegalEntity';
      requireFewNames(entry.draft, row.line);
      return entry.draft;
    },
    /** Every entity, once all rows are read. */
    *finish(): Generator<Draft, void, undefined> {
      for (const { draft, kind, kindText } of entries) {
        if (kind === undefined) reading.rows.notice('unknownKind', draft.line, quoteCell(kindText));
        requireFewNames(draft, draft.line);
        yield { ...draft, names: namesInOrder(draft.names) };
      }
    },
  };
}
