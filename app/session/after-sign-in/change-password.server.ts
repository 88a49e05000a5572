import { randomUUID } from 'node:crypto';
import type { Submission, SubmissionResult } from '@conform-to/react';
import { data } from '@remix-run/node';
import { z } from 'zod';
import { requiredText } from '#contract/fields.ts';
import { oneButton, onSubmit } from '../../components/forms/form-actions.server.ts';
import { parseForm } from '../../components/forms/parse-form.server.ts';
import { redirectWithFlash } from '../../flash.server.ts';
import { formatPasswordPolicy, problemWithPassword } from '../../services/password-policy.ts';
import type { Realm } from '../../services/session-cookies.server.ts';
import { rejectionMessage } from '../complete-sign-in.server.ts';
import type { AnyoneArgs } from '../guard-args.server.ts';
import { setPasswordAndEndSessions } from '../new-password.server.ts';
import { accountPages, changePasswordView } from '../second-factor-url.ts';
import { attempt } from '../sign-in-attempts.server.ts';
import { requireMayAdd, requireSession } from './second-factor-forms.server.ts';

/** True for the URL of the page that changes a password. */
export const isChangePasswordPage = ({ searchParams }: URL): boolean =>
  searchParams.get('view') === changePasswordView;

/** Data of the page. @throws a redirect to sign-in, or to a second factor that is to be verified first */
export async function changePasswordPage(args: AnyoneArgs, realm: Realm) {
  const session = await requireSession(args, realm);
  await requireMayAdd({ args, realm, session });
  const policy = await args.identity.passwordPolicy();
  return {
    hint: policy.ok ? formatPasswordPolicy(policy.policy) : undefined,
    loginId: session.user.loginIds[0] ?? '',
    back: accountPages[realm],
  };
}

/** Result of a rejected form. Passwords are not in it. */
export interface ChangePasswordAnswer {
  isPassword: true;
  attempt: string;
  reply: SubmissionResult;
}

const fields = z.object({
  current: requiredText('Enter your current password', { max: 256 }),
  password: requiredText('Enter a new password', { max: 256 }),
});

function again(posted: Submission<unknown>, field: string, text: string, status: number) {
  const reply = posted.reply({ hideFields: ['current', 'password'], fieldErrors: { [field]: [text] } });
  return data<ChangePasswordAnswer>({ isPassword: true, attempt: randomUUID(), reply }, { status });
}

/** Changes the password of a signed-in person who knows the current one. Their other sessions end. */
async function changePassword(args: AnyoneArgs, form: FormData, realm: Realm) {
  const { identity } = args;
  const session = await requireSession(args, realm);
  await requireMayAdd({ args, realm, session });
  const posted = parseForm(form, fields);
  if (posted.status !== 'success') {
    const reply = posted.reply({ hideFields: ['current', 'password'] });
    return data<ChangePasswordAnswer>({ isPassword: true, attempt: randomUUID(), reply }, { status: 422 });
  }
  const { current, password } = posted.value;
  const loginId = session.user.loginIds[0] ?? '';
  const policy = await identity.passwordPolicy();
  if (!policy.ok) return again(posted, '', rejectionMessage(policy, '').message, 503);
  const problem = problemWithPassword(password, policy.policy, loginId);
  if (problem !== undefined) return again(posted, 'password', problem, 422);
  const known = await attempt(args, { kind: 'password', loginId }, (nonce) =>
    identity.signInWithPassword(loginId, current, nonce),
  );
  if (!known.ok) {
    const { message, status } = rejectionMessage(known, 'Current password is incorrect');
    return again(posted, known.reason === 'refused' ? 'current' : '', message, status);
  }
  const { secret } = session;
  const { nonce } = known;
  const changed = await setPasswordAndEndSessions(args, known.session, password, { nonce, secret });
  if (!changed.ok) {
    await identity.signOut(known.session.refreshToken);
    const text = changed.isSet
      ? 'Your password was changed, but your other sessions may still be active. Sign out everywhere.'
      : rejectionMessage(changed.refusal, 'The new password was not accepted. Choose another one.').message;
    return again(posted, changed.isSet ? '' : 'password', text, changed.isSet ? 503 : 422);
  }
  await args.signIn(realm, { ...changed.session, secret });
  return redirectWithFlash(accountPages[realm], {
    kind: 'success',
    text: 'Password changed. All other sessions were ended.',
  });
}

/** The form of the page of a realm. */
export const changePasswordAction = (realm: Realm) =>
  onSubmit(oneButton((args: AnyoneArgs, form: FormData) => changePassword(args, form, realm)));
