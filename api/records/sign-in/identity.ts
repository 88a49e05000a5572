import createSdk from '@descope/node-sdk';
import { identityUnavailable } from '../../kernel/http/identity-unavailable.ts';
import { type SecondFactorCalls, secondFactorCalls } from './second-factor-calls.ts';
import { type SingleSignOnCalls, singleSignOnCalls } from './single-sign-on-calls.ts';

/** Longest wait for the identity service, body included. */
const timeoutMs = 3000;
/** Minimum interval between fetches of the keys, regardless of the number of tokens with unknown keys. */
const keysMaxAgeMs = 2000;

async function fetchSoon(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(input, { ...init, signal: AbortSignal.timeout(timeoutMs) });
  } catch (error) {
    throw identityUnavailable(error instanceof Error ? error.name : 'no answer');
  }
  // The SDK would retry a 503 for 10 s; sign-in must fail sooner.
  if (response.status >= 500) throw identityUnavailable(`status ${response.status}`);
  return response;
}

/** Fetches the signing keys, with one request for all callers within `keysMaxAgeMs`. */
function keysFetcher() {
  let latest: { at: number; text: Promise<string> } | undefined;
  return async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const startedAt = performance.now();
    if (latest === undefined || startedAt - latest.at > keysMaxAgeMs) {
      const text = fetchSoon(input, init).then(async (response) => {
        if (!response.ok) throw identityUnavailable(`keys answered ${response.status}`);
        const body = await response.text().catch(() => Promise.reject(identityUnavailable('keys broke off')));
        if (!Array.isArray(parsedKeys(body))) throw identityUnavailable('keys are not readable');
        return body;
      });
      latest = { at: startedAt, text };
      text.catch(() => {
        latest = undefined;
      });
    }
    return new Response(await latest.text, { headers: { 'Content-Type': 'application/json' } });
  };
}

function parsedKeys(body: string): unknown {
  try {
    return (JSON.parse(body) as { keys?: unknown }).keys;
  } catch {
    return undefined;
  }
}

export interface IdentityUser {
  /** The token's `sub`. */
  userId: string;
  name: string;
  /** Lower-cased. */
  loginIds: string[];
  /** The login ids that the person has proved to hold: the verified email address. */
  verifiedLoginIds: string[];
  enabled: boolean;
}

/** The identity service. Every call throws an error of `isIdentityUnavailable` if it is down. */
export interface Identity extends SecondFactorCalls, SingleSignOnCalls {
  /** Claims of a token with valid signature, issuer and expiry; throws otherwise. Does not check its kind (`drn`). */
  verifyToken(token: string): Promise<Record<string, unknown>>;
  userById(userId: string): Promise<IdentityUser | undefined>;
  userByLoginId(loginId: string): Promise<IdentityUser | undefined>;
  /**
   * Emails a link to `url` with a token of the service, which proves the mailbox; creates the user if missing. `taken` is false if
   * the service rejects the address.
   */
  invite(loginId: string, url: string): Promise<{ taken: boolean }>;
  /** Ends every session of a user and prevents sign-in until it is enabled again. */
  disable(userId: string): Promise<void>;
  enable(userId: string): Promise<void>;
  /** Ends every session of a user. */
  endSessions(userId: string): Promise<void>;
}

interface ServiceUser {
  userId: string;
  name?: string;
  loginIds: string[];
  email?: string;
  verifiedEmail?: boolean;
  status: string;
}

function identityUser(user: ServiceUser): IdentityUser {
  const loginIds = user.loginIds.map((loginId) => loginId.toLowerCase());
  const email = user.email?.toLowerCase();
  const verified = user.verifiedEmail === true && email !== undefined;
  return {
    userId: user.userId,
    name: user.name ?? '',
    loginIds,
    verifiedLoginIds: verified ? loginIds.filter((loginId) => loginId === email) : [],
    enabled: user.status !== 'disabled',
  };
}

interface Result<T> {
  ok: boolean;
  code?: number;
  data?: T;
}

/** Data of a result; undefined if the service does not know the record. */
function found<T>(result: Result<T>): T | undefined {
  if (result.ok) return result.data;
  if (result.code === 400 || result.code === 404) return undefined;
  throw identityUnavailable(`status ${result.code}`);
}

/** Client of the identity service of `projectId`; `baseUrl` overrides the hosted one. */
export function createIdentity(options: {
  projectId: string;
  baseUrl?: string;
  managementKey: string;
}): Identity {
  const fetchKeys = keysFetcher();
  const sdk = createSdk({
    projectId: options.projectId,
    managementKey: options.managementKey,
    ...(options.baseUrl === undefined ? {} : { baseUrl: options.baseUrl }),
    fetch: (input: RequestInfo | URL, init?: RequestInit) =>
      String(input instanceof Request ? input.url : input).includes('/v2/keys/')
        ? fetchKeys(input, init)
        : fetchSoon(input, init),
  });
  return {
    async verifyToken(token) {
      return (await sdk.validateJwt(token)).token;
    },
    async userById(userId) {
      const user = found<ServiceUser>(await sdk.management.user.loadByUserId(userId));
      return user && identityUser(user);
    },
    async userByLoginId(loginId) {
      const response = found<{ users: ServiceUser[] }>(
        await sdk.management.user.search({ loginIds: [loginId], limit: 2 }),
      );
      const user = response?.users.find((candidate) =>
        candidate.loginIds.some((id) => id.toLowerCase() === loginId),
      );
      return user && identityUser(user);
    },
    async invite(loginId, url) {
      const invited = found(
        await sdk.management.user.invite(loginId, { email: loginId, inviteUrl: url, sendMail: true }),
      );
      return { taken: invited !== undefined };
    },
    async disable(userId) {
      found(await sdk.management.user.deactivate(userId));
      found(await sdk.management.user.logoutUserByUserId(userId));
    },
    async enable(userId) {
      found(await sdk.management.user.activate(userId));
    },
    async endSessions(userId) {
      found(await sdk.management.user.logoutUserByUserId(userId));
    },
    ...secondFactorCalls(sdk),
    ...singleSignOnCalls(sdk, options.baseUrl),
  };
}
