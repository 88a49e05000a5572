import { randomUUID } from 'node:crypto';
import type { Submission, SubmissionResult } from '@conform-to/react';
import { data, redirect } from '@remix-run/node';
import type { z } from 'zod';
import { signup, signupDetails } from '#contract/accounts.ts';
import type { Problem } from '#contract/errors.ts';
import { emailAddress } from '#contract/fields.ts';
import { parseForm, readForm } from './components/forms/parse-form.server.ts';
import { orEndSession, type TurnedAway, wordsForRefusal } from './enter.server.ts';
import { redirectWithFlash } from './flash.server.ts';
import type { AnyoneArgs } from './guards.server.ts';
import { problemWithPassword } from './password-policy.ts';
import type { Session } from './session-cookies.server.ts';
import { mailedCode, typedPassword, wrongCode } from './sign-in.server.ts';

const detailsForm = signupDetails.extend({ loginId: emailAddress });
const confirmForm = detailsForm.extend({ code: mailedCode, password: typedPassword('Choose a password') });

type Details = z.output<typeof detailsForm>;

/** What the sign-up page gets back: which of its two steps to show, and with what. */
export interface SignUpAnswer {
  step: 'details' | 'confirm';
  /** Another one with each answer, so that a password that was typed does not stay in its field. */
  attempt?: string;
  reply?: SubmissionResult;
  /** What the first step was sent with; the second carries it along. */
  details?: Record<keyof Details, string>;
  hasAccount?: boolean;
}

function again(
  step: SignUpAnswer['step'],
  posted: Submission<unknown>,
  refused?: TurnedAway,
  more: Partial<SignUpAnswer> = {},
) {
  const reply = posted.reply({
    hideFields: ['password'],
    ...(refused ? { formErrors: [refused.sentence] } : {}),
  });
  return data<SignUpAnswer>(
    { step, attempt: randomUUID(), reply, ...more },
    { status: refused?.status ?? 400 },
  );
}

/** Step one: who signs up, and for which company. Mails a code, whether or not the address is known. */
async function takeDetails(args: AnyoneArgs, form: FormData) {
  const posted = parseForm(form, detailsForm);
  if (posted.status !== 'success') return again('details', posted);
  const sent = await args.identity.sendSignUpCode(posted.value.loginId);
  // Refused: an account that is shut. Who asks learns nothing of it; a code simply does not come.
  if (!sent.ok && sent.reason !== 'refused') return again('details', posted, wordsForRefusal(sent, ''));
  return data<SignUpAnswer>({ step: 'confirm', details: posted.value });
}

/** Step two: the code proves the address; then the company is made, and last the password is set. */
async function confirm(args: AnyoneArgs, form: FormData) {
  const { identity } = args;
  const earlier = parseForm(form, detailsForm);
  if (earlier.status !== 'success') return again('details', earlier);
  const details = earlier.value;
  const posted = parseForm(form, confirmForm);
  if (posted.status !== 'success') return again('confirm', posted, undefined, { details });
  const { code, password } = posted.value;

  // Before the code is used: a password that is turned down must not cost it.
  const asked = await identity.passwordPolicy();
  if (!asked.ok) return again('confirm', posted, wordsForRefusal(asked, ''), { details });
  const problem = problemWithPassword(password, asked.policy, details.loginId);
  if (problem !== undefined) {
    const reply = posted.reply({ hideFields: ['password'], fieldErrors: { password: [problem] } });
    return data<SignUpAnswer>({ step: 'confirm', attempt: randomUUID(), reply, details }, { status: 400 });
  }

  const verified = await identity.verifyCode(details.loginId, code);
  if (!verified.ok) return again('confirm', posted, wordsForRefusal(verified, wrongCode), { details });
  const { session } = verified;
  const refused = await createCompany(args, session, details);
  if (refused) {
    const reply = posted.reply({ hideFields: ['password', 'code'], ...errorsOf(refused) });
    const hasAccount = refused.code === 'signup.exists';
    return data<SignUpAnswer>({ step: 'details', reply, details, hasAccount }, { status: refused.status });
  }
  // Only now: the password of somebody who has an account already is never touched.
  const changed = await identity.setPassword(session, password);
  await args.signIn('member', { ...session, user: { ...session.user, name: details.name } });
  if (changed.ok) return redirect('/welcome');
  return redirectWithFlash('/welcome', {
    kind: 'warning',
    text: 'Your account is ready, but your password could not be saved. Sign in with a code by email next time, or choose “Forgotten your password?”.',
  });
}

/** Undefined once the company and its owner exist; else the session is ended and the API's refusal given back. */
function createCompany(args: AnyoneArgs, session: Session, details: Details): Promise<Problem | undefined> {
  return orEndSession(args, session, async () => {
    const answer = await args.api(session).ask(signup, { body: details });
    return answer.ok ? undefined : answer.problem;
  });
}

function errorsOf({ code, title, detail, fields }: Problem) {
  if (code === 'signup.exists')
    return { formErrors: ['There is already an account for this email address.'] };
  const { '': whole = [], ...fieldErrors } = fields ?? {};
  const nothingSaid = whole.length === 0 && Object.keys(fieldErrors).length === 0;
  const sentence = code === 'token.invalid' ? wrongCode : [title, detail].filter(Boolean).join('. ');
  return { formErrors: nothingSaid ? [sentence] : whole, fieldErrors };
}

/** The post of the sign-up page. */
export async function signUpAction(args: AnyoneArgs) {
  const form = await readForm(args.request);
  switch (form.get('intent')) {
    case 'confirm':
      return confirm(args, form);
    case 'change': {
      const posted = parseForm(form, detailsForm);
      return data<SignUpAnswer>({
        step: 'details',
        reply: posted.reply({ hideFields: ['password', 'code'] }),
      });
    }
    default:
      return takeDetails(args, form);
  }
}
