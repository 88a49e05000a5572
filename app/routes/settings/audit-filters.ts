/** What the audit log's URL can narrow it by. */
export const auditFilterNames = ['who', 'kind', 'action', 'from', 'to', 'record'] as const;

export type ShownFilters = Partial<Record<(typeof auditFilterNames)[number], string>>;

/** The filters as a query; blank without any. */
function queryOf(filters: ShownFilters, more: Record<string, string>): string {
  const given = auditFilterNames.flatMap((name) => (filters[name] ? [[name, filters[name]]] : []));
  return new URLSearchParams([...Object.entries(more), ...given]).toString();
}

/** The log narrowed by filters, from before an event's number on. */
export const auditHref = (filters: ShownFilters, before?: number): string =>
  `/settings?${queryOf(filters, { view: 'audit', ...(before === undefined ? {} : { before: String(before) }) })}`;

/** The same as a file. */
export const auditCsvHref = (filters: ShownFilters): string =>
  `/settings/audit-log.csv?${queryOf(filters, {})}`.replace(/\?$/, '');
