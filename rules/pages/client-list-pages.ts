import { type PageQuery, pageUrl } from '#rules/pages/page-url.ts';

/** URL of the import of clients; `id`: of one that was started. */
export function clientImportUrl(id?: string, query?: PageQuery): string {
  return pageUrl('/clients/import', { import: id, ...query });
}

/** URL of the bulk actions on clients; `id`: of one of them. */
export function bulkActionsUrl(id?: string, query?: PageQuery): string {
  return pageUrl('/clients/bulk', { action: id, ...query });
}
