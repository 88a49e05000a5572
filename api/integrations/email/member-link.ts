/**
 * A link in an email to a member: it names the company, because its reader may be working in another one.
 * @param appUrl public URL of the app
 * @param path path with or without a query
 */
export function memberLink(appUrl: string, companyId: string, path: string): string {
  const separator = path.includes('?') ? '&' : '?';
  return `${appUrl.replace(/\/+$/, '')}${path}${separator}company=${companyId}`;
}
