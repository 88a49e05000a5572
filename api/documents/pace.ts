/** Lets bytes through at most at a rate, all callers together, in the order of asking. */
export interface Pace {
  /** Resolves once these bytes may go on. */
  take(bytes: number): Promise<void>;
}

/**
 * Holds what comes in to a rate, so that whoever opens pages meanwhile finds the processor free: what waits is not read, and costs a
 * socket's buffer. `burstBytes` go through at once after a while without any.
 * @param nowMs a clock that only goes forward, in milliseconds
 */
export function createPace({
  bytesPerSecond,
  burstBytes,
  nowMs,
}: {
  bytesPerSecond: number;
  burstBytes: number;
  nowMs: () => number;
}): Pace {
  const msOf = (bytes: number) => (bytes * 1000) / bytesPerSecond;
  let freeAtMs = Number.NEGATIVE_INFINITY;
  return {
    async take(bytes) {
      const now = nowMs();
      freeAtMs = Math.max(freeAtMs, now - msOf(burstBytes)) + msOf(bytes);
      const waitMs = freeAtMs - now;
      if (waitMs > 0) await new Promise((done) => setTimeout(done, waitMs));
    },
  };
}
