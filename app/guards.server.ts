import { setImmediate as callsSent } from 'node:timers/promises';
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  redirectDocument,
} from '@remix-run/node';
import { type MemberSession, readMe } from '#contract/accounts.ts';
import { pathForLogs } from './document-request-path.ts';
import { errorResponse } from './error-answer.ts';
import type { Identity } from './identity.server.ts';
import { createMainApi, isSessionEnded, type MainApi } from './main-api.server.ts';
import { isForeignRequest } from './origin-check.server.ts';
import { signInUrl } from './redirect-to.ts';
import type { Services } from './services.server.ts';
import type { Door, IdentityUser, Session, StoredSession } from './session-cookies.server.ts';
import { type Visit, visitOf } from './visit.server.ts';

type RouteArgs = LoaderFunctionArgs | ActionFunctionArgs;

/** What every loader and action gets. */
interface VisitArgs {
  request: Request;
  url: URL;
  params: RouteArgs['params'];
  requestId: string;
  /** Whether records of the demo company are still being made; in the sandbox alone. */
  isDemoFilling: boolean;
}

/** What a loader or action for one kind of signed-in person gets. */
export interface SignedInArgs extends VisitArgs {
  /** Calls in the name of the person. */
  api: MainApi;
  /** As the identity service knows the person. */
  user: IdentityUser;
}

export interface MemberArgs extends SignedInArgs {
  /** The member and the company's state: one call to the API for all loaders of a request that ask. */
  me(): Promise<MemberSession>;
}

/** What a loader or action of a public page gets. */
export interface AnyoneArgs extends VisitArgs {
  /** Calls without a session, or with the one given. */
  api(session?: Pick<Session, 'sessionToken'>): MainApi;
  identity: Identity;
  /** The session of a door, refreshed if need be; undefined when nobody is signed in there. */
  sessionOf(door: Door): Promise<Session | undefined>;
  /** Stores the session in the answer's cookies, whatever the answer is. */
  signIn(door: Door, session: Session): Promise<void>;
  /** Ends the session at the identity service, as far as it answers, and takes its cookies away. */
  signOut(door: Door): Promise<void>;
}

export type Guarded<T> = (args: RouteArgs) => Promise<T>;

export interface Guards {
  asMember<T>(handler: (args: MemberArgs) => Promise<T> | T): Guarded<T>;
  asAdmin<T>(handler: (args: SignedInArgs) => Promise<T> | T): Guarded<T>;
  asAnyone<T>(handler: (args: AnyoneArgs) => Promise<T> | T): Guarded<T>;
}

/** A session token is refreshed when it has less left than this. */
const refreshBeforeSeconds = 60;

/** A session that another request got up to 30 s ago is used as long as it lasts a call to the API. */
const leastUsableSeconds = 5;

/** Ends the chain from one such session to the next. */
const mostRefreshesInARow = 3;

const doors = {
  member: { page: '/login', home: '/home' },
  admin: { page: '/admin/login', home: '/admin/home' },
} as const;

/** Where everybody goes whose session the API does not take; the specification's words exactly. */
const unauthorisedUrl = '/login?logout_reason=unauthorised';

/**
 * The three guards that every loader and action is wrapped in. They check where the request comes from,
 * refresh the session, call the API in its name, and put cookies on whatever comes out, returned or thrown.
 */
export function createGuards(getServices: () => Services): Guards {
  function signedIn<T>(door: Door, handler: (args: MemberArgs) => Promise<T> | T): Guarded<T> {
    return guarded(getServices, async (args, visit, jar) => {
      const services = getServices();
      const { url, request } = args;
      const stored = await standing(services, args, visit, door, jar);
      if (stored === undefined) {
        throw redirect(signInUrl(doors[door].page, url.pathname + url.search, doors[door].home));
      }
      if (stored === 'ended') throw await endedSession(services, door);
      const api = createMainApi(services.mainApi, {
        ...callerOf(visit),
        sessionToken: stored.sessionToken,
        listen: (session) => hear(visit, request.method, session),
      });
      try {
        return await handler({
          ...args,
          api,
          user: stored.user,
          me: () => memberSessionOf(visit, request.method, api),
        });
      } catch (error) {
        throw isSessionEnded(error) ? await endedSession(services, door) : error;
      }
    });
  }

  return {
    asMember: (handler) => signedIn('member', handler),
    asAdmin: (handler) => signedIn('admin', handler),
    asAnyone: (handler) =>
      guarded(getServices, async (args, visit, jar) => {
        const services = getServices();
        const add = (values: string[]) => jar.push(...values);
        return handler({
          ...args,
          identity: services.identity,
          api: (session) =>
            createMainApi(services.mainApi, {
              ...callerOf(visit),
              ...(session ? { sessionToken: session.sessionToken } : {}),
            }),
          async sessionOf(door) {
            const stored = await standing(services, args, visit, door, jar);
            if (stored !== 'ended') return stored;
            add(await services.cookies.clear(door));
            return undefined;
          },
          signIn: async (door, session) => void add(await services.cookies.store(door, session)),
          async signOut(door) {
            const stored = await services.cookies.read(args.request, door);
            if (stored) {
              // First, so that an answer under way does not set again what is taken away here.
              services.refreshOnce.forget(stored);
              await services.identity.signOut(stored.refreshToken);
            }
            add(await services.cookies.clear(door));
          },
        });
      }),
  };
}

type Inner<T> = (args: VisitArgs, visit: Visit, jar: string[]) => Promise<T>;

/** Everything that the guards have in common, around what differs. */
function guarded<T>(getServices: () => Services, inner: Inner<T>): Guarded<T> {
  return async ({ request, params, context }) => {
    const services = getServices();
    const visit = visitOf(request, context, services.trustProxy);
    const { requestId } = visit;
    const jar: string[] = [];
    try {
      if (isForeignRequest(request, services.ownHosts)) {
        throw errorResponse(403, { code: 'origin.foreign', requestId });
      }
      const isDemoFilling = context.isDemoFilling === true;
      const visitArgs = { request, params, requestId, url: new URL(request.url), isDemoFilling };
      const value = await inner(visitArgs, visit, jar);
      return withCookies(value, jar) as T;
    } catch (error) {
      throw withCookies(toAnswer(error, services, request, requestId), jar);
    }
  };
}

/** What is thrown as an answer stays; any other error is reported and shown as ours, without its inside. */
function toAnswer(error: unknown, services: Services, request: Request, requestId: string): unknown {
  if (error instanceof Response || isDataWithInit(error) || request.signal.aborted) return error;
  services.report(
    { err: error, requestId, method: request.method, path: pathForLogs(new URL(request.url).pathname) },
    'loader or action failed',
  );
  return errorResponse(500, { code: 'server.failed', requestId });
}

/**
 * The session of a door with a session token that lasts, its new cookies in the jar if it was refreshed.
 * 'ended' when the identity service refused to refresh it, undefined when there is none.
 * Throws the error page when the service cannot be asked; the cookies stay.
 */
async function standing(
  services: Services,
  { request, requestId }: VisitArgs,
  visit: Visit,
  door: Door,
  jar: string[],
): Promise<Session | 'ended' | undefined> {
  const held = await oncePerVisit(visit, `cookies ${door}`, () => services.cookies.read(request, door));
  if (held === undefined) return undefined;
  if (secondsLeft(held, services.now()) >= refreshBeforeSeconds) return held as Session;
  let refreshed = await refresh(services, held, requestId);
  for (let tries = 1; tries < mostRefreshesInARow && refreshed !== 'ended'; tries += 1) {
    if (secondsLeft(refreshed, services.now()) >= leastUsableSeconds) break;
    refreshed = await refresh(services, refreshed, requestId);
  }
  if (refreshed !== 'ended') jar.push(...(await services.cookies.store(door, refreshed)));
  return refreshed;
}

async function refresh(
  services: Services,
  session: StoredSession,
  requestId: string,
): Promise<Session | 'ended'> {
  const outcome = await services.refreshOnce(session);
  if (outcome.ok) return outcome.session;
  if (outcome.reason === 'refused') return 'ended';
  throw errorResponse(503, { code: 'identity.unreachable', requestId });
}

function secondsLeft({ sessionToken, sessionExpiresAt }: StoredSession, now: Date): number {
  return sessionToken === undefined ? 0 : (sessionExpiresAt ?? 0) - now.getTime() / 1000;
}

/** Specification, section 4: the person is cleared, and a full page navigation leads to sign-in. */
async function endedSession(services: Services, door: Door): Promise<Response> {
  const answer = redirectDocument(unauthorisedUrl);
  for (const value of await services.cookies.clear(door)) answer.headers.append('Set-Cookie', value);
  return answer;
}

function callerOf({ requestId, clientIp }: Visit) {
  return { requestId, ...(clientIp === undefined ? {} : { clientIp }) };
}

function hear(visit: Visit, method: string, session: Promise<MemberSession | undefined>): void {
  // Whoever asked for the answer hears of its failure; that nobody else listens is no fault.
  session.catch(() => {});
  if (!visit.heard.has(method)) visit.heard.set(method, session);
}

/**
 * The member and company of a visit. The answer to any other call of its loaders says it as well, so they get the time to send
 * theirs; only where there is none, or it does not say, is a call made for it.
 */
function memberSessionOf(visit: Visit, method: string, api: MainApi): Promise<MemberSession> {
  return oncePerVisit(visit, `me ${method}`, async () => {
    await callsSent();
    return (await visit.heard.get(method)) ?? api.call(readMe, {});
  });
}

function oncePerVisit<T>(visit: Visit, name: string, work: () => Promise<T>): Promise<T> {
  const known = visit.shared.get(name) as Promise<T> | undefined;
  if (known) return known;
  const started = work();
  visit.shared.set(name, started);
  return started;
}

interface DataWithInit {
  type: 'DataWithResponseInit';
  data: unknown;
  init: ResponseInit | null;
}

/** What `data()` of Remix makes; its class is not exported. */
function isDataWithInit(value: unknown): value is DataWithInit {
  return (
    typeof value === 'object' && value !== null && 'type' in value && value.type === 'DataWithResponseInit'
  );
}

/** The same answer with the cookies on it. A plain value becomes `data()`, which carries headers on page and script requests alike. */
function withCookies(value: unknown, cookies: string[]): unknown {
  if (cookies.length === 0) return value;
  if (value instanceof Error) return value;
  const init = isDataWithInit(value) ? value.init : value instanceof Response ? value : {};
  const headers = new Headers(init?.headers);
  // What the handler set itself comes later, and wins in the browser.
  const own = headers.getSetCookie();
  headers.delete('Set-Cookie');
  for (const cookie of [...cookies, ...own]) headers.append('Set-Cookie', cookie);
  if (value instanceof Response) {
    return new Response(value.body, { status: value.status, statusText: value.statusText, headers });
  }
  if (isDataWithInit(value)) return data(value.data, { ...value.init, headers });
  return data(value ?? null, { headers });
}
