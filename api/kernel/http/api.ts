import { randomUUID, timingSafeEqual } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { clientAddressHeader } from '#contract/clients/client-address.ts';
import { memberSessionHeader } from '#contract/company/accounts.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { formatWait } from '#rules/format/numbers.ts';
import type { Logger } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { apiError, isApiError, problemResponse } from './api-error.ts';
import type { CallerDeps } from './authenticate.ts';
import type { Binding } from './bind-endpoint.ts';
import { requestOrigin } from './client-address.ts';
import { isDatabaseUnavailable, mergedClientMessage } from './database-errors.ts';
import type { SavedDocs } from './kept-docs.ts';
import { type ApiEnv, basePath, type CountUse, type MountDeps, mountAll } from './mount-endpoints.ts';
import { readBytes } from './request-body.ts';
import { responseHeaders } from './responses.ts';
import { serveCached } from './serve-docs.ts';

export interface ApiDeps extends CallerDeps {
  endpoints: readonly Endpoint[];
  bindings: readonly Binding[];
  log: Logger;
  metrics: Metrics;
  /** Handles the verification provider's callback and returns its status; see individual-verifications/callback.ts. */
  handleVerificationCallback: (rawBody: Uint8Array, headers: Headers) => Promise<200 | 400 | 401>;
  /** Handles the payment service's webhook and returns its status; see billing/webhook.ts. */
  handlePaymentWebhook: (rawBody: Uint8Array, headers: Headers, requestId: string) => Promise<200 | 401>;
  /** The API's OpenAPI document and its page; created or loaded once. */
  docs: () => Promise<SavedDocs>;
  /** Counts one use of an endpoint's rate limit, and returns whether it is within it. */
  countUse: CountUse;
  /** Notes that a member opened a record, for the access log. */
  noteRead: MountDeps['noteRead'];
  /** Counts one request for the documents by the caller's address. */
  countDocsCall: (clientIp: string) => Promise<{ allowed: boolean; retryAfterSeconds: number }>;
  /** Resolves when the database responds to a query; rejects otherwise. */
  isDatabaseReachable: () => Promise<void>;
  /** Secret that the web server signs client addresses with. */
  /** The web's signatures are verified by any of them. */
  webSecrets: readonly string[];
  /** Proxies in front of the API that append to X-Forwarded-For; 0 when there is none. */
  trustedProxies: number;
  /** Permits reading /metrics from other machines. Without it only this machine may. */
  metricsToken?: string;
  /** Validates every response against the contract: on in tests and development. */
  checkAnswers: boolean;
}

export type Api = Hono<ApiEnv>;

const wellFormedRequestId = /^[\w.-]{8,64}$/;
const readyWithinMs = 2000;

/** Address of the connection; undefined without one, as in a test that calls the app directly. */
function socketAddress(context: Context<ApiEnv>): string | undefined {
  return (context.env as Partial<HttpBindings> | undefined)?.incoming?.socket?.remoteAddress;
}

function sameSecret(received: string, expected: string): boolean {
  const [one, other] = [Buffer.from(received), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function canReadMetrics(context: Context<ApiEnv>, metricsToken: string | undefined): boolean {
  const token = /^Bearer (.+)$/.exec(context.req.header('Authorization') ?? '')?.[1];
  if (metricsToken !== undefined && token !== undefined) return sameSecret(token, metricsToken);
  // Behind a local proxy every connection is local. Our own proxy signs the client's address; others are recognised by
  // their headers.
  const proxied =
    context.req.header('X-Forwarded-For') !== undefined || context.req.header('Forwarded') !== undefined;
  const asker = context.var.clientIp;
  return !proxied && (asker === '::1' || asker.startsWith('127.'));
}

function observeRequests(app: Api, { log, metrics, now, webSecrets, trustedProxies }: ApiDeps) {
  app.use('*', async (context, next) => {
    const startedAt = performance.now();
    const receivedId = context.req.header('X-Request-Id') ?? '';
    const requestId = wellFormedRequestId.test(receivedId) ? receivedId : randomUUID();
    context.set('requestId', requestId);
    context.set('route', 'none');
    const { clientIp, isFromWeb } = requestOrigin(
      {
        signed: context.req.header(clientAddressHeader),
        forwardedFor: context.req.header('X-Forwarded-For'),
        socket: socketAddress(context),
        now: now(),
      },
      { webSecrets, trustedProxies },
    );
    context.set('clientIp', clientIp);
    context.set('isFromWeb', isFromWeb);
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

function handleErrors(app: Api, { log }: ApiDeps) {
  app.onError((error, context) => {
    const { requestId } = context.var;
    if (isApiError(error)) return problemResponse(error.code, error.details, requestId);
    const merged = mergedClientMessage(error);
    if (merged !== null) {
      const details = { detail: merged, fields: { '': [merged] } };
      return problemResponse('request.invalid', details, requestId);
    }
    if (isDatabaseUnavailable(error)) {
      log.error({ requestId, error }, 'database cannot be reached');
      return problemResponse('server.unavailable', { detail: 'Try again in a moment.' }, requestId);
    }
    log.error({ requestId, route: context.var.route, error }, 'request failed');
    return problemResponse('server.failed', {}, requestId);
  });
  app.notFound((context) => problemResponse('record.notFound', {}, context.var.requestId));
}

/** A plain-text response for machines. */
function say(status: number, text: string): Response {
  return new Response(`${text}\n`, {
    status,
    headers: { ...responseHeaders, 'Content-Type': 'text/plain; charset=utf-8' },
  });
}

function mountHealth(app: Api, { isDatabaseReachable, metrics, metricsToken }: ApiDeps) {
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
      isDatabaseReachable()
        .then(() => true)
        .catch(() => false),
      tooLate,
    ]);
    clearTimeout(timer);
    return ready ? say(200, 'ready') : say(503, 'the database does not answer');
  });
  app.get('/metrics', async (context) => {
    context.set('route', '/metrics');
    if (!canReadMetrics(context, metricsToken))
      return problemResponse('record.notFound', {}, context.var.requestId);
    const { text, contentType } = await metrics.expose();
    return new Response(text, { headers: { ...responseHeaders, 'Content-Type': contentType } });
  });
}

/** A callback of the verification provider describes one check. */
const maxCallbackBytes = 64 * 1024;

/** Endpoints called by vendors: signed raw bodies, outside the contract, with the usual metrics and log. */
function mountCallbacks(app: Api, { handleVerificationCallback, handlePaymentWebhook }: ApiDeps) {
  const payments = `${basePath}/webhooks/stripe`;
  app.post(payments, async (context) => {
    context.set('route', payments);
    const { requestId } = context.var;
    // An event contains a whole invoice, which can have many lines.
    const status = await handlePaymentWebhook(
      await readBytes(context.req.raw),
      context.req.raw.headers,
      requestId,
    );
    return status === 200 ? say(200, 'taken') : problemResponse('token.invalid', {}, requestId);
  });
  const path = `${basePath}/webhooks/verification`;
  app.post(path, async (context) => {
    context.set('route', path);
    const status = await handleVerificationCallback(
      await readBytes(context.req.raw, maxCallbackBytes),
      context.req.raw.headers,
    );
    if (status === 200) return say(200, 'taken');
    const code = status === 401 ? 'token.invalid' : 'request.malformed';
    return problemResponse(code, {}, context.var.requestId);
  });
}

/** A client that polls the documents gets the 429 late, which slows its loop. */
const errorDelayMs = 1000;
/** Maximum delayed responses: each holds a connection. */
const maxWaiting = 200;

/** The OpenAPI document and its page: prepared bytes, public, rate-limited by address. */
function mountDocs(app: Api, { docs, countDocsCall }: ApiDeps) {
  let waiting = 0;
  const waitToReject = async () => {
    if (waiting >= maxWaiting) return;
    waiting += 1;
    await pause(errorDelayMs);
    waiting -= 1;
  };
  const mount = (name: string, part: keyof SavedDocs) => {
    const path = `${basePath}/${name}`;
    app.get(path, async (context) => {
      context.set('route', path);
      const { allowed, retryAfterSeconds } = await countDocsCall(context.var.clientIp);
      if (!allowed) {
        await waitToReject();
        throw apiError('rate.limited', {
          detail: `Too many requests from your address. Wait ${formatWait(retryAfterSeconds)} and try again.`,
          retryAfterSeconds,
        });
      }
      return serveCached((await docs())[part], {
        acceptEncoding: context.req.header('Accept-Encoding'),
        ifNoneMatch: context.req.header('If-None-Match'),
      });
    });
  };
  mount('openapi.json', 'openApi');
  mount('docs', 'page');
}

/**
 * The main API as a Hono app: the contract's endpoints under /api/v1, its OpenAPI document and page, and /healthz,
 * /readyz, /metrics. Everything else is 404; every error is problem+json.
 * @throws Error if endpoints and handlers do not match.
 */
export function createApi(deps: ApiDeps): Api {
  const app: Api = new Hono<ApiEnv>();
  observeRequests(app, deps);
  handleErrors(app, deps);
  mountHealth(app, deps);
  mountDocs(app, deps);
  mountCallbacks(app, deps);
  mountAll(app, deps.endpoints, deps.bindings, {
    ...deps,
    onStreamError: (error, requestId) => deps.log.error({ requestId, error }, 'answer broke off'),
  });
  return app;
}
