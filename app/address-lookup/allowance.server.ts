import { LRUCache } from 'lru-cache';

/** A combobox searches at each pause in typing; the provider charges per lookup. */
const maxLookups = 120;
const windowSeconds = 60;

const windows = new LRUCache<string, { used: number }>({ max: 20_000, ttl: windowSeconds * 1000 });

/**
 * Counts a lookup on this web node. `asker`: the user's ID, or the link of a document request.
 * @returns whether it is within the allowance per minute
 */
export function countAddressLookup(asker: string): boolean {
  const window = windows.get(asker);
  if (window === undefined) {
    windows.set(asker, { used: 1 });
    return true;
  }
  window.used += 1;
  return window.used <= maxLookups;
}
