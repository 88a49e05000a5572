import type { UploadSender } from '#contract/endpoint.ts';
import { apiError } from '../../kernel/http/api-error.ts';

/** A slot for one sender whose bytes are being received. */
export interface Lane {
  /** Await before passing on a chunk: a slow sender queues again while others wait. */
  pass(bytes: number): Promise<void>;
  /** Releases the lane. No effect if it is already released. */
  leave(): void;
}

export interface ConcurrencyLimit {
  /**
   * Waits for a lane; nothing is read from the sender meanwhile, so waiting takes almost no memory. A free lane goes to the
   * sender with the fewest, in order of arrival among equals; neither a sender nor an address has more than its share.
   * @throws `rate.limited`, with a retry time, if too many requests are waiting, of this sender or in total.
   */
  enter(sender: UploadSender): Promise<Lane>;
}

interface Holder {
  sender: UploadSender;
  bytes: number;
  letIn: (() => void) | undefined;
}

interface LaneSettings {
  lanes: number;
  /** Fewer than `lanes`, so that one sender's uploads leave room for another's. */
  lanesPerSender: number;
  /** Fewer than `lanes`, so that an address with many senders leaves room for others. */
  lanesPerAddress: number;
  maxWaiting: number;
  maxWaitingPerSender: number;
  slowBytes: number;
  lookEveryMs: number;
}

const tooManyUploads = () =>
  apiError('rate.limited', { detail: 'Too many uploads right now. Try again.', retryAfterSeconds: 10 });

/**
 * Limits concurrent senders. A sender that delivered fewer than `slowBytes` since the last check loses its lane while
 * others wait, and queues again with its next chunk: slow connections must not block fast ones.
 */
export function createConcurrencyLimit({
  lanes,
  lanesPerSender,
  lanesPerAddress,
  maxWaiting,
  maxWaitingPerSender,
  slowBytes,
  lookEveryMs,
}: LaneSettings): ConcurrencyLimit {
  const holders = new Set<Holder>();
  const waiting: Holder[] = [];
  let looking: NodeJS.Timeout | undefined;

  const countHeld = (part: keyof UploadSender, value: string) =>
    [...holders].filter(({ sender }) => sender[part] === value).length;

  /** Removes the next holder from the queue. */
  function dequeue(): Holder | undefined {
    const held = new Map<string, number>();
    for (const { sender } of waiting) {
      if (held.has(sender.id)) continue;
      const own = countHeld('id', sender.id);
      const isFull = own >= lanesPerSender || countHeld('address', sender.address) >= lanesPerAddress;
      held.set(sender.id, isFull ? Number.POSITIVE_INFINITY : own);
    }
    const least = Math.min(...held.values());
    if (!Number.isFinite(least)) return undefined;
    const at = waiting.findIndex(({ sender }) => held.get(sender.id) === least);
    return waiting.splice(at, 1)[0];
  }

  function letNextIn(): void {
    while (holders.size < lanes) {
      const next = dequeue();
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
    async enter(sender) {
      const own = waiting.filter((holder) => holder.sender.id === sender.id).length;
      if (waiting.length >= maxWaiting || own >= maxWaitingPerSender) throw tooManyUploads();
      const holder: Holder = { sender, bytes: 0, letIn: undefined };
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
