import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import type { AppLoadContext } from '@remix-run/node';
import type { MemberSession } from '#contract/company/accounts.ts';

/** Per-request context shared by all loaders and actions of one browser request. */
export interface RequestContext {
  requestId: string;
  /** True if the body exceeds its limit: every loader and action then responds with 413, with a session or without. */
  isBodyTooLarge: boolean;
  /** Whether the browser posted a form. Its action runs first, then the loaders with GET. */
  isForm: boolean;
  /** The client's IP address, if known. Under `remix-serve` without a proxy it is not. */
  clientIp?: string;
  /** Work shared by the loaders of the request, by name. */
  shared: Map<string, Promise<unknown>>;
  /**
   * Session state read from API response headers, keyed by request method, so that a value read before an action is not reused after it.
   */
  sessionResponses: Map<string, Promise<MemberSession | undefined>>;
}

const visits = new WeakMap<object, RequestContext>();

/**
 * The context of a loader's or action's browser request. Remix gives each its own request, but all share the load context, which is new
 * for each browser request.
 */
export function getRequestContext(
  request: Request,
  context: AppLoadContext,
  trustProxy: boolean,
): RequestContext {
  const known = visits.get(context);
  if (known) return known;
  const forwardedId = trustProxy ? request.headers.get('X-Request-Id') : null;
  const requestContext: RequestContext = {
    requestId: forwardedId !== null && /^[\w-]{8,64}$/.test(forwardedId) ? forwardedId : randomUUID(),
    isBodyTooLarge: context.isBodyTooLarge === true,
    isForm: request.method !== 'GET' && request.method !== 'HEAD',
    shared: new Map(),
    sessionResponses: new Map(),
  };
  const clientIp = context.clientIp ?? (trustProxy ? lastForwardedFor(request) : undefined);
  if (clientIp !== undefined && isIP(clientIp) !== 0) requestContext.clientIp = clientIp;
  visits.set(context, requestContext);
  return requestContext;
}

/** The address added by our own proxy; earlier entries can be forged. */
function lastForwardedFor(request: Request): string | undefined {
  return request.headers.get('X-Forwarded-For')?.split(',').at(-1)?.trim();
}

/** Who a call to the main API is made for. */
export function getCaller({ requestId, clientIp }: RequestContext) {
  return { requestId, ...(clientIp === undefined ? {} : { clientIp }) };
}
