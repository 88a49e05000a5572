import {
  closeSync,
  constants,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';

/** One change: a record put (`v` present) into collection `c` under key `k`, or taken out (`v` absent). */
type Change = { c: string; k: string; v?: unknown };

/** A named set of records of one shape inside a journal. */
export type Collection<Record> = {
  get(key: string): Record | undefined;
  /** Every record, in the order in which the keys first appeared. */
  values(): Record[];
  put(key: string, record: Record): void;
  remove(key: string): void;
};

export type Journal = {
  collection<Record>(name: string): Collection<Record>;
  /** Runs `work`; every put and remove inside it lands in one line, so after a crash all are there or none. */
  together<Result>(work: () => Result): Result;
  close(): void;
};

/** Rewriting costs little at this size; below it the file is not worth shortening. */
const leastLinesToCompact = 2_000;

/**
 * A small store of records in one append-only file of JSON lines, one line per group of changes.
 *
 * Each line is written with one synchronous `write` before the call returns: what a caller has acknowledged survives
 * `kill -9` of the process. It does not call fsync on every line, so a power cut may lose the last ones. A last line without its end,
 * left by a write that was cut, is dropped at the next start; a broken line anywhere else is damage and stops the start.
 * The file is rewritten (to a neighbour, then renamed over it) when most of its lines are history.
 *
 * @param file path of the journal; its folder is made if missing. Readable by the owner alone: it holds secrets.
 */
export function openJournal(file: string): Journal {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const records = new Map<string, Map<string, unknown>>();
  const read = readWholeLines(file);
  let lines = read.lines.length;
  read.lines.forEach((line, index) => {
    apply(records, parseLine(line, file, index + 1));
  });

  let isClosed = false;
  let descriptor = openSync(file, constants.O_CREAT | constants.O_WRONLY, 0o600);
  let sizeBytes = read.sizeBytes;
  ftruncateSync(descriptor, sizeBytes);
  let group: Change[] | undefined;
  if (isMostlyHistory()) compact();

  function liveCount(): number {
    let count = 0;
    for (const collection of records.values()) count += collection.size;
    return count;
  }

  function isMostlyHistory(): boolean {
    return lines > leastLinesToCompact && lines > 4 * liveCount();
  }

  function compact(): void {
    const kept: string[] = [];
    for (const [c, collection] of records) {
      for (const [k, v] of collection) kept.push(`${JSON.stringify([{ c, k, v }])}\n`);
    }
    const text = kept.join('');
    const next = openSync(`${file}.next`, 'w', 0o600);
    // Until the rename the old file stays in use, so a failure here loses nothing.
    try {
      writeFileSync(next, text);
      fsyncSync(next);
      renameSync(`${file}.next`, file);
    } catch (error) {
      closeSync(next);
      throw error;
    }
    closeSync(descriptor);
    descriptor = next;
    sizeBytes = Buffer.byteLength(text);
    lines = kept.length;
  }

  function append(changes: Change[]): void {
    // The system may have given the closed file's number to another file by now.
    if (isClosed) throw new Error(`${file} is closed`);
    const line = Buffer.from(`${JSON.stringify(changes)}\n`);
    try {
      let done = 0;
      while (done < line.length)
        done += writeSync(descriptor, line, done, line.length - done, sizeBytes + done);
    } catch (error) {
      // A full disk may have taken half a line; without this the next line would be glued to it.
      ftruncateSync(descriptor, sizeBytes);
      throw error;
    }
    sizeBytes += line.length;
    lines += 1;
    apply(records, changes);
    if (isMostlyHistory()) compact();
  }

  function change(one: Change): void {
    if (group) group.push(one);
    else append([one]);
  }

  return {
    collection<Record>(name: string): Collection<Record> {
      const held = () => records.get(name) as Map<string, Record> | undefined;
      const inGroup = (key: string) => group?.findLast((one) => one.c === name && one.k === key);
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
    close() {
      if (isClosed) return;
      isClosed = true;
      closeSync(descriptor);
    },
  };
}

function readWholeLines(file: string): { lines: string[]; sizeBytes: number } {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { lines: [], sizeBytes: 0 };
    throw error;
  }
  const sizeBytes = bytes.lastIndexOf('\n') + 1;
  const text = bytes.subarray(0, sizeBytes).toString('utf8');
  return { lines: text === '' ? [] : text.slice(0, -1).split('\n'), sizeBytes };
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

function apply(records: Map<string, Map<string, unknown>>, changes: Change[]): void {
  for (const { c, k, v } of changes) {
    const collection = records.get(c) ?? new Map<string, unknown>();
    if (v === undefined) collection.delete(k);
    else collection.set(k, v);
    records.set(c, collection);
  }
}
