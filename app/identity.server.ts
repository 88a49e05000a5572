import createSdk from '@descope/node-sdk';
import { decodeJwt, type JWTPayload } from 'jose';
import type { PasswordPolicy } from './password-policy.ts';
import type { Session, StoredSession } from './session-cookies.server.ts';

/** Longest wait for the identity service, body included. */
const timeoutMs = 3000;

/** Why the identity service gave no session. Its own words stay in here: they tell which accounts exist. */
export type IdentityRefusal =
  | { ok: false; reason: 'refused' }
  | { ok: false; reason: 'limited'; retryAfterSeconds: number }
  | { ok: false; reason: 'unreachable' };

export type IdentityResult<T extends object = object> = ({ ok: true } & T) | IdentityRefusal;

/** Everything the web asks of the identity service. No call throws because the service is down. */
export interface Identity {
  signInWithPassword(loginId: string, password: string): Promise<IdentityResult<{ session: Session }>>;
  /** Mails a code to a person whom the service knows. */
  sendSignInCode(loginId: string): Promise<IdentityResult>;
  /** Mails a code to anybody; using it makes an account where there is none. */
  sendSignUpCode(loginId: string): Promise<IdentityResult>;
  verifyCode(loginId: string, code: string): Promise<IdentityResult<{ session: Session }>>;
  passwordPolicy(): Promise<IdentityResult<{ policy: PasswordPolicy }>>;
  /** Mails a link to `returnUrl` with a token as its parameter `t`. */
  sendPasswordReset(loginId: string, returnUrl: string): Promise<IdentityResult>;
  /** Uses a mailed token up. */
  redeemLink(token: string): Promise<IdentityResult<{ session: Session }>>;
  setPassword(session: Session, newPassword: string): Promise<IdentityResult>;
  /** A new session for a refresh token; `refused` means that the token is worth nothing any more. */
  refresh(session: StoredSession): Promise<IdentityResult<{ session: Session }>>;
  signOut(refreshToken: string): Promise<IdentityResult>;
}

const unreachableMark = Symbol('identity service unreachable');

function unreachable(cause: unknown): Error {
  return Object.assign(new Error('The identity service cannot be reached', { cause }), {
    [unreachableMark]: true as const,
  });
}

/**
 * Fetch for the SDK: gives up after 3 s, and takes 5xx as no answer, since the SDK would try a 503 again for
 * 10 s while a person waits.
 */
async function fetchSoon(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(input, { ...init, signal: AbortSignal.timeout(timeoutMs) });
    // Read to the end here, where a broken or unreadable body is known for what it is.
    JSON.parse(await response.clone().text());
  } catch (error) {
    throw unreachable(error);
  }
  if (response.status >= 500) throw unreachable(`status ${response.status}`);
  return response;
}

/** What the SDK answers to every call. */
interface SdkAnswer<T> {
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

/** Statuses by which the service says no to what was presented, not that it is ailing or misconfigured. */
const refusingStatuses = [400, 401, 403];

function refusalOf(answer: SdkAnswer<unknown>): IdentityRefusal {
  if (answer.code === 429) {
    const seconds = Number(answer.error?.retryAfter);
    return {
      ok: false,
      reason: 'limited',
      retryAfterSeconds: Number.isFinite(seconds) && seconds > 0 ? seconds : 60,
    };
  }
  return { ok: false, reason: refusingStatuses.includes(answer.code ?? 0) ? 'refused' : 'unreachable' };
}

async function ask<T>(
  call: () => Promise<SdkAnswer<T>>,
): Promise<{ ok: true; data: T | undefined } | IdentityRefusal> {
  try {
    const answer = await call();
    return answer.ok ? { ok: true, data: answer.data } : refusalOf(answer);
  } catch (error) {
    if (error instanceof Error && unreachableMark in error) return { ok: false, reason: 'unreachable' };
    throw error;
  }
}

/** Claims of a token, unverified; none when it cannot be read. */
function claimsOf(token: string): JWTPayload {
  try {
    return decodeJwt(token);
  } catch {
    return {};
  }
}

/**
 * The session in an answer. The SDK takes a refresh token where a session token is due, so the kind is
 * checked here; the signature is the API's to check, and these come straight from the service.
 * Undefined when the answer holds no session.
 */
function sessionFrom(tokens: SdkTokens | undefined, earlier?: StoredSession): Session | undefined {
  const sessionToken = tokens?.sessionJwt;
  // Without rotation the service answers no new refresh token: the old one goes on.
  const refreshToken = tokens?.refreshJwt || earlier?.refreshToken;
  if (!sessionToken || !refreshToken) return undefined;
  const session = claimsOf(sessionToken);
  const refresh = claimsOf(refreshToken);
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

async function askForSession(
  call: () => Promise<SdkAnswer<SdkTokens>>,
  earlier?: StoredSession,
): Promise<IdentityResult<{ session: Session }>> {
  const answer = await ask(call);
  if (!answer.ok) return answer;
  const session = sessionFrom(answer.data, earlier);
  return session ? { ok: true, session } : { ok: false, reason: 'unreachable' };
}

/** Speaks to the identity service of `projectId`; `baseUrl` only where it is not the hosted one. */
export function createIdentity(options: { projectId: string; baseUrl?: string }): Identity {
  const sdk = createSdk({
    projectId: options.projectId,
    ...(options.baseUrl === undefined ? {} : { baseUrl: options.baseUrl }),
    fetch: fetchSoon,
  });
  return {
    signInWithPassword: (loginId, password) => askForSession(() => sdk.password.signIn(loginId, password)),
    sendSignInCode: (loginId) => ask(() => sdk.otp.signIn.email(loginId)),
    sendSignUpCode: (loginId) => ask(() => sdk.otp.signUpOrIn.email(loginId)),
    verifyCode: (loginId, code) => askForSession(() => sdk.otp.verify.email(loginId, code)),
    async passwordPolicy() {
      const answer = await ask(() => sdk.password.policy());
      if (!answer.ok) return answer;
      const { minLength, lowercase, uppercase, number, nonAlphanumeric } = answer.data ?? {};
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
    redeemLink: (token) => askForSession(() => sdk.magicLink.verify(token)),
    setPassword: ({ user, refreshToken }, newPassword) =>
      ask(() => sdk.password.update(user.loginIds[0] ?? '', newPassword, refreshToken)),
    refresh: (session) =>
      claimsOf(session.refreshToken).drn === 'DSR'
        ? askForSession(() => sdk.refresh(session.refreshToken), session)
        : Promise.resolve({ ok: false, reason: 'refused' }),
    signOut: (refreshToken) => ask(() => sdk.logout(refreshToken)),
  };
}
