import { createHmac } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { createRequestHandler, type ServerBuild } from '@remix-run/server-runtime';
import { Hono } from 'hono';
import { proxy } from 'hono/proxy';
import { type ApiThread, prepareApiThread } from '#api/api-thread.ts';
import { serverTimeouts } from '#api/http/server-timeouts.ts';
import { demoAccounts, demoPassword } from '#api/seed/demo-accounts.ts';
import { readAppEnv } from '#app/env.server.ts';
import { isForeignRequest } from '#app/origin-check.server.ts';
import { createPagesBySection } from '#app/pages-by-section.server.ts';
import { withSecurityHeaders } from '#app/security-headers.server.ts';

/** What of Assay this process runs; see README, "Scaled out". */
export type Role = 'all' | 'web' | 'api' | 'jobs';

const projectRoot = fileURLToPath(new URL('../..', import.meta.url));

function reportAndExit(error: unknown): void {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

const apiThreadEvents = {
  onEnded: (reason: string) => console.error(`The API's thread ended (${reason}). Starting it again …`),
  onGivenUp: (reason: string) => reportAndExit(new Error(`The API could not be started again: ${reason}`)),
};

/** How many proxies of ours stand in front and append to X-Forwarded-For. */
function trustedProxies(): number {
  return process.env.TRUST_PROXY === 'true' ? 1 : Number(process.env.TRUST_PROXY ?? 0);
}

/** The address of the person at the other end; what a proxy says of it counts only where one is trusted. */
function clientIpOf(incoming: IncomingMessage): string {
  const forwarded = trustedProxies() > 0 ? incoming.headers['x-forwarded-for'] : undefined;
  const entry =
    typeof forwarded === 'string' ? forwarded.split(',').at(-trustedProxies())?.trim() : undefined;
  return entry || incoming.socket.remoteAddress || 'unknown';
}

/** What X-Forwarded-For says to the API: nothing for a request of this machine's own that no proxy passed on. */
function forwardedFor(incoming: IncomingMessage): string | undefined {
  const given = incoming.headers['x-forwarded-for'];
  if (given !== undefined) return String(given);
  const ip = incoming.socket.remoteAddress ?? 'unknown';
  return ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(ip) ? undefined : ip;
}

/** Tells the API whom a request that passes through here came from, so that rate limits count people, not us. */
function signedClientIp(ip: string): string {
  const seconds = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', process.env.WEB_SECRET ?? '')
    .update(`${ip}\n${seconds}`)
    .digest('hex');
  return `${ip};t=${seconds};s=${signature}`;
}

/** What a caller of the API hears while its thread is being started again. */
function apiIsAway(): Response {
  const title = 'The service cannot be reached';
  return Response.json(
    { type: 'about:blank', title, status: 503, code: 'server.unavailable' },
    { status: 503, headers: { 'Content-Type': 'application/problem+json', 'Retry-After': '2' } },
  );
}

interface WebParts {
  build: ServerBuild | (() => Promise<ServerBuild>);
  /** Where /api/v1 is answered when it is served on the web's port too. */
  api?: ApiThread;
  /** Where /sandbox/* is answered. */
  sandboxUrl?: string;
}

/** The web's HTTP application: static files, the pages, and what is passed on to the API and the sandbox. */
function createWeb({ build, api, sandboxUrl }: WebParts) {
  const apiUrl = api?.url;
  const web = new Hono<{ Bindings: HttpBindings }>();
  const pages =
    typeof build === 'function'
      ? createRequestHandler(build, 'development')
      : createPagesBySection(build, 'production');

  web.get('/healthz', (c) => c.text('ok'));
  if (apiUrl) {
    for (const path of ['/readyz', '/metrics']) {
      web.get(path, (c) =>
        proxy(`${apiUrl}${path}`, {
          // What the API gives to this machine alone it must not give to whoever asks through us.
          headers: {
            authorization: c.req.header('authorization'),
            'x-forwarded-for': forwardedFor(c.env.incoming),
          },
        }).catch(apiIsAway),
      );
    }
    web.all('/api/v1/*', (c) => {
      const { pathname, search } = new URL(c.req.url);
      return proxy(`${apiUrl}${pathname}${search}`, {
        raw: c.req.raw,
        headers: { ...c.req.header(), 'x-assay-client': signedClientIp(clientIpOf(c.env.incoming)) },
      }).catch(apiIsAway);
    });
  }
  const isDemoFilling = () => sandboxUrl !== undefined && api?.isDemoComplete() === false;
  if (sandboxUrl) {
    web.get('/sandbox/demo', (c) => c.json({ complete: !isDemoFilling() }, isDemoFilling() ? 503 : 200));
    web.all('/sandbox/*', (c) => {
      const { pathname, search } = new URL(c.req.url);
      // A redirect is the browser's to follow: by us it would be followed without its cookies.
      return proxy(`${sandboxUrl}${pathname}${search}`, {
        raw: c.req.raw,
        headers: { ...c.req.header() },
        redirect: 'manual',
      });
    });
  }

  const files = join(projectRoot, 'build/client');
  web.use(
    '/assets/*',
    serveStatic({
      root: files,
      precompressed: true,
      onFound: (_path, c) => c.header('cache-control', 'public, max-age=31536000, immutable'),
    }),
  );
  // By name, so that a page is not looked for among the files first.
  const names = process.env.ASSAY_DEV ? [] : readdirSync(files);
  for (const name of names.filter((name) => name.includes('.') && !/\.(br|gz)$/.test(name))) {
    web.use(
      `/${name}`,
      serveStatic({
        root: files,
        precompressed: true,
        onFound: (_path, c) => c.header('cache-control', 'public, max-age=3600'),
      }),
    );
  }
  // Remix refuses a post from another site too, but as if we had failed.
  const ownHosts = [new URL(process.env.APP_URL ?? 'http://localhost').host];
  web.use('*', async (c, next) => {
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
    if (isRead || !isForeignRequest(c.req.raw, ownHosts)) return next();
    return c.text(
      'This form was sent from another site, so it was refused. Open Assay and send it from there.',
      403,
    );
  });
  // Remix gives redirects and resource routes' answers out past the entry that sets a document's headers.
  const isHttps = process.env.APP_URL?.startsWith('https:') === true;
  web.all('*', async (c) => {
    const context = { clientIp: clientIpOf(c.env.incoming), isDemoFilling: isDemoFilling() };
    return withSecurityHeaders(await pages(c.req.raw, context), { isHttps });
  });
  return web;
}

const pagesFile = join(projectRoot, 'build/server/index.js');

/** Reads in the libraries that the built pages begin by importing, which needs nothing of the API, while that starts. */
async function readInPagesLibraries(): Promise<void> {
  if (process.env.ASSAY_DEV) return;
  const code = await readFile(pagesFile, 'utf8');
  const names = [...code.matchAll(/^import .*?"([^"./][^"]*)";$/gm)].flatMap(([, name]) => name ?? []);
  await Promise.all(names.map((name) => import(name)));
}

/** The built pages, or in development what Vite makes of their sources as they are now. */
async function openPages(
  server: Server,
): Promise<{ build: WebParts['build']; vite?: import('vite').ViteDevServer }> {
  if (!process.env.ASSAY_DEV) {
    return { build: (await import(pathToFileURL(pagesFile).href)) as ServerBuild };
  }
  const { createServer: createVite } = await import('vite');
  // Pages hear of changes on the web's own port: one of Vite's own would be taken where two of these run.
  const vite = await createVite({ root: projectRoot, server: { middlewareMode: true, hmr: { server } } });
  return { vite, build: () => vite.ssrLoadModule('virtual:remix/server-build') as Promise<ServerBuild> };
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((done, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      fail(
        error.code === 'EADDRINUSE' ? new Error(`Port ${port} is in use. Set PORT to another one.`) : error,
      ),
    );
    server.listen(port, host, () => {
      const address = server.address();
      done(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

function stopOnSignals(stop: () => Promise<unknown>): void {
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      stop().then(() => process.exit(0), reportAndExit);
    });
  }
}

/**
 * Runs the given part of Assay until a signal ends it. Throws with a message for the operator when a
 * variable is missing or a port or the data folder is taken.
 */
export async function run(role: string): Promise<void> {
  if (role === 'api' || role === 'jobs') {
    const [{ startApi }, { readEnv }] = await Promise.all([import('#api/main.ts'), import('#api/env.ts')]);
    const api = await startApi(readEnv(process.env), { http: role === 'api', jobs: role === 'jobs' });
    console.log(role === 'api' ? `Assay's API is at ${api.url}` : "Assay's jobs are running");
    stopOnSignals(() => api.close());
    return;
  }
  if (role !== 'all' && role !== 'web')
    throw new Error(`There is no role "${role}": use all, web, api or jobs.`);

  const port = Number(process.env.PORT ?? 3000);
  const sandboxed = process.env.SANDBOX === '1' && role === 'all';
  const host = process.env.HOST ?? (sandboxed ? '127.0.0.1' : '0.0.0.0');
  if (sandboxed) process.env.APP_URL ??= `http://localhost:${port}`;
  const dataDir = resolve(process.env.DATA_DIR ?? './data');
  if (role === 'all') process.env.DATA_DIR = dataDir;

  // At once: the thread reads in its libraries while this one opens what it is to be told of.
  const apiThread = role === 'all' ? prepareApiThread() : undefined;
  const sandbox = sandboxed
    ? await (await import('./enter-sandbox.ts')).enterSandbox(dataDir, process.env.APP_URL ?? '')
    : undefined;
  const starting = apiThread?.start({ ...process.env }, apiThreadEvents);
  // From here on the libraries of the pages read it, to choose their quick builds; the operator's word is with the API.
  if (!process.env.ASSAY_DEV) process.env.NODE_ENV = 'production';
  const [api] = await Promise.all([starting, readInPagesLibraries()]);
  if (api) process.env.MAIN_API_URL = api.url;
  readAppEnv(process.env);
  const server = createServer(serverTimeouts());
  const { build, vite } = await openPages(server);
  const web = createWeb({
    build,
    ...(api ? { api } : {}),
    ...(sandbox ? { sandboxUrl: sandbox.outboxUrl } : {}),
  });
  // Its own Response in place of the platform's breaks libraries that add to a response, the identity service's among them.
  const answer = getRequestListener((request, bindings) => web.fetch(request, bindings), {
    overrideGlobalObjects: false,
  });
  server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (vite) vite.middlewares(incoming, outgoing, () => void answer(incoming, outgoing));
    else void answer(incoming, outgoing);
  });
  const boundPort = await listen(server, port, host);

  console.log(`Assay is at ${process.env.APP_URL ?? `http://localhost:${boundPort}`}`);
  if (sandbox) {
    console.log(`Demo sign-ins, password ${demoPassword}:`);
    for (const { loginId, note } of demoAccounts) console.log(`  ${loginId.padEnd(20)} ${note}`);
  }
  stopOnSignals(async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
    await vite?.close();
    await api?.stop();
    await sandbox?.close();
  });
}
