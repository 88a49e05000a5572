import type { AddressLookup, LookupFailure, LookupStatus } from './address-lookup.server.ts';

/** The provider's own 401 is not the visitor's: to the browser it is a fault behind this server. */
const httpStatuses: Record<LookupStatus, number> = {
  unsupported_country: 400,
  invalid_request: 400,
  not_found: 404,
  too_many_requests: 429,
  invalid_api_key: 502,
  parsing_error: 502,
  network_error: 503,
};

function refusal({ status, message }: LookupFailure): Response {
  return Response.json(
    { status, message },
    { status: httpStatuses[status], headers: { 'Cache-Control': 'no-store' } },
  );
}

/**
 * `?country=NZL&q=…` answers `{ suggestions: [{ id, text }] }`, to be kept by the browser for as long as it is
 * kept here; `?country=NZL&id=…` answers `{ address }`. Failures answer `{ status, message }`.
 */
export async function lookupAnswer(lookup: AddressLookup, url: URL): Promise<Response> {
  const country = url.searchParams.get('country') ?? '';
  const id = url.searchParams.get('id');
  if (id !== null) {
    const found = await lookup.detail(country, id);
    if (!found.ok) return refusal(found);
    return Response.json({ address: found.address }, { headers: { 'Cache-Control': 'no-store' } });
  }
  const found = await lookup.suggest(country, url.searchParams.get('q') ?? '');
  if (!found.ok) return refusal(found);
  return Response.json(
    { suggestions: found.suggestions },
    { headers: { 'Cache-Control': `private, max-age=${found.secondsLeft}` } },
  );
}
