/**
 * True for a cross-site request: its `Origin` is another host, or `null` as from a sandboxed frame. Browsers send `Origin` with every
 * post; navigation and GET forms have none, and pass.
 * @param ownHosts hosts (with port) that count as this site besides the request's own
 */
export function isForeignRequest(request: Request, ownHosts: readonly string[]): boolean {
  const origin = request.headers.get('Origin');
  if (origin === null) {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    return !isRead && ['cross-site', 'same-site'].includes(request.headers.get('Sec-Fetch-Site') ?? '');
  }
  const host = URL.canParse(origin) ? new URL(origin).host : undefined;
  if (host === undefined || host === '') return true;
  const named = request.headers.get('Host') ?? new URL(request.url).host;
  return host !== named && !ownHosts.includes(host);
}
