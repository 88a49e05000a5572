import { createHmac, randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import type { AppLoadContext } from '@remix-run/node';
import type { MemberSession } from '#contract/accounts.ts';

/** What is the same for every loader and action that one request of a browser runs. */
export interface Visit {
  requestId: string;
  /** The person's address, where it is known. Under `remix-serve` without a proxy it is not. */
  clientIp?: string;
  /** Work shared by the loaders of the request, by name. */
  shared: Map<string, Promise<unknown>>;
  /**
   * What the API's answers to the visit's GETs say of the member and the company, as they come, by the method of the request
   * whose loader or action asked: what was true before an action is not asked of after it.
   */
  heard: Map<string, Promise<MemberSession | undefined>>;
}

const visits = new WeakMap<object, Visit>();

/**
 * The visit that a loader or action belongs to. Remix hands each of them a request of its own but one and
 * the same load context, which is made anew for each request of a browser.
 */
export function visitOf(request: Request, context: AppLoadContext, trustProxy: boolean): Visit {
  const known = visits.get(context);
  if (known) return known;
  const forwardedId = trustProxy ? request.headers.get('X-Request-Id') : null;
  const visit: Visit = {
    requestId: forwardedId !== null && /^[\w-]{8,64}$/.test(forwardedId) ? forwardedId : randomUUID(),
    shared: new Map(),
    heard: new Map(),
  };
  const clientIp = context.clientIp ?? (trustProxy ? lastForwardedFor(request) : undefined);
  if (clientIp !== undefined && isIP(clientIp) !== 0) visit.clientIp = clientIp;
  visits.set(context, visit);
  return visit;
}

/** The address that our own proxy saw; what stands before it anybody can write. */
function lastForwardedFor(request: Request): string | undefined {
  return request.headers.get('X-Forwarded-For')?.split(',').at(-1)?.trim();
}

/**
 * Value of `X-Assay-Client`, by which the API counts rate limits per person instead of per web server.
 * @param unixSeconds when it is signed; the API believes it for 60 s
 */
export function signedClientIp(ip: string, unixSeconds: number, webSecret: string): string {
  const signature = createHmac('sha256', webSecret).update(`${ip}\n${unixSeconds}`).digest('hex');
  return `${ip};t=${unixSeconds};s=${signature}`;
}
