import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const prefix = 'assay-run-';

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Another user's.
    return error.code === 'EPERM';
  }
}

/**
 * A folder for all temporary files of a run, its processes' too; those of runs that were killed are removed.
 * @returns its path, and `remove`
 */
export function openRunFolder() {
  for (const name of readdirSync(tmpdir())) {
    const pid = Number(name.startsWith(prefix) ? name.slice(prefix.length) : Number.NaN);
    // A folder under this process's own id is a killed run's, whose id has been reused.
    if (Number.isInteger(pid) && (pid === process.pid || !isRunning(pid))) {
      rmSync(join(tmpdir(), name), { recursive: true, force: true });
    }
  }
  const path = join(tmpdir(), `${prefix}${process.pid}`);
  mkdirSync(path, { recursive: true });
  process.env.TMPDIR = path;
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
