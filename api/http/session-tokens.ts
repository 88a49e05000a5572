import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { isIdentityUnavailable } from '../accounts/identity.ts';
import { refuse } from './problems.ts';

/** Clocks of the identity service and ours may differ this much. */
const clockToleranceMs = 5000;
const longestToken = 8192;
/** One entry is about 200 bytes; verifying an ES384 signature costs about a millisecond of the one thread. */
const cachedTokens = 20_000;

export interface SessionToken {
  /** The identity service's user id. */
  subject: string;
  expiresAtMs: number;
}

export type CheckSessionToken = (token: string) => Promise<SessionToken>;

interface Options {
  /** Claims of a token whose signature, issuer and expiry hold. */
  verifyToken: (token: string) => Promise<Record<string, unknown>>;
  now: () => Date;
}

function tokenInvalid() {
  return refuse('token.invalid', { detail: 'Sign in again to go on.' });
}

/**
 * Checks that a text is a session token of our identity service: signature, issuer, expiry and `drn`, since
 * the SDK would take a refresh token as well. What was verified once is remembered under the token's SHA-256
 * until it expires; the expiry is compared with the clock every time.
 * Refuses with `token.invalid`; with `server.unavailable` when the signing keys cannot be had, because a
 * person must not be signed out by an outage.
 */
export function createSessionTokenCheck({ verifyToken, now }: Options): CheckSessionToken {
  const verified = new LRUCache<string, SessionToken>({ max: cachedTokens });

  async function verify(token: string): Promise<SessionToken> {
    const claims = await verifyToken(token).catch((error: unknown) => {
      if (isIdentityUnavailable(error)) {
        throw refuse('server.unavailable', {
          detail: 'Sign-in cannot be checked at the moment. Try again shortly.',
        });
      }
      throw tokenInvalid();
    });
    const { drn, sub, exp } = claims;
    if (drn !== 'DS' || typeof sub !== 'string' || sub === '' || typeof exp !== 'number')
      throw tokenInvalid();
    return { subject: sub, expiresAtMs: exp * 1000 };
  }

  return async (token) => {
    if (token.length > longestToken) throw tokenInvalid();
    const key = createHash('sha256').update(token).digest('base64');
    const known = verified.get(key);
    const session = known ?? (await verify(token));
    if (session.expiresAtMs + clockToleranceMs <= now().getTime()) {
      verified.delete(key);
      throw tokenInvalid();
    }
    if (known === undefined) verified.set(key, session);
    return session;
  };
}

/** The token of an Authorization header; refuses with `token.invalid` when there is none. */
export function bearerToken(header: string | undefined): string {
  const match = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+) *$/i.exec(header ?? '');
  if (match?.[1] === undefined) throw tokenInvalid();
  return match[1];
}
