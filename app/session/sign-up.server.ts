import { randomUUID } from 'node:crypto';
import type { Submission, SubmissionResult } from '@conform-to/react';
import { data, redirect } from '@remix-run/node';
import type { z } from 'zod';
import { signup, signupDetails } from '#contract/company/accounts.ts';
import type { Problem } from '#contract/errors.ts';
import { signInAddress } from '#contract/fields.ts';
import { formActions, onSubmit } from '../components/forms/form-actions.server.ts';
import { parseForm } from '../components/forms/parse-form.server.ts';
import { redirectWithFlash } from '../flash.server.ts';
import { problemWithPassword } from '../services/password-policy.ts';
import type { IdentitySession } from '../services/session-cookies.server.ts';
import {
  enter,
  orRevokeSession,
  rejectionMessage,
  rejectionResult,
  type SignInRejection,
  turnedAwayHeaders,
  wordsForCode,
} from './complete-sign-in.server.ts';
import type { AnyoneArgs } from './guard-args.server.ts';
import { setPasswordAndEndSessions } from './new-password.server.ts';
import { mailedCode, typedPassword, wrongCode } from './sign-in.server.ts';
import { attempt, countAttempt, requestCounted } from './sign-in-attempts.server.ts';

const detailsForm = signupDetails.extend({ loginId: signInAddress });
const confirmForm = detailsForm.extend({ code: mailedCode, password: typedPassword('Choose a password') });

type Details = z.output<typeof detailsForm>;

/** Result of a sign-up form: which of the two steps to show, with its data. */
export interface SignUpResult {
  step: 'details' | 'confirm';
  /** New with each result, so that a typed password does not stay in its field. */
  attempt?: string;
  reply?: SubmissionResult;
  /** The first step's input; the second posts it again. */
  details?: Record<keyof Details, string>;
  hasAccount?: boolean;
}

function again(
  step: SignUpResult['step'],
  posted: Submission<unknown>,
  rejection?: SignInRejection,
  more: Partial<SignUpResult> = {},
) {
  const reply = posted.reply({
    hideFields: ['password'],
    ...(rejection ? rejectionResult(rejection) : {}),
  });
  return data<SignUpResult>(
    { step, attempt: randomUUID(), reply, ...more },
    { status: rejection?.status ?? 400, headers: turnedAwayHeaders(rejection) },
  );
}

/** Step 1: the user and the company. Emails a code, whether or not the address is known. */
async function handleDetails(args: AnyoneArgs, form: FormData) {
  const posted = parseForm(form, detailsForm);
  if (posted.status !== 'success') return again('details', posted);
  const { loginId } = posted.value;
  const sent = await attempt(args, { kind: 'signUp', loginId }, (nonce) =>
    args.identity.sendSignUpCode(loginId, nonce),
  );
  // Rejected: a disabled account. Not revealed; the code simply does not arrive.
  if (!sent.ok && sent.reason !== 'refused') {
    // An earlier code may still be valid.
    if (form.get('step') === 'confirm') {
      const words = rejectionMessage(sent, '', 'A code you already received still works.');
      return again('confirm', posted, words, { details: posted.value });
    }
    return again('details', posted, rejectionMessage(sent, ''));
  }
  return data<SignUpResult>({ step: 'confirm', details: posted.value });
}

/** Step 2: the code proves the address; then the company is created, and last the password is set. */
async function confirm(args: AnyoneArgs, form: FormData) {
  const { identity } = args;
  const earlier = parseForm(form, detailsForm);
  if (earlier.status !== 'success') return again('details', earlier);
  const details = earlier.value;
  const posted = parseForm(form, confirmForm);
  if (posted.status !== 'success') return again('confirm', posted, undefined, { details });
  const { code, password } = posted.value;

  // Before the code is used: a rejected password must not use it up.
  const what = { kind: 'signUpCode', loginId: details.loginId } as const;
  const counted = await countAttempt(args, what);
  if (!counted.ok) return again('confirm', posted, rejectionMessage(counted, ''), { details });
  const passwordPolicy = await identity.passwordPolicy();
  if (!passwordPolicy.ok) return again('confirm', posted, rejectionMessage(passwordPolicy, ''), { details });
  const problem = problemWithPassword(password, passwordPolicy.policy, details.loginId);
  if (problem !== undefined) {
    const reply = posted.reply({ hideFields: ['password'], fieldErrors: { password: [problem] } });
    return data<SignUpResult>({ step: 'confirm', attempt: randomUUID(), reply, details }, { status: 400 });
  }

  const verified = await requestCounted(args, what, () => identity.verifyCode(details.loginId, code));
  if (!verified.ok) return again('confirm', posted, wordsForCode(verified, wrongCode), { details });
  const { session } = verified;
  const rejection = await createCompany(args, session, details);
  if (rejection) {
    const reply = posted.reply({ hideFields: ['password', 'code'], ...getErrors(rejection) });
    const hasAccount = rejection.code === 'signup.exists';
    return data<SignUpResult>({ step: 'details', reply, details, hasAccount }, { status: rejection.status });
  }
  // Only now: the password of an existing account is never changed.
  const { nonce } = counted;
  const changed = await setPasswordAndEndSessions(args, session, password, { nonce, isChange: false });
  const newSession = changed.ok ? changed.session : session;
  const named = { ...newSession, user: { ...newSession.user, name: details.name } };
  // The company exists in any case: what keeps its owner out now is explained where they sign in.
  if (await enter(args, 'member', named, details.loginId)) return redirect('/login');
  if (changed.ok || changed.isSet) return redirect('/welcome');
  return redirectWithFlash('/welcome', {
    kind: 'warning',
    text: 'Your account is ready, but your password could not be saved. Sign in with a code by email next time, or choose “Forgotten your password?”.',
  });
}

/** Returns undefined once the company and its owner exist; else ends the session and returns the API's problem. */
function createCompany(
  args: AnyoneArgs,
  session: IdentitySession,
  details: Details,
): Promise<Problem | undefined> {
  return orRevokeSession(args, session, async () => {
    const response = await args.api(session).ask(signup, { body: details });
    return response.ok ? undefined : response.problem;
  });
}

function getErrors({ code, title, detail, fields }: Problem) {
  if (code === 'signup.exists')
    return { formErrors: ['There is already an account for this email address.'] };
  const { '': whole = [], ...fieldErrors } = fields ?? {};
  const nothingSaid = whole.length === 0 && Object.keys(fieldErrors).length === 0;
  const message = code === 'token.invalid' ? wrongCode : [title, detail].filter(Boolean).join('. ');
  return { formErrors: nothingSaid ? [message] : whole, fieldErrors };
}

/** The details as typed. */
function changeDetails(_args: AnyoneArgs, form: FormData) {
  const reply = parseForm(form, detailsForm).reply({ hideFields: ['password', 'code'] });
  return data<SignUpResult>({ step: 'details', reply });
}

/** Handles the forms of the sign-up page. */
export const signUpAction = onSubmit(formActions({ details: handleDetails, confirm, change: changeDetails }));
