import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isProcessRunning } from '../is-process-running.ts';

/** Address of the server that locks the folder, for commands such as `seed`: loopback port and secret. */
export interface Control {
  port: number;
  secret: string;
}

export interface LockHolder {
  pid: number;
  /** Boot id and process start, to detect a reused pid; null if the system does not report them. */
  startedAt: string | null;
  control: Control | null;
}

export interface DataDirLock {
  /** Publishes the server's address for commands. */
  announce(control: Control): Promise<void>;
  /** Releases the folder. */
  release(): Promise<void>;
}

/** Error for a folder that a running process has locked. */
export interface DataDirLockedError extends Error {
  code: 'DATA_DIR_HELD';
  holder: LockHolder;
}

export function isDataDirLocked(error: unknown): error is DataDirLockedError {
  return error instanceof Error && (error as Partial<DataDirLockedError>).code === 'DATA_DIR_HELD';
}

function heldError(dataDir: string, holder: LockHolder): DataDirLockedError {
  const error = new Error(
    `The data in ${dataDir} is in use by another Assay (process ${holder.pid}). Stop that one first, or set DATA_DIR to another folder.`,
  );
  return Object.assign(error, { code: 'DATA_DIR_HELD' as const, holder });
}

/*
 * Holders are numbered files, <dataDir>/lock/1, 2, 3 …; the highest counts. A file appears atomically (link), so only
 * one process gets a number. A process that finds the highest holder dead or gone takes the next number and checks
 * again: if a higher one has appeared meanwhile, it was too late and withdraws. A number is never reused, because the
 * last file stays (marked as free) until a higher one exists. Deleting a stale lock and creating a new one would
 * instead let two processes delete each other's.
 */

type Entry = (LockHolder & { free: boolean }) | null;

const getFolder = (dataDir: string) => join(dataDir, 'lock');

/** Whether a process has ended but is still listed (zombie), and its start time in system units; null if unknown. */
function readProcess(pid: number): { ended: boolean; startedAt: string } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the command in brackets, which may contain anything. The state follows it; the start time is
    // the 20th field after.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return { ended: fields[0] === 'Z' || fields[0] === 'X', startedAt: `${boot} ${fields[19]}` };
  } catch {
    return null;
  }
}

function lives({ pid, startedAt }: LockHolder): boolean {
  if (!isProcessRunning(pid)) return false;
  const current = readProcess(pid);
  if (current === null) return true;
  return !current.ended && (startedAt === null || startedAt === current.startedAt);
}

async function numbersIn(folder: string): Promise<number[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.filter((name) => /^\d+$/.test(name)).map(Number);
}

/** Content of a numbered file; null if it is missing or, after a power cut, empty. */
async function entryAt(folder: string, number: number): Promise<Entry> {
  try {
    return JSON.parse(await readFile(join(folder, String(number)), 'utf8'));
  } catch {
    return null;
  }
}

async function writeEntry(folder: string, entry: Entry): Promise<string> {
  const unfinished = join(folder, `new-${process.pid}-${randomBytes(6).toString('hex')}`);
  await writeFile(unfinished, JSON.stringify(entry), { mode: 0o600, flag: 'wx' });
  return unfinished;
}

async function replaceEntry(folder: string, number: number, entry: Entry): Promise<void> {
  await rename(await writeEntry(folder, entry), join(folder, String(number)));
}

/** Claims a number. @returns whether it was free */
async function claim(folder: string, number: number, entry: Entry): Promise<boolean> {
  const unfinished = await writeEntry(folder, entry);
  try {
    await link(unfinished, join(folder, String(number)));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(unfinished, { force: true });
  }
}

/**
 * Locks the folder for this process until `release` or the end of the process. Two processes on one embedded database
 * would lose rows without an error.
 * @param options.formerThreadEnded the thread of this process that held the lock has ended, so its lock no longer
 * counts.
 * @throws DataDirLockedError (`isDataDirLocked`) while a running process holds it, including this one.
 */
export async function acquireDataDirLock(
  dataDir: string,
  { formerThreadEnded = false }: { formerThreadEnded?: boolean } = {},
): Promise<DataDirLock> {
  const folder = getFolder(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const holder: LockHolder = {
    pid: process.pid,
    startedAt: readProcess(process.pid)?.startedAt ?? null,
    control: null,
  };
  for (;;) {
    const highest = Math.max(0, ...(await numbersIn(folder)));
    const current = highest === 0 ? null : await entryAt(folder, highest);
    const isFormerOwn = formerThreadEnded && current?.pid === process.pid;
    if (current && !current.free && !isFormerOwn && lives(current)) throw heldError(dataDir, current);
    const own = highest + 1;
    if (!(await claim(folder, own, { ...holder, free: false }))) continue;
    const others = await numbersIn(folder);
    if (Math.max(...others) > own) {
      await rm(join(folder, String(own)), { force: true });
      continue;
    }
    for (const number of others) if (number < own) await rm(join(folder, String(number)), { force: true });
    return {
      announce: (control) => replaceEntry(folder, own, { ...holder, control, free: false }),
      release: () => replaceEntry(folder, own, { ...holder, free: true }),
    };
  }
}

/** Current holder of the folder, for commands that go through the running server; null if it is free. */
export async function readLock(dataDir: string): Promise<LockHolder | null> {
  const folder = getFolder(dataDir);
  for (;;) {
    const highest = Math.max(0, ...(await numbersIn(folder)));
    if (highest === 0) return null;
    const current = await entryAt(folder, highest);
    // Removed between the two reads: a higher number exists now.
    if (current === null && !(await numbersIn(folder)).includes(highest)) continue;
    if (!current || current.free || !lives(current)) return null;
    const { pid, startedAt, control } = current;
    return { pid, startedAt, control };
  }
}
