import { createHmac } from 'node:crypto';
import type { CaptureBook, Delivery } from './captures.ts';

/** Waits between tries; after the last one the callback is given up and the caller has to ask. */
const retryDelaysMs = [1_000, 5_000, 30_000, 120_000, 600_000];
const callbackTimeoutMs = 10_000;

/** `t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<raw body>">`, in the header `X-Verification-Signature`. */
export function signCallback(secret: string, atSeconds: number, body: string): string {
  return `t=${atSeconds},v1=${createHmac('sha256', secret).update(`${atSeconds}.${body}`).digest('hex')}`;
}

export type CallbackSender = {
  /** Sends what is due now; called after every change. */
  wake(): void;
  close(): Promise<void>;
};

/**
 * Delivers owed callbacks in the background, signed anew with each try, until the receiver answers 2xx. What was owed when the process
 * ended is sent after the next start.
 */
export function startCallbacks(deps: {
  captures: CaptureBook;
  secret: string;
  now: () => Date;
  delaysMs?: readonly number[];
}): CallbackSender {
  const delays = deps.delaysMs ?? retryDelaysMs;
  const stop = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  async function send(delivery: Delivery): Promise<void> {
    let taken = false;
    try {
      const answer = await fetch(delivery.url, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'X-Verification-Signature': signCallback(
            deps.secret,
            Math.floor(deps.now().getTime() / 1_000),
            delivery.body,
          ),
        },
        body: delivery.body,
        redirect: 'manual',
        signal: AbortSignal.any([stop.signal, AbortSignal.timeout(callbackTimeoutMs)]),
      });
      await answer.body?.cancel();
      taken = answer.ok;
    } catch {
      if (stop.signal.aborted) return;
    }
    const delay = delays[delivery.tries];
    deps.captures.settle({
      ...delivery,
      tries: delivery.tries + 1,
      nextTryAtMs: deps.now().getTime() + (delay ?? 0),
      state: taken ? 'taken' : delay === undefined ? 'givenUp' : 'waiting',
    });
  }

  async function round(): Promise<void> {
    const nowMs = deps.now().getTime();
    for (const delivery of deps.captures.waiting().filter(({ nextTryAtMs }) => nextTryAtMs <= nowMs)) {
      if (stop.signal.aborted) return;
      await send(delivery);
    }
    plan();
  }

  function plan(): void {
    clearTimeout(timer);
    const waiting = deps.captures.waiting();
    if (stop.signal.aborted || waiting.length === 0) return;
    const next = Math.min(...waiting.map(({ nextTryAtMs }) => nextTryAtMs));
    timer = setTimeout(wake, Math.max(0, next - deps.now().getTime()));
    timer.unref();
  }

  function wake(): void {
    running = running.then(round).catch((error: unknown) => {
      console.error('Verification stand-in, callbacks:', error);
    });
  }

  wake();
  return {
    wake,
    async close() {
      stop.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
