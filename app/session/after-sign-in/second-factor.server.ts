import { redirect } from '@remix-run/node';
import { z } from 'zod';
import { recoveryCode } from '#contract/company/second-factor-codes.ts';
import {
  confirmSession,
  readSecondFactors,
  type SecondFactorStatus,
  verifySecondFactor,
} from '#contract/company/second-factors.ts';
import { requiredText } from '#contract/fields.ts';
import { formActions, onSubmit } from '../../components/forms/form-actions.server.ts';
import { parseForm } from '../../components/forms/parse-form.server.ts';
import { appEnv } from '../../env.server.ts';
import { redirectWithFlash } from '../../flash.server.ts';
import type { Realm, Session } from '../../services/session-cookies.server.ts';
import { destination, rejectionMessage } from '../complete-sign-in.server.ts';
import { getEntries } from '../form-entries.ts';
import type { AnyoneArgs } from '../guard-args.server.ts';
import { safeRedirectTo, withRedirectTo } from '../redirect-to.ts';
import { confirmParameters, secondFactorView } from '../second-factor-url.ts';
import { attempt } from '../sign-in-attempts.server.ts';
import { confirmApp, confirmRenewal, startApp, verifyApp } from './second-factor-app.server.ts';
import {
  again,
  onward,
  rejected,
  requireSession,
  type Submitted,
  send,
  throwFor,
} from './second-factor-forms.server.ts';
import {
  confirmPasskey,
  startPasskey,
  startPasskeyCheckFor,
  verifyPasskey,
} from './second-factor-passkeys.server.ts';

type Kinds = SecondFactorStatus['kinds'];

/** True for the URL of the second-factor page. */
export const isSecondFactorPage = ({ searchParams }: URL): boolean =>
  searchParams.get('view') === secondFactorView;

/** Data of the page: what has to be done, or a redirect when nothing has. `add` in the URL adds a further factor. */
export async function secondFactorPage(args: AnyoneArgs, realm: Realm) {
  const session = await requireSession(args, realm);
  const result = await args.api(session).ask(readSecondFactors, {});
  if (!result.ok) return throwFor(args, realm, result.problem);
  const { state, kinds, isRequired, factors } = result.value;
  const { searchParams } = args.url;
  const redirectTo = safeRedirectTo(searchParams.get('redirectTo'));
  const isDone = state === 'notNeeded' || state === 'verified';
  const held = searchParams.get(confirmParameters.form);
  if (isDone && held !== null && !searchParams.has(confirmParameters.again))
    return resumePage(args, realm, { session, held, redirectTo });
  if (searchParams.has(confirmParameters.again))
    return confirmPage(args, realm, { session, kinds, redirectTo });
  // After a form the page shows its result, such as recovery codes, though nothing is left to do.
  const isIdle = isDone && !searchParams.has('add');
  if (isIdle && !searchParams.has('posted')) throw redirect(destination(realm, redirectTo ?? null));
  const loginId = session.user.loginIds[0] ?? '';
  return {
    mode: state === 'verify' ? ('verify' as const) : isIdle ? ('done' as const) : ('enrol' as const),
    onward: destination(realm, redirectTo ?? null),
    isRequired: isRequired && !isDone,
    kinds,
    // One whose key is at the identity service is replaced.
    hasApp: factors.some(({ kind, acceptedUntil }) => kind === 'totp' && acceptedUntil === null),
    redirectTo,
    sandboxCode: appEnv().isSandbox ? await args.identity.sandboxCode(loginId) : undefined,
  };
}

/** The page from which a form that waited for a proof is sent again, with all that was entered. */
async function resumePage(
  args: AnyoneArgs,
  realm: Realm,
  { session, held, redirectTo }: { session: Session; held: string; redirectTo: string | undefined },
) {
  const onward = destination(realm, redirectTo ?? null);
  const heldForm = await args.heldForms.read(session.secret, held);
  if (heldForm === undefined) {
    const text = 'Identity confirmed. What you had chosen or entered is not held: enter it again.';
    throw await redirectWithFlash(onward, { kind: 'warning', text });
  }
  const { action, act = 'Continue', isDownload = false, fields } = heldForm;
  return {
    mode: 'resume' as const,
    onward,
    isRequired: false,
    kinds: [] as Kinds,
    hasApp: false,
    redirectTo,
    sandboxCode: undefined,
    heldForm: { action, act, isDownload, fields, entries: getEntries(fields) },
  };
}

/** The page on which a person proves again that it is them: by their second factor, or without one their password. */
async function confirmPage(
  args: AnyoneArgs,
  realm: Realm,
  { session, kinds, redirectTo }: { session: Session; kinds: Kinds; redirectTo: string | undefined },
) {
  const loginId = session.user.loginIds[0] ?? '';
  const mode = kinds.length === 0 ? ('password' as const) : ('verify' as const);
  const sandboxCode = appEnv().isSandbox ? await args.identity.sandboxCode(loginId) : undefined;
  const onward = destination(realm, redirectTo ?? null);
  return { mode, onward, isRequired: false, kinds, hasApp: false, redirectTo, sandboxCode };
}

const passwordForm = z.object({ password: requiredText('Enter your password', { max: 256 }) });

async function confirmPassword(submitted: Submitted) {
  const { args, session, form } = submitted;
  const posted = parseForm(form, passwordForm);
  if (posted.status !== 'success') return again('password', posted.reply({ hideFields: ['password'] }), 422);
  const loginId = session.user.loginIds[0] ?? '';
  const known = await attempt(args, { kind: 'password', loginId }, (nonce) =>
    args.identity.signInWithPassword(loginId, posted.value.password, nonce),
  );
  if (!known.ok) {
    const { message, status } = rejectionMessage(known, 'Password is incorrect');
    const field = known.reason === 'refused' ? 'password' : '';
    const reply = posted.reply({ hideFields: ['password'], fieldErrors: { [field]: [message] } });
    return again('password', reply, status);
  }
  const body = { sessionToken: known.session.sessionToken };
  const result = await send(submitted, confirmSession, { body });
  await args.identity.signOut(known.session.refreshToken);
  return result.ok ? onward(submitted) : rejected('password', posted, result.problem);
}

const recoveryForm = z.object({ code: recoveryCode });
async function verifyRecovery(submitted: Submitted) {
  const posted = parseForm(submitted.form, recoveryForm);
  if (posted.status !== 'success') return again('recovery', posted.reply({ hideFields: ['code'] }), 422);
  const body = { method: 'recovery', ...posted.value } as const;
  const result = await send(submitted, verifySecondFactor, { body });
  return result.ok ? onward(submitted) : rejected('recovery', posted, result.problem);
}

/** The forms of the second-factor page of a realm. */
export function secondFactorAction(realm: Realm) {
  const step =
    <Result>(work: (submitted: Submitted) => Promise<Result>) =>
    async (args: AnyoneArgs, form: FormData) =>
      withRedirectTo(await work({ args, realm, form, session: await requireSession(args, realm) }), form);
  return onSubmit(
    formActions({
      verifyApp: step(verifyApp),
      verifyRecovery: step(verifyRecovery),
      startApp: step(startApp),
      confirmApp: step(confirmApp),
      confirmRenewal: step(confirmRenewal),
      confirmPassword: step(confirmPassword),
      startPasskey: step(startPasskey),
      confirmPasskey: step(confirmPasskey),
      startPasskeyCheck: step(startPasskeyCheckFor),
      verifyPasskey: step(verifyPasskey),
    }),
  );
}
