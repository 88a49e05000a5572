import type { Context, Hono } from 'hono';
import { browserSessionHeader, companyHeader, type MemberSession } from '#contract/company/accounts.ts';
import {
  compareEndpoints,
  type Endpoint,
  type EndpointInput,
  type UploadedBody,
  type UploadSender,
} from '#contract/endpoint.ts';
import { formatWait } from '#rules/format/numbers.ts';
import { countedAddress } from '../rate-limits/counted-address.ts';
import { apiError } from './api-error.ts';
import { type CallerDeps, identifyCaller } from './authenticate.ts';
import type { AnyCaller, Binding, MemberCaller, RequestContext, StreamedResponse } from './bind-endpoint.ts';
import { assertStorableText, parseFields } from './field-problems.ts';
import { readJson } from './request-body.ts';
import { emptyStreamResponse, jsonResponse, responseHeaders, streamResponse } from './responses.ts';

/** Base path of the main API. */
export const basePath = '/api/v1';

/** Variables of every request, set by the first middleware. */
export interface ApiEnv {
  Variables: {
    requestId: string;
    /** Pattern of the matched route, for logs and metrics. */
    route: string;
    clientIp: string;
    /** The address was signed by our own web server. */
    isFromWeb: boolean;
    /** Value of `memberSessionHeader`, set once the caller is known to be a member. */
    memberSession?: string;
  };
}

export interface MountDeps extends CallerDeps {
  /** Counts one use of an endpoint's rate limit, and returns whether it is within it. */
  countUse: CountUse;
  /** Validates every response against the contract: on in tests and development. */
  checkAnswers: boolean;
  onStreamError: (error: unknown, requestId: string) => void;
  /** Notes that a member opened a record, for the access log. */
  noteRead: (read: { type: string; recordId: string }, caller: MemberCaller) => void;
}

export type CountUse = (
  use: NonNullable<Endpoint['uses']>,
  caller: AnyCaller,
) => Promise<{ allowed: boolean; retryAfterSeconds: number }>;

const usesLabels: Record<NonNullable<Endpoint['uses']>, string> = {
  comparison: 'You have previewed many changes.',
  export: 'You have downloaded many exports.',
  download: 'You have downloaded many files.',
  preview: 'You have viewed many files.',
  paidLookup: 'Your company has run many checks.',
};

/** Throws `rate.limited` for a valid request if the caller's limit is used up. */
async function checkAllowance({ uses }: Endpoint, caller: AnyCaller, { countUse }: MountDeps): Promise<void> {
  if (uses === undefined) return;
  const { allowed, retryAfterSeconds } = await countUse(uses, caller);
  if (allowed) return;
  throw apiError('rate.limited', {
    detail: `${usesLabels[uses]} Try again in ${formatWait(retryAfterSeconds)}.`,
    retryAfterSeconds,
  });
}

/** Every endpoint has exactly one binding and every binding its endpoint; otherwise the API does not start. */
function checkComplete(endpoints: readonly Endpoint[], bindings: readonly Binding[]) {
  const bound = bindings.map(({ endpoint }) => endpoint);
  const missing = endpoints.filter((endpoint) => !bound.includes(endpoint)).map(({ id }) => id);
  const unknown = bound.filter((endpoint) => !endpoints.includes(endpoint)).map(({ id }) => id);
  const twice = bound.filter((endpoint, index) => bound.indexOf(endpoint) !== index).map(({ id }) => id);
  const withoutPermission = endpoints
    .filter(
      ({ caller, permission }) => (caller === 'member' || caller === 'recipient') && permission === undefined,
    )
    .map(({ id }) => id);
  const faults = [
    ...missing.map((id) => `${id} has no handler`),
    ...unknown.map((id) => `${id} is not among the contract's endpoints`),
    ...twice.map((id) => `${id} has two handlers`),
    ...withoutPermission.map((id) => `${id} declares no permission`),
  ];
  if (faults.length > 0) throw new Error(`The API cannot be mounted: ${faults.join('; ')}.`);
}

function requestKey(context: Context<ApiEnv>): string | undefined {
  const key = context.req.header('Idempotency-Key');
  if (key === undefined || /^[\x20-\x7e]{1,200}$/.test(key)) return key;
  throw apiError('request.malformed', {
    detail: 'The header Idempotency-Key must be 1 to 200 ASCII characters that can be printed.',
  });
}

function readParams(endpoint: Endpoint, context: Context<ApiEnv>): unknown {
  if (endpoint.params === undefined) return undefined;
  const parsed = endpoint.params.safeParse(context.req.param());
  // A malformed id identifies no record.
  if (!parsed.success) throw apiError('record.notFound');
  return parsed.data;
}

/** A repeated parameter is read as a list, which a schema for a single value rejects. */
function readQuery(endpoint: Endpoint, context: Context<ApiEnv>): unknown {
  if (endpoint.query === undefined) return undefined;
  const searchParams = new URL(context.req.url).searchParams;
  const query: Record<string, string | string[]> = {};
  for (const name of new Set(searchParams.keys())) {
    const values = searchParams.getAll(name);
    Object.defineProperty(query, name, { value: values.length === 1 ? values[0] : values, enumerable: true });
  }
  assertStorableText(query);
  return parseFields(endpoint.query, query);
}

async function readBody(endpoint: Endpoint, context: Context<ApiEnv>): Promise<unknown> {
  if (endpoint.body === undefined) return undefined;
  const value = await readJson(context.req.raw);
  assertStorableText(value);
  return parseFields(endpoint.body, value);
}

/** Value of `memberSessionHeader` for the caller. */
function getSession({ member, company }: MemberCaller): string {
  const session: MemberSession = { member, company };
  return Buffer.from(JSON.stringify(session)).toString('base64url');
}

/** Sender for the limits of concurrent uploads. */
function getSender(caller: AnyCaller, clientIp: string): UploadSender {
  const address = countedAddress(clientIp);
  if (caller.kind === 'member') return { id: caller.member.id, address };
  if (caller.kind === 'recipient') return { id: caller.requestId, address };
  return { id: caller.kind, address };
}

function mountOne(app: Hono<ApiEnv>, { endpoint, handle }: Binding, deps: MountDeps) {
  const pattern = `${basePath}${endpoint.path}`;
  app.on(endpoint.method, pattern, async (context) => {
    context.set('route', pattern);
    const request: RequestContext = {
      id: context.var.requestId,
      endpointId: endpoint.id,
      requestKey: requestKey(context),
      clientIp: context.var.clientIp,
      isFromWeb: context.var.isFromWeb,
    };
    // Authentication precedes validation: unauthenticated callers learn nothing about the input.
    const caller = await identifyCaller(
      deps,
      endpoint,
      {
        authorization: context.req.header('Authorization'),
        browserSession: context.req.header(browserSessionHeader),
        company: context.req.header(companyHeader),
      },
      request,
    );
    if (caller.kind === 'member' && endpoint.method === 'GET')
      context.set('memberSession', getSession(caller));
    const params = readParams(endpoint, context);
    const query = readQuery(endpoint, context);
    const body = await readBody(endpoint, context);
    const upload: UploadedBody | undefined = endpoint.upload
      ? {
          sender: getSender(caller, context.var.clientIp),
          contentType: context.req.header('Content-Type') ?? '',
          stream: context.req.raw.body,
        }
      : undefined;
    const streamed = 'contentType' in endpoint.response ? endpoint.response.contentType : undefined;
    if (streamed !== undefined && context.req.raw.method === 'HEAD') return emptyStreamResponse(streamed);
    await checkAllowance(endpoint, caller, deps);
    const response = await handle({ params, query, body, upload } as EndpointInput<Endpoint>, caller);
    if (endpoint.reads !== undefined && caller.kind === 'member') {
      const { type, param } = endpoint.reads;
      deps.noteRead({ type, recordId: String((params as Record<string, unknown>)[param]) }, caller);
    }
    if (streamed === undefined) return jsonResponse(endpoint, response, deps.checkAnswers);
    return streamResponse(endpoint, streamed, response as StreamedResponse, (error) =>
      deps.onStreamError(error, request.id),
    );
  });
}

/** Responds with the methods of a path. */
function mountOptions(app: Hono<ApiEnv>, endpoints: readonly Endpoint[]) {
  const methods = new Map<string, string[]>();
  for (const { path, method } of endpoints) {
    const known = methods.get(path) ?? ['OPTIONS'];
    methods.set(path, [...known, ...(method === 'GET' ? ['GET', 'HEAD'] : [method])]);
  }
  for (const [path, allowed] of methods) {
    app.options(`${basePath}${path}`, (context) => {
      context.set('route', `${basePath}${path}`);
      return new Response(null, { status: 204, headers: { ...responseHeaders, Allow: allowed.join(', ') } });
    });
  }
}

/**
 * Mounts every endpoint of the contract with its handler. Each request is authenticated, then its path, query and body
 * are parsed by the endpoint's schemas, then the handler runs.
 *
 * @throws Error at start if an endpoint has no handler, or a handler no endpoint.
 */
export function mountAll(
  app: Hono<ApiEnv>,
  endpoints: readonly Endpoint[],
  bindings: readonly Binding[],
  deps: MountDeps,
): void {
  checkComplete(endpoints, bindings);
  // The first route that matches responds, so the more specific of two is mounted first.
  const byPath = [...bindings].sort((a, b) => compareEndpoints(a.endpoint, b.endpoint));
  for (const binding of byPath) mountOne(app, binding, deps);
  mountOptions(app, [...endpoints].sort(compareEndpoints));
}
