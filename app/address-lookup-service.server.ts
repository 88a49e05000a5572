import {
  type AddressLookup,
  createAddressLookup,
  memorySuggestionCache,
  sharedSuggestionCache,
} from './address-lookup.server.ts';
import { appEnv } from './env.server.ts';
import { sharedRedis } from './services.server.ts';

let current: AddressLookup | undefined;

/** The look-up of this process, made from its environment at the first question. */
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
