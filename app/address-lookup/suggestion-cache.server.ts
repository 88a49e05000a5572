import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Redis } from '../services/redis.server.ts';

/** How long suggestions are cached. Specification 9. */
export const suggestionTtlSeconds = 300;

export interface AddressSuggestion {
  id: string;
  /** The full address in one line. */
  text: string;
}

interface CachedSuggestions {
  suggestions: AddressSuggestion[];
  /** Unix time in milliseconds. */
  expiresAtMs: number;
}

/** Cache of suggestions. Never throws; may return expired entries. */
export interface SuggestionCache {
  get(key: string): Promise<CachedSuggestions | undefined>;
  set(key: string, entry: CachedSuggestions): Promise<void>;
}

/** Cache in this process: the newest 5,000 lists of suggestions. */
export function memorySuggestionCache(now: () => number): SuggestionCache {
  const suggestionsByKey = new LRUCache<string, CachedSuggestions>({ max: 5000 });
  return {
    async get(key) {
      const found = suggestionsByKey.get(key);
      return found && found.expiresAtMs > now() ? found : undefined;
    },
    async set(key, value) {
      suggestionsByKey.set(key, value);
    },
  };
}

const savedSuggestions = z.object({
  suggestions: z.array(z.object({ id: z.string(), text: z.string() })),
  expiresAtMs: z.number(),
});

/** Cache shared by all web nodes. If Redis is unreachable, every lookup is a miss. */
export function sharedSuggestionCache(redis: Pick<Redis, 'get' | 'set'>): SuggestionCache {
  const getName = (key: string) => `assay:addresses:${key}`;
  return {
    async get(key) {
      try {
        const parsed = savedSuggestions.safeParse(JSON.parse((await redis.get(getName(key))) ?? 'null'));
        return parsed.success ? parsed.data : undefined;
      } catch {
        return undefined;
      }
    },
    async set(key, value) {
      // A list that is not cached is fetched again.
      await redis.set(getName(key), JSON.stringify(value), suggestionTtlSeconds).catch(() => undefined);
    },
  };
}
