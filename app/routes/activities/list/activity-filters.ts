import type { z } from 'zod';
import type { activityFilters } from '#contract/activities.ts';

export type ActivityFilters = z.output<typeof activityFilters>;

/** Filters of the activities list by their names in the URL. */
const filterNames = ['q', 'status', 'type', 'risk', 'assignee', 'clientId', 'recheck', 'sort'] as const;

/** Layout of the list: a table, or one column per status. */
export type ActivityView = 'table' | 'board';

/**
 * The list's filters in a URL; omits blank ones. Values are passed on unchanged: the API rejects unknown ones, so that
 * a wrong filter never widens a list or an export.
 */
export function filtersFromUrl(search: URLSearchParams): ActivityFilters {
  const entries = filterNames
    .map((name) => [name, search.get(name)?.trim() ?? ''])
    .filter(([, value]) => value !== '');
  return Object.fromEntries(entries) as ActivityFilters;
}

/** A query string with these filters and further parameters, without blank ones. */
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
