import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { nonceClaim } from '#contract/company/accounts.ts';
import { apiError } from './api-error.ts';
import { isIdentityUnavailable } from './identity-unavailable.ts';

/** Tolerated clock difference to the identity service. */
const clockToleranceMs = 5000;
const maxTokenLength = 8192;
/** An entry takes about 200 bytes; verifying an ES384 signature blocks for about a millisecond. */
const cachedTokens = 20_000;

export interface SessionToken {
  /** The identity service's user id. */
  subject: string;
  /** Unix seconds by the identity service's clock. */
  issuedAtSeconds: number;
  /** SHA-256 of the token, base64. */
  hash: string;
  expiresAtMs: number;
  /** `amr`: how the person was authenticated at the service; empty if the token does not say. */
  methods: readonly string[];
  /** The sign-in's nonce, unverified; refreshed tokens hold that of their sign-in. Undefined if it was started without one. */
  nonce: string | undefined;
  /** `dct`: the company whose identity provider authenticated the person; undefined otherwise. */
  ssoCompanyId: string | undefined;
}

/** Identifies a session token in the audit log without revealing it: the first 8 bytes of its SHA-256, in hex. */
export function getSessionId({ hash }: Pick<SessionToken, 'hash'>): string {
  return Buffer.from(hash, 'base64').subarray(0, 8).toString('hex');
}

export type CheckSessionToken = (token: string) => Promise<SessionToken>;

interface Options {
  /** Claims of a token with a valid signature, issuer and expiry. */
  verifyToken: (token: string) => Promise<Record<string, unknown>>;
  now: () => Date;
}

/** The nonce among the claims that were given when the sign-in started; the service groups them as not its own. */
function getNonce(given: unknown): string | undefined {
  const nonce = typeof given === 'object' && given !== null ? Reflect.get(given, nonceClaim) : undefined;
  return typeof nonce === 'string' ? nonce : undefined;
}

function tokenInvalid() {
  return apiError('token.invalid', { detail: 'Sign in again to continue.' });
}

/**
 * Verifies a session token of our identity service: signature, issuer, expiry and `drn`, because the SDK would accept a
 * refresh token as well. Verified tokens are cached by SHA-256 until they expire; expiry is checked every time.
 * @throws `token.invalid`; `server.unavailable` if the signing keys cannot be fetched, because an outage must not sign
 * people out.
 */
export function createSessionTokenCheck({ verifyToken, now }: Options): CheckSessionToken {
  const verified = new LRUCache<string, SessionToken>({ max: cachedTokens });

  async function verify(token: string, hash: string): Promise<SessionToken> {
    const claims = await verifyToken(token).catch((error: unknown) => {
      if (isIdentityUnavailable(error)) {
        throw apiError('server.unavailable', {
          detail: 'Sign-in cannot be checked at the moment. Try again shortly.',
        });
      }
      throw tokenInvalid();
    });
    const { drn, sub, exp, iat, amr, dct, nsec } = claims;
    if (drn !== 'DS' || typeof sub !== 'string' || sub === '' || typeof exp !== 'number')
      throw tokenInvalid();
    // Without it, the session cannot be compared with the time at which others were ended.
    if (typeof iat !== 'number') throw tokenInvalid();
    const methods = Array.isArray(amr) ? amr.filter((method) => typeof method === 'string') : [];
    return {
      subject: sub,
      issuedAtSeconds: Math.floor(iat),
      expiresAtMs: exp * 1000,
      hash,
      methods,
      nonce: getNonce(nsec),
      ssoCompanyId: methods.includes('fed') && typeof dct === 'string' ? dct : undefined,
    };
  }

  return async (token) => {
    if (token.length > maxTokenLength) throw tokenInvalid();
    const key = createHash('sha256').update(token).digest('base64');
    const known = verified.get(key);
    const session = known ?? (await verify(token, key));
    if (session.expiresAtMs + clockToleranceMs <= now().getTime()) {
      verified.delete(key);
      throw tokenInvalid();
    }
    if (known === undefined) verified.set(key, session);
    return session;
  };
}

/** Session tokens of a person that are revoked before they expire. */
export interface SessionEnds {
  /** Unix seconds: tokens issued earlier are revoked. Null if sessions were never ended that way. */
  validFrom: number | null;
  /** Hashes of signed-out tokens. */
  endedTokens: readonly string[];
}

/** Whether a session with an unexpired token has ended: signed out, or the password was changed since. */
function hasSessionEnded({ issuedAtSeconds, hash }: SessionToken, ends: SessionEnds): boolean {
  return (ends.validFrom !== null && issuedAtSeconds < ends.validFrom) || ends.endedTokens.includes(hash);
}

/** Throws `token.invalid` for the token of an ended session. */
export function rejectEnded(session: SessionToken, ends: SessionEnds): void {
  if (hasSessionEnded(session, ends)) throw tokenInvalid();
}

/** Token of an Authorization header; throws `token.invalid` if there is none. */
export function bearerToken(header: string | undefined): string {
  const match = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+) *$/i.exec(header ?? '');
  if (match?.[1] === undefined) throw tokenInvalid();
  return match[1];
}
