import { randomUUID } from 'node:crypto';
import type { Submission, SubmissionResult } from '@conform-to/react';
import { data } from '@remix-run/node';
import { z } from 'zod';
import { acceptInvitation, invitationDetails, readInvitation } from '#contract/company/members.ts';
import type { Problem } from '#contract/errors.ts';
import { oneButton, onSubmit } from '../components/forms/form-actions.server.ts';
import { parseForm } from '../components/forms/parse-form.server.ts';
import { redirectWithFlash } from '../flash.server.ts';
import { type PasswordPolicy, problemWithPassword } from '../services/password-policy.ts';
import type { Session } from '../services/session-cookies.server.ts';
import type { AnyoneArgs } from './auth-guards.server.ts';
import { orRevokeSession, rejectionMessage, turnedAwayHeaders } from './complete-sign-in.server.ts';
import { setPasswordAndEndSessions } from './new-password.server.ts';
import { typedPassword } from './sign-in.server.ts';
import { countAttempt, requestCounted } from './sign-in-attempts.server.ts';

const linkPart = z.string({ error: 'Open the link in the email again' }).max(2000);

const joinForm = invitationDetails.extend({
  /** Assay's token: identifies the invitation. */
  invite: linkPart,
  /** The identity service's token: proves ownership of the mailbox. */
  t: linkPart,
  password: typedPassword('Choose a password'),
});

/** Data of the invitation page: the invitation, or why it is not valid. */
export type JoinPage =
  | {
      state: 'open';
      companyName: string;
      loginId: string;
      invite: string;
      t: string;
      policy: PasswordPolicy | undefined;
      /** The user signed in on this browser; joining signs them out. */
      signedInAs: string | undefined;
    }
  | { state: 'closed'; status: number; message: string };

/** Opening the page does not use up the link, since email scanners open links. Submitting does. */
export async function joinPage(args: AnyoneArgs, invite: string): Promise<JoinPage> {
  const [found, policy, session] = await Promise.all([
    args.api().ask(readInvitation, { body: { invite } }),
    args.identity.passwordPolicy(),
    args.getSession('member'),
  ]);
  if (!found.ok) return closed(found.problem);
  const { companyName, loginId } = found.value;
  return {
    state: 'open',
    companyName,
    loginId,
    invite,
    t: args.url.searchParams.get('t') ?? '',
    policy: policy.ok ? policy.policy : undefined,
    signedInAs: session?.user.loginIds[0],
  };
}

function closed({ status, title, detail }: Problem): Extract<JoinPage, { state: 'closed' }> {
  return { state: 'closed', status, message: detail ?? `${title}.` };
}

/** Result of a rejected acceptance. */
interface JoinResult {
  /** New with each result, so that a typed password does not stay in its field. */
  attempt: string;
  reply: SubmissionResult;
}

function again(
  posted: Submission<unknown>,
  message: string | undefined,
  status: number,
  { field = '', headers = {} }: { field?: string; headers?: HeadersInit } = {},
) {
  const messages = message === undefined ? [] : [message];
  const reply = posted.reply({
    hideFields: ['password'],
    ...(field === '' ? { formErrors: messages } : { fieldErrors: { [field]: messages } }),
  });
  return data<JoinResult>({ attempt: randomUUID(), reply }, { status, headers });
}

const usedLink =
  'This link has expired or been used. If you have already joined, sign in. Otherwise request a new invitation.';

/** Returns undefined once the user has joined; else ends the session and returns the API's problem. */
function join(args: AnyoneArgs, session: Session, body: { invite: string; name: string }) {
  return orRevokeSession(args, session, async () => {
    const response = await args.api(session).ask(acceptInvitation, { body });
    return response.ok ? undefined : response.problem;
  });
}

/**
 * Accepts an invitation. Everything that can be checked is checked before the identity service's link is used: it works once, and a
 * rejected password must not use it up.
 */
async function accept(args: AnyoneArgs, form: FormData) {
  const { identity } = args;
  const posted = parseForm(form, joinForm);
  if (posted.status !== 'success') {
    return data<JoinResult>(
      { attempt: randomUUID(), reply: posted.reply({ hideFields: ['password'] }) },
      { status: 422 },
    );
  }
  const { invite, t, name, password } = posted.value;
  const found = await args.api().ask(readInvitation, { body: { invite } });
  if (!found.ok) return again(posted, closed(found.problem).message, found.problem.status);
  const what = { kind: 'invitation', loginId: found.value.loginId } as const;
  const waiting = await countAttempt(args, what);
  if (waiting) {
    const away = rejectionMessage(waiting, '');
    return again(posted, away.message, away.status, { headers: turnedAwayHeaders(away) });
  }
  const passwordPolicy = await identity.passwordPolicy();
  if (!passwordPolicy.ok) return again(posted, rejectionMessage(passwordPolicy, '').message, 503);
  const problem = problemWithPassword(password, passwordPolicy.policy, found.value.loginId);
  if (problem !== undefined) return again(posted, problem, 422, { field: 'password' });

  const redeemed = await requestCounted(args, what, () => identity.redeemLink(t));
  if (!redeemed.ok) {
    const { message, status } = rejectionMessage(redeemed, usedLink);
    return again(posted, message, status);
  }
  const { session } = redeemed;
  const rejection = await join(args, session, { invite, name });
  if (rejection)
    return again(posted, closed(rejection).message, rejection.status === 401 ? 400 : rejection.status);
  const changed = await setPasswordAndEndSessions(args, session, password);
  await args.signOut('member');
  const newSession = changed.ok ? changed.session : session;
  await args.signIn('member', { ...newSession, user: { ...newSession.user, name } });
  const isSet = changed.ok || changed.isSet;
  return redirectWithFlash('/home', {
    kind: isSet ? 'success' : 'warning',
    text: isSet
      ? `Welcome to ${found.value.companyName}.`
      : 'You have joined, but your password could not be saved. Sign in with a code by email next time, or choose “Forgotten your password?”.',
  });
}

/** Handles the invitation form. */
export const joinAction = onSubmit(oneButton(accept));
