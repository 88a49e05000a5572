import { endSession, login } from '#contract/company/accounts.ts';
import { createMainApi } from '../main-api/main-api.server.ts';
import type { Services } from '../services/services.server.ts';
import type { StoredSession } from '../services/session-cookies.server.ts';
import { currentSession } from './current-session.server.ts';
import type { AnyoneArgs, FailedAttempt, RequestContextArgs } from './guard-args.server.ts';
import { getCaller, type RequestContext } from './request-context.server.ts';

/** Arguments of a public page's loader or action. Cookies of its session are added to the jar. */
export function anyoneArgs(
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
