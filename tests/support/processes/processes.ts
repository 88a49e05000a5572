import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { checkoutHash } from '#tests/support/checkout.ts';
import { processClock } from '#tests/support/clock/process-clock.ts';
import { projectRoot } from '#tests/support/project-root.ts';

export interface RunningProcess {
  child: ChildProcess;
  /** Its output so far, both streams. */
  output(): string;
  /** Kills it with `kill -9` and waits for its end. */
  kill(): Promise<void>;
  /** Stops it and waits. @returns its exit code */
  stop(): Promise<number | null>;
}

/**
 * Below the ephemeral ports (from 32768 on Linux), which an outgoing connection could take between check and use. Each worker of each
 * checkout counts through ports of its own.
 */
const firstPort = 12_000;
const portsPerWorker = 100;
const workers = 200;
const worker = Number.parseInt(checkoutHash, 16) + Number(process.env.VITEST_POOL_ID ?? process.pid);
const workerPorts = firstPort + (worker % workers) * portsPerWorker;
let nextPort = process.pid % portsPerWorker;

/** Whether nothing listens on a port. */
const isFree = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const probe = createServer();
    probe.once('error', () => done(false));
    probe.listen(port, () => probe.close(() => done(true)));
  });

/** A free port reserved for this caller. */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < portsPerWorker; tried += 1) {
    const port = workerPorts + (nextPort++ % portsPerWorker);
    if (await isFree(port)) return port;
  }
  throw new Error(`No port from ${workerPorts} on is free.`);
}

/** Variables that would leak from the test's own environment into a server. */
const ownVariables =
  /^(DATABASE_URL|DATA_DIR|DESCOPE_|ADDY_|MAIN_API_URL|REDIS_URL|SANDBOX|NODE_ENV|PORT|HOST|APP_URL|VITEST|TEST)/;

/**
 * Starts one of the project's scripts as a process of its own and waits until it prints `ready`. Rejects with its output if it ends before
 * that.
 */
export function startProcess(
  script: string,
  args: string[],
  env: Record<string, string>,
  ready: RegExp,
): Promise<RunningProcess> {
  const clean = Object.fromEntries(Object.entries(process.env).filter(([name]) => !ownVariables.test(name)));
  const child = spawn(process.execPath, [script, ...args], {
    cwd: projectRoot,
    env: { ...clean, ...processClock(), ...env } as NodeJS.ProcessEnv,
  });
  let printed = '';
  const ended = new Promise<number | null>((done) => child.once('exit', (code) => done(code)));
  const running: RunningProcess = {
    child,
    output: () => printed,
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
    stop: async () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
  return new Promise((done, fail) => {
    const take = (chunk: Buffer) => {
      printed += chunk;
      if (ready.test(printed)) done(running);
    };
    child.stdout?.on('data', take);
    child.stderr?.on('data', take);
    ended.then((code) => fail(new Error(`It ended with code ${code} before it was ready:\n${printed}`)));
  });
}

/** Serves the built tree in one role, e.g. `all`, and waits until it listens. */
export function startServer(
  role: 'all' | 'web' | 'api' | 'jobs',
  env: Record<string, string>,
): Promise<RunningProcess> {
  return startProcess(
    'scripts/serve-built.mjs',
    [role],
    env,
    /^Assay('s API)? is at |^Assay's jobs are running/m,
  );
}
