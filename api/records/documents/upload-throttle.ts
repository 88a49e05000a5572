/** Byte-rate throttle shared by senders. */
export interface Throttle {
  /** Resolves once these bytes of a sender may pass. */
  take(sender: string, bytes: number): Promise<void>;
}

/** Senders whose allowance is remembered; those who sent longest ago are forgotten, and may send a new burst. */
const maxSenders = 10_000;

/**
 * Limits the rate of incoming data, so that the processor stays available for pages: unread data only occupies a
 * socket's buffer. Each sender has an allowance of its own, `burstBytes` after an idle period and `senderBytesPerSecond`, unaffected
 * by others' data; beyond it, senders share `bytesPerSecond`, first come, first served.
 *
 * @param nowMs a monotonic clock, in milliseconds
 * @param pause waits for some milliseconds
 */
export function createThrottle({
  bytesPerSecond,
  senderBytesPerSecond,
  burstBytes,
  nowMs,
  pause,
}: {
  bytesPerSecond: number;
  senderBytesPerSecond: number;
  burstBytes: number;
  nowMs: () => number;
  pause: (ms: number) => Promise<void>;
}): Throttle {
  /** When each sender's allowance is whole again, in order of use. */
  const wholeAtMs = new Map<string, number>();
  const burstMs = (burstBytes * 1000) / senderBytesPerSecond;
  let freeAtMs = Number.NEGATIVE_INFINITY;

  /** Takes bytes from a sender's own allowance. @returns whether it sufficed */
  function consumeOwn(sender: string, bytes: number, now: number): boolean {
    const wholeAt = Math.max(wholeAtMs.get(sender) ?? now, now) + (bytes * 1000) / senderBytesPerSecond;
    if (wholeAt - now > burstMs) return false;
    wholeAtMs.delete(sender);
    wholeAtMs.set(sender, wholeAt);
    const [oldest] = wholeAtMs.keys();
    if (wholeAtMs.size > maxSenders && oldest !== undefined) wholeAtMs.delete(oldest);
    return true;
  }

  return {
    async take(sender, bytes) {
      const now = nowMs();
      if (consumeOwn(sender, bytes, now)) return;
      freeAtMs = Math.max(freeAtMs, now) + (bytes * 1000) / bytesPerSecond;
      await pause(freeAtMs - now);
    },
  };
}
