import createSdk from '@descope/node-sdk';
import { decodeJwt, type JWTPayload } from 'jose';
import { nonceClaim } from '#contract/company/accounts.ts';
import type { PasswordPolicy } from './password-policy.ts';
import type { IdentitySession, Session, StoredSession } from './session-cookies.server.ts';

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

/** A registration or check of a passkey: the service's id of it, and what the browser needs, as JSON text. */
export interface PasskeyCeremony {
  transactionId: string;
  options: string;
}

/**
 * Calls of the web to the identity service. None throws because the service is down. `nonce`: of the counted attempt; the service writes it
 * into the tokens of the sign-in.
 */
export interface Identity {
  signInWithPassword(
    loginId: string,
    password: string,
    nonce: string,
  ): Promise<IdentityResult<{ session: IdentitySession }>>;
  /** Emails a code to a known user. */
  sendSignInCode(loginId: string, nonce: string): Promise<IdentityResult>;
  /** Emails a code to any address; using it creates an account if there is none. */
  sendSignUpCode(loginId: string, nonce: string): Promise<IdentityResult>;
  verifyCode(loginId: string, code: string): Promise<IdentityResult<{ session: IdentitySession }>>;
  passwordPolicy(): Promise<IdentityResult<{ policy: PasswordPolicy }>>;
  /** Emails a link to `returnUrl` with a token as its parameter `t`. */
  sendPasswordReset(loginId: string, returnUrl: string): Promise<IdentityResult>;
  /** Begins a sign-in at a company's identity provider, whose page is at `url`; it leads back to `returnUrl` with a `code`. */
  startSso(
    companyId: string,
    returnUrl: string,
    loginId: string,
    nonce: string,
  ): Promise<IdentityResult<{ url: string }>>;
  /** Exchanges the code of such a sign-in; it works once. */
  finishSso(code: string): Promise<IdentityResult<{ session: IdentitySession }>>;
  /** Exchanges an emailed token; it works once. */
  redeemLink(token: string): Promise<IdentityResult<{ session: IdentitySession }>>;
  setPassword(session: IdentitySession, newPassword: string): Promise<IdentityResult>;
  /** Options with which the browser registers a passkey of the person at `origin`, as JSON text. */
  startPasskey(session: IdentitySession, origin: string): Promise<IdentityResult<PasskeyCeremony>>;
  /** Sandbox only: the current code of a demo account's authenticator app. */
  sandboxCode(loginId: string): Promise<string | undefined>;
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

const withNonce = (nonce: string) => ({ customClaims: { [nonceClaim]: nonce } });

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
function sessionFrom(tokens: SdkTokens | undefined, earlier?: StoredSession): IdentitySession | undefined {
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
): Promise<IdentityResult<{ session: IdentitySession }>> {
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
    signInWithPassword: (loginId, password, nonce) =>
      requestSession(() => sdk.password.signIn(loginId, password, withNonce(nonce))),
    sendSignInCode: (loginId, nonce) => ask(() => sdk.otp.signIn.email(loginId, withNonce(nonce))),
    sendSignUpCode: (loginId, nonce) => ask(() => sdk.otp.signUpOrIn.email(loginId, withNonce(nonce))),
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
    async startSso(companyId, returnUrl, loginId, nonce) {
      const started = await ask(() =>
        sdk.saml.start(companyId, returnUrl, withNonce(nonce), undefined, undefined, undefined, loginId),
      );
      if (!started.ok) return started;
      return started.data?.url ? { ok: true, url: started.data.url } : { ok: false, reason: 'unreachable' };
    },
    finishSso: (code) => requestSession(() => sdk.saml.exchange(code)),
    redeemLink: (token) => requestSession(() => sdk.magicLink.verify(token)),
    setPassword: ({ user, refreshToken }, newPassword) =>
      ask(() => sdk.password.update(user.loginIds[0] ?? '', newPassword, refreshToken)),
    async startPasskey({ user, refreshToken }, origin) {
      // `mfa`: the result names the person, which is how the API knows whose passkey it is.
      const started = await ask(() =>
        sdk.webauthn.update.start(user.loginIds[0] ?? '', origin, refreshToken, undefined, true),
      );
      if (!started.ok) return started;
      const { transactionId, options } = started.data ?? {};
      return transactionId && options
        ? { ok: true, transactionId, options }
        : { ok: false, reason: 'unreachable' };
    },
    async sandboxCode(loginId) {
      if (options.baseUrl === undefined) return undefined;
      const url = `${options.baseUrl}/__sandbox/authenticator?loginId=${encodeURIComponent(loginId)}`;
      const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) }).catch(() => undefined);
      const { code } = response?.ok ? ((await response.json()) as { code?: string }) : {};
      return code;
    },
    async refresh(session) {
      if (getClaims(session.refreshToken).drn !== 'DSR') return { ok: false, reason: 'refused' };
      const refreshed = await requestSession(() => sdk.refresh(session.refreshToken), session);
      return refreshed.ok
        ? { ok: true, session: { ...refreshed.session, secret: session.secret } }
        : refreshed;
    },
    signOut: (refreshToken) => ask(() => sdk.logout(refreshToken)),
    endAllSessions: (refreshToken) => ask(() => sdk.logoutAll(refreshToken)),
  };
}
