import type { AlertFilters } from '#contract/alerts.ts';

export const alertFilterNames = ['type', 'status', 'severity', 'assignee', 'overdue'] as const;

/** The queue's filters in a URL; blank ones are left out. The API refuses what is none, so that a wrong one never widens the queue. */
export function alertFiltersFromUrl(search: URLSearchParams): AlertFilters {
  const given = alertFilterNames
    .map((name) => [name, search.get(name)?.trim() ?? ''])
    .filter(([, value]) => value !== '');
  return Object.fromEntries(given) as AlertFilters;
}

/** /monitoring with these filters, and further parameters, and without what is blank. */
export function alertsHref(filters: AlertFilters, further: Record<string, string | undefined> = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...filters, ...further })) {
    if (value !== undefined && value !== '') search.set(name, value);
  }
  const query = search.toString();
  return query === '' ? '/monitoring' : `/monitoring?${query}`;
}

/** Queues that are there from the start. Source: domain 11.10. */
export const queues: { label: string; filters: AlertFilters }[] = [
  { label: 'All open', filters: {} },
  { label: 'Mine', filters: { assignee: 'me' } },
  { label: 'Nobody’s yet', filters: { assignee: 'none' } },
  { label: 'Matches', filters: { type: 'screeningMatch' } },
  { label: 'Escalated', filters: { status: 'escalated' } },
  { label: 'Overdue', filters: { overdue: 'yes' } },
  { label: 'Reviews due', filters: { type: 'reviewDue' } },
  { label: 'Documents expiring', filters: { type: 'idExpiring' } },
  { label: 'Requests overdue', filters: { type: 'requestOverdue' } },
  { label: 'Due diligence due', filters: { type: 'delayedCdd' } },
  { label: 'Put off', filters: { status: 'snoozed' } },
  { label: 'Closed', filters: { status: 'closed' } },
];

const keyOf = (filters: AlertFilters) => JSON.stringify(Object.entries(filters).sort());

export const isSameQueue = (a: AlertFilters, b: AlertFilters) => keyOf(a) === keyOf(b);
