import { z } from 'zod';
import { type BillingCountry, isBillingCountry } from '#rules/countries.ts';
import {
  type AddressSuggestion,
  type SuggestionCache,
  suggestionTtlSeconds,
} from './suggestion-cache.server.ts';

/** Shorter queries are not sent to the provider: their matches are useless. */
const minQueryLength = 3;

const maxQueryLength = 200;

/**
 * Fields filled in by the selected suggestion; '' if the provider has no value. Specification 3, "Address detail
 * result".
 */
export interface AddressDetail {
  addressLine1: string;
  addressLine2: string;
  postcode: string;
  suburb: string;
  state: string;
}

/**
 * Why a lookup failed. `network_error` and `parsing_error` are the specification's statuses for a failed
 * fetch and an unreadable response; the others carry its messages word for word.
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
  /** Shown to the user. */
  message: string;
}

interface SuggestionResponse {
  ok: true;
  suggestions: AddressSuggestion[];
  /** How long a browser may cache it. */
  secondsLeft: number;
}

type SuggestionResult = SuggestionResponse | LookupFailure;

type DetailResult = { ok: true; address: AddressDetail } | LookupFailure;

export interface AddressLookup {
  /** Suggestions for the typed text; none, without a request, for fewer than 3 characters. Never throws. */
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
  network_error: 'Address lookup is unavailable. Enter the address manually, or try again shortly.',
  parsing_error: 'Address lookup returned an unreadable response. Enter the address manually.',
  not_found: 'This address is no longer available. Search again, or enter it manually.',
} as const;

const fail = (status: keyof typeof failures): LookupFailure => ({
  ok: false,
  status,
  message: failures[status],
});

/** For a client that exceeds its lookup allowance. */
export const tooManyLookups = fail('too_many_requests');

function rejectCountry(code: string): LookupFailure {
  // Truncated, because it comes from a URL and is echoed.
  return {
    ok: false,
    status: 'unsupported_country',
    message: `Unsupported country code: ${code.slice(0, 40)}`,
  };
}

/** A text of the provider, which represents empty values as null, as '' or by omission. */
const providerText = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => (value === null || value === undefined ? '' : String(value).trim()));

const searchResponse = z.object({
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

/** GET requests to the provider, with its failures as `LookupFailure`. */
function createProviderFetch({ hosts, apiKey, timeoutSeconds = 3 }: LookupDeps) {
  return async function fetchFrom<S extends z.ZodType>(
    country: BillingCountry,
    path: string,
    schema: S,
  ): Promise<{ ok: true; response: z.output<S> } | LookupFailure> {
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
      return parsed.success ? { ok: true, response: parsed.data } : fail('parsing_error');
    } catch {
      return fail('parsing_error');
    }
  };
}

/** The client of the address provider (Addy), one host per country. */
export function createAddressLookup(deps: LookupDeps): AddressLookup {
  const { cache, now } = deps;
  const fetchFrom = createProviderFetch(deps);
  /** Searches in flight by cache key, so that concurrent identical ones share a request. */
  const underWay = new Map<string, Promise<SuggestionResult>>();

  async function search(country: BillingCountry, query: string, key: string): Promise<SuggestionResult> {
    const found = await fetchFrom(country, `/search?s=${encodeURIComponent(query)}`, searchResponse);
    if (!found.ok) return found;
    const suggestions = found.response.addresses.map(({ id, a }) => ({ id, text: a }));
    await cache.set(key, { suggestions, expiresAtMs: now() + suggestionTtlSeconds * 1000 });
    return { ok: true, suggestions, secondsLeft: suggestionTtlSeconds };
  }

  return {
    async suggest(country, typed) {
      if (!isBillingCountry(country)) return rejectCountry(country);
      const query = typed.trim().replace(/\s+/g, ' ');
      if (query.length > maxQueryLength) {
        return { ok: false, status: 'invalid_request', message: `Use at most ${maxQueryLength} characters` };
      }
      if ([...query].length < minQueryLength) return { ok: true, suggestions: [], secondsLeft: 0 };
      const key = `${country} ${query.toLowerCase()}`;
      const cached = await cache.get(key);
      const msLeft = cached ? cached.expiresAtMs - now() : 0;
      if (cached && msLeft > 0) {
        return { ok: true, suggestions: cached.suggestions, secondsLeft: Math.floor(msLeft / 1000) };
      }
      const searching = underWay.get(key) ?? search(country, query, key).finally(() => underWay.delete(key));
      underWay.set(key, searching);
      return searching;
    },

    async detail(country, id) {
      if (!isBillingCountry(country)) return rejectCountry(country);
      if (!/^[\w-]{1,64}$/.test(id)) {
        return { ok: false, status: 'invalid_request', message: 'Invalid address ID' };
      }
      const found = await fetchFrom(country, `/address/${id}`, detailAnswer);
      return found.ok ? { ok: true, address: reduceAddress(found.response) } : found;
    },
  };
}
