import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort, startServer } from './processes.ts';

const sources = fileURLToPath(new URL('../../../build/sources.sha256', import.meta.url));
const prefix = 'assay-test-demo-';

/** The demo is relative to the day of its creation, and belongs to one build. */
async function templatePath(): Promise<string> {
  const digest = (await readFile(sources, 'utf8')).trim().slice(0, 16);
  return join(tmpdir(), `${prefix}${digest}-${new Date().toISOString().slice(0, 10)}`);
}

async function makeTemplate(folder: string): Promise<void> {
  const port = await freePort();
  const server = await startServer('all', {
    PORT: String(port),
    DATA_DIR: folder,
    SANDBOX: '1',
    LOG_LEVEL: 'error',
  });
  try {
    while ((await fetch(`http://localhost:${port}/sandbox/demo`)).status !== 200) await pause(200);
  } finally {
    await server.stop();
  }
}

async function removeOtherTemplates(current: string): Promise<void> {
  const hourAgo = Date.now() - 60 * 60 * 1000;
  for (const name of await readdir(tmpdir())) {
    const path = join(tmpdir(), name);
    if (!name.startsWith(prefix) || path.startsWith(current)) continue;
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    if (mtimeMs < hourAgo) await rm(path, { recursive: true, force: true });
  }
}

/** Creates the template once; concurrent workers wait for it. */
async function ensureTemplate(): Promise<string> {
  const template = await templatePath();
  const lock = `${template}.lock`;
  while (!existsSync(template)) {
    const isFirst = await mkdir(lock).then(
      () => true,
      () => false,
    );
    if (!isFirst) {
      await pause(250);
      const { mtimeMs } = await stat(lock).catch(() => ({ mtimeMs: Date.now() }));
      // Left by a killed run.
      if (Date.now() - mtimeMs > 180_000) await rm(lock, { recursive: true, force: true });
      continue;
    }
    try {
      if (existsSync(template)) break;
      const unfinished = await mkdtemp(`${template}.making-`);
      await makeTemplate(unfinished);
      await rename(unfinished, template);
      await removeOtherTemplates(template);
    } finally {
      await rm(lock, { recursive: true, force: true });
    }
  }
  return template;
}

/**
 * A data folder of its own with the complete demo company, for tests of a whole server that do not test the demo's creation. The demo is
 * created once for each build and day; every later folder is a copy. Needs a built product.
 * @param name distinguishes the folder in the folder for temporary files
 * @returns the folder's path; the caller removes it
 */
export async function demoFolder(name: string): Promise<string> {
  const template = await ensureTemplate();
  const folder = await mkdtemp(join(tmpdir(), `assay-${name}-`));
  await cp(template, folder, { recursive: true });
  return folder;
}
