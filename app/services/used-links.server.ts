import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Redis } from './redis.server.ts';

/** Longer than an emailed link is valid. */
const memorySeconds = 24 * 3600;

/** Used emailed links, so that reopening one states this instead of requesting a password in vain. */
export interface UsedLinks {
  isUsed(token: string): Promise<boolean>;
  /** Call once the identity service has accepted the link, or rejected it as used. */
  note(token: string): Promise<void>;
}

/**
 * Remembers used links for a day, by digest; across web nodes if they share Redis. The identity service cannot check a link without
 * using it up. A link forgotten here is still rejected there.
 */
export function createUsedLinks({
  shared,
  warn,
}: {
  shared?: Pick<Redis, 'get' | 'set'> | undefined;
  warn: (error: unknown, message: string) => void;
}): UsedLinks {
  const used = new LRUCache<string, true>({ max: 20_000, ttl: memorySeconds * 1000 });
  const getKey = (token: string) => `assay:used-link:${createHash('sha256').update(token).digest('hex')}`;
  return {
    async isUsed(token) {
      const key = getKey(token);
      if (used.has(key)) return true;
      const found = await shared?.get(key).catch((error: unknown) => {
        warn(error, 'used links not shared');
        return undefined;
      });
      return found !== undefined;
    },
    async note(token) {
      const key = getKey(token);
      used.set(key, true);
      await shared?.set(key, '1', memorySeconds).catch((error: unknown) => {
        warn(error, 'used link not shared');
      });
    },
  };
}
