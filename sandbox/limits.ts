/** Whole seconds until the next attempt, at least 1; 0 means permitted. */
type WaitSeconds = number;

export type RateLimit = {
  /** Counts one use under `key` and returns the wait; a rejected use is not counted. */
  take(key: string): WaitSeconds;
};

/** Bounds the map when keys are invented; the oldest are removed first. */
const maxKeys = 20_000;

/**
 * Token bucket: `burst` uses at once, refilled evenly.
 *
 * @param burst whole uses; @param perSecond refill rate, may be a fraction
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
  /** Seconds for which `key` stays locked; 0 if it is not. */
  wait(key: string): WaitSeconds;
  /** Counts a failure and returns the seconds for which it locks the key. */
  fail(key: string): WaitSeconds;
  clear(key: string): void;
};

const maxLockSeconds = 15 * 60;
/** Failures older than this are forgotten. */
const memoryMs = 60 * 60 * 1_000;

/**
 * Locks a key after every `failuresToLock` consecutive failures: first for `firstLockSeconds`, then twice as long each
 * time, up to 15 minutes. Unknown names are locked like known ones, so that a lock reveals nothing.
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
        ? Math.min(maxLockSeconds, deps.firstLockSeconds * 2 ** (locks - 1))
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
  if (map.size > maxKeys) {
    const oldest = map.keys().next();
    if (!oldest.done) map.delete(oldest.value);
  }
}
