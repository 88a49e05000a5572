import { randomUUID } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import { createRequestHandler, type ServerBuild } from '@remix-run/server-runtime';
import { type Context, Hono } from 'hono';
import type { ApiThread } from '#api/api-thread.ts';
import { withLimitedBody } from '#app/body-limit.server.ts';
import { withSecurityHeaders } from '#app/document/security-headers.server.ts';
import type { AppEnv } from '#app/env.server.ts';
import { createPagesBySection } from '#app/route-index.server.ts';
import { isForeignRequest } from '#app/session/origin-check.server.ts';
import { getClientIp } from './client-address.ts';
import { redirectMovedPages } from './moved-pages.ts';
import { passOnToApi, passOnToSandbox, reportReadiness } from './pass-on.ts';
import { serveSecurityContact } from './security-contact.ts';
import { serveFiles } from './static-files.ts';

/** Response to a program whose body exceeds the API's limit. */
function apiBodyTooLarge(): Response {
  const title = 'The request is too large';
  const detail = 'A request may be 1 MB at most. Send less at once.';
  return Response.json(
    {
      type: 'urn:assay:problem:request.tooLarge',
      title,
      status: 413,
      code: 'request.tooLarge',
      detail,
      requestId: randomUUID(),
    },
    { status: 413, headers: { 'Content-Type': 'application/problem+json', 'Cache-Control': 'no-store' } },
  );
}

export interface WebParts {
  env: AppEnv;
  build: ServerBuild | (() => Promise<ServerBuild>);
  /** Handles /api/v1 if it is served on the web's port too. */
  api?: ApiThread;
  /** Handles /sandbox/*. */
  sandboxUrl?: string;
}

/** Headers of a request whose body is omitted. */
function withoutBody(original: Headers): Headers {
  const headers = new Headers(original);
  for (const name of ['Content-Length', 'Content-Type', 'Transfer-Encoding']) headers.delete(name);
  return headers;
}

/** The web's HTTP application: static files, pages, and requests passed on to the API and the sandbox. */
export function createWeb({ env, build, api, sandboxUrl }: WebParts) {
  const web = new Hono<{ Bindings: HttpBindings }>();
  const pages =
    typeof build === 'function'
      ? createRequestHandler(build, 'development')
      : createPagesBySection(build, 'production');

  const isDemoFilling = () => sandboxUrl !== undefined && api?.isDemoComplete() === false;
  const respondWithPage = async (c: Context<{ Bindings: HttpBindings }>, isBodyTooLarge = false) => {
    const context = {
      clientIp: getClientIp(c.env.incoming, env),
      isDemoFilling: isDemoFilling(),
      isBodyTooLarge,
    };
    // Remix returns redirects and resource routes without the entry that sets a document's headers.
    return withSecurityHeaders(await pages(c.req.raw, context), { isHttps: env.isHttps });
  };

  redirectMovedPages(web);
  // Before all that handles a request: handlers may buffer a body in memory.
  web.use('*', async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next();
    const limited = await withLimitedBody(c.req.raw);
    if (limited !== undefined) {
      c.req.raw = limited;
      return next();
    }
    const { url, method, headers } = c.req.raw;
    if (c.req.path.startsWith('/api/v1/')) return apiBodyTooLarge();
    c.req.raw = new Request(url, { method, headers: withoutBody(headers) });
    const page = await respondWithPage(c, true);
    // Paths without forms have no page to show the message.
    return page.status === 413 ? page : c.text('This is too large. A form may be 1 MB at most.', 413);
  });
  web.get('/healthz', (c) => c.text('ok'));
  reportReadiness(web, env.mainApiUrl);
  serveSecurityContact(web, env);
  if (api) passOnToApi(web, api.url, env);
  if (sandboxUrl) passOnToSandbox(web, sandboxUrl, isDemoFilling);
  serveFiles(web, typeof build === 'function');
  // Remix refuses a post from another site too, but as if we had failed.
  const ownHosts = [new URL(env.appUrl).host];
  web.use('*', async (c, next) => {
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
    if (isRead || !isForeignRequest(c.req.raw, ownHosts)) return next();
    return c.text(
      'This form was sent from another site, so it was blocked. Open Assay and send it from there.',
      403,
    );
  });
  web.all('*', (c) => respondWithPage(c));
  return web;
}
