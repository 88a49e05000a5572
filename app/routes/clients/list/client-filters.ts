import type { ClientFilters } from '#contract/client-record.ts';

/** Filters of the clients list by their names in the URL. */
export const filterNames = [
  'q',
  'kind',
  'type',
  'status',
  'risk',
  'cdd',
  'review',
  'responsible',
  'sort',
] as const;

/**
 * The list's filters in a URL; blank ones are left out. Values are passed on as they stand: the API refuses
 * what is not a filter, so that a wrong one never widens a list or an export.
 */
export function filtersFromUrl(search: URLSearchParams): ClientFilters {
  const entries = filterNames
    .map((name) => [name, search.get(name)?.trim() ?? ''])
    .filter(([, value]) => value !== '');
  return Object.fromEntries(entries) as ClientFilters;
}

/**
 * A query string with these filters, and further parameters, and without what is blank. The whole list is `view=all`: the bare URL
 * opens the view that the member set to open by default.
 */
export function getQuery(filters: ClientFilters, further: Record<string, string | undefined> = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...filters, ...further })) {
    if (value !== undefined && value !== '') search.set(name, value);
  }
  const query = search.toString();
  return query === '' ? '?view=all' : `?${query}`;
}
