import { createHmac, randomBytes } from 'node:crypto';
import { startDeliveryLoop } from '../delivery-loop.ts';
import type { Collection, Journal } from '../journal.ts';
import type { Delivery } from './records.ts';

const apiVersion = '2026-10-28.endive';

/** Delivery of an event's webhook: `hold` delays it until it is released, `never` drops it. */
export type WebhookMode = 'send' | 'twice' | 'hold' | 'never';

/** The header `stripe-signature`: `t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<raw body>">`. */
export function signEvent(secret: string, atSeconds: number, body: string): string {
  return `t=${atSeconds},v1=${createHmac('sha256', secret).update(`${atSeconds}.${body}`).digest('hex')}`;
}

export type Webhooks = {
  /** Creates an event and queues its webhook in the given mode, or else the current one. */
  emit(type: string, object: object, mode?: WebhookMode): void;
  setMode(mode: WebhookMode): void;
  /** Releases held webhooks, oldest or newest event first. */
  release(order: 'asc' | 'desc'): void;
  /** Sends every event again, regardless of its delivery. */
  resendAll(): void;
  deliveries(): Delivery[];
  setUrl(url: string): void;
  close(): Promise<void>;
};

/** Delivers the webhooks of events, oldest first, with a new signature for each attempt. */
export function startWebhooks(deps: {
  journal: Journal;
  secret: string;
  url: string;
  now: () => Date;
  delaysMs?: readonly number[];
}): Webhooks {
  const deliveries = deps.journal.collection<Delivery>('deliveries');
  let { url } = deps;
  let mode: WebhookMode = 'send';
  const nowMs = () => deps.now().getTime();
  const loop = startDeliveryLoop({
    waiting: () =>
      deliveries
        .values()
        .filter(({ state }) => state === 'waiting')
        .toSorted((a, b) => a.nextTryAtMs - b.nextTryAtMs),
    address: ({ body }) => ({
      url,
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        'Stripe-Signature': signEvent(deps.secret, Math.floor(nowMs() / 1_000), body),
      },
    }),
    save: (delivery) => deliveries.put(delivery.id, delivery),
    now: deps.now,
    delaysMs: deps.delaysMs,
    name: 'Payment sandbox service, webhooks',
  });
  const queue = createQueue(deliveries, nowMs);
  return {
    emit(type, object, wanted = mode) {
      queue.add(type, object, wanted);
      loop.wake();
    },
    setMode(next) {
      mode = next;
    },
    release(order) {
      queue.release(order);
      loop.wake();
    },
    resendAll() {
      queue.resendAll();
      loop.wake();
    },
    deliveries: () => deliveries.values(),
    setUrl(next) {
      url = next;
      loop.wake();
    },
    close: loop.close,
  };
}

/** Stores webhooks as deliveries in the state required by their mode. */
function createQueue(deliveries: Collection<Delivery>, nowMs: () => number) {
  function put(id: string, body: string, state: Delivery['state'], delayMs = 0): void {
    deliveries.put(id, { id, body, tries: 0, nextTryAtMs: nowMs() + delayMs, state });
  }

  return {
    add(type: string, object: object, mode: WebhookMode): void {
      const id = `evt_${randomBytes(12).toString('hex')}`;
      const body = JSON.stringify({
        id,
        object: 'event',
        api_version: apiVersion,
        created: Math.floor(nowMs() / 1_000),
        livemode: false,
        pending_webhooks: 1,
        request: null,
        type,
        data: { object },
      });
      const states = { send: 'waiting', twice: 'waiting', hold: 'held', never: 'dropped' } as const;
      put(id, body, states[mode]);
      if (mode === 'twice') put(`${id} again`, body, 'waiting', 1);
    },

    release(order: 'asc' | 'desc'): void {
      const held = deliveries.values().filter(({ state }) => state === 'held');
      const sorted = order === 'asc' ? held : held.toReversed();
      sorted.forEach((delivery, index) => {
        deliveries.put(delivery.id, {
          ...delivery,
          state: 'waiting',
          nextTryAtMs: nowMs() - sorted.length + index,
        });
      });
    },

    resendAll(): void {
      for (const delivery of deliveries.values()) put(delivery.id, delivery.body, 'waiting');
    },
  };
}
