import { encode } from 'uqr';
import { z } from 'zod';
import { appCode } from '#contract/company/second-factor-codes.ts';
import {
  type AuthenticatorSetUp,
  addAuthenticatorApp,
  startAuthenticatorApp,
  verifySecondFactor,
} from '#contract/company/second-factors.ts';
import { recordId } from '#contract/fields.ts';
import { parseForm } from '../../components/forms/parse-form.server.ts';
import {
  type AppToSetUp,
  again,
  onward,
  rejected,
  requireMayAdd,
  type Submitted,
  send,
  withCodes,
} from './second-factor-forms.server.ts';

const codeForm = z.object({ code: appCode });
const setUpFields = z.object({
  setUpId: recordId,
  key: z.string().regex(/^[A-Z2-7]{16,64}$/),
  url: z.string().startsWith('otpauth://').max(500),
});
const setUpForm = setUpFields.extend({ code: appCode });

function toApp(setUp: AuthenticatorSetUp, { isRenewal }: { isRenewal: boolean }): AppToSetUp {
  const { data: modules, size } = encode(setUp.url, { border: 2 });
  const path = modules
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return { ...setUp, isRenewal, qr: { path, size } };
}

/** Verifies the code of an authenticator app; one whose key is at the identity service is set up again first. */
export async function verifyApp(submitted: Submitted) {
  const posted = parseForm(submitted.form, codeForm);
  if (posted.status !== 'success') return again('verify', posted.reply({ hideFields: ['code'] }), 422);
  const body = { method: 'totp', ...posted.value } as const;
  const result = await send(submitted, verifySecondFactor, { body });
  if (!result.ok) return rejected('verify', posted, result.problem);
  const { setUp } = result.value;
  if (setUp === null) return onward(submitted);
  return again('app', undefined, 200, { app: toApp(setUp, { isRenewal: true }) });
}

/** Shows a new key, which counts once its first code is confirmed. It replaces that of a set-up that was left. */
export async function startApp(submitted: Submitted) {
  await requireMayAdd(submitted);
  const started = await send(submitted, startAuthenticatorApp, { body: {} });
  if (started.ok) return again('app', undefined, 200, { app: toApp(started.value, { isRenewal: false }) });
  const { fields, detail, title, status } = started.problem;
  return again('enrol', { status: 'error', error: fields ?? { '': [detail ?? title] } }, status);
}

/** The set-up of a posted form and its first code, or the page that shows what is wrong with it. */
function readSetUp({ form }: Submitted, { isRenewal }: { isRenewal: boolean }) {
  const posted = parseForm(form, setUpForm);
  if (posted.status === 'success') {
    const { code, ...setUp } = posted.value;
    return { posted, body: { setUpId: setUp.setUpId, code }, app: toApp(setUp, { isRenewal }) };
  }
  const setUp = setUpFields.safeParse(Object.fromEntries(form));
  const reply = posted.reply({ hideFields: ['code'] });
  const answer = setUp.success
    ? again('app', reply, 422, { app: toApp(setUp.data, { isRenewal }) })
    : again(isRenewal ? 'verify' : 'enrol', undefined, 422);
  return { answer };
}

/** Adds the app of a set-up by its first code. */
export async function confirmApp(submitted: Submitted) {
  const read = readSetUp(submitted, { isRenewal: false });
  if ('answer' in read) return read.answer;
  const { posted, body, app } = read;
  const result = await send(submitted, addAuthenticatorApp, { body });
  if (!result.ok) return rejected('app', posted, result.problem, { app });
  return withCodes(submitted, result.value.recoveryCodes);
}

/** Replaces an app whose key is at the identity service, and lets the session in. */
export async function confirmRenewal(submitted: Submitted) {
  const read = readSetUp(submitted, { isRenewal: true });
  if ('answer' in read) return read.answer;
  const { posted, body, app } = read;
  const result = await send(submitted, verifySecondFactor, { body: { method: 'newTotp', ...body } });
  return result.ok ? onward(submitted) : rejected('app', posted, result.problem, { app });
}
