import { randomUUID } from 'node:crypto';
import type { Submission, SubmissionResult } from '@conform-to/react';
import { data, redirect } from '@remix-run/node';
import { z } from 'zod';
import { acceptInvitation, invitationDetails, readInvitation } from '#contract/company/members.ts';
import { switchCompany } from '#contract/company/memberships.ts';
import type { EndpointResponse } from '#contract/endpoint.ts';
import type { Problem } from '#contract/errors.ts';
import { oneButton, onSubmit } from '../components/forms/form-actions.server.ts';
import { parseForm, textIn } from '../components/forms/parse-form.server.ts';
import { redirectWithFlash } from '../flash.server.ts';
import { type PasswordPolicy, problemWithPassword } from '../services/password-policy.ts';
import type { IdentitySession, Session } from '../services/session-cookies.server.ts';
import { enter, orRevokeSession, rejectionMessage, turnedAwayHeaders } from './complete-sign-in.server.ts';
import type { AnyoneArgs } from './guard-args.server.ts';
import { setPasswordAndEndSessions } from './new-password.server.ts';
import { typedPassword } from './sign-in.server.ts';
import { attempt, countAttempt, requestCounted } from './sign-in-attempts.server.ts';

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
      /** The person has an account: they keep their name and password. */
      isKnown: boolean;
      /** The invited person is signed in on this browser. */
      isSignedIn: boolean;
      /** Another user signed in on this browser; joining signs them out. */
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
  const { companyName, loginId, isKnown } = found.value;
  const isSignedIn = isKnown && isSessionOf(session, loginId);
  return {
    state: 'open',
    companyName,
    loginId,
    invite,
    t: args.url.searchParams.get('t') ?? '',
    policy: policy.ok ? policy.policy : undefined,
    isKnown,
    isSignedIn,
    signedInAs: isSignedIn ? undefined : session?.user.loginIds[0],
  };
}

const isSessionOf = (session: Session | undefined, loginId: string): boolean =>
  session?.user.loginIds.some((each) => each.toLowerCase() === loginId) === true;

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

/** Joins the company; undefined with the problem of a rejection, after which the session is ended. */
async function join(args: AnyoneArgs, session: IdentitySession, body: { invite: string; name?: string }) {
  let joined: EndpointResponse<typeof acceptInvitation> | undefined;
  const problem = await orRevokeSession(args, session, async () => {
    const response = await args.api(session).ask(acceptInvitation, { body });
    if (!response.ok) return response.problem;
    joined = response.value;
    return undefined;
  });
  return { joined, problem };
}

const knownForm = z.object({ invite: linkPart, t: z.string().max(2000).default('') });

/** Accepts in the session of the invited person, and switches it to the new company. */
async function acceptSignedIn(args: AnyoneArgs, session: Session, invite: string) {
  const accepted = await args.api(session).ask(acceptInvitation, { body: { invite } });
  if (!accepted.ok) return accepted.problem;
  const companyId = accepted.value.company.id;
  // Rejected until a second factor is verified: then the company can be selected afterwards.
  await args.api(session).ask(switchCompany, { params: { companyId }, body: {} });
  return undefined;
}

/**
 * Accepts an invitation to a further company: with the session of this browser if it is the invited person's, else with the link in the
 * email. Name and password stay.
 */
async function acceptAsKnown(
  args: AnyoneArgs,
  form: FormData,
  invited: { loginId: string; companyName: string },
) {
  const posted = parseForm(form, knownForm);
  if (posted.status !== 'success') return again(posted, usedLink, 422);
  const { invite, t } = posted.value;
  const { loginId, companyName } = invited;
  const welcome = { kind: 'success', text: `Welcome to ${companyName}.` } as const;
  const current = await args.getSession('member');
  if (current !== undefined && isSessionOf(current, loginId)) {
    const problem = await acceptSignedIn(args, current, invite);
    if (problem) return again(posted, closed(problem).message, problem.status === 401 ? 400 : problem.status);
    return redirectWithFlash('/home', welcome);
  }
  const what = { kind: 'invitation', loginId } as const;
  const redeemed = await attempt(args, what, () => args.identity.redeemLink(t));
  if (!redeemed.ok) {
    const away = rejectionMessage(redeemed, usedLink);
    return again(posted, away.message, away.status, { headers: turnedAwayHeaders(away) });
  }
  const { session } = redeemed;
  const { joined, problem } = await join(args, session, { invite });
  if (problem) return again(posted, closed(problem).message, problem.status === 401 ? 400 : problem.status);
  await args.signOut('member');
  const from = { companyId: joined?.company.id, nonce: joined?.nonce };
  if (await enter(args, 'member', session, loginId, from)) throw redirect('/login');
  return redirectWithFlash('/home', welcome);
}

/**
 * Accepts an invitation. Everything that can be checked is checked before the identity service's link is used: it works once, and a
 * rejected password must not use it up.
 */
async function accept(args: AnyoneArgs, form: FormData) {
  const { identity } = args;
  const posted = parseForm(form, joinForm);
  const found = await args
    .api()
    .ask(readInvitation, { body: { invite: textIn(form, 'invite').slice(0, 200) } });
  if (found.ok && found.value.isKnown) return acceptAsKnown(args, form, found.value);
  if (posted.status !== 'success') {
    return data<JoinResult>(
      { attempt: randomUUID(), reply: posted.reply({ hideFields: ['password'] }) },
      { status: 422 },
    );
  }
  const { invite, t, name, password } = posted.value;
  if (!found.ok) return again(posted, closed(found.problem).message, found.problem.status);
  const what = { kind: 'invitation', loginId: found.value.loginId } as const;
  const counted = await countAttempt(args, what);
  if (!counted.ok) {
    const away = rejectionMessage(counted, '');
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
  const { joined, problem: rejection } = await join(args, session, { invite, name });
  if (rejection)
    return again(posted, closed(rejection).message, rejection.status === 401 ? 400 : rejection.status);
  await args.signOut('member');
  // Known under another address: the password of an existing account is never changed.
  if (joined !== undefined && joined.member.otherCompanies > 0) {
    const from = { companyId: joined.company.id, nonce: joined.nonce };
    if (await enter(args, 'member', session, found.value.loginId, from)) throw redirect('/login');
    return redirectWithFlash('/home', { kind: 'success', text: `Welcome to ${found.value.companyName}.` });
  }
  const { nonce } = counted;
  const changed = await setPasswordAndEndSessions(args, session, password, { nonce, isChange: false });
  const newSession = changed.ok ? changed.session : session;
  const named = { ...newSession, user: { ...newSession.user, name } };
  // The person has joined in any case: what keeps them out now is explained where they sign in.
  const from = changed.ok ? {} : { nonce: joined?.nonce };
  if (await enter(args, 'member', named, found.value.loginId, from)) throw redirect('/login');
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
