import { z } from 'zod';
import { addPasskey, startPasskeyCheck, verifySecondFactor } from '#contract/company/second-factors.ts';
import type { Problem } from '#contract/errors.ts';
import { parseForm } from '../../components/forms/parse-form.server.ts';
import { appEnv } from '../../env.server.ts';
import { rejectionMessage } from '../complete-sign-in.server.ts';
import {
  again,
  onward,
  requireMayAddNow,
  type SecondFactorAnswer,
  type Submitted,
  send,
  withCodes,
} from './second-factor-forms.server.ts';

const { label } = addPasskey.body.shape;
const startForm = z.object({ label });
/** What the browser's dialog returned; blank without JavaScript. */
const passkeyForm = addPasskey.body.pick({ transactionId: true, response: true });

/** The step again, with an error that no field has: a ceremony ends with its first attempt. */
function failed(step: SecondFactorAnswer['step'], { status, detail, fields }: Partial<Problem>) {
  const messages = Object.values(fields ?? {}).flat();
  const text = messages[0] ?? detail ?? 'The passkey was not accepted. Try again, or use another way.';
  return again(step, { status: 'error', error: { '': [text] } }, status ?? 422);
}

/** Registers a passkey at the identity service, which counts once the browser has created it. */
export async function startPasskey(submitted: Submitted) {
  const posted = parseForm(submitted.form, startForm);
  if (posted.status !== 'success') return again('enrol', posted.reply(), 422);
  await requireMayAddNow(submitted);
  const { args, session } = submitted;
  const started = await args.identity.startPasskey(session, appEnv().appUrl);
  if (started.ok) {
    const { transactionId, options } = started;
    return again('passkey', undefined, 200, {
      passkey: { transactionId, options, label: posted.value.label },
    });
  }
  const { message, status } = rejectionMessage(started, 'The passkey could not be set up. Sign in again.');
  return failed('enrol', { status, detail: message });
}

export async function confirmPasskey(submitted: Submitted) {
  const posted = parseForm(submitted.form, addPasskey.body);
  if (posted.status !== 'success') return failed('enrol', {});
  const result = await send(submitted, addPasskey, { body: posted.value });
  return result.ok ? withCodes(submitted, result.value.recoveryCodes) : failed('enrol', result.problem);
}

/** Options with which the browser proves one of the person's passkeys. */
export async function startPasskeyCheckFor(submitted: Submitted) {
  const result = await send(submitted, startPasskeyCheck, { body: {} });
  return result.ok
    ? again('passkeyCheck', undefined, 200, { passkey: result.value })
    : failed('verify', result.problem);
}

export async function verifyPasskey(submitted: Submitted) {
  const posted = parseForm(submitted.form, passkeyForm);
  if (posted.status !== 'success') return failed('verify', {});
  const body = { method: 'passkey', ...posted.value } as const;
  const result = await send(submitted, verifySecondFactor, { body });
  return result.ok ? onward(submitted) : failed('verify', result.problem);
}
