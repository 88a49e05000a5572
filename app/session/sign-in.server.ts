import { randomUUID } from 'node:crypto';
import type { Submission, SubmissionResult } from '@conform-to/react';
import { data, redirect } from '@remix-run/node';
import { z } from 'zod';
import { signInAddress } from '#contract/fields.ts';
import { formActions, onSubmit } from '../components/forms/form-actions.server.ts';
import { parseForm } from '../components/forms/parse-form.server.ts';
import { appEnv } from '../env.server.ts';
import { redirectWithFlash } from '../flash.server.ts';
import type { IdentityRejection } from '../services/identity.server.ts';
import { problemWithPassword } from '../services/password-policy.ts';
import type { Realm } from '../services/session-cookies.server.ts';
import { companyIn } from './companies-url.ts';
import {
  destination,
  enter,
  rejectionMessage,
  rejectionResult,
  type SignInRejection,
  turnedAwayHeaders,
  wordsForCode,
} from './complete-sign-in.server.ts';
import type { AnyoneArgs } from './guard-args.server.ts';
import { setPasswordAndEndSessions } from './new-password.server.ts';
import { safeRedirectTo, withRedirectTo } from './redirect-to.ts';
import { attempt, countAttempt, requestCounted } from './sign-in-attempts.server.ts';
import type { SignInStep } from './sign-in-steps.ts';

/** Result of a sign-in that did not succeed. */
export interface SignInResult {
  step: SignInStep;
  /** New with each result, so that a typed password does not stay in its field. */
  attempt?: string;
  reply?: SubmissionResult;
  /** The address that a code or link was sent to if it has an account. */
  sentTo?: string;
  /** Page of the company's identity provider. */
  providerUrl?: string;
  offerSignUp?: boolean;
  /** The requested page: without JavaScript the page's URL has lost it by now. */
  redirectTo?: string;
}

/** Six digits, typed with or without a space. */
export const mailedCode = z
  .string({ error: 'Enter the code from the email' })
  .max(50, { error: 'Enter the 6-digit code' })
  .transform((text) => text.replace(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, { error: 'Enter the 6-digit code' }));

/** A password as typed; the identity service decides whether a new one is acceptable. */
export const typedPassword = (message: string) =>
  z.string({ error: message }).max(1000, { error: 'Use at most 256 characters' });

const passwordForm = z.object({ loginId: signInAddress, password: typedPassword('Enter your password') });
const addressForm = z.object({ loginId: signInAddress });
const codeForm = z.object({ loginId: signInAddress, code: mailedCode });
const newPasswordForm = z.object({
  token: z.string({ error: 'Open the link in the email again' }).max(2000),
  password: typedPassword('Enter a new password'),
});

interface Attempt {
  args: AnyoneArgs;
  form: FormData;
  realm: Realm;
}

/** The same step again, with its errors and all input except the password. */
function again(
  step: SignInStep,
  posted: Submission<unknown>,
  rejection?: SignInRejection,
  more: Partial<SignInResult> = {},
) {
  const reply = posted.reply({
    hideFields: ['password'],
    ...(rejection ? rejectionResult(rejection) : {}),
  });
  const offer = rejection?.offerSignUp ? { offerSignUp: true } : {};
  return data<SignInResult>(
    { step, attempt: randomUUID(), reply, ...offer, ...more },
    { status: rejection?.status ?? 400, headers: turnedAwayHeaders(rejection) },
  );
}

/** The company of the link that led to sign-in. */
const linkedCompany = (form: FormData) => companyIn(safeRedirectTo(form.get('redirectTo')));

async function signInWithPassword({ args, form, realm }: Attempt) {
  const posted = parseForm(form, passwordForm);
  if (posted.status !== 'success') return again('password', posted);
  const { loginId, password } = posted.value;
  const signedIn = await attempt(args, { kind: 'password', loginId }, (nonce) =>
    args.identity.signInWithPassword(loginId, password, nonce),
  );
  if (!signedIn.ok) {
    const words = rejectionMessage(
      signedIn,
      'Incorrect email address or password.',
      'Or choose “Email me a code instead”, which still works.',
    );
    return again('password', posted, words);
  }
  const turnedAway = await enter(args, realm, signedIn.session, loginId, {
    companyId: linkedCompany(form),
  });
  if (turnedAway) return again('password', posted, turnedAway);
  return redirect(destination(realm, form.get('redirectTo')));
}

/** A failure to send means that no account has this address; the response is the same, so as not to reveal it. */
function isRejection(sent: { ok: true } | IdentityRejection): sent is IdentityRejection {
  return !sent.ok && sent.reason !== 'refused';
}

async function sendCode({ args, form }: Attempt) {
  const posted = parseForm(form, addressForm);
  if (posted.status !== 'success') return again('password', posted);
  const { loginId } = posted.value;
  const sent = await attempt(args, { kind: 'sendCode', loginId }, (nonce) =>
    args.identity.sendSignInCode(loginId, nonce),
  );
  if (!isRejection(sent)) return data<SignInResult>({ step: 'code', sentTo: loginId });
  // An earlier code may still be valid.
  if (form.get('step') === 'code') {
    const words = rejectionMessage(sent, '', 'A code you already received still works.');
    return again('code', posted, words, { sentTo: loginId });
  }
  return again('password', posted, rejectionMessage(sent, ''));
}

async function signInWithCode({ args, form, realm }: Attempt) {
  const posted = parseForm(form, codeForm);
  const postedLoginId = form.get('loginId');
  const more = { sentTo: typeof postedLoginId === 'string' ? postedLoginId : '' };
  if (posted.status !== 'success') return again('code', posted, undefined, more);
  const { loginId, code } = posted.value;
  const verified = await attempt(args, { kind: 'code', loginId }, () =>
    args.identity.verifyCode(loginId, code),
  );
  if (!verified.ok) {
    const words = wordsForCode(verified, wrongCode);
    return again('code', posted, words, more);
  }
  const turnedAway = await enter(args, realm, verified.session, loginId, {
    companyId: linkedCompany(form),
  });
  if (turnedAway) return again('password', posted, turnedAway);
  return redirect(destination(realm, form.get('redirectTo')));
}

/** For a code that is wrong, used or expired: the service does not distinguish them. */
export const wrongCode = 'This code is incorrect or has expired. Check it, or request a new one.';

async function sendReset({ args, form, realm }: Attempt) {
  const posted = parseForm(form, addressForm);
  if (posted.status !== 'success') return again('forgotten', posted);
  const { loginId } = posted.value;
  const page = realm === 'member' ? '/login' : '/admin/login';
  const sent = await attempt(args, { kind: 'reset', loginId }, () =>
    args.identity.sendPasswordReset(loginId, `${appEnv().appUrl}${page}?reset=link`),
  );
  if (isRejection(sent)) return again('forgotten', posted, rejectionMessage(sent, ''));
  return data<SignInResult>({ step: 'resetSent', sentTo: loginId });
}

const otherSessionsLive =
  'Your password was changed, but your other sessions could not be ended. Request a new link and set the password again.';

/** Sets a new password by an emailed link and ends all other sessions. The password is checked first: a link works once. */
async function setNewPassword({ args, form, realm }: Attempt) {
  const { identity, usedLinks } = args;
  const posted = parseForm(form, newPasswordForm);
  if (posted.status !== 'success') return again('newPassword', posted);
  const { token, password } = posted.value;
  const counted = await countAttempt(args, { kind: 'newPassword' });
  if (!counted.ok) return again('newPassword', posted, rejectionMessage(counted, ''));
  const passwordPolicy = await identity.passwordPolicy();
  if (!passwordPolicy.ok) return again('newPassword', posted, rejectionMessage(passwordPolicy, ''));
  const problem = problemWithPassword(password, passwordPolicy.policy);
  if (problem !== undefined) {
    const reply = posted.reply({ hideFields: ['password'], fieldErrors: { password: [problem] } });
    return data<SignInResult>({ step: 'newPassword', attempt: randomUUID(), reply }, { status: 400 });
  }
  const redeemed = await requestCounted(args, { kind: 'newPassword' }, () => identity.redeemLink(token));
  if (redeemed.ok || redeemed.reason === 'refused') await usedLinks.note(token);
  if (!redeemed.ok) {
    const words = rejectionMessage(redeemed, 'This link has expired or been used. Request a new one.');
    return again('forgotten', posted, words);
  }
  const { session } = redeemed;
  const { nonce } = counted;
  const changed = await setPasswordAndEndSessions(args, session, password, { nonce });
  if (!changed.ok) {
    await identity.signOut(session.refreshToken);
    const words = changed.isSet
      ? { message: otherSessionsLive, status: 503 }
      : rejectionMessage(
          changed.refusal,
          'The password was not accepted. Request a new link and choose another password.',
        );
    return again('forgotten', posted, words);
  }
  const turnedAway = await enter(args, realm, changed.session, session.user.loginIds[0] ?? '');
  if (turnedAway) return again('password', posted, turnedAway);
  return redirectWithFlash(destination(realm, null), {
    kind: 'success',
    text: 'Password changed. All other sessions were ended.',
  });
}

type Answer = ReturnType<typeof redirect> | ReturnType<typeof again>;

const noSso = async (): Promise<Answer> => data<SignInResult>({ step: 'password' }, { status: 400 });

/**
 * The forms of a sign-in page: password, code by email, forgotten password, for one realm.
 * @param sso begins single sign-on, which platform admins do not have
 */
export function signInAction(
  realm: Realm,
  { sso = noSso }: { sso?: (args: AnyoneArgs, form: FormData) => Promise<Answer> } = {},
) {
  const attempts =
    (attempt: (attempt: Attempt) => Promise<Answer>) => async (args: AnyoneArgs, form: FormData) =>
      withRedirectTo(await attempt({ args, form, realm }), form);
  return onSubmit(
    formActions({
      password: attempts(signInWithPassword),
      sendCode: attempts(sendCode),
      verifyCode: attempts(signInWithCode),
      sendReset: attempts(sendReset),
      sso: attempts(({ args, form }) => sso(args, form)),
      newPassword: attempts(setNewPassword),
    }),
  );
}

/** Data of both sign-in pages: the form and its initial values. */
export async function signInPage({ url, identity, usedLinks }: AnyoneArgs) {
  const { searchParams } = url;
  const { isSandbox } = appEnv();
  const redirectTo = safeRedirectTo(searchParams.get('redirectTo'));
  const isReset = searchParams.has('reset');
  // Opening the link does not use it up, since email scanners open links. Submitting does.
  const token = isReset ? (searchParams.get('t') ?? searchParams.get('reset') ?? '') : undefined;
  const isUsed = token !== undefined && (await usedLinks.isUsed(token));
  const step: SignInStep = isReset
    ? isUsed
      ? 'usedLink'
      : 'newPassword'
    : searchParams.get('view') === 'forgotten'
      ? 'forgotten'
      : 'password';
  const passwordPolicy = step === 'newPassword' ? await identity.passwordPolicy() : undefined;
  return {
    step,
    isSandbox,
    redirectTo,
    token,
    policy: passwordPolicy?.ok ? passwordPolicy.policy : undefined,
  };
}
