import { apiError } from '../../kernel/http/api-error.ts';

/** A place among those whose bytes are being taken in. */
export interface Lane {
  /** To be awaited before a piece is passed on: a sender who dawdled while others waited has to wait in turn. */
  pass(bytes: number): Promise<void>;
  /** Gives the place to the next. Harmless when it is given up already. */
  leave(): void;
}

export interface ConcurrencyLimit {
  /**
   * Waits for a lane in FIFO order; nothing is read from the sender meanwhile, so that waiting takes almost no memory.
   *
   * @throws `rate.limited`, with a retry time, if too many are waiting.
   */
  enter(): Promise<Lane>;
}

interface Holder {
  bytes: number;
  letIn: (() => void) | undefined;
}

interface LaneSettings {
  lanes: number;
  maxWaiting: number;
  slowBytes: number;
  lookEveryMs: number;
}

const tooManyUploads = () =>
  apiError('rate.limited', { detail: 'Too many uploads right now. Try again.', retryAfterSeconds: 10 });

/**
 * Limits concurrent senders. A sender that delivered fewer than `slowBytes` since the last check loses its lane while
 * others wait, and queues again with its next chunk: slow connections use little memory, and must not block fast ones.
 */
export function createConcurrencyLimit({
  lanes,
  maxWaiting,
  slowBytes,
  lookEveryMs,
}: LaneSettings): ConcurrencyLimit {
  const holders = new Set<Holder>();
  const waiting: Holder[] = [];
  let looking: NodeJS.Timeout | undefined;

  function letNextIn(): void {
    while (holders.size < lanes) {
      const next = waiting.shift();
      if (next === undefined) break;
      next.bytes = 0;
      holders.add(next);
      next.letIn?.();
    }
    if (waiting.length > 0) {
      looking ??= setInterval(look, lookEveryMs).unref();
    } else if (looking !== undefined) {
      clearInterval(looking);
      looking = undefined;
    }
  }

  function look(): void {
    for (const holder of holders) {
      if (holder.bytes < slowBytes) holders.delete(holder);
      holder.bytes = 0;
    }
    letNextIn();
  }

  function wait(holder: Holder): Promise<void> {
    const letIn = new Promise<void>((done) => {
      holder.letIn = done;
    });
    waiting.push(holder);
    letNextIn();
    return letIn;
  }

  return {
    async enter() {
      if (waiting.length >= maxWaiting) throw tooManyUploads();
      const holder: Holder = { bytes: 0, letIn: undefined };
      await wait(holder);
      return {
        async pass(bytes) {
          if (!holders.has(holder)) await wait(holder);
          holder.bytes += bytes;
        },
        leave() {
          holders.delete(holder);
          const at = waiting.indexOf(holder);
          if (at !== -1) waiting.splice(at, 1);
          // A waiting chunk continues, and finds its stream closed.
          holder.letIn?.();
          letNextIn();
        },
      };
    },
  };
}
