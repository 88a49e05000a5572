// Loaded here first: its libraries must not be unloaded with a thread that ends, else the next thread cannot load them again.
import 'sharp';
import { Worker } from 'node:worker_threads';
import type { WorkerMessage, WorkerStart } from './worker.ts';

/** Delay before a thread that ended is restarted, so that one that always fails does not use up the processor. */
const restartAfterMs = 1000;

/** Consecutive starts that may fail before the process exits, so that its supervisor notices. */
const maxFailedRestarts = 5;

export interface ApiThread {
  url: string;
  /** Whether the demo is complete; false while its records are still being created. */
  isDemoComplete(): boolean;
  /** Lets active work finish, and waits for the thread's end. */
  stop(): Promise<void>;
}

/** Callbacks for a started thread. */
interface ApiThreadEvents {
  /** Called when the thread ends unexpectedly, before its restart, and when a restart fails. */
  onEnded: (reason: string) => void;
  /** It could not be started again. */
  onGivenUp: (reason: string) => void;
}

interface Running {
  worker: Worker;
  url: string;
  ended: Promise<void>;
}

export interface PreparedApiThread {
  /** @throws Error with a message for the operator if the first start fails. */
  start(env: NodeJS.ProcessEnv, events: ApiThreadEvents): Promise<ApiThread>;
}

function newWorker(): Worker {
  return new Worker(new URL('./worker.js', import.meta.url));
}

/**
 * A thread for the API, its database and its jobs, so that page rendering never waits for a query of the embedded
 * database. Loads its code at once, and starts when it receives the environment. A thread that dies is restarted on the
 * same port.
 */
export function prepareApiThread(): PreparedApiThread {
  const prepared = newWorker();
  return { start: (env, events) => startApiThread(prepared, env, events) };
}

/**
 * Sends a thread its environment and waits for its response.
 * @throws Error with a message for the operator if the thread fails or ends before.
 */
function launchThread(
  worker: Worker,
  start: WorkerStart,
  on: {
    onDemo: (isComplete: boolean) => void;
    /** Called if the thread ends after it had responded. */
    onEnded: (reason: string) => void;
  },
): Promise<Running> {
  worker.postMessage(start);
  let reason = '';
  let isReady = false;
  const ended = new Promise<void>((done) => {
    worker.once('exit', (code) => {
      done();
      if (isReady) on.onEnded(reason || `it ended with code ${code}`);
    });
  });
  return new Promise((settle, fail) => {
    worker.on('message', (message: WorkerMessage) => {
      if ('failed' in message) fail(new Error(message.failed));
      else if ('demoComplete' in message) on.onDemo(message.demoComplete);
      else {
        isReady = true;
        settle({ worker, url: message.url, ended });
      }
    });
    // Without a listener, an error of the thread would end the process.
    worker.on('error', (error) => {
      reason = error instanceof Error ? error.message : String(error);
      fail(error);
    });
    void ended.then(() => fail(new Error('The API’s thread ended before it was ready.')));
  });
}

async function startApiThread(
  prepared: Worker,
  env: NodeJS.ProcessEnv,
  events: ApiThreadEvents,
): Promise<ApiThread> {
  let stopping = false;
  let demoComplete = false;
  let restart: NodeJS.Timeout | undefined;

  function launch(worker: Worker, port: string, formerThreadEnded: boolean): Promise<Running> {
    return launchThread(
      worker,
      { env: { ...env, API_PORT: port, HOST: '127.0.0.1' }, formerThreadEnded },
      {
        onDemo: (isComplete) => {
          demoComplete = isComplete;
        },
        onEnded: (reason) => {
          if (!stopping) startAgain(reason, 0);
        },
      },
    );
  }

  function startAgain(reason: string, failed: number): void {
    if (failed === maxFailedRestarts) {
      events.onGivenUp(reason);
      return;
    }
    events.onEnded(reason);
    restart = setTimeout(() => {
      launch(newWorker(), new URL(running.url).port, true).then(
        (launched) => {
          running = launched;
          if (stopping) running.worker.postMessage('stop');
        },
        (error: Error) => {
          if (!stopping) startAgain(error.message, failed + 1);
        },
      );
    }, restartAfterMs);
  }

  let running = await launch(prepared, '0', false);
  return {
    url: running.url,
    isDemoComplete: () => demoComplete,
    async stop() {
      stopping = true;
      clearTimeout(restart);
      running.worker.postMessage('stop');
      await running.ended;
    },
  };
}
