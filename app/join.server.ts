import { randomUUID } from 'node:crypto';
import type { Submission, SubmissionResult } from '@conform-to/react';
import { data } from '@remix-run/node';
import { z } from 'zod';
import type { Problem } from '#contract/errors.ts';
import { acceptInvitation, invitationDetails, readInvitation } from '#contract/members.ts';
import { parseForm, readForm } from './components/forms/parse-form.server.ts';
import { orEndSession, wordsForRefusal } from './enter.server.ts';
import { redirectWithFlash } from './flash.server.ts';
import type { AnyoneArgs } from './guards.server.ts';
import { type PasswordPolicy, problemWithPassword } from './password-policy.ts';
import type { Session } from './session-cookies.server.ts';
import { typedPassword } from './sign-in.server.ts';

const linkPart = z.string({ error: 'Open the link in the email again' }).max(2000);

const joinForm = invitationDetails.extend({
  /** Ours: which invitation. */
  invite: linkPart,
  /** The identity service's: that the mailbox is the person's own. */
  t: linkPart,
  password: typedPassword('Choose a password'),
});

/** What the page of an invitation shows: the invitation, or why there is none. */
export type JoinPage =
  | {
      state: 'open';
      companyName: string;
      loginId: string;
      invite: string;
      t: string;
      policy: PasswordPolicy | undefined;
      /** Somebody signed in here already: joining signs them out. */
      signedInAs: string | undefined;
    }
  | { state: 'closed'; status: number; sentence: string };

/** Reading the page uses nothing up: mail programs open links by themselves. The button does. */
export async function joinPage(args: AnyoneArgs, invite: string): Promise<JoinPage> {
  const [found, policy, session] = await Promise.all([
    args.api().ask(readInvitation, { body: { invite } }),
    args.identity.passwordPolicy(),
    args.sessionOf('member'),
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
  return { state: 'closed', status, sentence: detail ?? `${title}.` };
}

/** What the page gets back when nobody joined. */
export interface JoinAnswer {
  /** Another one with each answer, so that a password that was typed does not stay in its field. */
  attempt: string;
  reply: SubmissionResult;
}

function again(posted: Submission<unknown>, sentence: string | undefined, status: number, field = '') {
  const said = sentence === undefined ? [] : [sentence];
  const reply = posted.reply({
    hideFields: ['password'],
    ...(field === '' ? { formErrors: said } : { fieldErrors: { [field]: said } }),
  });
  return data<JoinAnswer>({ attempt: randomUUID(), reply }, { status });
}

const usedLink =
  'This link was used already, or it has run out. If you have joined, sign in. If not, ask for the invitation to be sent again.';

/** Undefined once the person has joined; else the session is ended and the API's refusal given back. */
function join(args: AnyoneArgs, session: Session, body: { invite: string; name: string }) {
  return orEndSession(args, session, async () => {
    const answer = await args.api(session).ask(acceptInvitation, { body });
    return answer.ok ? undefined : answer.problem;
  });
}

/**
 * Accepts an invitation. Everything that can be looked at is looked at before the identity service's link is used: it works once, and a
 * password that is turned down must not cost it.
 */
export async function joinAction(args: AnyoneArgs) {
  const { identity } = args;
  const posted = parseForm(await readForm(args.request), joinForm);
  if (posted.status !== 'success') {
    return data<JoinAnswer>(
      { attempt: randomUUID(), reply: posted.reply({ hideFields: ['password'] }) },
      { status: 422 },
    );
  }
  const { invite, t, name, password } = posted.value;
  const [found, asked] = await Promise.all([
    args.api().ask(readInvitation, { body: { invite } }),
    identity.passwordPolicy(),
  ]);
  if (!found.ok) return again(posted, closed(found.problem).sentence, found.problem.status);
  if (!asked.ok) return again(posted, wordsForRefusal(asked, '').sentence, 503);
  const problem = problemWithPassword(password, asked.policy, found.value.loginId);
  if (problem !== undefined) return again(posted, problem, 422, 'password');

  const redeemed = await identity.redeemLink(t);
  if (!redeemed.ok) {
    const { sentence, status } = wordsForRefusal(redeemed, usedLink);
    return again(posted, sentence, status);
  }
  const { session } = redeemed;
  const refused = await join(args, session, { invite, name });
  if (refused) return again(posted, closed(refused).sentence, refused.status === 401 ? 400 : refused.status);
  const changed = await identity.setPassword(session, password);
  await args.signOut('member');
  await args.signIn('member', { ...session, user: { ...session.user, name } });
  return redirectWithFlash('/home', {
    kind: changed.ok ? 'success' : 'warning',
    text: changed.ok
      ? `Welcome to ${found.value.companyName}.`
      : 'You have joined, but your password could not be saved. Sign in with a code by email next time, or choose “Forgotten your password?”.',
  });
}
