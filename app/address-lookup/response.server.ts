import {
  type AddressLookup,
  type LookupFailure,
  type LookupStatus,
  tooManyLookups,
} from './address-lookup.server.ts';
import { countAddressLookup } from './allowance.server.ts';

/** A 401 of the provider concerns our API key, so the browser gets an upstream error. */
const httpStatuses: Record<LookupStatus, number> = {
  unsupported_country: 400,
  invalid_request: 400,
  not_found: 404,
  too_many_requests: 429,
  invalid_api_key: 502,
  parsing_error: 502,
  network_error: 503,
};

function failureResponse({ status, message }: LookupFailure): Response {
  return Response.json(
    { status, message },
    { status: httpStatuses[status], headers: { 'Cache-Control': 'no-store' } },
  );
}

/**
 * `?country=NZL&q=…` returns `{ suggestions: [{ id, text }] }`, which browsers may cache as long as this server does;
 * `?country=NZL&id=…` returns `{ address }`; failures return `{ status, message }`. Counted per user, because the provider charges per
 * lookup.
 */
export async function lookupResponse(lookup: AddressLookup, url: URL, asker: string): Promise<Response> {
  if (!countAddressLookup(asker)) return failureResponse(tooManyLookups);
  const country = url.searchParams.get('country') ?? '';
  const id = url.searchParams.get('id');
  if (id !== null) {
    const found = await lookup.detail(country, id);
    if (!found.ok) return failureResponse(found);
    return Response.json({ address: found.address }, { headers: { 'Cache-Control': 'no-store' } });
  }
  const found = await lookup.suggest(country, url.searchParams.get('q') ?? '');
  if (!found.ok) return failureResponse(found);
  return Response.json(
    { suggestions: found.suggestions },
    { headers: { 'Cache-Control': `private, max-age=${found.secondsLeft}` } },
  );
}
