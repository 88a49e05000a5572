import { errorResponse } from '../main-api/error-response.ts';
import type { Services } from '../services/services.server.ts';
import type { Realm, Session, StoredSession } from '../services/session-cookies.server.ts';
import type { RequestContext } from './request-context.server.ts';

/** A session token with less time left is refreshed. */
const refreshBeforeSeconds = 60;

/** A session that another request obtained up to 30 s ago is used if it outlasts an API call. */
const minUsableSeconds = 5;

/** Maximum number of consecutive refreshes that are followed. */
const maxConsecutiveRefreshes = 3;

/**
 * The session of a realm with a session token that lasts; its new cookies are added to the jar if it was refreshed.
 * @returns 'ended' if the identity service rejected the refresh, undefined if there is no session
 * @throws the error page when the identity service is unreachable; the cookies stay
 */
export async function currentSession(
  services: Services,
  { request, requestId }: { request: Request; requestId: string },
  requestContext: RequestContext,
  realm: Realm,
  setCookieHeaders: string[],
): Promise<Session | 'ended' | undefined> {
  const stored = await oncePerVisit(requestContext, `cookies ${realm}`, () =>
    services.cookies.read(request, realm),
  );
  if (stored === undefined) return undefined;
  if (secondsLeft(stored, services.now()) >= refreshBeforeSeconds) return stored as Session;
  const { clientIp } = requestContext;
  const requester = { requestId, ...(clientIp === undefined ? {} : { clientIp }) };
  let refreshed = await refresh(services, stored, requester);
  for (let tries = 1; tries < maxConsecutiveRefreshes && refreshed !== 'ended'; tries += 1) {
    if (secondsLeft(refreshed, services.now()) >= minUsableSeconds) break;
    refreshed = await refresh(services, refreshed, requester);
  }
  if (refreshed !== 'ended') setCookieHeaders.push(...(await services.cookies.store(realm, refreshed)));
  return refreshed;
}

async function refresh(
  services: Services,
  session: StoredSession,
  requester: { requestId: string; clientIp?: string },
): Promise<Session | 'ended'> {
  const outcome = await services.refreshOnce(session, requester);
  if (outcome.ok) return outcome.session;
  if (outcome.reason === 'refused') return 'ended';
  throw errorResponse(503, { code: 'identity.unreachable', requestId: requester.requestId });
}

function secondsLeft({ sessionToken, sessionExpiresAt }: StoredSession, now: Date): number {
  return sessionToken === undefined ? 0 : (sessionExpiresAt ?? 0) - now.getTime() / 1000;
}

/** Shares one promise among all loaders of a browser request. */
export function oncePerVisit<T>(
  requestContext: RequestContext,
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  const known = requestContext.shared.get(name) as Promise<T> | undefined;
  if (known) return known;
  const started = work();
  requestContext.shared.set(name, started);
  return started;
}
