import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Where commands such as `seed` reach the server that holds the folder: a loopback port and the secret it asks for. */
export interface Control {
  port: number;
  secret: string;
}

export interface LockHolder {
  pid: number;
  /** Boot id and start of the process, by which a reused pid is told apart; null where the system does not say. */
  startedAt: string | null;
  control: Control | null;
}

export interface DataDirLock {
  /** Lets commands find the server. */
  announce(control: Control): Promise<void>;
  /** Gives the folder back. */
  release(): Promise<void>;
}

/** The error of a folder in use by a process that lives. */
export interface DataDirHeldError extends Error {
  code: 'DATA_DIR_HELD';
  holder: LockHolder;
}

export function isDataDirHeld(error: unknown): error is DataDirHeldError {
  return error instanceof Error && (error as Partial<DataDirHeldError>).code === 'DATA_DIR_HELD';
}

function heldError(dataDir: string, holder: LockHolder): DataDirHeldError {
  const error = new Error(
    `The data in ${dataDir} is in use by another Assay (process ${holder.pid}). Stop that one first, or set DATA_DIR to another folder.`,
  );
  return Object.assign(error, { code: 'DATA_DIR_HELD' as const, holder });
}

/*
 * Holders are numbered files, <dataDir>/lock/1, 2, 3 …, of which the highest counts. A file appears whole or not at all
 * (link), so one taker alone gets a number. Whoever finds the highest holder dead or gone takes the next number, then
 * looks again: if a higher one has appeared meanwhile its own came too late and is withdrawn. A number is never used
 * for a second holder, because the last file stays behind (marked as free) until a higher one exists. Deleting a
 * stale lock and making one's own instead would let two takers delete each other's.
 */

type Entry = (LockHolder & { free: boolean }) | null;

const folderOf = (dataDir: string) => join(dataDir, 'lock');

/** Whether a process has ended but is still listed, and when it started, in the system's own terms; null where it is not told. */
function readProcess(pid: number): { ended: boolean; startedAt: string } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the command in brackets, which may hold anything. State is the next, the start the 20th.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return { ended: fields[0] === 'Z' || fields[0] === 'X', startedAt: `${boot} ${fields[19]}` };
  } catch {
    return null;
  }
}

function lives({ pid, startedAt }: LockHolder): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
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

/** What a numbered file says; null when it is gone or, after a power cut, empty. */
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

/** Whether the number was free for us. */
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
 * Takes the folder for this process alone, until `release` or the end of the process, however it ends. Two processes
 * that open one embedded database lose rows without an error.
 *
 * @param options.formerThreadEnded the thread of this process that held it is gone, however it went: its hold counts no more.
 * @throws DataDirHeldError (`isDataDirHeld`) while a process that lives holds it, this one included.
 */
export async function takeDataDirLock(
  dataDir: string,
  { formerThreadEnded = false }: { formerThreadEnded?: boolean } = {},
): Promise<DataDirLock> {
  const folder = folderOf(dataDir);
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

/** Who holds the folder now, for commands that then go through the running server; null when nobody does. */
export async function readLock(dataDir: string): Promise<LockHolder | null> {
  const folder = folderOf(dataDir);
  for (;;) {
    const highest = Math.max(0, ...(await numbersIn(folder)));
    if (highest === 0) return null;
    const current = await entryAt(folder, highest);
    // Gone between the two reads: a higher number is there by now.
    if (current === null && !(await numbersIn(folder)).includes(highest)) continue;
    if (!current || current.free || !lives(current)) return null;
    const { pid, startedAt, control } = current;
    return { pid, startedAt, control };
  }
}
