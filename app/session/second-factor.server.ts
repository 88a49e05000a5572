import { randomUUID } from 'node:crypto';
import type { Submission, SubmissionResult } from '@conform-to/react';
import { data, redirect } from '@remix-run/node';
import { encode } from 'uqr';
import { z } from 'zod';
import {
  addAuthenticatorApp,
  appCode,
  readSecondFactors,
  recoveryCode,
  verifySecondFactor,
} from '#contract/company/second-factors.ts';
import type { Endpoint, EndpointRequest } from '#contract/endpoint.ts';
import type { Problem } from '#contract/errors.ts';
import { formActions, onSubmit } from '../components/forms/form-actions.server.ts';
import { toFormResult } from '../components/forms/form-result.server.ts';
import { parseForm } from '../components/forms/parse-form.server.ts';
import { appEnv } from '../env.server.ts';
import { errorResponse } from '../main-api/error-response.ts';
import type { Realm, Session } from '../services/session-cookies.server.ts';
import type { AnyoneArgs } from './auth-guards.server.ts';
import { destination, rejectionMessage } from './complete-sign-in.server.ts';
import { safeRedirectTo } from './redirect-to.ts';
import { secondFactorUrl, secondFactorView, signInPages } from './second-factor-url.ts';

/** An authenticator app to be set up: its key, and the same as a QR code. */
export interface AppToSetUp {
  key: string;
  url: string;
  /** `d` of the QR code's path, in a square of `size` units. */
  qr: { path: string; size: number };
}

/** Result of a form of the second-factor page. */
export interface SecondFactorAnswer {
  isSecondFactor: true;
  step: 'verify' | 'recovery' | 'enrol' | 'app' | 'codes' | 'done';
  attempt?: string;
  reply?: SubmissionResult;
  app?: AppToSetUp;
  /** New recovery codes, shown once. */
  codes?: string[];
  redirectTo?: string;
}

/** True for the URL of the second-factor page. */
export const isSecondFactorPage = ({ searchParams }: URL): boolean =>
  searchParams.get('view') === secondFactorView;

/** The session of the page. @throws a redirect to sign-in without one */
async function requireSession({ sessionOf }: AnyoneArgs, realm: Realm): Promise<Session> {
  const session = await sessionOf(realm);
  if (session === undefined) throw redirect(signInPages[realm]);
  return session;
}

/** Throws what the page shows for a problem that is not the form's. */
async function throwFor(args: AnyoneArgs, realm: Realm, { status, code, detail }: Problem): Promise<never> {
  if (status !== 401) {
    const { requestId } = args;
    throw errorResponse(status, { code, requestId, ...(detail === undefined ? {} : { detail }) });
  }
  await args.signOut(realm);
  throw redirect(realm === 'member' ? '/login?logout_reason=unauthorised' : signInPages.admin);
}

/** Data of the page: what has to be done, or a redirect when nothing has. `add` in the URL adds a further factor. */
export async function secondFactorPage(args: AnyoneArgs, realm: Realm) {
  const session = await requireSession(args, realm);
  const result = await args.api(session).ask(readSecondFactors, {});
  if (!result.ok) return throwFor(args, realm, result.problem);
  const { state, kinds, isRequired } = result.value;
  const { searchParams } = args.url;
  const redirectTo = safeRedirectTo(searchParams.get('redirectTo'));
  const isDone = state === 'notNeeded' || state === 'verified';
  // After a form the page shows its result, such as recovery codes, though nothing is left to do.
  const isIdle = isDone && !searchParams.has('add');
  if (isIdle && !searchParams.has('posted')) throw redirect(destination(realm, redirectTo ?? null));
  const loginId = session.user.loginIds[0] ?? '';
  return {
    mode: state === 'verify' ? ('verify' as const) : isIdle ? ('done' as const) : ('enrol' as const),
    onward: destination(realm, redirectTo ?? null),
    isRequired: isRequired && !isDone,
    kinds,
    redirectTo,
    sandboxCode: appEnv().isSandbox ? await args.identity.sandboxCode(loginId) : undefined,
  };
}

interface Submitted {
  args: AnyoneArgs;
  realm: Realm;
  form: FormData;
  session: Session;
}

function again(
  step: SecondFactorAnswer['step'],
  reply: SubmissionResult | undefined,
  status: number,
  more: Partial<SecondFactorAnswer> = {},
) {
  const answer: SecondFactorAnswer = { isSecondFactor: true, step, attempt: randomUUID(), ...more };
  return data(reply === undefined ? answer : { ...answer, reply }, { status });
}

/** Calls the API; undefined if it accepted, else the same step with the problem. */
async function send<E extends Endpoint>(
  { args, realm, session }: Submitted,
  endpoint: E,
  input: EndpointRequest<E>,
) {
  const result = await args.api(session).ask(endpoint, input);
  if (result.ok) return { ok: true as const, value: result.value };
  if (![400, 404, 409, 422, 429, 503].includes(result.problem.status))
    await throwFor(args, realm, result.problem);
  return result;
}

const codeForm = z.object({ code: appCode });
const recoveryForm = z.object({ code: recoveryCode });
const appForm = z.object({
  code: appCode,
  key: z.string().regex(/^[A-Z2-7]{16,64}$/),
  url: z.string().startsWith('otpauth://').max(500),
});
const onward = ({ form, realm }: Submitted) => redirect(destination(realm, form.get('redirectTo')));

async function verifyApp(submitted: Submitted) {
  const posted = parseForm(submitted.form, codeForm);
  if (posted.status !== 'success') return again('verify', posted.reply({ hideFields: ['code'] }), 422);
  const body = { method: 'totp', ...posted.value } as const;
  const result = await send(submitted, verifySecondFactor, { body });
  return result.ok ? onward(submitted) : rejected('verify', posted, result.problem);
}

async function verifyRecovery(submitted: Submitted) {
  const posted = parseForm(submitted.form, recoveryForm);
  if (posted.status !== 'success') return again('recovery', posted.reply({ hideFields: ['code'] }), 422);
  const body = { method: 'recovery', ...posted.value } as const;
  const result = await send(submitted, verifySecondFactor, { body });
  return result.ok ? onward(submitted) : rejected('recovery', posted, result.problem);
}

function rejected(
  step: SecondFactorAnswer['step'],
  posted: Submission<unknown>,
  problem: Problem,
  more: Partial<SecondFactorAnswer> = {},
) {
  const { reply } = toFormResult(posted, problem, { hideFields: ['code'] });
  return again(step, reply, problem.status, more);
}

function toApp({ key, url }: { key: string; url: string }): AppToSetUp {
  const { data: modules, size } = encode(url, { border: 2 });
  const path = modules
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return { key, url, qr: { path, size } };
}

/**
 * Checks that a factor may be added, before the identity service is asked: a new key there replaces the old one.
 * @throws a redirect to the page while a second factor is to be verified first
 */
async function requireMayAdd(submitted: Submitted) {
  const { args, realm } = submitted;
  const status = await send(submitted, readSecondFactors, {});
  if (!status.ok) return throwFor(args, realm, status.problem);
  if (status.value.state === 'verify') throw redirect(secondFactorUrl(realm));
  return status.value;
}

/** A new key of the identity service, which counts once its first code is confirmed. */
async function startApp(submitted: Submitted) {
  const { args, session } = submitted;
  const { kinds } = await requireMayAdd(submitted);
  if (kinds.includes('totp')) {
    const error = { '': ['You already have an authenticator app. Remove it first.'] };
    return again('enrol', { status: 'error', error }, 409);
  }
  const started = await args.identity.startTotp(session);
  if (started.ok) return again('app', undefined, 200, { app: toApp(started) });
  const { sentence, status } = rejectionMessage(
    started,
    'The authenticator app could not be set up. Sign in again.',
  );
  return again('enrol', { status: 'error', error: { '': [sentence] } }, status);
}

async function confirmApp(submitted: Submitted) {
  const posted = parseForm(submitted.form, appForm);
  if (posted.status !== 'success') {
    const key = appForm.pick({ key: true, url: true }).safeParse(Object.fromEntries(submitted.form));
    const reply = posted.reply({ hideFields: ['code'] });
    return key.success ? again('app', reply, 422, { app: toApp(key.data) }) : again('enrol', undefined, 422);
  }
  const { code, ...app } = posted.value;
  const result = await send(submitted, addAuthenticatorApp, { body: { code } });
  if (!result.ok) return rejected('app', posted, result.problem, { app: toApp(app) });
  return withCodes(submitted, result.value.recoveryCodes);
}

/** Shows new recovery codes, or goes on without. */
function withCodes(submitted: Submitted, codes: string[] | null) {
  return codes === null ? onward(submitted) : again('codes', undefined, 200, { codes });
}

/** The forms of the second-factor page of a realm. */
export function secondFactorAction(realm: Realm) {
  const step =
    <Result>(work: (submitted: Submitted) => Promise<Result>) =>
    async (args: AnyoneArgs, form: FormData) => {
      const result = await work({ args, realm, form, session: await requireSession(args, realm) });
      const redirectTo = safeRedirectTo(form.get('redirectTo'));
      if (hasAnswer(result) && redirectTo !== undefined) result.data.redirectTo = redirectTo;
      return result;
    };
  return onSubmit(
    formActions({
      verifyApp: step(verifyApp),
      verifyRecovery: step(verifyRecovery),
      startApp: step(startApp),
      confirmApp: step(confirmApp),
    }),
  );
}

function hasAnswer(result: unknown): result is { data: SecondFactorAnswer } {
  return typeof result === 'object' && result !== null && 'data' in result;
}
