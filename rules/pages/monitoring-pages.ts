import { type PageQuery, pageUrl } from '#rules/pages/page-url.ts';

/** Lists of monitoring by the last part of their path. `alerts` is `/monitoring` itself. */
export const monitoringPages = ['alerts', 'worklists', 'reviews', 'evidence', 'lists'] as const;

export type MonitoringPage = (typeof monitoringPages)[number];

/** URL of a list of monitoring. `section`: id of the element that it opens at. */
export function monitoringUrl(page: MonitoringPage, query?: PageQuery, section?: string): string {
  return pageUrl(page === 'alerts' ? '/monitoring' : `/monitoring/${page}`, query, section);
}

/** URL of an alert. `query`: the list from which it is opened. */
export function alertUrl(id: string, query?: PageQuery, section?: string): string {
  return pageUrl(`/monitoring/alerts/${id}`, query, section);
}

/** URL of a review. */
export function reviewUrl(id: string, query?: PageQuery, section?: string): string {
  return pageUrl(`/monitoring/reviews/${id}`, query, section);
}

/** URL of a worklist with its clients. */
export function worklistUrl(id: string | number, query?: PageQuery): string {
  return pageUrl(`/monitoring/worklists/${id}`, query);
}
