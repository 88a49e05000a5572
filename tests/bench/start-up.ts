import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort, type RunningProcess, startProcess } from '#tests/support/processes/processes.ts';
import { median } from './load.ts';
import { sized } from './sizes.ts';

const rounds = sized(5, 1);
const manyClients = Number(process.env.BENCH_CLIENTS ?? sized(100_000, 20));

interface Started {
  /** From `npm start` on a built tree until the response of the sign-in page. */
  seconds: number;
  /** Its processor time on all cores; NaN where the system does not report it. */
  processorSeconds: number;
  server: RunningProcess;
  port: number;
}

/** Processor time of a process so far. The fields after the command in brackets are counted in hundredths of a second. */
function getProcessorSeconds(pid: number | undefined): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return Number.NaN;
  }
}

async function startOnce(dataDir: string): Promise<Started> {
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
  const seconds = (performance.now() - began) / 1000;
  return { seconds, processorSeconds: getProcessorSeconds(server.child.pid), server, port };
}

/** Until the demo is complete: work left by a first start must not affect the next. */
async function untilDemoIsComplete(port: number): Promise<void> {
  while ((await fetch(`http://localhost:${port}/sandbox/demo`)).status !== 200) await pause(100);
}

async function startAndStop(dataDir: string): Promise<Started> {
  const started = await startOnce(dataDir);
  await untilDemoIsComplete(started.port);
  await started.server.stop();
  return started;
}

async function severalTimes(start: () => Promise<Started>): Promise<Started[]> {
  const all: Started[] = [];
  for (let round = 0; round < rounds; round += 1) all.push(await start());
  return all;
}

function row(data: string, starts: Started[], atMost: number): void {
  const seconds = median(starts.map((start) => start.seconds)).toFixed(2);
  const processor = median(starts.map((start) => start.processorSeconds)).toFixed(2);
  console.log(`| ${data} | ${seconds} | ${atMost.toFixed(2)} | ${processor} |`);
}

const dataDir = await mkdtemp(join(tmpdir(), 'assay-start-up-'));
try {
  const first = await severalTimes(async () => {
    await rm(dataDir, { recursive: true, force: true });
    return startAndStop(dataDir);
  });
  const few = await severalTimes(() => startAndStop(dataDir));

  const { server } = await startOnce(dataDir);
  const seed = await startProcess(
    'build/node/command.js',
    ['seed', '--clients', String(manyClients)],
    { DATA_DIR: dataDir, SANDBOX: '1' },
    /./,
  );
  if (seed.child.exitCode === null) await new Promise((done) => seed.child.once('exit', done));
  await server.stop();
  const many = await severalTimes(() => startAndStop(dataDir));

  console.log(
    `\nFrom \`npm start\` on a built tree to the first page, embedded database; median of ${rounds}\n`,
  );
  console.log('| data | seconds | at most | processor seconds |');
  console.log('|---|---|---|---|');
  row('empty folder', first, 5);
  row('the demo company', few, 5);
  row(`${manyClients} clients`, many, median(few.map(({ seconds }) => seconds)) + 1);
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
