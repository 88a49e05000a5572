import { type PageQuery, pageUrl } from '#rules/pages/page-url.ts';
import { settingsUrl } from '#rules/pages/settings-pages.ts';

/** Filters of the audit log in the URL. */
export const auditFilterNames = ['search', 'who', 'kind', 'action', 'from', 'to', 'record'] as const;

export type AuditFilterView = Partial<Record<(typeof auditFilterNames)[number], string>>;

/** The filters as a query, without blank ones. */
const getQuery = (filters: AuditFilterView): PageQuery =>
  Object.fromEntries(auditFilterNames.map((name) => [name, filters[name] || undefined]));

/** URL of the filtered log, starting before an event's sequence number. */
export const auditHref = (filters: AuditFilterView, before?: number): string =>
  settingsUrl('audit', { ...getQuery(filters), before });

/** URL of the filtered log as CSV. */
export const auditCsvHref = (filters: AuditFilterView): string =>
  pageUrl('/settings/audit-log.csv', getQuery(filters));
