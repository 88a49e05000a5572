import type { z } from 'zod';
import type { activityFilters } from '#contract/activities.ts';

export type ActivityFilters = z.output<typeof activityFilters>;

/** Filters of the activities list by their names in the URL. */
const filterNames = ['q', 'status', 'type', 'risk', 'assignee', 'clientId', 'sort'] as const;

/** How the list is shown: as a table, or in a column per status. */
export type ActivityView = 'table' | 'board';

/**
 * The list's filters in a URL; blank ones are left out. Values are passed on as they stand: the API refuses
 * what is not a filter, so that a wrong one never widens a list or an export.
 */
export function filtersFromUrl(search: URLSearchParams): ActivityFilters {
  const entries = filterNames
    .map((name) => [name, search.get(name)?.trim() ?? ''])
    .filter(([, value]) => value !== '');
  return Object.fromEntries(entries) as ActivityFilters;
}

/** A query string with these filters, and further parameters, and without what is blank. */
export function getQuery(
  filters: ActivityFilters,
  further: { view?: ActivityView; cursor?: string } = {},
): string {
  const { view, cursor } = further;
  const search = new URLSearchParams();
  const all = { ...filters, view: view === 'board' ? view : undefined, cursor };
  for (const [name, value] of Object.entries(all)) {
    if (value !== undefined && value !== '') search.set(name, value);
  }
  const query = search.toString();
  return query === '' ? '' : `?${query}`;
}
