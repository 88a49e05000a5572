/** Whole seconds to wait before trying again, at least 1; 0 means "go on". */
export type WaitSeconds = number;

export type RateLimit = {
  /** Counts one use under `key` and says how long to wait; a refused use is not counted. */
  take(key: string): WaitSeconds;
};

/** Keeps a map from growing without end when keys are made up: the oldest go first. */
const mostKeys = 20_000;

/**
 * At most `burst` uses at once, refilled evenly at `perSecond` (a token bucket).
 * @param burst whole uses; @param perSecond uses a second, may be a fraction
 */
export function createRateLimit(deps: { now: () => Date; burst: number; perSecond: number }): RateLimit {
  const buckets = new Map<string, { left: number; atMs: number }>();
  return {
    take(key) {
      const nowMs = deps.now().getTime();
      const last = buckets.get(key) ?? { left: deps.burst, atMs: nowMs };
      const refilled = last.left + ((nowMs - last.atMs) / 1_000) * deps.perSecond;
      const left = Math.min(deps.burst, Math.max(0, refilled));
      const isFree = left >= 1;
      remember(buckets, key, { left: isFree ? left - 1 : left, atMs: nowMs });
      return isFree ? 0 : Math.max(1, Math.ceil((1 - left) / deps.perSecond));
    },
  };
}

export type Lockout = {
  /** Seconds for which `key` is still locked, 0 when it is not. */
  wait(key: string): WaitSeconds;
  /** Counts a failure and says how long the key is locked because of it. */
  fail(key: string): WaitSeconds;
  clear(key: string): void;
};

const longestLockSeconds = 15 * 60;
/** Failures older than this are forgotten. */
const memoryMs = 60 * 60 * 1_000;

/**
 * Locks a key after every `failuresToLock` failures in a row: for `firstLockSeconds`, then twice as long each time, 15 minutes at most.
 * Keys need not belong to anyone: an unknown name locks just as a known one does, so that a lock tells nothing.
 */
export function createLockout(deps: {
  now: () => Date;
  failuresToLock: number;
  firstLockSeconds: number;
}): Lockout {
  const keys = new Map<string, { failures: number; lastMs: number; lockedUntilMs: number }>();
  const waitAt = (lockedUntilMs: number, nowMs: number) =>
    lockedUntilMs > nowMs ? Math.ceil((lockedUntilMs - nowMs) / 1_000) : 0;
  return {
    wait: (key) => waitAt(keys.get(key)?.lockedUntilMs ?? 0, deps.now().getTime()),
    fail(key) {
      const nowMs = deps.now().getTime();
      const last = keys.get(key);
      const failures = last && nowMs - last.lastMs < memoryMs ? last.failures + 1 : 1;
      const locks = failures / deps.failuresToLock;
      const lockSeconds = Number.isInteger(locks)
        ? Math.min(longestLockSeconds, deps.firstLockSeconds * 2 ** (locks - 1))
        : 0;
      const lockedUntilMs = Math.max(last?.lockedUntilMs ?? 0, nowMs + lockSeconds * 1_000);
      remember(keys, key, { failures, lastMs: nowMs, lockedUntilMs });
      return waitAt(lockedUntilMs, nowMs);
    },
    clear: (key) => {
      keys.delete(key);
    },
  };
}

function remember<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  map.set(key, value);
  if (map.size > mostKeys) {
    const oldest = map.keys().next();
    if (!oldest.done) map.delete(oldest.value);
  }
}
