import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, vi } from 'vitest';
import { openDatabase } from '#api/kernel/database/pool.ts';
import { openFileStorage } from '#api/records/documents/storage.ts';
import { testSigningPem } from '#tests/support/signing-keys.ts';
import { backUp, backupKeys, getContents, openFilledApi, storedFiles } from './backup-run.ts';

/** Files below a folder; none if it is not there. */
const countFiles = (path: string): Promise<number> =>
  readdir(path, { recursive: true, withFileTypes: true }).then(
    (entries) => entries.filter((entry) => entry.isFile()).length,
    () => 0,
  );

/** Commands in processes of their own, on the built tree and the embedded database of a folder. */
function commandsIn(dataDir: string) {
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: dataDir,
    ...Object.fromEntries(Object.entries(backupKeys.secrets).map(([name, keys]) => [name, keys.join()])),
    AUDIT_SIGNING_KEY: testSigningPem,
    NODE_ENV: 'test',
    FILE_STORAGE: 'local',
  } as NodeJS.ProcessEnv;
  const start = (args: string[]): ChildProcess =>
    spawn(process.execPath, ['build/node/command.js', ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  return {
    async end(args: string[]) {
      const child = start(args);
      let printed = '';
      for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (printed += chunk));
      const [code] = await once(child, 'close');
      return { code, printed };
    },
    /** Kills the command once it is as far; it must not have ended by then. */
    async killWhen(args: string[], isReached: () => boolean | Promise<boolean>) {
      const child = start(args);
      const ended = once(child, 'close');
      await vi.waitFor(async () => expect(await isReached()).toBe(true), { timeout: 120_000, interval: 2 });
      child.kill('SIGKILL');
      const [, signal] = await ended;
      expect(signal).toBe('SIGKILL');
    },
    /** Kills the command after a time; returns whether it had ended before. */
    async killAfter(args: string[], ms: number): Promise<boolean> {
      const child = start(args);
      const ended = once(child, 'close');
      const timer = pause(ms).then(() => child.kill('SIGKILL'));
      const [code] = await ended;
      await timer;
      return code === 0;
    },
  };
}

/**
 * Kills a restore while it creates the database and while it loads, then a backup while it writes, and `randomKills` restores at any
 * moment; after each nothing is half, and the command succeeds when it is run again.
 */
export async function runBackupKills(size: {
  clients: number;
  files: number;
  randomKills: number;
}): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-kills-'));
  const api = await openFilledApi('pglite', size);
  try {
    const original = await getContents(api.database, await storedFiles(api));
    const backup = join(folder, 'first.backup');
    await backUp(api, backup);
    const dataDir = join(folder, 'data');
    const { end, killWhen, killAfter } = commandsIn(dataDir);
    const files = join(dataDir, 'files');
    const restoring = ['restore', '--from', backup];
    await killWhen(restoring, () => existsSync(join(dataDir, 'postgres')));
    // Every row has been sent, and no transaction has ended.
    await killWhen(restoring, async () => (await countFiles(files)) > 5);
    const early = await end(['audit:verify']);
    expect([early.code, early.printed]).toEqual([1, expect.stringContaining('There are no audit chains')]);
    let isRestored = false;
    for (let kill = 0; kill < size.randomKills && !isRestored; kill += 1) {
      isRestored = await killAfter(restoring, 500 + Math.random() * 8000);
    }
    if (!isRestored) {
      expect(await end(restoring)).toEqual({
        code: 0,
        printed: expect.stringMatching(
          /Restored [\d,]+ rows and \d+ files\. All \d+ audit chains verified\./,
        ),
      });
    }
    const again = join(folder, 'second.backup');
    await killWhen(['backup', '--to', again], () => existsSync(`${again}.partial`));
    expect(existsSync(again)).toBe(false);
    expect(await end(['backup', '--to', again])).toMatchObject({ code: 0 });
    expect(existsSync(`${again}.partial`)).toBe(false);

    const database = await openDatabase({ dataDir });
    try {
      const storage = await openFileStorage({ kind: 'local', folder: files });
      expect(await getContents(database, storage)).toEqual(original);
    } finally {
      await database.close();
    }
  } finally {
    await api.close();
    await rm(folder, { recursive: true, force: true });
  }
}
