import { once } from 'node:events';
import { parentPort } from 'node:worker_threads';
import { readEnv } from './env/read-env.ts';
import { startApi } from './main.ts';

/** What the thread that started this one hears: first how the start went, then how the demo's records came out. */
export type WorkerMessage = { ready: true; url: string } | { failed: string } | { demoComplete: boolean };

/** What the thread is told before it starts anything. */
export interface WorkerStart {
  env: Record<string, string | undefined>;
  /** Whether another thread ran the API before this one. */
  formerThreadEnded: boolean;
}

/** Runs the API in a worker thread: begins when it is told the environment, ended by the message `stop`. */
async function main() {
  const port = parentPort;
  if (port === null) throw new Error('This module runs in a worker thread.');
  const tell = (message: WorkerMessage) => port.postMessage(message);
  try {
    const [{ env, formerThreadEnded }] = (await once(port, 'message')) as [WorkerStart];
    // A thread that cannot go on ends; the main thread then starts another one.
    const onFatal = () => process.exit(1);
    const api = await startApi(readEnv(env), { http: true, jobs: true }, { formerThreadEnded, onFatal });
    // A stop that comes twice must not close twice; afterwards nothing keeps the thread alive.
    port.once('message', () => void api.close().finally(() => process.exit(0)));
    tell({ ready: true, url: api.url ?? '' });
    void api.demoComplete.then((demoComplete) => tell({ demoComplete }));
  } catch (error) {
    tell({ failed: error instanceof Error ? error.message : String(error) });
    port.unref();
  }
}

await main();
