import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

const projectRoot = fileURLToPath(new URL('../..', import.meta.url));

export interface RunningProcess {
  child: ChildProcess;
  /** What it has printed so far, both streams. */
  output(): string;
  /** Ends it as `kill -9` does and waits until it is gone. */
  kill(): Promise<void>;
  /** Asks it to stop and waits until it has; gives its exit code. */
  stop(): Promise<number | null>;
}

/** Below the ports that systems give to outgoing connections (from 32768 on Linux), which could take one between the look and its use. */
const firstPort = 12_000;
const portsPerWorker = 500;
const workerPorts = firstPort + (Number(process.env.VITEST_POOL_ID ?? process.pid) % 40) * portsPerWorker;
let nextPort = process.pid % portsPerWorker;

/** Whether nothing listens on a port. */
const isFree = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const probe = createServer();
    probe.once('error', () => done(false));
    probe.listen(port, () => probe.close(() => done(true)));
  });

/** A port that is free and that nobody else of the run is given: each worker counts through ports of its own. */
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
 * Starts one of the project's scripts as a process of its own and waits until it prints `ready`. Rejects
 * with what it printed when it ends before that.
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
    env: { ...clean, ...env } as NodeJS.ProcessEnv,
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
