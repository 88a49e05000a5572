import { pageUrl } from '#rules/pages/page-url.ts';

/** URL of the sessions and second factor of a platform admin. */
export function adminSessionsUrl(section?: string): string {
  return pageUrl('/admin/sessions', {}, section);
}

/** URL of the support access to a company. */
export function companySupportUrl(companyId: string, section?: string): string {
  return pageUrl(`/admin/companies/${companyId}/support`, {}, section);
}
