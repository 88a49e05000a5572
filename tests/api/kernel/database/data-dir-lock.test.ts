import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { acquireDataDirLock, isDataDirLocked, readLock } from '#api/kernel/database/data-dir-lock.ts';

let dataDir: string;
let children: ChildProcess[];
let script: string;

const lockModule = new URL('../../../../api/kernel/database/data-dir-lock.ts', import.meta.url);

/** Another process that tries to take the lock, prints `taken` or `held`, and lives until killed. */
async function taker(): Promise<{ child: ChildProcess; said: string }> {
  const child = spawn(process.execPath, [script, dataDir], { stdio: ['pipe', 'pipe', 'inherit'] });
  children.push(child);
  const [data] = await once(child.stdout ?? child, 'data');
  return { child, said: String(data).trim() };
}

async function kill(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'assay-lock-'));
  children = [];
  const { build } = await import('esbuild');
  await build({
    entryPoints: [fileURLToPath(lockModule)],
    outfile: join(dataDir, 'data-dir-lock.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
  });
  script = join(dataDir, 'take.mjs');
  await writeFile(
    script,
    `import { acquireDataDirLock } from './data-dir-lock.mjs';
     try { await acquireDataDirLock(process.argv[2]); console.log('taken'); }
     catch (error) { console.log(error.code === 'DATA_DIR_HELD' ? 'held' : String(error)); }
     process.stdin.resume();`,
  );
});
afterEach(async () => {
  await Promise.all(
    children.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null).map(kill),
  );
  await rm(dataDir, { recursive: true, force: true });
});

describe('the lock of a data folder', () => {
  test('a second taker is rejected with the holder and what to do', async () => {
    const lock = await acquireDataDirLock(dataDir);
    await expect(acquireDataDirLock(dataDir)).rejects.toThrow(
      `in use by another Assay (process ${process.pid}). Stop that one first, or set DATA_DIR to another folder.`,
    );
    expect((await taker()).said).toBe('held');
    await lock.release();
    expect((await taker()).said).toBe('taken');
    await expect(acquireDataDirLock(dataDir)).rejects.toSatisfy(isDataDirLocked);
  });

  test('commands find the server while it runs, and nothing afterwards', async () => {
    expect(await readLock(dataDir)).toBeNull();
    const lock = await acquireDataDirLock(dataDir);
    await lock.announce({ port: 40_123, secret: 'made up' });
    expect(await readLock(dataDir)).toMatchObject({
      pid: process.pid,
      control: { port: 40_123, secret: 'made up' },
    });
    await lock.release();
    expect(await readLock(dataDir)).toBeNull();
  });

  test('the secret is readable by the owner alone', async () => {
    const lock = await acquireDataDirLock(dataDir);
    await lock.announce({ port: 40_123, secret: 'made up' });
    const [file] = await readdir(join(dataDir, 'lock'));
    expect((await stat(join(dataDir, 'lock', String(file)))).mode & 0o777).toBe(0o600);
    expect((await stat(join(dataDir, 'lock'))).mode & 0o777).toBe(0o700);
  });

  test('a holder killed with -9 leaves the folder to the next', async () => {
    const { child, said } = await taker();
    expect(said).toBe('taken');
    await kill(child);
    await acquireDataDirLock(dataDir);
  });

  test('a process with the dead holder’s reused pid is not taken for the holder', async () => {
    const lock = await acquireDataDirLock(dataDir);
    await lock.release();
    const [file] = await readdir(join(dataDir, 'lock'));
    await writeFile(
      join(dataDir, 'lock', String(file)),
      JSON.stringify({ pid: process.pid, startedAt: 'another boot 1', control: null, free: false }),
    );
    expect(await readLock(dataDir)).toBeNull();
    await acquireDataDirLock(dataDir);
  });

  test('a lock file left empty by a power cut does not block the next taker', async () => {
    const lock = await acquireDataDirLock(dataDir);
    await lock.release();
    const [file] = await readdir(join(dataDir, 'lock'));
    await writeFile(join(dataDir, 'lock', String(file)), '');
    await acquireDataDirLock(dataDir);
  });

  test('one of many concurrent takers replaces a dead holder, within and across processes', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { child } = await taker();
      await kill(child);
      const inThisProcess = Array.from({ length: 20 }, () => acquireDataDirLock(dataDir).catch(() => null));
      const [locks, others] = await Promise.all([
        Promise.all(inThisProcess),
        Promise.all(Array.from({ length: 2 }, () => taker())),
      ]);
      const taken = locks.filter((lock) => lock !== null);
      expect(taken.length + others.filter(({ said }) => said === 'taken').length).toBe(1);
      expect(await readdir(join(dataDir, 'lock'))).toHaveLength(1);
      await Promise.all(others.map((other) => kill(other.child)));
      for (const lock of taken) await lock.release();
    }
  });

  test('two never hold it while many take and release it repeatedly', async () => {
    let holders = 0;
    let turns = 0;
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        for (let attempt = 0; attempt < 60; attempt += 1) {
          const lock = await acquireDataDirLock(dataDir).catch(() => null);
          if (!lock) continue;
          holders += 1;
          turns += 1;
          expect(holders).toBe(1);
          await new Promise((resolve) => setImmediate(resolve));
          holders -= 1;
          await lock.release();
        }
      }),
    );
    expect(turns).toBeGreaterThan(1);
  });
});
