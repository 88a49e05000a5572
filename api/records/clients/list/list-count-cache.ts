import { LRUCache } from 'lru-cache';

/** Milliseconds for which a list counts as long without being counted again. */
const rememberedMs = 60_000;

export interface ListCountCache {
  /** True if this list of this company recently exceeded the count limit. */
  has(companyId: string, list: object): boolean;
  add(companyId: string, list: object): void;
}

/**
 * Caches which lists exceed the count limit. Counting to the limit is most of the database cost of a page of a long list,
 * and a list of more than 10,000 does not become short within a minute: clients are never deleted.
 */
export function createListCountCache(): ListCountCache {
  const seen = new LRUCache<string, true>({ max: 10_000, ttl: rememberedMs });
  const getKey = (companyId: string, list: object) => `${companyId} ${JSON.stringify(list)}`;
  return {
    has: (companyId, list) => seen.has(getKey(companyId, list)),
    add: (companyId, list) => void seen.set(getKey(companyId, list), true),
  };
}
