import { setTimeout as delay } from 'node:timers/promises';
import { endOtherSessions } from '#contract/company/accounts.ts';
import type { IdentityRejection } from '../services/identity.server.ts';
import type { IdentitySession } from '../services/session-cookies.server.ts';
import type { AnyoneArgs } from './guard-args.server.ts';

/**
 * Tokens contain their issue time in whole seconds: a session started this much later is later than all earlier ones.
 */
const tokenClockMs = 1000;

/** Result of setting a password. `isSet` with a failure: the password is set, but other sessions may still be valid. */
export type NewPassword =
  | { ok: true; session: IdentitySession }
  | { ok: false; isSet: boolean; refusal: IdentityRejection };

/**
 * Sets a user's password and ends all their sessions: refresh tokens at the identity service, unexpired session tokens at the main API.
 * The given session ends too; the returned one was started with the new password.
 * @param nonce of the attempt, for the returned session
 * @param secret of the browser's session, which then stays; without it that ends too
 * @param isChange false for the first password of a new account
 */
export async function setPasswordAndEndSessions(
  { identity, api }: Pick<AnyoneArgs, 'identity' | 'api'>,
  session: IdentitySession,
  password: string,
  { nonce, secret, isChange = true }: { nonce: string; secret?: string; isChange?: boolean },
): Promise<NewPassword> {
  const changed = await identity.setPassword(session, password);
  if (!changed.ok) return { ok: false, isSet: false, refusal: changed };
  const ended = await identity.endAllSessions(session.refreshToken);
  if (!ended.ok) return { ok: false, isSet: true, refusal: ended };
  await delay(tokenClockMs);
  const newSession = await identity.signInWithPassword(session.user.loginIds[0] ?? '', password, nonce);
  if (!newSession.ok) return { ok: false, isSet: true, refusal: newSession };
  const hasFailed = await api({ ...newSession.session, ...(secret === undefined ? {} : { secret }) })
    .ask(endOtherSessions, { body: isChange ? { passwordChanged: true } : {} })
    .then(
      ({ ok }) => !ok,
      () => true,
    );
  if (!hasFailed) return { ok: true, session: newSession.session };
  await identity.signOut(newSession.session.refreshToken);
  return { ok: false, isSet: true, refusal: { ok: false, reason: 'unreachable' } };
}
