import { setImmediate as callsSent } from 'node:timers/promises';
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  redirectDocument,
} from '@remix-run/node';
import {
  endSession,
  login,
  type MemberSession,
  readMe,
  type SignInAttempt,
} from '#contract/company/accounts.ts';
import { withLimitedBody } from '../body-limit.server.ts';
import { withErrorsMarked } from '../document/form-errors.ts';
import { pathForLogs } from '../document-request-path.ts';
import { errorResponse, isErrorResponse } from '../main-api/error-response.ts';
import { intendedCompany } from '../main-api/intended-company.server.ts';
import { createMainApi, type MainApi } from '../main-api/main-api.server.ts';
import { isSessionEnded } from '../main-api/session-ended.ts';
import type { HeldForms } from '../services/held-forms.server.ts';
import type { Identity, IdentityRejection } from '../services/identity.server.ts';
import type { Services } from '../services/services.server.ts';
import type {
  IdentitySession,
  IdentityUser,
  Realm,
  Session,
  StoredSession,
} from '../services/session-cookies.server.ts';
import type { UsedLinks } from '../services/used-links.server.ts';
import { companiesUrl } from './companies-url.ts';
import { currentSession, oncePerVisit } from './current-session.server.ts';
import { isForeignRequest } from './origin-check.server.ts';
import {
  copyOfForm,
  isUpload,
  pageBefore,
  toPage,
  withHeldForm,
  withUnsavedHeld,
  withUnsavedSent,
} from './posted-forms.server.ts';
import { signInUrl } from './redirect-to.ts';
import { getRequestContext, type RequestContext } from './request-context.server.ts';
import { isDataWithInit, withCookies } from './response-cookies.server.ts';
import { confirmUrl, secondFactorUrl } from './second-factor-url.ts';

type RouteArgs = LoaderFunctionArgs | ActionFunctionArgs;

/** Arguments of every loader and action. */
interface RequestContextArgs {
  request: Request;
  url: URL;
  params: RouteArgs['params'];
  requestId: string;
  /** True while the demo company is still being created; sandbox only. */
  isDemoFilling: boolean;
}

/** Arguments of a loader or action that requires a session. */
export interface SignedInArgs extends RequestContextArgs {
  /** Calls with the user's session token. */
  api: MainApi;
  /** The user as the identity service returns it. */
  user: IdentityUser;
  heldForms: HeldForms;
}

export interface MemberArgs extends SignedInArgs {
  /** The member and the company's state: at most one API call for all loaders of a request. */
  me(): Promise<MemberSession>;
}

interface FailedAttempt {
  kind: SignInAttempt['kind'];
  reason: IdentityRejection['reason'];
  loginId: string | undefined;
}

/** Arguments of a loader or action of a public page. */
export interface AnyoneArgs extends RequestContextArgs {
  /** Calls without a session, or with the given one. */
  api(session?: Pick<IdentitySession, 'sessionToken'> & { secret?: string }): MainApi;
  identity: Identity;
  usedLinks: UsedLinks;
  heldForms: HeldForms;
  /** The session of a realm, refreshed if necessary; undefined if no one is signed in to it. */
  getSession(realm: Realm): Promise<Session | undefined>;
  /** True if a session of the realm has expired in this browser within a day, and no one has signed in since. */
  hasExpired(realm: Realm): Promise<boolean>;
  /** Stores the session in cookies of the response, whatever the response is. */
  signIn(realm: Realm, session: Session): Promise<void>;
  /** What this browser got at earlier sign-ins, with which its attempts count apart from strangers'. */
  knownDevices(): Promise<string[]>;
  /** Stores what a sign-in gave, in a cookie that outlives the session. */
  rememberDevice(token: string): Promise<void>;
  /**
   * Ends the session at the identity service and the main API, if they are reachable, and clears its cookies. After idle time the cookie
   * that names the person stays, so that the form of a suspended tab can still be held for them.
   */
  signOut(realm: Realm, options?: { isIdle: boolean }): Promise<void>;
  /**
   * Logs a sign-in that the identity service rejected: the method, and hashes of login ID and IP address. Reports it to the main API for
   * the audit log of the person’s companies.
   */
  noteFailedAttempt(failed: FailedAttempt): void;
  /** Ends with the current step of time: see `Services`. */
  nextStep(): Promise<void>;
}

export type Guarded<T> = (args: RouteArgs) => Promise<T>;

export interface Guards {
  asMember<T>(handler: (args: MemberArgs) => Promise<T> | T): Guarded<T>;
  asAdmin<T>(handler: (args: SignedInArgs) => Promise<T> | T): Guarded<T>;
  asAnyone<T>(handler: (args: AnyoneArgs) => Promise<T> | T): Guarded<T>;
}

const doors = {
  member: { page: '/login', home: '/home' },
  admin: { page: '/admin/login', home: '/admin/home' },
} as const;

/** Redirect after the API rejects a session token. Fixed by the specification. */
const unauthorisedUrl = '/login?logout_reason=unauthorised';

/**
 * The three guards that wrap every loader and action. They check the request's origin, refresh the session, call the API with it, and
 * add cookies to the result, whether returned or thrown.
 */
export function createGuards(getServices: () => Services): Guards {
  function signedIn<T>(realm: Realm, handler: (args: MemberArgs) => Promise<T> | T): Guarded<T> {
    return guarded(getServices, async (args, requestContext, setCookieHeaders) => {
      const services = getServices();
      const { url, request } = args;
      const stored = await currentSession(services, args, requestContext, realm, setCookieHeaders);
      const posted = copyOfForm(request);
      const heldForSignIn = async () => {
        const { isHeld, cookies } = await withUnsavedHeld(services, realm, request, posted);
        setCookieHeaders.push(...cookies);
        return isHeld;
      };
      if (stored === undefined) {
        // The cookie that names the person stays, here and below: forms of other tabs are held by it too.
        if (await heldForSignIn()) throw redirectDocument(unauthorisedUrl);
        throw redirect(
          signInUrl(doors[realm].page, toPage(request) ?? url.pathname + url.search, doors[realm].home),
        );
      }
      if (stored === 'ended') {
        await heldForSignIn();
        throw await clearedSession(services, request, realm);
      }
      const api = createMainApi(services.mainApi, {
        ...getCaller(requestContext),
        sessionToken: stored.sessionToken,
        secret: stored.secret,
        secondFactorUrl: secondFactorUrl(
          realm,
          request.method === 'GET' ? url.pathname + url.search : undefined,
        ),
        ...(realm === 'member'
          ? {
              intendedCompany: () => intendedCompany(request),
              companiesUrl: () =>
                companiesUrl(toPage(request), {
                  company: intendedCompany(request),
                  isForm: requestContext.isForm,
                }),
            }
          : {}),
        confirmUrl: confirmUrl(realm, toPage(request)),
        confirmDownloadUrl: confirmUrl(realm, pageBefore(request), { isDownload: true }),
        listen: (session) => cacheSessionFromResponse(requestContext, request.method, session),
      });
      const me = () => getMemberSession(requestContext, request.method, api);
      try {
        // Its texts can be held only before its files have been sent on.
        if (realm === 'member' && isUpload(request)) await me();
        const answer = await handler({ ...args, api, user: stored.user, heldForms: services.heldForms, me });
        const { userId } = stored.user;
        setCookieHeaders.push(...(await withUnsavedSent(services, { request, url, userId }, posted, answer)));
        return answer;
      } catch (error) {
        if (isSessionEnded(error)) {
          await heldForSignIn();
          throw await endedSession(services, request, realm, stored);
        }
        throw await withHeldForm(services, stored, posted, error);
      }
    });
  }

  return {
    asMember: (handler) => signedIn('member', handler),
    asAdmin: (handler) => signedIn('admin', handler),
    asAnyone: (handler) =>
      guarded(getServices, async (args, requestContext, setCookieHeaders) =>
        handler(anyoneArgs(getServices(), args, requestContext, setCookieHeaders)),
      ),
  };
}

/** Arguments of a public page's loader or action. Cookies of its session are added to the jar. */
function anyoneArgs(
  services: Services,
  args: RequestContextArgs,
  requestContext: RequestContext,
  setCookieHeaders: string[],
): AnyoneArgs {
  const add = (values: string[]) => setCookieHeaders.push(...values);
  return {
    ...args,
    identity: services.identity,
    usedLinks: services.usedLinks,
    heldForms: services.heldForms,
    api: (session) =>
      createMainApi(services.mainApi, {
        ...getCaller(requestContext),
        ...(session ? getCredentials(session) : {}),
      }),
    async getSession(realm) {
      const stored = await currentSession(services, args, requestContext, realm, setCookieHeaders);
      if (stored !== 'ended') return stored;
      add(await services.cookies.end(args.request, realm));
      return undefined;
    },
    async hasExpired(realm) {
      const [session, user] = await Promise.all([
        services.cookies.read(args.request, realm),
        services.cookies.readUser(args.request, realm),
      ]);
      return session === undefined && user !== undefined;
    },
    noteFailedAttempt({ kind, reason, loginId }) {
      reportFailure(services, requestContext, { kind, reason, loginId });
      services.note(
        {
          requestId: requestContext.requestId,
          kind,
          reason,
          ...(loginId === undefined ? {} : { loginId: services.hashForLog(loginId) }),
          ...(requestContext.clientIp === undefined
            ? {}
            : { address: services.hashForLog(requestContext.clientIp) }),
        },
        'sign-in attempt failed',
      );
    },
    nextStep: () => services.nextStep(),
    signIn: async (realm, session) => void add(await services.cookies.store(realm, session)),
    knownDevices: () => services.cookies.readKnownDevices(args.request),
    rememberDevice: async (token) => void add([await services.cookies.storeKnownDevice(args.request, token)]),
    async signOut(realm, { isIdle } = { isIdle: false }) {
      const stored = await services.cookies.read(args.request, realm);
      if (stored) {
        // First, so that a response in progress does not set the cookies again.
        services.refreshOnce.forget(stored);
        await Promise.all([
          services.identity.signOut(stored.refreshToken),
          rejectToken(services, requestContext, stored),
        ]);
      }
      add(await (isIdle ? services.cookies.end(args.request, realm) : services.cookies.clear(realm)));
    },
  };
}

/**
 * Reports a failed password or code, or a block by the identity service, without waiting: the time of the response must not depend on
 * whether the login ID exists.
 */
function reportFailure(
  services: Services,
  requestContext: RequestContext,
  { kind, reason, loginId }: FailedAttempt,
): void {
  const isWrong = reason === 'refused' && (kind === 'password' || kind === 'code');
  if (loginId === undefined || kind === 'newPassword' || !(isWrong || reason === 'limited')) return;
  createMainApi(services.mainApi, getCaller(requestContext))
    .ask(login, { body: { kind, loginId, outcome: isWrong ? 'refused' : 'limited' } })
    .catch(() => undefined);
}

type Inner<T> = (
  args: RequestContextArgs,
  requestContext: RequestContext,
  setCookieHeaders: string[],
) => Promise<T>;

/** The part that all guards share. */
function guarded<T>(getServices: () => Services, inner: Inner<T>): Guarded<T> {
  return async ({ request, params, context }) => {
    const services = getServices();
    const requestContext = getRequestContext(request, context, services.trustProxy);
    const { requestId } = requestContext;
    const setCookieHeaders: string[] = [];
    try {
      // Our own server has already checked the body; `remix-serve` does not.
      const limited = context.isBodyTooLarge ? undefined : await withLimitedBody(request);
      if (limited === undefined) throw errorResponse(413, { code: 'request.tooLarge', requestId });
      if (isForeignRequest(request, services.ownHosts)) {
        throw errorResponse(403, { code: 'origin.foreign', requestId });
      }
      const isDemoFilling = context.isDemoFilling === true;
      const visitArgs = { request: limited, params, requestId, url: new URL(request.url), isDemoFilling };
      const value = await inner(visitArgs, requestContext, setCookieHeaders);
      return withCookies(request.method === 'GET' ? value : withErrors(value), setCookieHeaders) as T;
    } catch (error) {
      const answer = toAnswer(error, services, request, requestId);
      throw withCookies(requestContext.isForm ? await withFormNoted(answer) : answer, setCookieHeaders);
    }
  };
}

/** Marks the result of a rejected form, but not of one that only asks for a confirmation. */
function withErrors(result: unknown): unknown {
  if (!isDataWithInit(result) || (result.init?.status ?? 200) < 400) return result;
  const asks = typeof result.data === 'object' && result.data !== null && 'questions' in result.data;
  return asks ? result : data(withErrorsMarked(result.data), result.init ?? undefined);
}

/** The error page of a posted form says that what was entered may be lost. */
async function withFormNoted(answer: unknown): Promise<unknown> {
  if (!(answer instanceof Response) || answer.status < 500) return answer;
  const problem: unknown = await answer
    .clone()
    .json()
    .catch(() => undefined);
  return isErrorResponse(problem) ? errorResponse(answer.status, { ...problem, isForm: true }) : answer;
}

/** A thrown response is passed through; any other error is logged and shown without its details. */
function toAnswer(error: unknown, services: Services, request: Request, requestId: string): unknown {
  if (error instanceof Response || isDataWithInit(error) || request.signal.aborted) return error;
  services.report(
    { err: error, requestId, method: request.method, path: pathForLogs(new URL(request.url).pathname) },
    'loader or action failed',
  );
  return errorResponse(500, { code: 'server.failed', requestId });
}

/** The session has ended at the API: its refresh token must not outlive it. */
async function endedSession(
  services: Services,
  request: Request,
  realm: Realm,
  ended: Session,
): Promise<Response> {
  services.refreshOnce.forget(ended);
  await services.identity.signOut(ended.refreshToken);
  return clearedSession(services, request, realm);
}

/** Specification, section 4: clears the session and goes to sign-in by a full page navigation. */
async function clearedSession(services: Services, request: Request, realm: Realm): Promise<Response> {
  const response = redirectDocument(unauthorisedUrl);
  for (const value of await services.cookies.end(request, realm))
    response.headers.append('Set-Cookie', value);
  return response;
}

/** Revokes a session token at the API before it expires, so that copies of it stop working too. */
async function rejectToken(
  services: Services,
  requestContext: RequestContext,
  { sessionToken, secret }: StoredSession,
): Promise<void> {
  if (sessionToken === undefined) return;
  const api = createMainApi(services.mainApi, { ...getCaller(requestContext), sessionToken, secret });
  // Signing out succeeds on this browser whether or not the API is reachable.
  await api.ask(endSession, { body: {} }).catch(() => undefined);
}

function getCredentials({ sessionToken, secret }: { sessionToken: string; secret?: string }) {
  return { sessionToken, ...(secret === undefined ? {} : { secret }) };
}

function getCaller({ requestId, clientIp }: RequestContext) {
  return { requestId, ...(clientIp === undefined ? {} : { clientIp }) };
}

function cacheSessionFromResponse(
  requestContext: RequestContext,
  method: string,
  session: Promise<MemberSession | undefined>,
): void {
  // The caller handles the rejection; it must not count as unhandled here.
  session.catch(() => {});
  if (!requestContext.sessionResponses.has(method)) requestContext.sessionResponses.set(method, session);
}

/**
 * The member and company of a browser request. Responses to its loaders' other calls carry them too, so those get the time to be sent;
 * an extra call is made only if there is none, or it lacks them.
 */
function getMemberSession(
  requestContext: RequestContext,
  method: string,
  api: MainApi,
): Promise<MemberSession> {
  return oncePerVisit(requestContext, `me ${method}`, async () => {
    await callsSent();
    return (await requestContext.sessionResponses.get(method)) ?? api.call(readMe, {});
  });
}
