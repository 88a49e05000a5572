/** Filters of the audit log in the URL. */
export const auditFilterNames = ['search', 'who', 'kind', 'action', 'from', 'to', 'record'] as const;

export type AuditFilterView = Partial<Record<(typeof auditFilterNames)[number], string>>;

/** The filters as a query string; blank if none. */
function getQuery(filters: AuditFilterView, more: Record<string, string>): string {
  const entries = auditFilterNames.flatMap((name) => (filters[name] ? [[name, filters[name]]] : []));
  return new URLSearchParams([...Object.entries(more), ...entries]).toString();
}

/** URL of the filtered log, starting before an event's sequence number. */
export const auditHref = (filters: AuditFilterView, before?: number): string =>
  `/settings?${getQuery(filters, { view: 'audit', ...(before === undefined ? {} : { before: String(before) }) })}`;

/** URL of the filtered log as CSV. */
export const auditCsvHref = (filters: AuditFilterView): string =>
  `/settings/audit-log.csv?${getQuery(filters, {})}`.replace(/\?$/, '');
