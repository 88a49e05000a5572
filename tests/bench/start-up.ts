import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, type RunningProcess, startProcess } from '#tests/support/processes.ts';
import { median } from './load.ts';

const rounds = 5;
const manyClients = Number(process.env.BENCH_CLIENTS ?? 100_000);

/** Seconds from `npm start` on a built tree until the sign-in page has been answered. */
async function startOnce(
  dataDir: string,
): Promise<{ seconds: number; server: RunningProcess; port: number }> {
  const port = await freePort();
  const began = performance.now();
  const server = await startProcess(
    'scripts/start.mjs',
    [],
    { PORT: String(port), DATA_DIR: dataDir },
    /^Assay is at /m,
  );
  const page = await fetch(`http://localhost:${port}/login`);
  if (page.status !== 200) throw new Error(`/login answered ${page.status}`);
  await page.text();
  return { seconds: (performance.now() - began) / 1000, server, port };
}

async function startSeveralTimes(dataDir: string): Promise<number> {
  const seconds: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const started = await startOnce(dataDir);
    seconds.push(started.seconds);
    await started.server.stop();
  }
  return median(seconds);
}

const dataDir = await mkdtemp(join(tmpdir(), 'assay-start-up-'));
try {
  const first = await startOnce(dataDir);
  await first.server.stop();
  const few = await startSeveralTimes(dataDir);

  const { server } = await startOnce(dataDir);
  const seed = await startProcess(
    'build/node/command.js',
    ['seed', '--clients', String(manyClients)],
    { DATA_DIR: dataDir, SANDBOX: '1' },
    /./,
  );
  if (seed.child.exitCode === null) await new Promise((done) => seed.child.once('exit', done));
  await server.stop();
  const many = await startSeveralTimes(dataDir);

  console.log(
    `\nFrom \`npm start\` on a built tree to the first page, embedded database; median of ${rounds}\n`,
  );
  console.log('| data | seconds | at most |');
  console.log('|---|---|---|');
  console.log(`| empty folder, schema and demo made first | ${first.seconds.toFixed(2)} | |`);
  console.log(`| the demo company | ${few.toFixed(2)} | 5 |`);
  console.log(`| ${manyClients} clients | ${many.toFixed(2)} | ${(few + 1).toFixed(2)} |`);
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
