import { createHmac, randomBytes } from 'node:crypto';
import type { Journal } from '../journal.ts';
import type { Delivery } from './records.ts';

const retryDelaysMs = [1_000, 5_000, 30_000, 120_000, 600_000];
const timeoutMs = 10_000;
const apiVersion = '2026-10-28.endive';

/** What becomes of an event's webhook: `hold` keeps it until it is let go, `never` loses it. */
export type WebhookMode = 'send' | 'twice' | 'hold' | 'never';

/** The header `stripe-signature`: `t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<raw body>">`. */
export function signEvent(secret: string, atSeconds: number, body: string): string {
  return `t=${atSeconds},v1=${createHmac('sha256', secret).update(`${atSeconds}.${body}`).digest('hex')}`;
}

export type Webhooks = {
  /** Makes an event and owes its webhook, by the mode of the moment. */
  emit(type: string, object: object, mode?: WebhookMode): void;
  setMode(mode: WebhookMode): void;
  /** Lets go what is held, in the order of the events or against it. */
  release(order: 'asc' | 'desc'): void;
  /** Sends every event again that was ever made. */
  resendAll(): void;
  deliveries(): Delivery[];
  setUrl(url: string): void;
  close(): Promise<void>;
};

/** Sends what is owed one after the other, signed anew with each try, until it is answered 2xx; what was owed at the end waits for the next start. */
export function startWebhooks(deps: {
  journal: Journal;
  secret: string;
  url: string;
  now: () => Date;
  delaysMs?: readonly number[];
}): Webhooks {
  const book = deps.journal.collection<Delivery>('deliveries');
  const delays = deps.delaysMs ?? retryDelaysMs;
  const stop = new AbortController();
  let { url } = deps;
  let mode: WebhookMode = 'send';
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  async function send(delivery: Delivery): Promise<void> {
    let isTaken = false;
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json; charset=utf-8',
          'Stripe-Signature': signEvent(deps.secret, Math.floor(deps.now().getTime() / 1_000), delivery.body),
        },
        body: delivery.body,
        redirect: 'manual',
        signal: AbortSignal.any([stop.signal, AbortSignal.timeout(timeoutMs)]),
      });
      await answer.body?.cancel();
      isTaken = answer.ok;
    } catch {
      if (stop.signal.aborted) return;
    }
    const delay = delays[delivery.tries];
    book.put(delivery.id, {
      ...delivery,
      tries: delivery.tries + 1,
      nextTryAtMs: deps.now().getTime() + (delay ?? 0),
      state: isTaken ? 'taken' : delay === undefined ? 'givenUp' : 'waiting',
    });
  }

  const waiting = () => book.values().filter(({ state }) => state === 'waiting');

  async function round(): Promise<void> {
    const nowMs = deps.now().getTime();
    const due = waiting()
      .filter(({ nextTryAtMs }) => nextTryAtMs <= nowMs)
      .toSorted((one, other) => one.nextTryAtMs - other.nextTryAtMs);
    for (const delivery of due) {
      if (stop.signal.aborted) return;
      await send(delivery);
    }
    plan();
  }

  function plan(): void {
    clearTimeout(timer);
    const left = waiting();
    if (stop.signal.aborted || left.length === 0) return;
    const next = Math.min(...left.map(({ nextTryAtMs }) => nextTryAtMs));
    timer = setTimeout(wake, Math.max(0, next - deps.now().getTime()));
    timer.unref();
  }

  function wake(): void {
    running = running.then(round).catch((error: unknown) => {
      console.error('Payment stand-in, webhooks:', error);
    });
  }

  function owe(id: string, body: string, state: Delivery['state'], after = 0): void {
    book.put(id, { id, body, tries: 0, nextTryAtMs: deps.now().getTime() + after, state });
  }

  wake();
  return {
    emit(type, object, wanted = mode) {
      const id = `evt_${randomBytes(12).toString('hex')}`;
      const body = JSON.stringify({
        id,
        object: 'event',
        api_version: apiVersion,
        created: Math.floor(deps.now().getTime() / 1_000),
        livemode: false,
        pending_webhooks: 1,
        request: null,
        type,
        data: { object },
      });
      const states = { send: 'waiting', twice: 'waiting', hold: 'held', never: 'dropped' } as const;
      owe(id, body, states[wanted]);
      if (wanted === 'twice') owe(`${id} again`, body, 'waiting', 1);
      wake();
    },
    setMode(next) {
      mode = next;
    },
    release(order) {
      const held = book.values().filter(({ state }) => state === 'held');
      const sorted = order === 'asc' ? held : held.toReversed();
      sorted.forEach((delivery, index) => {
        book.put(delivery.id, {
          ...delivery,
          state: 'waiting',
          nextTryAtMs: deps.now().getTime() - sorted.length + index,
        });
      });
      wake();
    },
    resendAll() {
      for (const delivery of book.values()) owe(delivery.id, delivery.body, 'waiting');
      wake();
    },
    deliveries: () => book.values(),
    setUrl(next) {
      url = next;
      wake();
    },
    async close() {
      stop.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
