import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import type { ServerBuild } from '@remix-run/server-runtime';
import { Hono } from 'hono';
import { withSecurityHeaders } from '#app/document/security-headers.server.ts';
import { createPagesBySection } from '#app/route-index.server.ts';
import type { Realm } from '#app/services/session-cookies.server.ts';
import { openTestApi, type TestApi, type TestPerson, testWebSecret } from '#tests/support/api/api.ts';
import { buildRoutes } from '#tests/support/app/build-routes.ts';
import { testEngine } from '#tests/support/database/database.ts';
import remixConfig from '../../../remix.config.js';
import { getClientIp } from '../../../server/client-address.ts';
import { passOnToApi, reportReadiness } from '../../../server/pass-on.ts';

/** A URL pattern of `app/routes.ts`, with its module. */
interface AppRoute {
  /** As in the table, with a slash before it. */
  path: string;
  hasAction: boolean;
}

/** A request to the web's port. `cookie`: the whole header. */
interface WebRequest {
  path: string;
  method?: 'GET' | 'POST';
  cookie?: string;
  body?: URLSearchParams | FormData;
  headers?: Record<string, string>;
}

/** A response as it arrived, with its body as text. */
export interface WebResponse {
  status: number;
  headers: Headers;
  text: string;
}

export interface LeakTestWeb {
  api: TestApi;
  /** All routes with a URL, in the order of the table. */
  routes: readonly AppRoute[];
  /** Sends a request from an address of its own. */
  send(request: WebRequest): Promise<WebResponse>;
  /** The same for any method. */
  request(path: string, init: RequestInit): Promise<WebResponse>;
  /** Cookie header of a new session of a person. */
  cookieOf(person: TestPerson, realm?: Realm): Promise<string>;
  close(): Promise<void>;
}

/** The app as built, and its routes with a URL. */
async function buildApp(): Promise<{ build: ServerBuild; routes: AppRoute[] }> {
  const { routes, assets } = await buildRoutes();
  const build: ServerBuild = {
    routes,
    assets,
    mode: 'production',
    entry: { module: await import('#app/entry.server.tsx') },
    publicPath: '/',
    assetsBuildDirectory: 'build/client',
    future: { ...remixConfig.future, unstable_optimizeDeps: false } as ServerBuild['future'],
    isSpaMode: false,
  };
  const paths = Object.values(routes).flatMap(({ path, parentId, module }) =>
    path === undefined || parentId === undefined
      ? []
      : { path: `/${path.replace(/^\//, '')}`, hasAction: 'action' in module },
  );
  return { build, routes: paths };
}

type FetchHandler = Parameters<typeof getRequestListener>[0];

/** A server on a port of its own, whose handler can be assigned once its address is known. */
async function listen(): Promise<{ url: string; server: Server; handle(fetch: FetchHandler): void }> {
  let listener: ReturnType<typeof getRequestListener> | undefined;
  const server = createServer((incoming, outgoing) => void listener?.(incoming, outgoing));
  // A connection that the server ends while a request is on its way would fail that request.
  server.keepAliveTimeout = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    server,
    handle(fetch) {
      listener = getRequestListener(fetch, { overrideGlobalObjects: false });
    },
  };
}

async function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
}

/**
 * The web on a port of its own, in front of the main API on another, as in production: with the pages by section, the security headers of
 * other responses and what is passed on to the API. The app reads its environment once, so a test file opens one of these.
 */
export async function openLeakTestWeb(): Promise<LeakTestWeb> {
  const [api, apiPort, webPort] = await Promise.all([openTestApi(testEngine), listen(), listen()]);
  apiPort.handle((request, env) => api.api.fetch(request, env as never));
  Object.assign(process.env, {
    NODE_ENV: 'test',
    APP_URL: webPort.url,
    SESSION_SECRET: 'session-secret-of-the-leak-tests',
    WEB_SECRET: testWebSecret,
    MAIN_API_URL: apiPort.url,
    DESCOPE_PROJECT_ID: api.identityService.projectId,
    DESCOPE_BASE_URL: api.identityService.url,
    ADDY_API_KEY: 'address-key',
    // Nothing listens there: an address look-up finds no addresses, for members too.
    ADDY_NZL_URL: 'http://127.0.0.1:9',
    ADDY_AUS_URL: 'http://127.0.0.1:9',
    TRUST_PROXY: '1',
    REDIS_URL: '',
    LOG_LEVEL: 'silent',
  });
  const { services } = await import('#app/services/services.server.ts');
  const { build, routes } = await buildApp();
  const pages = createPagesBySection(build, 'production');
  const env = { trustedProxies: 1, webSecret: testWebSecret };
  const web = new Hono<{ Bindings: HttpBindings }>();
  reportReadiness(web, apiPort.url);
  passOnToApi(web, apiPort.url, env);
  web.all('*', async (c) => {
    const context = { clientIp: getClientIp(c.env.incoming, env), isDemoFilling: false };
    return withSecurityHeaders(await pages(c.req.raw, context), { isHttps: false });
  });
  webPort.handle((request, bindings) => web.fetch(request, bindings as HttpBindings));
  let addresses = 0;

  async function request(path: string, init: RequestInit): Promise<WebResponse> {
    // Limits by address are no subject here, and would make responses depend on their order.
    addresses += 1;
    const headers = new Headers(init.headers);
    headers.set('X-Forwarded-For', `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`);
    const response = await fetch(new URL(path, webPort.url), { ...init, headers, redirect: 'manual' });
    return { status: response.status, headers: response.headers, text: await response.text() };
  }

  return {
    api,
    routes,
    request,
    send: ({ path, method = 'GET', cookie, body, headers = {} }) =>
      request(path, {
        method,
        headers: {
          ...(cookie === undefined ? {} : { Cookie: cookie }),
          ...(method === 'GET' ? {} : { Origin: webPort.url }),
          ...headers,
        },
        ...(body === undefined ? {} : { body }),
      }),
    async cookieOf(person, realm = 'member') {
      const expiresAt = Math.floor(Date.now() / 1000) + 3600;
      const lines = await services().cookies.store(realm, {
        sessionToken: person.token,
        sessionExpiresAt: expiresAt,
        refreshToken: `refresh-token-of-${person.id}`,
        refreshExpiresAt: expiresAt,
        user: { userId: person.subject, name: person.name, loginIds: [person.loginId] },
        secret: api.getSession(person),
      });
      return lines.map((line) => line.split(';', 1)[0]).join('; ');
    },
    async close() {
      await stop(webPort.server);
      await stop(apiPort.server);
      await api.close();
    },
  };
}
