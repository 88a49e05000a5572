import { randomBytes } from 'node:crypto';
import { data, redirect } from '@remix-run/node';
import { z } from 'zod';
import { findSingleSignOn } from '#contract/company/single-sign-on.ts';
import { signInAddress } from '#contract/fields.ts';
import { parseForm } from '../components/forms/parse-form.server.ts';
import { appEnv } from '../env.server.ts';
import { signedCookie } from '../signed-cookie.server.ts';
import { companyIn } from './companies-url.ts';
import {
  destination,
  enter,
  rejectionMessage,
  rejectionResult,
  type SignInRejection,
  turnedAwayHeaders,
} from './complete-sign-in.server.ts';
import type { AnyoneArgs } from './guard-args.server.ts';
import { safeRedirectTo } from './redirect-to.ts';
import type { SignInResult } from './sign-in.server.ts';
import { attempt, requestCounted } from './sign-in-attempts.server.ts';

const ssoView = 'sso';

/** Longer than a sign-in at an identity provider takes. */
const maxAgeSeconds = 15 * 60;

/** A sign-in that this browser has started: another one cannot be completed in it. */
const started = z.object({ state: z.string(), companyId: z.string(), redirectTo: z.string().optional() });

const ssoCookie = signedCookie('sso');

/** True for the URL that an identity provider leads back to. */
export const isSsoReturn = ({ searchParams }: URL): boolean => searchParams.get('view') === ssoView;

const addressForm = z.object({ loginId: signInAddress });

/** The company whose identity provider signs in an address; undefined if there is none. */
async function findCompany({ api }: AnyoneArgs, loginId: string): Promise<string | undefined> {
  const found = await api().ask(findSingleSignOn, { body: { loginId } });
  return found.ok ? (found.value.companyId ?? undefined) : undefined;
}

/**
 * Begins a sign-in at the identity provider of an address's company. The page leads there by a link: the redirect of a posted form may not
 * leave this site.
 */
export async function startSso(args: AnyoneArgs, form: FormData) {
  const posted = parseForm(form, addressForm);
  if (posted.status !== 'success') {
    return data<SignInResult>({ step: 'password', reply: posted.reply({ hideFields: ['password'] }) }, 400);
  }
  const { loginId } = posted.value;
  const reject = (rejection: SignInRejection) =>
    data<SignInResult>(
      {
        step: 'password',
        reply: posted.reply({ hideFields: ['password'], ...rejectionResult(rejection) }),
      },
      { status: rejection.status, headers: turnedAwayHeaders(rejection) },
    );
  const none = {
    message: 'Single sign-on is not set up for this email address',
    status: 422,
    field: 'loginId',
  };
  const companyId = await findCompany(args, loginId);
  if (companyId === undefined) return reject(none);
  const state = randomBytes(24).toString('base64url');
  const returnUrl = `${appEnv().appUrl.replace(/\/+$/, '')}/login?view=${ssoView}&state=${state}`;
  const opened = await attempt(args, { kind: 'sso', loginId }, (nonce) =>
    args.identity.startSso(companyId, returnUrl, loginId, nonce),
  );
  if (!opened.ok) return reject(rejectionMessage(opened, none.message));
  const redirectTo = safeRedirectTo(form.get('redirectTo'));
  const value = { state, companyId, ...(redirectTo === undefined ? {} : { redirectTo }) };
  const setCookie = await ssoCookie().serialize(value, { maxAge: maxAgeSeconds });
  return data<SignInResult>(
    { step: 'sso', sentTo: loginId, providerUrl: opened.url },
    { headers: { 'Set-Cookie': setCookie } },
  );
}

/**
 * Completes a sign-in that this browser has started, when the identity provider leads back.
 * @returns why it was rejected
 * @throws a redirect to the wanted page
 */
export async function finishSso(args: AnyoneArgs): Promise<SignInRejection> {
  const { searchParams } = args.url;
  const found = started.safeParse(await ssoCookie().parse(args.request.headers.get('Cookie')));
  const code = searchParams.get('code') ?? '';
  if (!found.success || found.data.state !== searchParams.get('state') || code === '' || code.length > 500) {
    return {
      message: 'This sign-in was started in another browser, or has expired. Try again.',
      status: 400,
    };
  }
  const { companyId, redirectTo } = found.data;
  const signedIn = await requestCounted(args, { kind: 'newPassword' }, () => args.identity.finishSso(code));
  if (!signedIn.ok)
    return rejectionMessage(signedIn, 'The response of your identity provider was not accepted. Try again.');
  const { session } = signedIn;
  const wanted = companyIn(redirectTo) ?? companyId;
  const turnedAway = await enter(args, 'member', session, session.user.loginIds[0] ?? '', {
    companyId: wanted,
  });
  if (turnedAway) return turnedAway;
  throw redirect(destination('member', redirectTo ?? null), {
    headers: { 'Set-Cookie': await ssoCookie().serialize('', { maxAge: 0 }) },
  });
}
