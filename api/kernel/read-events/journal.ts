import { randomUUID } from 'node:crypto';
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import { v7 as uuidv7 } from 'uuid';
import type { Schema } from '../database/tables/schema.ts';
import { asTenant } from '../database/tenancy.ts';
import { isProcessRunning } from '../is-process-running.ts';
import { insertReadEvents, type ReadEvent } from './store.ts';

/** Notes which records members open, and saves the notes in batches. */
export interface ReadJournal {
  /**
   * Notes one opening, before the response is sent. The same record opened again by the same session within ten minutes is not noted: a
   * page reads its record several times.
   */
  note(event: Omit<ReadEvent, 'id' | 'at'>): void;
  /** Saves the notes so far. */
  flush(): Promise<void>;
  /** Saves all notes; none may follow. */
  close(): Promise<void>;
}

export interface ReadJournalDeps {
  db: Kysely<Schema>;
  /** Folder of the journal's files, shared by the processes of this machine. */
  folder: string;
  now: () => Date;
  onError: (error: unknown) => void;
}

const sameOpeningMs = 10 * 60_000;
const rememberedOpenings = 20_000;
const flushAfterMs = 2000;
const eventsPerStatement = 500;

/** A file of another machine counts as left behind after this. */
const abandonedAfterMs = 15 * 60_000;

async function save(db: Kysely<Schema>, events: readonly ReadEvent[]): Promise<void> {
  const byCompany = new Map<string, ReadEvent[]>();
  for (const event of events) {
    const own = byCompany.get(event.companyId);
    if (own === undefined) byCompany.set(event.companyId, [event]);
    else own.push(event);
  }
  for (const [companyId, own] of byCompany) {
    for (let from = 0; from < own.length; from += eventsPerStatement) {
      const some = own.slice(from, from + eventsPerStatement);
      await asTenant(db, companyId, (trx) => insertReadEvents(trx, companyId, some));
    }
  }
}

/** Events of a file; an unfinished last line is left out. */
function parseJournal(text: string): ReadEvent[] {
  return text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as ReadEvent);
}

/** Saves the notes of processes that ended before they did. */
async function recover(
  { db, folder, now }: ReadJournalDeps,
  isOwn: (name: string) => boolean,
): Promise<void> {
  for (const name of await readdir(folder)) {
    const [, host, pid] = /^(.+)~(\d+)~[\w-]+\.jsonl$/.exec(name) ?? [];
    if (host === undefined || isOwn(name)) continue;
    const path = join(folder, name);
    const isLeft =
      host === hostname()
        ? Number(pid) === process.pid || !isProcessRunning(Number(pid))
        : (await stat(path)).mtimeMs < now().getTime() - abandonedAfterMs;
    if (!isLeft) continue;
    await save(db, parseJournal(await readFile(path, 'utf8')));
    await rm(path, { force: true });
  }
}

/**
 * Opens the journal. Each note is appended to a file before the response is sent, so that it survives a kill of the process, and is saved
 * to the database within two seconds; what a process left behind is saved by the next one that starts on this machine.
 */
export function openReadJournal(deps: ReadJournalDeps): ReadJournal {
  const { db, folder, now, onError } = deps;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const recent = new LRUCache<string, true>({ max: rememberedOpenings, ttl: sameOpeningMs });
  const own = new Set<string>();
  let file: { name: string; fd: number } | undefined;
  let noted: ReadEvent[] = [];
  let timer: NodeJS.Timeout | undefined;
  let saving: Promise<void> = recover(deps, (name) => own.has(name)).catch(onError);

  function openFile() {
    const name = `${hostname()}~${process.pid}~${randomUUID()}.jsonl`;
    own.add(name);
    file = { name, fd: openSync(join(folder, name), 'a', 0o600) };
    return file;
  }

  /** Saves what is noted, with its files; on failure it is retained for the next time. */
  async function saveNoted(): Promise<void> {
    if (file === undefined) return;
    const { name, fd } = file;
    const events = noted;
    file = undefined;
    noted = [];
    closeSync(fd);
    try {
      await save(db, events);
      await rm(join(folder, name), { force: true });
      own.delete(name);
    } catch (error) {
      // The file remains: its events are saved by the next start, unless they are saved here.
      onError(error);
      for (const event of events) append(event);
      await rm(join(folder, name), { force: true });
      own.delete(name);
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    saving = saving.then(saveNoted).catch(onError);
    return saving;
  }

  function append(event: ReadEvent): void {
    writeSync((file ?? openFile()).fd, `${JSON.stringify(event)}\n`);
    noted.push(event);
    timer ??= setTimeout(flush, flushAfterMs).unref();
  }

  return {
    note(event) {
      const key = `${event.memberId} ${event.sessionId} ${event.type} ${event.recordId}`;
      if (recent.has(key)) return;
      recent.set(key, true);
      const at = now();
      try {
        append({ id: uuidv7({ msecs: at.getTime() }), at: at.toISOString(), ...event });
      } catch (error) {
        // A full disk must not lock people out of the records.
        onError(error);
      }
    },
    flush,
    close: flush,
  };
}
