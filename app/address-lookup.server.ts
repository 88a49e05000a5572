import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { type BillingCountry, isBillingCountry } from '#rules/countries.ts';
import type { Redis } from './redis.server.ts';

/** How long a list of suggestions may be shown again without asking the provider. Specification 9. */
export const suggestionTtlSeconds = 300;

/** Shorter texts are not sent to the provider: it matches nothing useful in them. */
export const shortestQuery = 3;

const longestQuery = 200;

export interface AddressSuggestion {
  id: string;
  /** The full address in one line. */
  text: string;
}

/** What a chosen suggestion fills in; '' where the provider has nothing. Specification 3, "Address detail result". */
export interface AddressDetail {
  addressLine1: string;
  addressLine2: string;
  postcode: string;
  suburb: string;
  state: string;
}

/**
 * Why there is no answer. `network_error` and `parsing_error` are the specification's statuses for a failed
 * fetch and an answer that cannot be read; the others carry its sentences word for word.
 */
export type LookupStatus =
  | 'unsupported_country'
  | 'too_many_requests'
  | 'invalid_api_key'
  | 'network_error'
  | 'parsing_error'
  | 'invalid_request'
  | 'not_found';

export interface LookupFailure {
  ok: false;
  status: LookupStatus;
  /** For people. */
  message: string;
}

interface SuggestionAnswer {
  ok: true;
  suggestions: AddressSuggestion[];
  /** For how long a browser may keep it. */
  secondsLeft: number;
}

export type SuggestionResult = SuggestionAnswer | LookupFailure;

export type DetailResult = { ok: true; address: AddressDetail } | LookupFailure;

export interface KeptSuggestions {
  suggestions: AddressSuggestion[];
  /** Unix time in milliseconds. */
  expiresAtMs: number;
}

/** Where suggestions are kept. Never throws; what is past its time may still be answered. */
export interface SuggestionCache {
  get(key: string): Promise<KeptSuggestions | undefined>;
  set(key: string, kept: KeptSuggestions): Promise<void>;
}

export interface AddressLookup {
  /** Suggestions for what was typed so far; none, without asking, for fewer than 3 characters. Never throws. */
  suggest(country: string, query: string): Promise<SuggestionResult>;
  /** The parts of a suggested address. Never throws. */
  detail(country: string, id: string): Promise<DetailResult>;
}

interface LookupDeps {
  /** Base URL of the provider per country, without a trailing slash. */
  hosts: Record<BillingCountry, string>;
  apiKey: string;
  cache: SuggestionCache;
  /** Unix time in milliseconds. */
  now: () => number;
  timeoutSeconds?: number;
}

const failures = {
  too_many_requests: 'Too many requests. Please try again in a moment.',
  invalid_api_key: 'Invalid API key or authentication',
  network_error:
    'The address service cannot be reached. Enter the address by hand, or try again in a moment.',
  parsing_error: 'The address service gave an answer that cannot be read. Enter the address by hand.',
  not_found: 'The address service no longer has this address. Search again, or enter it by hand.',
} as const;

const fail = (status: keyof typeof failures): LookupFailure => ({
  ok: false,
  status,
  message: failures[status],
});

function refuseCountry(code: string): LookupFailure {
  // Cut, because it comes from a URL and goes back out.
  return {
    ok: false,
    status: 'unsupported_country',
    message: `Unsupported country code: ${code.slice(0, 40)}`,
  };
}

/** Text of the provider, which writes "nothing" as null, as '' and by leaving the field out. */
const providerText = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => (value === null || value === undefined ? '' : String(value).trim()));

const searchAnswer = z.object({
  addresses: z.array(z.object({ id: z.union([z.number(), z.string()]).transform(String), a: z.string() })),
});

const detailAnswer = z.object({
  address1: providerText,
  address2: providerText,
  address4: providerText,
  postcode: providerText,
  suburb: providerText,
  state: providerText,
  mailtown: providerText,
  city: providerText,
});

/**
 * Reduces the provider's address to ours. Specification 3: the state falls back to the mail town, then to the
 * city; line 2 is filled only when a fourth line exists or the second starts with "RD ". In both cases it is
 * the provider's second line: with four lines the first names a building or unit and the second the street;
 * otherwise the second line only repeats the suburb, unless it is a rural delivery number.
 */
export function reduceAddress(provider: z.output<typeof detailAnswer>): AddressDetail {
  const { address1, address2, address4, postcode, suburb, state, mailtown, city } = provider;
  return {
    addressLine1: address1,
    addressLine2: address4 !== '' || address2.startsWith('RD ') ? address2 : '',
    postcode,
    suburb,
    state: state || mailtown || city,
  };
}

/** Suggestions kept in this process: the newest 5,000 lists. */
export function memorySuggestionCache(now: () => number): SuggestionCache {
  const kept = new LRUCache<string, KeptSuggestions>({ max: 5000 });
  return {
    async get(key) {
      const found = kept.get(key);
      return found && found.expiresAtMs > now() ? found : undefined;
    },
    async set(key, value) {
      kept.set(key, value);
    },
  };
}

const keptSuggestions = z.object({
  suggestions: z.array(z.object({ id: z.string(), text: z.string() })),
  expiresAtMs: z.number(),
});

/** Suggestions kept for all web nodes. Without Redis the provider is asked, as if nothing were kept. */
export function sharedSuggestionCache(redis: Pick<Redis, 'get' | 'set'>): SuggestionCache {
  const nameOf = (key: string) => `assay:addresses:${key}`;
  return {
    async get(key) {
      try {
        const parsed = keptSuggestions.safeParse(JSON.parse((await redis.get(nameOf(key))) ?? 'null'));
        return parsed.success ? parsed.data : undefined;
      } catch {
        return undefined;
      }
    },
    async set(key, value) {
      // A list that is not kept is asked for again.
      await redis.set(nameOf(key), JSON.stringify(value), suggestionTtlSeconds).catch(() => undefined);
    },
  };
}

/** The client of the address provider (Addy), one host per country. */
export function createAddressLookup({
  hosts,
  apiKey,
  cache,
  now,
  timeoutSeconds = 3,
}: LookupDeps): AddressLookup {
  /** Questions on their way, so that the same one is never asked twice at once. */
  const underWay = new Map<string, Promise<SuggestionResult>>();

  async function ask<S extends z.ZodType>(
    country: BillingCountry,
    path: string,
    schema: S,
  ): Promise<{ ok: true; answer: z.output<S> } | LookupFailure> {
    let status: number;
    let body: string;
    try {
      const response = await fetch(`${hosts[country]}${path}`, {
        headers: { 'addy-api-key': apiKey, Accept: 'application/json', 'Content-Type': 'application/json' },
        signal: AbortSignal.timeout(timeoutSeconds * 1000),
        redirect: 'error',
      });
      status = response.status;
      body = await response.text();
    } catch {
      return fail('network_error');
    }
    if (status === 429) return fail('too_many_requests');
    if (status === 401) return fail('invalid_api_key');
    if (status === 404) return fail('not_found');
    if (status < 200 || status > 299) return fail('network_error');
    try {
      const parsed = schema.safeParse(JSON.parse(body));
      return parsed.success ? { ok: true, answer: parsed.data } : fail('parsing_error');
    } catch {
      return fail('parsing_error');
    }
  }

  async function search(country: BillingCountry, query: string, key: string): Promise<SuggestionResult> {
    const asked = await ask(country, `/search?s=${encodeURIComponent(query)}`, searchAnswer);
    if (!asked.ok) return asked;
    const suggestions = asked.answer.addresses.map(({ id, a }) => ({ id, text: a }));
    await cache.set(key, { suggestions, expiresAtMs: now() + suggestionTtlSeconds * 1000 });
    return { ok: true, suggestions, secondsLeft: suggestionTtlSeconds };
  }

  return {
    async suggest(country, typed) {
      if (!isBillingCountry(country)) return refuseCountry(country);
      const query = typed.trim().replace(/\s+/g, ' ');
      if (query.length > longestQuery) {
        return { ok: false, status: 'invalid_request', message: `Use at most ${longestQuery} characters` };
      }
      if ([...query].length < shortestQuery) return { ok: true, suggestions: [], secondsLeft: 0 };
      const key = `${country} ${query.toLowerCase()}`;
      const kept = await cache.get(key);
      const msLeft = kept ? kept.expiresAtMs - now() : 0;
      if (kept && msLeft > 0) {
        return { ok: true, suggestions: kept.suggestions, secondsLeft: Math.floor(msLeft / 1000) };
      }
      const asked = underWay.get(key) ?? search(country, query, key).finally(() => underWay.delete(key));
      underWay.set(key, asked);
      return asked;
    },

    async detail(country, id) {
      if (!isBillingCountry(country)) return refuseCountry(country);
      if (!/^[\w-]{1,64}$/.test(id)) {
        return { ok: false, status: 'invalid_request', message: 'This is not the id of an address' };
      }
      const asked = await ask(country, `/address/${id}`, detailAnswer);
      return asked.ok ? { ok: true, address: reduceAddress(asked.answer) } : asked;
    },
  };
}
