import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { openLineFile, readWholeLines } from './journal-file.ts';

/** A change: a record put (`v` present) into collection `c` under key `k`, or removed (`v` absent). */
type Change = { c: string; k: string; v?: unknown };

/** A named collection of records inside a journal. */
export type Collection<Record> = {
  get(key: string): Record | undefined;
  /** All records, in the order in which their keys were first put. */
  values(): Record[];
  put(key: string, record: Record): void;
  remove(key: string): void;
};

export type Journal = {
  collection<Record>(name: string): Collection<Record>;
  /** Runs `work` and writes its puts and removes as one line, so that a crash preserves all or none. */
  together<Result>(work: () => Result): Result;
  close(): void;
};

/** Smaller files are not rewritten. */
const minLinesToCompact = 2_000;

/**
 * A small record store in one append-only file of JSON lines, one line per group of changes. Each line is written
 * synchronously before the call returns: an acknowledged change survives `kill -9` of the process. There is no fsync
 * per line, so a power cut may lose the last ones. An unterminated last line is dropped at the next start; any other
 * damaged line stops the start. The file is rewritten (to a new file renamed over it) when most of its lines are
 * outdated.
 * @param file path of the journal; its folder is created if missing. Mode 0600, because it contains secrets.
 */
export function openJournal(file: string): Journal {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const { records, lineCount, sizeBytes } = readRecords(file);
  let lines = lineCount;
  const lineFile = openLineFile(file, sizeBytes);
  let group: Change[] | undefined;
  compactIfDue();

  function compactIfDue(): void {
    if (lines <= minLinesToCompact || lines <= 4 * countRecords(records)) return;
    const live = toLines(records);
    lineFile.replace(live);
    lines = live.length;
  }

  function append(changes: Change[]): void {
    lineFile.append(JSON.stringify(changes));
    lines += 1;
    apply(records, changes);
    compactIfDue();
  }

  function change(item: Change): void {
    if (group) group.push(item);
    else append([item]);
  }

  return {
    collection<Record>(name: string): Collection<Record> {
      const held = () => records.get(name) as Map<string, Record> | undefined;
      const inGroup = (key: string) => group?.findLast((item) => item.c === name && item.k === key);
      return {
        get: (key) => {
          const pending = inGroup(key);
          return pending ? (pending.v as Record | undefined) : held()?.get(key);
        },
        values: () => [...(held()?.values() ?? [])],
        put: (key, record) => change({ c: name, k: key, v: record }),
        remove: (key) => change({ c: name, k: key }),
      };
    },
    together(work) {
      if (group) return work();
      group = [];
      try {
        const result = work();
        const changes = group;
        group = undefined;
        if (changes.length > 0) append(changes);
        return result;
      } finally {
        group = undefined;
      }
    },
    close: lineFile.close,
  };
}

type Records = Map<string, Map<string, unknown>>;

/** Replays the journal's lines into records. @throws if a line is damaged */
function readRecords(file: string): { records: Records; lineCount: number; sizeBytes: number } {
  const records: Records = new Map();
  const { lines, sizeBytes } = readWholeLines(file);
  lines.forEach((line, index) => {
    apply(records, parseLine(line, file, index + 1));
  });
  return { records, lineCount: lines.length, sizeBytes };
}

function countRecords(records: Records): number {
  let count = 0;
  for (const collection of records.values()) count += collection.size;
  return count;
}

/** One line for each record. */
function toLines(records: Records): string[] {
  const lines: string[] = [];
  for (const [c, collection] of records) {
    for (const [k, v] of collection) lines.push(JSON.stringify([{ c, k, v }]));
  }
  return lines;
}

function parseLine(line: string, file: string, lineNumber: number): Change[] {
  try {
    return JSON.parse(line) as Change[];
  } catch (cause) {
    throw new Error(
      `${file} is damaged at line ${lineNumber}. Restore it from a copy, or delete it to start afresh.`,
      {
        cause,
      },
    );
  }
}

function apply(records: Records, changes: Change[]): void {
  for (const { c, k, v } of changes) {
    const collection = records.get(c) ?? new Map<string, unknown>();
    if (v === undefined) collection.delete(k);
    else collection.set(k, v);
    records.set(c, collection);
  }
}
