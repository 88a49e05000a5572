import type { ClientFilters } from '#contract/clients/client-record.ts';

/** Filters of the clients list by their names in the URL. */
export const filterNames = [
  'q',
  'kind',
  'type',
  'status',
  'risk',
  'cdd',
  'review',
  'decided',
  'origin',
  'monitoring',
  'responsible',
  'sort',
] as const;

/**
 * The list's filters in a URL; omits blank ones. Values are passed on unchanged: the API rejects unknown ones, so that
 * a wrong filter never widens a list or an export.
 */
export function filtersFromUrl(search: URLSearchParams): ClientFilters {
  const entries = filterNames
    .map((name) => [name, search.get(name)?.trim() ?? ''])
    .filter(([, value]) => value !== '');
  return Object.fromEntries(entries) as ClientFilters;
}

/**
 * A query string with these filters and further parameters, without blank ones. The whole list is `view=all`: the bare URL opens
 * the member's default view.
 */
export function getQuery(filters: ClientFilters, further: Record<string, string | undefined> = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...filters, ...further })) {
    if (value !== undefined && value !== '') search.set(name, value);
  }
  const query = search.toString();
  return query === '' ? '?view=all' : `?${query}`;
}
