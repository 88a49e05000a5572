/** Delays between attempts; after the last one the delivery is abandoned. */
const defaultDelaysMs = [1_000, 5_000, 30_000, 120_000, 600_000];
const timeoutMs = 10_000;

/** A pending message: posted until the receiver responds 2xx or the attempts run out. */
type Deliverable = { body: string; tries: number; nextTryAtMs: number };

export type DeliveryLoop = {
  /** Sends due messages; call after every change. */
  wake(): void;
  close(): Promise<void>;
};

/**
 * Posts pending messages in the background, one after the other, until each is accepted. Deliveries that are pending
 * when the process ends are sent after the next start, because `waiting` reads them from storage.
 *
 * @param deps.waiting stored deliveries that are not accepted yet, in sending order
 * @param deps.address the URL and headers of an attempt, computed each time because signatures include the time
 * @param deps.save stores a delivery with the result of an attempt
 * @param deps.name prefix of logged errors
 */
export function startDeliveryLoop<Delivery extends Deliverable>(deps: {
  waiting: () => Delivery[];
  address: (delivery: Delivery) => { url: string; headers: Record<string, string> };
  save: (delivery: Delivery & { state: 'taken' | 'givenUp' | 'waiting' }) => void;
  now: () => Date;
  delaysMs?: readonly number[] | undefined;
  name: string;
}): DeliveryLoop {
  const stop = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  async function attempt(delivery: Delivery): Promise<void> {
    const isDelivered = await post(delivery.body, deps.address(delivery), stop.signal);
    if (isDelivered === undefined) return;
    const delay = (deps.delaysMs ?? defaultDelaysMs)[delivery.tries];
    deps.save({
      ...delivery,
      tries: delivery.tries + 1,
      nextTryAtMs: deps.now().getTime() + (delay ?? 0),
      state: isDelivered ? 'taken' : delay === undefined ? 'givenUp' : 'waiting',
    });
  }

  async function round(): Promise<void> {
    const nowMs = deps.now().getTime();
    for (const delivery of deps.waiting().filter(({ nextTryAtMs }) => nextTryAtMs <= nowMs)) {
      if (stop.signal.aborted) return;
      await attempt(delivery);
    }
    schedule();
  }

  function schedule(): void {
    clearTimeout(timer);
    const waiting = deps.waiting();
    if (stop.signal.aborted || waiting.length === 0) return;
    const next = Math.min(...waiting.map(({ nextTryAtMs }) => nextTryAtMs));
    timer = setTimeout(wake, Math.max(0, next - deps.now().getTime()));
    timer.unref();
  }

  function wake(): void {
    running = running.then(round).catch((error: unknown) => {
      console.error(`${deps.name}:`, error);
    });
  }

  async function close(): Promise<void> {
    stop.abort();
    clearTimeout(timer);
    await running;
  }

  wake();
  return { wake, close };
}

/** Posts one message. Returns whether it was accepted (2xx), or undefined if `stop` was aborted before the response. */
async function post(
  body: string,
  { url, headers }: { url: string; headers: Record<string, string> },
  stop: AbortSignal,
): Promise<boolean | undefined> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.any([stop, AbortSignal.timeout(timeoutMs)]),
    });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return stop.aborted ? undefined : false;
  }
}
