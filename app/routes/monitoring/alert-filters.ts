import type { AlertFilters } from '#contract/monitoring/alerts.ts';
import { isRecordId } from '#contract/record-id.ts';
import { alertUrl, monitoringUrl } from '#rules/pages/monitoring-pages.ts';
import type { PageQuery } from '#rules/pages/page-url.ts';

export const alertFilterNames = ['type', 'status', 'severity', 'assignee', 'overdue'] as const;

/** The queue's filters in a URL, without blank ones. The API rejects an invalid one, so that it never widens the queue. */
export function alertFiltersFromUrl(search: URLSearchParams): AlertFilters {
  const entries = alertFilterNames
    .map((name) => [name, search.get(name)?.trim() ?? ''])
    .filter(([, value]) => value !== '');
  return Object.fromEntries(entries) as AlertFilters;
}

/** The queue's page in a URL: the id of the last alert before it. Undefined for the first page, or without a valid id. */
export function alertCursorFromUrl(search: URLSearchParams): string | undefined {
  const after = search.get('after') ?? '';
  return isRecordId(after) ? after : undefined;
}

/** Filters and page of the queue as the query of a URL, without blank ones. */
const queueQuery = (filters: AlertFilters, after: string | undefined): PageQuery => ({
  ...Object.fromEntries(alertFilterNames.map((name) => [name, filters[name] || undefined])),
  after,
});

/** The URL of the queue with these filters. `after`: cursor of its page. */
export const alertsHref = (filters: AlertFilters, after?: string): string =>
  monitoringUrl('alerts', queueQuery(filters, after));

/** The URL of an alert, opened from the queue with these filters. */
export const alertInQueueHref = (id: string, filters: AlertFilters, after?: string): string =>
  alertUrl(id, queueQuery(filters, after));

/** Predefined queues. */
export const queues: { label: string; filters: AlertFilters }[] = [
  { label: 'All open', filters: {} },
  { label: 'Assigned to me', filters: { assignee: 'me' } },
  { label: 'Unassigned', filters: { assignee: 'none' } },
  { label: 'Matches', filters: { type: 'screeningMatch' } },
  { label: 'Escalated', filters: { status: 'escalated' } },
  { label: 'Overdue', filters: { overdue: 'yes' } },
  { label: 'Reviews due', filters: { type: 'reviewDue' } },
  { label: 'Documents expiring', filters: { type: 'idExpiring' } },
  { label: 'Requests overdue', filters: { type: 'requestOverdue' } },
  { label: 'CDD due', filters: { type: 'delayedCdd' } },
  { label: 'Snoozed', filters: { status: 'snoozed' } },
  { label: 'Closed', filters: { status: 'closed' } },
];

const getKey = (filters: AlertFilters) => JSON.stringify(Object.entries(filters).sort());

export const isSameQueue = (a: AlertFilters, b: AlertFilters) => getKey(a) === getKey(b);
