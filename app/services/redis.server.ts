import type { SharedResults } from './refresh-session.server.ts';

/** Timeout of a command; without a response the node continues on its own. */
const commandTimeoutMs = 1000;

export interface Redis {
  get(key: string): Promise<string | undefined>;
  set(key: string, value: string, ttlSeconds: number): Promise<void>;
  /** Sets a key only if it does not exist; true if it was set. */
  setIfAbsent(key: string, value: string, ttlMs: number): Promise<boolean>;
  /** Deletes the key if it has this value. */
  deleteIfEqual(key: string, value: string): Promise<void>;
  close(): Promise<void>;
}

/** Connects in the background and reconnects after every disconnection; until then commands fail immediately. */
export function openRedis(url: string, warn: (error: unknown, message: string) => void): Redis {
  // Loaded by nodes that share one only: it takes a fifth of a start.
  const opening = import('redis').then(({ createClient }) => {
    const client = createClient({
      url,
      disableOfflineQueue: true,
      commandOptions: { timeout: commandTimeoutMs },
      socket: {
        connectTimeout: commandTimeoutMs,
        reconnectStrategy: (tries) => Math.min(50 * 2 ** tries, 2000),
      },
    });
    client.on('error', (error: unknown) => warn(error, 'redis'));
    // Failures arrive at the listener above as well.
    return { client, connecting: client.connect().catch(() => undefined) };
  });
  const ready = async () => {
    const { client, connecting } = await opening;
    if (!client.isReady) await Promise.race([connecting, timeout(commandTimeoutMs)]);
    return client;
  };
  return {
    get: async (key) => (await (await ready()).get(key)) ?? undefined,
    async set(key, value, ttlSeconds) {
      await (await ready()).set(key, value, { expiration: { type: 'EX', value: ttlSeconds } });
    },
    async setIfAbsent(key, value, ttlMs) {
      const result = await (await ready()).set(key, value, {
        condition: 'NX',
        expiration: { type: 'PX', value: ttlMs },
      });
      return result === 'OK';
    },
    async deleteIfEqual(key, value) {
      await (await ready()).eval(
        "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0",
        { keys: [key], arguments: [value] },
      );
    },
    async close() {
      (await opening).client.destroy();
    },
  };
}

function timeout(milliseconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, milliseconds).unref());
}

/** Refreshed sessions in Redis, for all web nodes. */
export function sharedRefreshResults(redis: Redis): SharedResults {
  const resultKey = (key: string) => `assay:refreshed:${key}`;
  const lockKey = (key: string) => `assay:refreshing:${key}`;
  return {
    get: (key) => redis.get(resultKey(key)),
    set: (key, value, ttlSeconds) => redis.set(resultKey(key), value, ttlSeconds),
    lock: (key, owner, ttlMs) => redis.setIfAbsent(lockKey(key), owner, ttlMs),
    unlock: (key, owner) => redis.deleteIfEqual(lockKey(key), owner),
  };
}
