import createSdk from '@descope/node-sdk';
import { decodeJwt, type JWTPayload } from 'jose';
import type { PasswordPolicy } from './password-policy.ts';
import type { Session, StoredSession } from './session-cookies.server.ts';

/** Timeout for the identity service, body included. */
const timeoutMs = 3000;

/**
 * Reason why the identity service returned no session. Its own messages are not passed on: they reveal which accounts
 * exist.
 */
export type IdentityRejection =
  | { ok: false; reason: 'refused' }
  | { ok: false; reason: 'limited'; retryAfterSeconds: number }
  | { ok: false; reason: 'unreachable' }
  /** The main API did not count the attempt, so the service was not called. */
  | { ok: false; reason: 'uncounted' };

export type IdentityResult<T extends object = object> = ({ ok: true } & T) | IdentityRejection;

/** Calls of the web to the identity service. None throws because the service is down. */
export interface Identity {
  signInWithPassword(loginId: string, password: string): Promise<IdentityResult<{ session: Session }>>;
  /** Emails a code to a known user. */
  sendSignInCode(loginId: string): Promise<IdentityResult>;
  /** Emails a code to any address; using it creates an account if there is none. */
  sendSignUpCode(loginId: string): Promise<IdentityResult>;
  verifyCode(loginId: string, code: string): Promise<IdentityResult<{ session: Session }>>;
  passwordPolicy(): Promise<IdentityResult<{ policy: PasswordPolicy }>>;
  /** Emails a link to `returnUrl` with a token as its parameter `t`. */
  sendPasswordReset(loginId: string, returnUrl: string): Promise<IdentityResult>;
  /** Exchanges an emailed token; it works once. */
  redeemLink(token: string): Promise<IdentityResult<{ session: Session }>>;
  setPassword(session: Session, newPassword: string): Promise<IdentityResult>;
  /** A new session for a refresh token; `refused` means that the token is no longer valid. */
  refresh(session: StoredSession): Promise<IdentityResult<{ session: Session }>>;
  signOut(refreshToken: string): Promise<IdentityResult>;
  /** Ends every session of the refresh token's user, including this one. */
  endAllSessions(refreshToken: string): Promise<IdentityResult>;
}

const unreachableBadge = Symbol('identity service unreachable');

function unreachable(cause: unknown): Error {
  return Object.assign(new Error('The identity service cannot be reached', { cause }), {
    [unreachableBadge]: true as const,
  });
}

/**
 * Fetch for the SDK: times out after 3 s and treats 5xx as unreachable, because the SDK would retry a 503 for 10 s while the user waits.
 */
async function fetchSoon(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(input, { ...init, signal: AbortSignal.timeout(timeoutMs) });
    // Read here, where a truncated or unreadable body can be distinguished from an error response.
    JSON.parse(await response.clone().text());
  } catch (error) {
    throw unreachable(error);
  }
  if (response.status >= 500) throw unreachable(`status ${response.status}`);
  return response;
}

/** The SDK's response to every call. */
interface SdkResponse<T> {
  ok: boolean;
  code?: number;
  data?: T;
  error?: { retryAfter?: number | string };
}

interface SdkTokens {
  sessionJwt?: string;
  refreshJwt?: string;
  user?: { userId?: string; name?: string; loginIds?: string[] };
}

/** Statuses with which the service rejects credentials, as opposed to failing or being misconfigured. */
const rejectingStatuses = [400, 401, 403];

function getRejection(response: SdkResponse<unknown>): IdentityRejection {
  if (response.code === 429) {
    const seconds = Number(response.error?.retryAfter);
    return {
      ok: false,
      reason: 'limited',
      retryAfterSeconds: Number.isFinite(seconds) && seconds > 0 ? seconds : 60,
    };
  }
  return { ok: false, reason: rejectingStatuses.includes(response.code ?? 0) ? 'refused' : 'unreachable' };
}

async function ask<T>(
  call: () => Promise<SdkResponse<T>>,
): Promise<{ ok: true; data: T | undefined } | IdentityRejection> {
  try {
    const response = await call();
    return response.ok ? { ok: true, data: response.data } : getRejection(response);
  } catch (error) {
    if (error instanceof Error && unreachableBadge in error) return { ok: false, reason: 'unreachable' };
    throw error;
  }
}

/** Claims of a token, unverified; empty if it cannot be parsed. */
function getClaims(token: string): JWTPayload {
  try {
    return decodeJwt(token);
  } catch {
    return {};
  }
}

/**
 * The session in a response; undefined if it has none. The SDK accepts a refresh token in place of a session token, so the kind is
 * checked here. The API verifies signatures; these tokens come straight from the service.
 */
function sessionFrom(tokens: SdkTokens | undefined, earlier?: StoredSession): Session | undefined {
  const sessionToken = tokens?.sessionJwt;
  // Without rotation the service returns no new refresh token: the old one stays valid.
  const refreshToken = tokens?.refreshJwt || earlier?.refreshToken;
  if (!sessionToken || !refreshToken) return undefined;
  const session = getClaims(sessionToken);
  const refresh = getClaims(refreshToken);
  if (session.drn !== 'DS' || refresh.drn !== 'DSR') return undefined;
  if (session.exp === undefined || refresh.exp === undefined || session.sub === undefined) return undefined;
  const { user } = tokens ?? {};
  return {
    sessionToken,
    sessionExpiresAt: session.exp,
    refreshToken,
    refreshExpiresAt: refresh.exp,
    user: {
      userId: session.sub,
      name: user?.name ?? earlier?.user.name ?? '',
      loginIds: user?.loginIds ?? earlier?.user.loginIds ?? [],
    },
  };
}

async function requestSession(
  call: () => Promise<SdkResponse<SdkTokens>>,
  earlier?: StoredSession,
): Promise<IdentityResult<{ session: Session }>> {
  const response = await ask(call);
  if (!response.ok) return response;
  const session = sessionFrom(response.data, earlier);
  return session ? { ok: true, session } : { ok: false, reason: 'unreachable' };
}

/** Client of the identity service for `projectId`; `baseUrl` if it is not the hosted one. */
export function createIdentity(options: { projectId: string; baseUrl?: string }): Identity {
  const sdk = createSdk({
    projectId: options.projectId,
    ...(options.baseUrl === undefined ? {} : { baseUrl: options.baseUrl }),
    fetch: fetchSoon,
  });
  return {
    signInWithPassword: (loginId, password) => requestSession(() => sdk.password.signIn(loginId, password)),
    sendSignInCode: (loginId) => ask(() => sdk.otp.signIn.email(loginId)),
    sendSignUpCode: (loginId) => ask(() => sdk.otp.signUpOrIn.email(loginId)),
    verifyCode: (loginId, code) => requestSession(() => sdk.otp.verify.email(loginId, code)),
    async passwordPolicy() {
      const response = await ask(() => sdk.password.policy());
      if (!response.ok) return response;
      const { minLength, lowercase, uppercase, number, nonAlphanumeric } = response.data ?? {};
      return {
        ok: true,
        policy: {
          minLength: minLength ?? 8,
          lowercase: lowercase ?? false,
          uppercase: uppercase ?? false,
          number: number ?? false,
          nonAlphanumeric: nonAlphanumeric ?? false,
        },
      };
    },
    sendPasswordReset: (loginId, returnUrl) => ask(() => sdk.password.sendReset(loginId, returnUrl)),
    redeemLink: (token) => requestSession(() => sdk.magicLink.verify(token)),
    setPassword: ({ user, refreshToken }, newPassword) =>
      ask(() => sdk.password.update(user.loginIds[0] ?? '', newPassword, refreshToken)),
    refresh: (session) =>
      getClaims(session.refreshToken).drn === 'DSR'
        ? requestSession(() => sdk.refresh(session.refreshToken), session)
        : Promise.resolve({ ok: false, reason: 'refused' }),
    signOut: (refreshToken) => ask(() => sdk.logout(refreshToken)),
    endAllSessions: (refreshToken) => ask(() => sdk.logoutAll(refreshToken)),
  };
}
