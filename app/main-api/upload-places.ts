/** A share of the connections for uploads. */
export interface UploadPlaces {
  /** Runs work once a place is free; a waiting sender is not read. */
  in<T>(sender: string, work: () => Promise<T>): Promise<T>;
}

/**
 * Limits concurrent uploads of each sender to fewer than there are connections, so that one sender's slow uploads do not use up the
 * connections of everyone.
 */
export function createUploadPlaces(perSender: number): UploadPlaces {
  const senders = new Map<string, { taken: number; waiting: (() => void)[] }>();

  function leave(sender: string): void {
    const own = senders.get(sender);
    if (own === undefined) return;
    const next = own.waiting.shift();
    if (next !== undefined) next();
    else {
      own.taken -= 1;
      if (own.taken === 0) senders.delete(sender);
    }
  }

  return {
    async in(sender, work) {
      const own = senders.get(sender) ?? { taken: 0, waiting: [] };
      senders.set(sender, own);
      if (own.taken < perSender) own.taken += 1;
      else await new Promise<void>((go) => own.waiting.push(go));
      try {
        return await work();
      } finally {
        leave(sender);
      }
    },
  };
}
