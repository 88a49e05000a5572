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

/** A port that was free a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        typeof address === 'object' && address ? done(address.port) : fail(new Error('no port')),
      );
    });
  });
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
