import { randomUUID, timingSafeEqual } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { memberSessionHeader } from '#contract/accounts.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { openApiDocument } from '#contract/openapi.ts';
import type { Logger } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { mostCallbackBytes } from '../verification-provider/callback-signature.ts';
import { answerHeaders } from './answers.ts';
import type { Binding } from './bind.ts';
import type { CallerDeps } from './callers.ts';
import { clientAddress } from './client-address.ts';
import { docsPage } from './docs-page.ts';
import { isDatabaseUnavailable } from './faults.ts';
import { type ApiEnv, basePath, mountAll } from './mount.ts';
import { isRefusal, problemResponse } from './problems.ts';
import { readBytes } from './request-body.ts';

export interface ApiDeps extends CallerDeps {
  endpoints: readonly Endpoint[];
  bindings: readonly Binding[];
  log: Logger;
  metrics: Metrics;
  /** Answers the verification provider's callback with a status; see individual-verifications/callback.ts. */
  takeVerificationCallback: (rawBody: Uint8Array, headers: Headers) => Promise<200 | 400 | 401>;
  /** Answers the payment service's webhook with a status; see billing/webhook.ts. */
  takePaymentWebhook: (rawBody: Uint8Array, headers: Headers, requestId: string) => Promise<200 | 401>;
  /** Resolves when the database answers a query; rejects otherwise. */
  databaseAnswers: () => Promise<void>;
  /** Secret that the web server signs client addresses with. */
  webSecret: string;
  /** Proxies in front of the API that append to X-Forwarded-For; 0 when there is none. */
  trustedProxies: number;
  /** Lets a caller from elsewhere read /metrics. Without it only this machine may. */
  metricsToken?: string;
  /** Holds every answer against the contract: on in tests and development. */
  checkAnswers: boolean;
}

export type Api = Hono<ApiEnv>;

const wellFormedRequestId = /^[\w.-]{8,64}$/;
const readyWithinMs = 2000;

/** Address of the connection; undefined where there is none, as in a test that calls the app directly. */
function socketAddress(context: Context<ApiEnv>): string | undefined {
  return (context.env as Partial<HttpBindings> | undefined)?.incoming?.socket?.remoteAddress;
}

function sameSecret(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function mayReadMetrics(context: Context<ApiEnv>, metricsToken: string | undefined): boolean {
  const given = /^Bearer (.+)$/.exec(context.req.header('Authorization') ?? '')?.[1];
  if (metricsToken !== undefined && given !== undefined) return sameSecret(given, metricsToken);
  // Behind a proxy on this machine everybody's connection is local. Ours says who asks; others give themselves away.
  const proxied =
    context.req.header('X-Forwarded-For') !== undefined || context.req.header('Forwarded') !== undefined;
  const asker = context.var.clientIp;
  return !proxied && (asker === '::1' || asker.startsWith('127.'));
}

function observeRequests(app: Api, { log, metrics, now, webSecret, trustedProxies }: ApiDeps) {
  app.use('*', async (context, next) => {
    const startedAt = performance.now();
    const given = context.req.header('X-Request-Id') ?? '';
    const requestId = wellFormedRequestId.test(given) ? given : randomUUID();
    context.set('requestId', requestId);
    context.set('route', 'none');
    context.set(
      'clientIp',
      clientAddress(
        {
          signed: context.req.header('X-Assay-Client'),
          forwardedFor: context.req.header('X-Forwarded-For'),
          socket: socketAddress(context),
          now: now(),
        },
        { webSecret, trustedProxies },
      ),
    );
    await next();
    context.header('X-Request-Id', requestId);
    const { memberSession } = context.var;
    if (memberSession !== undefined) context.header(memberSessionHeader, memberSession);
    const ms = performance.now() - startedAt;
    const { method } = context.req.raw;
    const { route } = context.var;
    const { status } = context.res;
    metrics.requestFinished({ method, route, status }, ms / 1000);
    log.info({ requestId, method, route, status, ms: Math.round(ms * 10) / 10 }, 'request');
  });
}

function answerFaults(app: Api, { log }: ApiDeps) {
  app.onError((error, context) => {
    const { requestId } = context.var;
    if (isRefusal(error)) return problemResponse(error.code, error.details, requestId);
    if (isDatabaseUnavailable(error)) {
      log.error({ requestId, error }, 'database cannot be reached');
      return problemResponse('server.unavailable', { detail: 'Try again in a moment.' }, requestId);
    }
    log.error({ requestId, route: context.var.route, error }, 'request failed');
    return problemResponse('server.failed', {}, requestId);
  });
  app.notFound((context) => problemResponse('record.notFound', {}, context.var.requestId));
}

/** A word for machines. */
function say(status: number, text: string): Response {
  return new Response(`${text}\n`, {
    status,
    headers: { ...answerHeaders, 'Content-Type': 'text/plain; charset=utf-8' },
  });
}

function mountHealth(app: Api, { databaseAnswers, metrics, metricsToken }: ApiDeps) {
  app.get('/healthz', (context) => {
    context.set('route', '/healthz');
    return say(200, 'ok');
  });
  app.get('/readyz', async (context) => {
    context.set('route', '/readyz');
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<false>((resolve) => {
      timer = setTimeout(() => resolve(false), readyWithinMs);
    });
    const ready = await Promise.race([
      databaseAnswers()
        .then(() => true)
        .catch(() => false),
      tooLate,
    ]);
    clearTimeout(timer);
    return ready ? say(200, 'ready') : say(503, 'the database does not answer');
  });
  app.get('/metrics', async (context) => {
    context.set('route', '/metrics');
    if (!mayReadMetrics(context, metricsToken))
      return problemResponse('record.notFound', {}, context.var.requestId);
    const { text, contentType } = await metrics.expose();
    return new Response(text, { headers: { ...answerHeaders, 'Content-Type': contentType } });
  });
}

/** What vendors call: the raw body, signed, outside the contract. Counted and logged like everything else. */
function mountCallbacks(app: Api, { takeVerificationCallback, takePaymentWebhook }: ApiDeps) {
  const payments = `${basePath}/webhooks/stripe`;
  app.post(payments, async (context) => {
    context.set('route', payments);
    const { requestId } = context.var;
    // An event tells of a whole invoice, which may have many lines.
    const status = await takePaymentWebhook(
      await readBytes(context.req.raw),
      context.req.raw.headers,
      requestId,
    );
    return status === 200 ? say(200, 'taken') : problemResponse('token.invalid', {}, requestId);
  });
  const path = `${basePath}/webhooks/verification`;
  app.post(path, async (context) => {
    context.set('route', path);
    const status = await takeVerificationCallback(
      await readBytes(context.req.raw, mostCallbackBytes),
      context.req.raw.headers,
    );
    if (status === 200) return say(200, 'taken');
    const code = status === 401 ? 'token.invalid' : 'request.malformed';
    return problemResponse(code, {}, context.var.requestId);
  });
}

function mountDocs(app: Api, endpoints: readonly Endpoint[]) {
  app.get(`${basePath}/openapi.json`, (context) => {
    context.set('route', `${basePath}/openapi.json`);
    return new Response(JSON.stringify(openApiDocument(endpoints)), {
      headers: { ...answerHeaders, 'Cache-Control': 'no-cache', 'Content-Type': 'application/json' },
    });
  });
  app.get(`${basePath}/docs`, (context) => {
    context.set('route', `${basePath}/docs`);
    const { html, contentSecurityPolicy } = docsPage(openApiDocument(endpoints));
    return new Response(html, {
      headers: {
        ...answerHeaders,
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': contentSecurityPolicy,
      },
    });
  });
}

/**
 * The main API as a Hono app: the contract's endpoints under /api/v1, its OpenAPI document and a page to read
 * it, and /healthz, /readyz, /metrics. Everything else is 404; every refusal is problem+json.
 *
 * @throws Error when endpoints and handlers do not match each other.
 */
export function createApi(deps: ApiDeps): Api {
  const app: Api = new Hono<ApiEnv>();
  observeRequests(app, deps);
  answerFaults(app, deps);
  mountHealth(app, deps);
  mountDocs(app, deps.endpoints);
  mountCallbacks(app, deps);
  mountAll(app, deps.endpoints, deps.bindings, {
    ...deps,
    onStreamFault: (error, requestId) => deps.log.error({ requestId, error }, 'answer broke off'),
  });
  return app;
}
