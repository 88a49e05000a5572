import { LRUCache } from 'lru-cache';

/** Milliseconds that a list counts as long without being counted again. */
const rememberedMs = 60_000;

export interface ListCountCache {
  /** True when this list of this company was longer than is counted a moment ago. */
  has(companyId: string, list: object): boolean;
  add(companyId: string, list: object): void;
}

/**
 * Remembers which lists are longer than is counted. Counting to the limit is most of what a page of a long list costs the
 * database, and a list of more than 10,000 does not become a short one within a minute: clients are never deleted.
 */
export function createListCountCache(): ListCountCache {
  const seen = new LRUCache<string, true>({ max: 10_000, ttl: rememberedMs });
  const getKey = (companyId: string, list: object) => `${companyId} ${JSON.stringify(list)}`;
  return {
    has: (companyId, list) => seen.has(getKey(companyId, list)),
    add: (companyId, list) => void seen.set(getKey(companyId, list), true),
  };
}
