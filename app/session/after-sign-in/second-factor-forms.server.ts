import { randomUUID } from 'node:crypto';
import type { Submission, SubmissionResult } from '@conform-to/react';
import { data, redirect } from '@remix-run/node';
import { type AuthenticatorSetUp, readSecondFactors } from '#contract/company/second-factors.ts';
import type { Endpoint, EndpointRequest } from '#contract/endpoint.ts';
import type { Problem } from '#contract/errors.ts';
import { toFormResult } from '../../components/forms/form-result.server.ts';
import { redirectWithFlash } from '../../flash.server.ts';
import { errorResponse } from '../../main-api/error-response.ts';
import type { PasskeyCeremony } from '../../services/identity.server.ts';
import type { Realm, Session } from '../../services/session-cookies.server.ts';
import { destination } from '../complete-sign-in.server.ts';
import type { AnyoneArgs } from '../guard-args.server.ts';
import { confirmParameters, confirmUrl, secondFactorUrl, signInPages } from '../second-factor-url.ts';

/** An authenticator app to be set up: its key, and the same as a QR code. */
export interface AppToSetUp extends AuthenticatorSetUp {
  /** It replaces an app whose key is at the identity service. */
  isRenewal: boolean;
  /** `d` of the QR code's path, in a square of `size` units. */
  qr: { path: string; size: number };
}

/** Result of a form of the second-factor page. */
export interface SecondFactorAnswer {
  isSecondFactor: true;
  step: 'password' | 'verify' | 'recovery' | 'passkeyCheck' | 'enrol' | 'app' | 'passkey' | 'codes' | 'done';
  attempt?: string;
  reply?: SubmissionResult;
  app?: AppToSetUp;
  /** For the browser's dialog about a passkey; `label` of one to be registered. */
  passkey?: PasskeyCeremony & { label?: string };
  /** New recovery codes, shown once. */
  codes?: string[];
  redirectTo?: string;
}

/** The session of the page. @throws a redirect to sign-in without one */
export async function requireSession({ getSession }: AnyoneArgs, realm: Realm): Promise<Session> {
  const session = await getSession(realm);
  if (session === undefined) throw redirect(signInPages[realm]);
  return session;
}

/** Throws what the page shows for a problem that is not the form's. */
export async function throwFor(
  args: AnyoneArgs,
  realm: Realm,
  { status, code, detail }: Problem,
): Promise<never> {
  if (status !== 401) {
    const { requestId } = args;
    throw errorResponse(status, { code, requestId, ...(detail === undefined ? {} : { detail }) });
  }
  await args.signOut(realm);
  throw redirect(realm === 'member' ? '/login?logout_reason=unauthorised' : signInPages.admin);
}

export interface Submitted {
  args: AnyoneArgs;
  realm: Realm;
  form: FormData;
  session: Session;
}

export function again(
  step: SecondFactorAnswer['step'],
  reply: SubmissionResult | undefined,
  status: number,
  more: Partial<SecondFactorAnswer> = {},
) {
  const answer: SecondFactorAnswer = { isSecondFactor: true, step, attempt: randomUUID(), ...more };
  return data(reply === undefined ? answer : { ...answer, reply }, { status });
}

/** To the page on which the person proves again that it is them, which leads back to this one. */
function confirmFirst({ url }: AnyoneArgs, realm: Realm) {
  const here = new URL(url);
  here.searchParams.delete('posted');
  return redirect(confirmUrl(realm, here.pathname + here.search));
}

/**
 * Calls the API.
 * @returns its response, or the problem that the form shows
 * @throws a redirect to where the person proves again that it is them
 */
export async function send<E extends Endpoint>(
  { args, realm, session }: Omit<Submitted, 'form'>,
  endpoint: E,
  input: EndpointRequest<E>,
) {
  const result = await args.api(session).ask(endpoint, input);
  if (result.ok) return { ok: true as const, value: result.value };
  if (result.problem.code === 'session.confirm') throw confirmFirst(args, realm);
  if (![400, 404, 409, 422, 429, 503].includes(result.problem.status))
    await throwFor(args, realm, result.problem);
  return result;
}

/**
 * On to the requested page. After a proof for a posted form, to the page that sends it again; after one for a download, with a message
 * that it can be selected again.
 */
export async function onward({ args, form, realm }: Submitted) {
  const { searchParams } = args.url;
  const held = searchParams.get(confirmParameters.form);
  const page = form.get('redirectTo');
  if (held !== null) {
    const wanted = typeof page === 'string' ? page : undefined;
    return redirect(
      `${secondFactorUrl(realm, wanted)}&${confirmParameters.form}=${encodeURIComponent(held)}`,
    );
  }
  const to = destination(realm, page);
  if (!searchParams.has(confirmParameters.download)) return redirect(to);
  return redirectWithFlash(to, { kind: 'success', text: 'Identity confirmed. Select the download again.' });
}

export function rejected(
  step: SecondFactorAnswer['step'],
  posted: Submission<unknown>,
  problem: Problem,
  more: Partial<SecondFactorAnswer> = {},
) {
  const { reply } = toFormResult(posted, problem, { hideFields: ['code'] });
  return again(step, reply, problem.status, more);
}

/**
 * Checks that a factor may be added, before the identity service is asked: a new key there replaces the old one.
 * @throws a redirect to the page while a second factor is to be verified first
 */
export async function requireMayAdd(submitted: Omit<Submitted, 'form'>) {
  const { args, realm } = submitted;
  const status = await send(submitted, readSecondFactors, {});
  if (!status.ok) return throwFor(args, realm, status.problem);
  if (status.value.state === 'verify') throw redirect(secondFactorUrl(realm));
  return status.value;
}

/**
 * Checks that a factor may be added and that the person has just proved that it is them, before the identity service is asked.
 * @throws a redirect to where they do
 */
export async function requireMayAddNow(submitted: Omit<Submitted, 'form'>) {
  const status = await requireMayAdd(submitted);
  if (!status.isProofRecent) throw confirmFirst(submitted.args, submitted.realm);
  return status;
}

/** Shows new recovery codes, or goes on without. */
export function withCodes(submitted: Submitted, codes: string[] | null) {
  return codes === null ? onward(submitted) : again('codes', undefined, 200, { codes });
}
