import { createHash, randomBytes } from 'node:crypto';
import { apiError } from './api-error.ts';

/** A person's sign-in in one browser, which has not been ended; it may be past its limits. */
export interface BrowserSession {
  id: string;
  startedAt: string;
  /** Of the last request, to the minute. */
  lastSeenAt: string;
  /** When its person proved a second factor in it; null if not yet. */
  factorAt: string | null;
  /** When its person last entered their password in it, after the sign-in. */
  passwordAt: string | null;
  /** It ends after this long without a request. */
  idleMinutes: number;
  /** It ends this long after the sign-in. */
  maxHours: number;
}

/** Limits of the sessions of platform admins, who have no company. */
export const adminSessionLimits = { idleMinutes: 60, maxHours: 12 } as const;

/** How often a request is recorded as the session's last. */
const touchAfterMs = 60_000;
const maxSecretLength = 100;

/** A new secret of 256 random bits, for the browser alone. */
export function newSessionSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** SHA-256 of a secret, base64: the form in which it is stored. */
export function hashSessionSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64');
}

/** Hash of the secret in a request's header; undefined if there is none. */
export function toSessionHash(header: string | undefined): string | undefined {
  return header === undefined || header === '' || header.length > maxSecretLength
    ? undefined
    : hashSessionSecret(header);
}

/** Whether a session is within both of its limits. */
export function isWithinLimits(
  session: Pick<BrowserSession, 'startedAt' | 'lastSeenAt' | 'idleMinutes' | 'maxHours'>,
  now: Date,
): boolean {
  const nowMs = now.getTime();
  return (
    nowMs < Date.parse(session.lastSeenAt) + session.idleMinutes * 60_000 &&
    nowMs < Date.parse(session.startedAt) + session.maxHours * 3_600_000
  );
}

/** Whether a request is to be recorded as the session's last. */
export function isTouchDue({ lastSeenAt }: BrowserSession, now: Date): boolean {
  return now.getTime() - Date.parse(lastSeenAt) >= touchAfterMs;
}

/** The session of a caller. @throws `token.invalid` without one, and for one that is past its limits */
export function requireBrowserSession(session: BrowserSession | undefined, now: Date): BrowserSession {
  if (session === undefined || !isWithinLimits(session, now)) {
    throw apiError('token.invalid', { detail: 'Sign in again to continue.' });
  }
  return session;
}
