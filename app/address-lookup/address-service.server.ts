import { appEnv } from '../env.server.ts';
import { sharedRedis } from '../services/services.server.ts';
import { type AddressLookup, createAddressLookup } from './address-lookup.server.ts';
import { memorySuggestionCache, sharedSuggestionCache } from './suggestion-cache.server.ts';

let current: AddressLookup | undefined;

/** The lookup of this process, created from its environment on first use. */
export function addressLookup(): AddressLookup {
  if (current === undefined) {
    const { addy } = appEnv();
    const redis = sharedRedis();
    current = createAddressLookup({
      hosts: { NZL: withoutSlash(addy.urls.NZL), AUS: withoutSlash(addy.urls.AUS) },
      apiKey: addy.apiKey,
      cache: redis ? sharedSuggestionCache(redis) : memorySuggestionCache(Date.now),
      now: Date.now,
    });
  }
  return current;
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '');
}
