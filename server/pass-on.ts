import type { HttpBindings } from '@hono/node-server';
import type { Hono } from 'hono';
import { clientAddressHeader } from '#contract/clients/client-address.ts';
import { type AddressEnv, forwardedFor, signedClientIp } from './client-address.ts';
import { endToEndHeaders, forwardRequest } from './forward-request.ts';

export type Web = Hono<{ Bindings: HttpBindings }>;

/** Response while the API’s thread is being restarted. */
function serviceIsAway(): Response {
  const title = 'The service cannot be reached';
  return Response.json(
    { type: 'about:blank', title, status: 503, code: 'server.unavailable' },
    { status: 503, headers: { 'Content-Type': 'application/problem+json', 'Retry-After': '2' } },
  );
}

/** Reports at /readyz whether the API at `apiUrl` and its database are available: for balancers, and pages that wait for its return. */
export function reportReadiness(web: Web, apiUrl: string): void {
  web.get('/readyz', (c) => {
    const address = forwardedFor(c.env.incoming);
    const headers = new Headers(address === undefined ? {} : { 'X-Forwarded-For': address });
    return forwardRequest(c, `${apiUrl}/readyz`, headers, serviceIsAway);
  });
}

/** Passes API requests received on the web's port on to `apiUrl`. */
export function passOnToApi(web: Web, apiUrl: string, env: AddressEnv): void {
  web.all('/api/v1/*', (c) => {
    const { pathname, search } = new URL(c.req.url);
    const headers = endToEndHeaders(c.req.raw.headers);
    headers.set(clientAddressHeader, signedClientIp(c.env.incoming, env));
    return forwardRequest(c, `${apiUrl}${pathname}${search}`, headers, serviceIsAway);
  });
}

/** Pages under /sandbox/ that the app renders. */
const appPages = new Set(['/sandbox/components', '/sandbox/components.data']);

/** Forwards /sandbox/ to the sandbox's pages at `sandboxUrl`. */
export function passOnToSandbox(web: Web, sandboxUrl: string, isDemoFilling: () => boolean): void {
  web.get('/sandbox/demo', (c) => c.json({ complete: !isDemoFilling() }, isDemoFilling() ? 503 : 200));
  web.all('/sandbox/*', (c, next) => {
    const { pathname, search } = new URL(c.req.url);
    if (appPages.has(pathname)) return next();
    return forwardRequest(
      c,
      `${sandboxUrl}${pathname}${search}`,
      endToEndHeaders(c.req.raw.headers),
      serviceIsAway,
    );
  });
}
