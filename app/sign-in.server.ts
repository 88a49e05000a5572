import { randomUUID } from 'node:crypto';
import type { Submission, SubmissionResult } from '@conform-to/react';
import { data, redirect } from '@remix-run/node';
import { z } from 'zod';
import { emailAddress } from '#contract/fields.ts';
import { parseForm, readForm } from './components/forms/parse-form.server.ts';
import { destination, enter, type TurnedAway, wordsForRefusal } from './enter.server.ts';
import { appEnv } from './env.server.ts';
import { errorResponse } from './error-answer.ts';
import { redirectWithFlash } from './flash.server.ts';
import type { AnyoneArgs } from './guards.server.ts';
import type { IdentityRefusal } from './identity.server.ts';
import { problemWithPassword } from './password-policy.ts';
import { safeRedirectTo } from './redirect-to.ts';
import type { Door } from './session-cookies.server.ts';
import type { SignInStep } from './sign-in-steps.ts';

/** What the sign-in page gets back when nobody was signed in. */
export interface SignInAnswer {
  step: SignInStep;
  /** Another one with each answer, so that a password that was typed does not stay in its field. */
  attempt?: string;
  reply?: SubmissionResult;
  /** The address that a code or link was sent to, if it has an account. */
  sentTo?: string;
  offerSignUp?: boolean;
  /** Where the person wanted to go: without script the page's own URL has lost it by now. */
  redirectTo?: string;
}

/** Six digits, as people type them: with or without a space. */
export const mailedCode = z
  .string({ error: 'Enter the code from the email' })
  .max(50, { error: 'Enter the six digits of the code' })
  .transform((text) => text.replace(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, { error: 'Enter the six digits of the code' }));

/** A password as typed; what a new one must be is the identity service's to say. */
export const typedPassword = (message: string) =>
  z.string({ error: message }).max(1000, { error: 'Use at most 256 characters' });

const passwordForm = z.object({ loginId: emailAddress, password: typedPassword('Enter your password') });
const addressForm = z.object({ loginId: emailAddress });
const codeForm = z.object({ loginId: emailAddress, code: mailedCode });
const newPasswordForm = z.object({
  token: z.string({ error: 'Open the link in the email again' }).max(2000),
  password: typedPassword('Enter a new password'),
});

interface Attempt {
  args: AnyoneArgs;
  form: FormData;
  door: Door;
}

/** The same step again, with what is wrong and everything typed but the password. */
function again(
  step: SignInStep,
  posted: Submission<unknown>,
  refused?: TurnedAway,
  more: Partial<SignInAnswer> = {},
) {
  const reply = posted.reply({
    hideFields: ['password'],
    ...(refused ? { formErrors: [refused.sentence] } : {}),
  });
  const offer = refused?.offerSignUp ? { offerSignUp: true } : {};
  return data<SignInAnswer>(
    { step, attempt: randomUUID(), reply, ...offer, ...more },
    { status: refused?.status ?? 400 },
  );
}

async function signInWithPassword({ args, form, door }: Attempt) {
  const posted = parseForm(form, passwordForm);
  if (posted.status !== 'success') return again('password', posted);
  const { loginId, password } = posted.value;
  const signedIn = await args.identity.signInWithPassword(loginId, password);
  if (!signedIn.ok) {
    const words = wordsForRefusal(signedIn, 'The email address or the password is not right.');
    return again('password', posted, words);
  }
  const turnedAway = await enter(args, door, signedIn.session, loginId);
  if (turnedAway) return again('password', posted, turnedAway);
  return redirect(destination(door, form.get('redirectTo')));
}

/** A refusal to send says that nobody has this address; the answer is the same, so that it cannot be found out. */
function isFault(sent: { ok: true } | IdentityRefusal): sent is IdentityRefusal {
  return !sent.ok && sent.reason !== 'refused';
}

async function sendCode({ args, form }: Attempt) {
  const posted = parseForm(form, addressForm);
  if (posted.status !== 'success') return again('password', posted);
  const sent = await args.identity.sendSignInCode(posted.value.loginId);
  if (isFault(sent)) return again('password', posted, wordsForRefusal(sent, ''));
  return data<SignInAnswer>({ step: 'code', sentTo: posted.value.loginId });
}

async function signInWithCode({ args, form, door }: Attempt) {
  const posted = parseForm(form, codeForm);
  const given = form.get('loginId');
  const more = { sentTo: typeof given === 'string' ? given : '' };
  if (posted.status !== 'success') return again('code', posted, undefined, more);
  const { loginId, code } = posted.value;
  const verified = await args.identity.verifyCode(loginId, code);
  if (!verified.ok) {
    const words = wordsForRefusal(verified, wrongCode);
    return again('code', posted, words, more);
  }
  const turnedAway = await enter(args, door, verified.session, loginId);
  if (turnedAway) return again('password', posted, turnedAway);
  return redirect(destination(door, form.get('redirectTo')));
}

/** Said of a code that was mistyped, used, or has run out: the service does not tell which. */
export const wrongCode = 'This code is not right, or it has run out. Check it, or ask for a new one.';

async function sendReset({ args, form, door }: Attempt) {
  const posted = parseForm(form, addressForm);
  if (posted.status !== 'success') return again('forgotten', posted);
  const { loginId } = posted.value;
  const page = door === 'member' ? '/login' : '/admin/login';
  const sent = await args.identity.sendPasswordReset(loginId, `${appEnv().appUrl}${page}?reset=link`);
  if (isFault(sent)) return again('forgotten', posted, wordsForRefusal(sent, ''));
  return data<SignInAnswer>({ step: 'resetSent', sentTo: loginId });
}

/** Sets a new password by a mailed link. The password is checked first: a link works only once. */
async function setNewPassword({ args, form, door }: Attempt) {
  const { identity } = args;
  const posted = parseForm(form, newPasswordForm);
  if (posted.status !== 'success') return again('newPassword', posted);
  const { token, password } = posted.value;
  const asked = await identity.passwordPolicy();
  if (!asked.ok) return again('newPassword', posted, wordsForRefusal(asked, ''));
  const problem = problemWithPassword(password, asked.policy);
  if (problem !== undefined) {
    const reply = posted.reply({ hideFields: ['password'], fieldErrors: { password: [problem] } });
    return data<SignInAnswer>({ step: 'newPassword', attempt: randomUUID(), reply }, { status: 400 });
  }
  const redeemed = await identity.redeemLink(token);
  if (!redeemed.ok) {
    const words = wordsForRefusal(
      redeemed,
      'This link was used already, or it has run out. Ask for a new one.',
    );
    return again('forgotten', posted, words);
  }
  const { session } = redeemed;
  const changed = await identity.setPassword(session, password);
  if (!changed.ok) {
    await identity.signOut(session.refreshToken);
    const words = wordsForRefusal(
      changed,
      'The password was not accepted. Ask for a new link and choose another password.',
    );
    return again('forgotten', posted, words);
  }
  const turnedAway = await enter(args, door, session, session.user.loginIds[0] ?? '');
  if (turnedAway) return again('password', posted, turnedAway);
  return redirectWithFlash(destination(door, null), { kind: 'success', text: 'Your password is changed.' });
}

const intents: Record<
  string,
  (attempt: Attempt) => Promise<ReturnType<typeof redirect> | ReturnType<typeof again>>
> = {
  password: signInWithPassword,
  sendCode,
  verifyCode: signInWithCode,
  sendReset,
  newPassword: setNewPassword,
};

/** The post of a sign-in page: password, code by mail, forgotten password, for the person behind one door. */
export async function signInAction(args: AnyoneArgs, door: Door) {
  const form = await readForm(args.request);
  const intent = form.get('intent');
  const work = typeof intent === 'string' && Object.hasOwn(intents, intent) ? intents[intent] : undefined;
  if (!work) throw errorResponse(400, { code: 'request.malformed', requestId: args.requestId });
  const answer = await work({ args, form, door });
  const redirectTo = safeRedirectTo(form.get('redirectTo'));
  if ('data' in answer && redirectTo !== undefined) answer.data.redirectTo = redirectTo;
  return answer;
}

/** What both sign-in pages show: which form, and what to fill into it. */
export async function signInPage({ url, identity }: AnyoneArgs) {
  const { searchParams } = url;
  const { isSandbox } = appEnv();
  const redirectTo = safeRedirectTo(searchParams.get('redirectTo'));
  const isReset = searchParams.has('reset');
  // Opening the link uses nothing up: mail programs open links by themselves. The button does.
  const token = isReset ? (searchParams.get('t') ?? searchParams.get('reset') ?? '') : undefined;
  const step: SignInStep = isReset
    ? 'newPassword'
    : searchParams.get('view') === 'forgotten'
      ? 'forgotten'
      : 'password';
  const asked = isReset ? await identity.passwordPolicy() : undefined;
  return { step, isSandbox, redirectTo, token, policy: asked?.ok ? asked.policy : undefined };
}
