/** Shared byte-rate throttle (FIFO). */
export interface Throttle {
  /** Resolves once these bytes may pass. */
  take(bytes: number): Promise<void>;
}

/**
 * Limits the rate of incoming data, so that the processor stays available for pages: unread data only occupies a
 * socket's buffer. `burstBytes` pass at once after an idle period.
 *
 * @param nowMs a monotonic clock, in milliseconds
 * @param pause waits for some milliseconds
 */
export function createThrottle({
  bytesPerSecond,
  burstBytes,
  nowMs,
  pause,
}: {
  bytesPerSecond: number;
  burstBytes: number;
  nowMs: () => number;
  pause: (ms: number) => Promise<void>;
}): Throttle {
  const getMs = (bytes: number) => (bytes * 1000) / bytesPerSecond;
  let freeAtMs = Number.NEGATIVE_INFINITY;
  return {
    async take(bytes) {
      const now = nowMs();
      freeAtMs = Math.max(freeAtMs, now - getMs(burstBytes)) + getMs(bytes);
      const waitMs = freeAtMs - now;
      if (waitMs > 0) await pause(waitMs);
    },
  };
}
