import { once } from 'node:events';
import { parentPort } from 'node:worker_threads';
import { readEnv } from './env/read-env.ts';
import { startApi } from './main.ts';

/** Messages to the parent thread: first the result of the start, then that of creating the demo's records. */
export type WorkerMessage = { ready: true; url: string } | { failed: string } | { demoComplete: boolean };

/** First message to the thread, before it starts anything. */
export interface WorkerStart {
  env: Record<string, string | undefined>;
  /** Whether another thread ran the API before this one. */
  formerThreadEnded: boolean;
}

/** Runs the API in a worker thread: starts on receiving the environment, ends on the message `stop`. */
async function main() {
  const port = parentPort;
  if (port === null) throw new Error('This module runs in a worker thread.');
  const tell = (message: WorkerMessage) => port.postMessage(message);
  try {
    const [{ env, formerThreadEnded }] = (await once(port, 'message')) as [WorkerStart];
    // A thread that cannot continue ends; the main thread then starts another one.
    const onFatal = () => process.exit(1);
    const api = await startApi(readEnv(env), { http: true, jobs: true }, { formerThreadEnded, onFatal });
    // A repeated stop must not close twice; after closing nothing keeps the thread alive.
    port.once('message', () => void api.close().finally(() => process.exit(0)));
    tell({ ready: true, url: api.url ?? '' });
    void api.demoComplete.then((demoComplete) => tell({ demoComplete }));
  } catch (error) {
    tell({ failed: error instanceof Error ? error.message : String(error) });
    port.unref();
  }
}

await main();
