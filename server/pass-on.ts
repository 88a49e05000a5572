import type { HttpBindings } from '@hono/node-server';
import type { Hono } from 'hono';
import { proxy } from 'hono/proxy';
import { request } from 'undici';
import { clientAddressHeader } from '#contract/clients/client-address.ts';
import { type AddressEnv, forwardedFor, signedClientIp } from './client-address.ts';

export type Web = Hono<{ Bindings: HttpBindings }>;

/** Response of the API while its thread is being restarted. */
function apiIsAway(): Response {
  const title = 'The service cannot be reached';
  return Response.json(
    { type: 'about:blank', title, status: 503, code: 'server.unavailable' },
    { status: 503, headers: { 'Content-Type': 'application/problem+json', 'Retry-After': '2' } },
  );
}

/** Request headers that select the format of a document. */
function getDocsHeaders(headers: Headers): Record<string, string> {
  const names = ['accept-encoding', 'if-none-match', 'x-request-id'];
  return Object.fromEntries(
    names.flatMap((name) => (headers.has(name) ? [[name, headers.get(name) ?? '']] : [])),
  );
}

/** Response headers of the API, without hop-by-hop headers. */
function passedHeaders(received: Record<string, string | string[] | undefined>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(received)) {
    if (typeof value === 'string' && !['connection', 'keep-alive', 'transfer-encoding'].includes(name))
      headers.set(name, value);
  }
  return headers;
}

/** Reports at /readyz whether the API at `apiUrl` and its database are available: for balancers, and pages that wait for its return. */
export function reportReadiness(web: Web, apiUrl: string): void {
  web.get('/readyz', (c) =>
    proxy(`${apiUrl}/readyz`, { headers: { 'x-forwarded-for': forwardedFor(c.env.incoming) } }).catch(
      apiIsAway,
    ),
  );
}

/** Passes API requests received on the web's port on to `apiUrl`. */
export function passOnToApi(web: Web, apiUrl: string, env: AddressEnv): void {
  // Unmodified: the platform's fetch would decompress the API's compressed response.
  for (const path of ['/api/v1/openapi.json', '/api/v1/docs']) {
    web.get(path, async (c) => {
      try {
        const response = await request(`${apiUrl}${path}`, {
          method: c.req.method === 'HEAD' ? 'HEAD' : 'GET',
          headers: {
            ...getDocsHeaders(c.req.raw.headers),
            [clientAddressHeader]: signedClientIp(c.env.incoming, env),
          },
        });
        const bytes = await response.body.arrayBuffer();
        return new Response(bytes.byteLength > 0 ? bytes : null, {
          status: response.statusCode,
          headers: passedHeaders(response.headers),
        });
      } catch {
        return apiIsAway();
      }
    });
  }
  web.all('/api/v1/*', (c) => {
    const { pathname, search } = new URL(c.req.url);
    return proxy(`${apiUrl}${pathname}${search}`, {
      raw: c.req.raw,
      headers: { ...c.req.header(), [clientAddressHeader]: signedClientIp(c.env.incoming, env) },
    }).catch(apiIsAway);
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
    // A redirect is the browser's to follow: by us it would be followed without its cookies.
    return proxy(`${sandboxUrl}${pathname}${search}`, {
      raw: c.req.raw,
      headers: { ...c.req.header() },
      redirect: 'manual',
    });
  });
}
