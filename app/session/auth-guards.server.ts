import { setImmediate as callsSent } from 'node:timers/promises';
import { redirect, redirectDocument } from '@remix-run/node';
import { type MemberSession, readMe } from '#contract/company/accounts.ts';
import { intendedCompany } from '../main-api/intended-company.server.ts';
import { createMainApi, type MainApi } from '../main-api/main-api.server.ts';
import { isSessionEnded } from '../main-api/session-ended.ts';
import type { Services } from '../services/services.server.ts';
import type { Realm, Session } from '../services/session-cookies.server.ts';
import { anyoneArgs } from './anyone-args.server.ts';
import { companiesUrl } from './companies-url.ts';
import { currentSession, oncePerVisit } from './current-session.server.ts';
import type { AnyoneArgs, MemberArgs, SignedInArgs } from './guard-args.server.ts';
import { type Guarded, guarded } from './guarded-request.server.ts';
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
import { getCaller, type RequestContext } from './request-context.server.ts';
import { confirmUrl, secondFactorUrl } from './second-factor-url.ts';

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
      const once = <Shared>(name: string, work: () => Promise<Shared>) =>
        oncePerVisit(requestContext, `${name} ${request.method}`, work);
      try {
        // Its texts can be held only before its files have been sent on.
        if (realm === 'member' && isUpload(request)) await me();
        const answer = await handler({
          ...args,
          api,
          user: stored.user,
          heldForms: services.heldForms,
          me,
          once,
        });
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
