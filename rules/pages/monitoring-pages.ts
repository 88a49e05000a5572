import { type PageQuery, pageUrl } from '#rules/pages/page-url.ts';

/** Lists of monitoring by the last part of their path. `alerts` is `/monitoring` itself. */
export const monitoringPages = ['alerts', 'worklists', 'reviews', 'evidence', 'lists'] as const;

export type MonitoringPage = (typeof monitoringPages)[number];

/** URL of a list of monitoring. */
export function monitoringUrl(page: MonitoringPage, query?: PageQuery): string {
  return pageUrl(page === 'alerts' ? '/monitoring' : `/monitoring/${page}`, query);
}

/** URL of an alert. `query`: the list from which it is opened. */
export function alertUrl(id: string, query?: PageQuery): string {
  return pageUrl(`/monitoring/alerts/${id}`, query);
}

/** URL of a review. */
export const reviewUrl = (id: string): string => `/monitoring/reviews/${id}`;

/** URL of a worklist with its clients. */
export function worklistUrl(id: string | number, query?: PageQuery): string {
  return pageUrl(`/monitoring/worklists/${id}`, query);
}
