import type { HeadersFunction } from '@remix-run/node';
import { login } from '#contract/company/accounts.ts';
import type { Problem } from '#contract/errors.ts';
import { isRecordId } from '#contract/record-id.ts';
import { formatWait } from '#rules/format/numbers.ts';
import type { IdentityRejection } from '../services/identity.server.ts';
import type { IdentitySession, Realm } from '../services/session-cookies.server.ts';
import type { AnyoneArgs } from './guard-args.server.ts';
import { safeRedirectTo } from './redirect-to.ts';

const homes: Record<Realm, string> = { member: '/home', admin: '/admin/home' };

/** URL to redirect to after signing in to a realm: the requested page, if it belongs to the realm. */
export function destination(realm: Realm, wanted: FormDataEntryValue | null): string {
  const target = safeRedirectTo(wanted);
  if (target === undefined) return homes[realm];
  const isAdminPath = /^\/admin(\/|$)/.test(target);
  return isAdminPath === (realm === 'admin') ? target : homes[realm];
}

/** Why a sign-in failed, for its form. */
export interface SignInRejection {
  message: string;
  status: number;
  /** With 429: when to try again. */
  retryAfterSeconds?: number;
  /** The field concerned; undefined for the form as a whole. */
  field?: string;
  /** The identity service knows the user, but Assay does not. */
  offerSignUp?: boolean;
}

/**
 * Presents a session of the identity service to the main API, and stores it once the API recognises the user in that realm. Otherwise
 * ends the session again, so that no unused token stays valid.
 * @param companyId the company to work in, of a person with several
 * @param nonce of an accepted invitation, for a session that was started by its link
 * @returns undefined once the user is signed in
 * @throws what the API client throws without a response
 */
export async function enter(
  args: Pick<AnyoneArgs, 'api' | 'identity' | 'signIn' | 'knownDevices' | 'rememberDevice' | 'request'>,
  realm: Realm,
  session: IdentitySession,
  loginId: string,
  { companyId, nonce }: { companyId?: string | undefined; nonce?: string | undefined } = {},
): Promise<SignInRejection | undefined> {
  const isIn = await orRevokeSession(args, session, async () => {
    const response = await args.api().ask(login, {
      body: {
        loginId,
        sessionToken: session.sessionToken,
        realm,
        device: describeBrowser(args.request),
        knownDevices: await args.knownDevices(),
        ...(companyId !== undefined && isRecordId(companyId) ? { companyId } : {}),
        ...(nonce === undefined ? {} : { nonce }),
      },
    });
    if (!response.ok) return response.problem;
    if (response.value.realm === 'none') throw new Error('The main API took a sign-in for an attempt.');
    const started = response.value.session;
    await args.signIn(realm, { ...session, secret: started.secret });
    await args.rememberDevice(started.knownDevice);
    return undefined;
  });
  return isIn === undefined ? undefined : wordsFor(isIn, realm);
}

/** What the browser says of itself, for the list of sessions. */
function describeBrowser(request: Request): string {
  return (request.headers.get('User-Agent') ?? '').replace(/[^\x20-\x7e]/g, '').slice(0, 300);
}

/** Headers of the document that shows an action's result: Remix omits headers that a route does not export. */
export const documentHeaders: HeadersFunction = ({ actionHeaders }) => {
  const headers = new Headers();
  const retryAfter = actionHeaders?.get('Retry-After');
  if (retryAfter) headers.set('Retry-After', retryAfter);
  return headers;
};

/** Headers of a response that rejects a sign-in. */
export function turnedAwayHeaders(away: SignInRejection | undefined): HeadersInit {
  return away?.retryAfterSeconds === undefined ? {} : { 'Retry-After': String(away.retryAfterSeconds) };
}

/** Ends the session at the identity service when `work` throws or returns a problem. */
export async function orRevokeSession<T>(
  { identity }: Pick<AnyoneArgs, 'identity'>,
  session: Pick<IdentitySession, 'refreshToken'>,
  work: () => Promise<T | undefined>,
): Promise<T | undefined> {
  let problem: T | undefined;
  try {
    problem = await work();
  } catch (error) {
    await identity.signOut(session.refreshToken);
    throw error;
  }
  if (problem !== undefined) await identity.signOut(session.refreshToken);
  return problem;
}

function wordsFor(
  { code, status, title, detail, retryAfterSeconds }: Problem,
  realm: Realm,
): SignInRejection {
  if (code === 'login.noAccount') {
    return realm === 'member'
      ? {
          message: 'You signed in, but you do not have a company account in Assay.',
          status,
          offerSignUp: true,
        }
      : { message: 'You signed in, but you are not a platform admin.', status };
  }
  if (code === 'token.invalid')
    return { message: 'The sign-in could not be confirmed. Try again.', status: 400 };
  return {
    message: [title, detail].filter(Boolean).join('. '),
    status,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  };
}

/**
 * The error after the identity service rejected a sign-in, or after too many attempts.
 * @param refused message for rejected credentials
 * @param meanwhile what to do instead of waiting
 */
export function rejectionMessage(
  refusal: IdentityRejection,
  refused: string,
  meanwhile = '',
): SignInRejection {
  switch (refusal.reason) {
    case 'refused':
      return { message: refused, status: 400 };
    case 'limited':
      return {
        message: [
          `Too many attempts. Wait ${formatWait(refusal.retryAfterSeconds)}, then try again.`,
          ...(meanwhile === '' ? [] : [meanwhile]),
        ].join(' '),
        status: 429,
        retryAfterSeconds: refusal.retryAfterSeconds,
      };
    case 'uncounted':
      return {
        message: 'Sign-in is unavailable at the moment. Nothing was changed. Try again shortly.',
        status: 503,
      };
    case 'unreachable':
      return {
        message: 'Sign-in is temporarily unavailable. Try again shortly.',
        status: 503,
      };
  }
}

/** A failed sign-in as a conform result: an error of its field, or of the form. */
export const rejectionResult = ({ message, field }: SignInRejection) =>
  field === undefined ? { formErrors: [message] } : { fieldErrors: { [field]: [message] } };

/** The result for a code that the identity service rejected; a wrong code is an error of its field. */
export function wordsForCode(refusal: IdentityRejection, refused: string): SignInRejection {
  const words = rejectionMessage(refusal, refused);
  return refusal.reason === 'refused' ? { ...words, field: 'code' } : words;
}
