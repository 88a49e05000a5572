import { login, type SignInAttempt } from '#contract/company/accounts.ts';
import type { IdentityResult } from '../services/identity.server.ts';
import type { AnyoneArgs } from './guard-args.server.ts';

/**
 * Counts an attempt at the main API before the identity service is called: POST /login, without an authorisation header, returns 200 or
 * 429. An attempt that cannot be counted is rejected.
 * @returns the nonce of the sign-in, without which the API accepts none of its tokens
 */
export async function countAttempt(
  { api, knownDevices }: Pick<AnyoneArgs, 'api' | 'knownDevices'>,
  what: SignInAttempt,
): Promise<IdentityResult<{ nonce: string }>> {
  const known = await knownDevices();
  const body = 'loginId' in what && known.length > 0 ? { ...what, knownDevices: known } : what;
  const counted = await api()
    .ask(login, { body })
    .catch((error: unknown) => {
      if (error instanceof Response) return undefined;
      throw error;
    });
  if (counted?.ok) {
    if (counted.value.realm !== 'none') throw new Error('The main API took an attempt for a sign-in.');
    return { ok: true, nonce: counted.value.nonce };
  }
  if (counted?.problem.code !== 'rate.limited') return { ok: false, reason: 'uncounted' };
  return { ok: false, reason: 'limited', retryAfterSeconds: counted.problem.retryAfterSeconds ?? 60 };
}

/** Attempts with which the identity service emails the people it knows alone. A sign-up emails every address. */
const mailing: readonly SignInAttempt['kind'][] = ['sendCode', 'reset'];

/**
 * Calls the identity service and logs rejections: the method, and hashes of login ID and IP address. An email that it does not send is none:
 * the log line would take time that the response for a known address does not.
 */
export async function requestCounted<T extends object>(
  { noteFailedAttempt }: Pick<AnyoneArgs, 'noteFailedAttempt'>,
  what: SignInAttempt,
  ask: () => Promise<IdentityResult<T>>,
): Promise<IdentityResult<T>> {
  const response = await ask();
  if (!response.ok && !(response.reason === 'refused' && mailing.includes(what.kind))) {
    const loginId = 'loginId' in what ? what.loginId : undefined;
    noteFailedAttempt({ kind: what.kind, reason: response.reason, loginId });
  }
  return response;
}

/**
 * Answers after whole steps of time, which begin with the call. The identity service sends an email before it answers, and rejects an unknown
 * address at once: without this, the time would reveal what the page does not.
 */
async function inWholeSteps<T>(
  { nextStep }: Pick<AnyoneArgs, 'nextStep'>,
  ask: () => Promise<T>,
): Promise<T> {
  let isAnswered = false;
  const asked = ask().finally(() => {
    isAnswered = true;
  });
  // An error is the caller's, after the step; it must not count as unhandled meanwhile.
  asked.catch(() => undefined);
  do await nextStep();
  while (!isAnswered);
  return asked;
}

/**
 * Counts an attempt, and calls the identity service with its nonce if it is allowed. One that sends an email takes whole steps of time.
 * @returns the nonce too
 */
export async function attempt<T extends object>(
  args: Pick<AnyoneArgs, 'api' | 'knownDevices' | 'noteFailedAttempt' | 'nextStep'>,
  what: SignInAttempt,
  ask: (nonce: string) => Promise<IdentityResult<T>>,
): Promise<IdentityResult<T & { nonce: string }>> {
  const counted = await countAttempt(args, what);
  if (!counted.ok) return counted;
  const { nonce } = counted;
  const call = () => ask(nonce);
  const response = await requestCounted(args, what, () =>
    mailing.includes(what.kind) ? inWholeSteps(args, call) : call(),
  );
  return response.ok ? { ...response, nonce } : response;
}
