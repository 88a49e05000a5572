import { refuse } from '../http/problems.ts';

/** A place among those whose bytes are being taken in. */
export interface Lane {
  /** To be awaited before a piece is passed on: a sender who dawdled while others waited has to wait in turn. */
  pass(bytes: number): Promise<void>;
  /** Gives the place to the next. Harmless when it is given up already. */
  leave(): void;
}

export interface Lanes {
  /**
   * Waits for a lane, in the order of asking; nothing of the sender's is read meanwhile, so that whoever waits takes next to no memory.
   *
   * @throws `rate.limited`, with when to come back, where too many wait already.
   */
  enter(): Promise<Lane>;
}

interface Holder {
  bytes: number;
  letIn: (() => void) | undefined;
}

/**
 * Lets so many senders through at a time. Whoever has brought fewer than `slowBytes` since the last look loses the lane while others
 * wait, and asks anew with the next piece: slow lines take little memory, and must not keep fast ones out.
 */
export function createLanes({
  lanes,
  mostWaiting,
  slowBytes,
  lookEveryMs,
}: {
  lanes: number;
  mostWaiting: number;
  slowBytes: number;
  lookEveryMs: number;
}): Lanes {
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
      if (waiting.length >= mostWaiting) {
        throw refuse('rate.limited', {
          detail: 'Very many files are coming in at this moment, so these were not taken. Add them again.',
          retryAfterSeconds: 10,
        });
      }
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
          // A piece that waits goes on, and finds that its stream is over.
          holder.letIn?.();
          letNextIn();
        },
      };
    },
  };
}
