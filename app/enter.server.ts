import { login } from '#contract/accounts.ts';
import type { Problem } from '#contract/errors.ts';
import type { AnyoneArgs } from './guards.server.ts';
import type { IdentityRefusal } from './identity.server.ts';
import { safeRedirectTo } from './redirect-to.ts';
import type { Door, Session } from './session-cookies.server.ts';

const homes: Record<Door, string> = { member: '/home', admin: '/admin/home' };

/** Where a person goes after signing in at a door: where they wanted to go, if it lies behind that door. */
export function destination(door: Door, wanted: FormDataEntryValue | null): string {
  const target = safeRedirectTo(wanted);
  if (target === undefined) return homes[door];
  const isAdminPath = /^\/admin(\/|$)/.test(target);
  return isAdminPath === (door === 'admin') ? target : homes[door];
}

/** Why somebody is not let in, for the form they came from. */
export interface TurnedAway {
  sentence: string;
  status: number;
  /** The identity service knows the person, Assay does not. */
  offerSignUp?: boolean;
}

/**
 * Takes a session of the identity service to the main API, and stores it once the API knows the person at
 * that door. Else the session is ended again, so that no token lives on that nobody uses.
 * Undefined when the person is in. Throws what the API's client throws when there is no answer.
 */
export async function enter(
  args: Pick<AnyoneArgs, 'api' | 'identity' | 'signIn'>,
  door: Door,
  session: Session,
  loginId: string,
): Promise<TurnedAway | undefined> {
  const isIn = await orEndSession(args, session, async () => {
    const answer = await args.api().ask(login, {
      body: { loginId, sessionToken: session.sessionToken, door },
    });
    if (answer.ok) await args.signIn(door, session);
    return answer.ok ? undefined : answer.problem;
  });
  return isIn === undefined ? undefined : wordsFor(isIn, door);
}

/** Ends the session at the identity service when `work` throws or gives a problem back. */
export async function orEndSession<T>(
  { identity }: Pick<AnyoneArgs, 'identity'>,
  session: Session,
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

function wordsFor({ code, status, title, detail }: Problem, door: Door): TurnedAway {
  if (code === 'login.noAccount') {
    return door === 'member'
      ? {
          sentence: 'This sign-in is right, but it has no Assay account as a member.',
          status,
          offerSignUp: true,
        }
      : { sentence: 'This sign-in is right, but it is not a platform admin’s.', status };
  }
  if (code === 'token.invalid')
    return { sentence: 'The sign-in could not be confirmed. Try again.', status: 400 };
  return { sentence: [title, detail].filter(Boolean).join('. '), status };
}

/** What to tell a person whom the identity service turned away; `refused` are the words for a plain no. */
export function wordsForRefusal(refusal: IdentityRefusal, refused: string): TurnedAway {
  switch (refusal.reason) {
    case 'refused':
      return { sentence: refused, status: 400 };
    case 'limited':
      return {
        sentence: `Too many attempts. Wait ${waitInWords(refusal.retryAfterSeconds)}, then try again.`,
        status: 429,
      };
    case 'unreachable':
      return {
        sentence:
          'The identity service does not answer at the moment. Nothing was changed. Try again shortly.',
        status: 503,
      };
  }
}

function waitInWords(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
