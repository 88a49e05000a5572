import { type PageQuery, pageUrl } from '#rules/pages/page-url.ts';

/** URL of the sessions and second factor of a platform admin. */
export const adminSessionsUrl = (): string => '/admin/sessions';

/** URL of the support access to a company. */
export function companySupportUrl(companyId: string, query?: PageQuery): string {
  return pageUrl(`/admin/companies/${companyId}/support`, query);
}
