import { Form, useLocation } from '@remix-run/react';
import type { secondFactorPage } from '../../session/after-sign-in/second-factor.server.ts';
import type { SecondFactorAnswer } from '../../session/after-sign-in/second-factor-forms.server.ts';
import { Button, ButtonLink } from '../button.tsx';
import { DescriptionList } from '../description-list.tsx';
import { ErrorSummary } from '../forms/error-summary.tsx';
import { plainFields } from '../forms/form-fields.ts';
import { SubmitButton } from '../forms/submit.tsx';
import { TextInput } from '../forms/text-input.tsx';
import { AuthPage } from './auth-page.tsx';
import { PasskeyDialog } from './passkey-dialog.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

type Page = Awaited<ReturnType<typeof secondFactorPage>>;
type Step = SecondFactorAnswer['step'] | 'resume';

interface PageProps {
  page: Page;
  result: SecondFactorAnswer | undefined;
}

interface StepProps extends PageProps {
  /** URL that the forms are posted to: the page’s own. */
  action: string;
}

const titles: Record<Step, string> = {
  password: 'Confirm it’s you',
  verify: 'Verify it’s you',
  recovery: 'Use a recovery code',
  passkeyCheck: 'Verify it’s you',
  enrol: 'Set up a second factor',
  app: 'Set up your authenticator app',
  passkey: 'Add your passkey',
  codes: 'Save your recovery codes',
  done: 'You’re signed in',
  resume: 'Identity confirmed',
};

const formId = 'second-factor';
/** Its field is on the page beside the app's. */
const recoveryFormId = 'recovery';

const getStep = ({ page, result }: PageProps): Step => result?.step ?? page.mode;

/** The second-factor page of a realm at its current step. Works without JavaScript, except for passkeys. */
export default function SecondFactorPage({ area, ...props }: PageProps & { area?: string }) {
  const { pathname, search } = useLocation();
  const action = new URLSearchParams(search).has('posted')
    ? pathname + search
    : `${pathname}${search}&posted`;
  const step = getStep(props);
  const Current = steps[step];
  return (
    <AuthPage title={titles[step]} {...(area === undefined ? {} : { area })}>
      <ErrorSummary
        formId={step === 'recovery' ? recoveryFormId : formId}
        errors={props.result?.reply?.error ?? {}}
        reply={props.result}
      />
      <Current {...props} action={action} />
      <SignOut realm={pathname.startsWith('/admin') ? 'admin' : 'member'} />
    </AuthPage>
  );
}

function Hidden({ page, result }: StepProps) {
  const redirectTo = result?.redirectTo ?? page.redirectTo;
  return redirectTo === undefined ? null : <input type="hidden" name="redirectTo" value={redirectTo} />;
}

function CodeInput({
  result,
  label,
  hint,
  isRecovery = false,
}: {
  result: SecondFactorAnswer | undefined;
  label: string;
  hint: string;
  isRecovery?: boolean;
}) {
  const field = plainFields(isRecovery ? recoveryFormId : formId, result?.reply);
  return (
    <TextInput
      field={{ ...field('code'), key: result?.attempt }}
      label={label}
      hint={hint}
      inputMode={isRecovery ? 'text' : 'numeric'}
      autoComplete={isRecovery ? 'off' : 'one-time-code'}
      maxLength={20}
      required
      className="[&_input]:max-w-40"
    />
  );
}

/** Who has no second factor proves with their password that they are still at the keyboard. */
function PasswordStep(props: StepProps) {
  const { result } = props;
  const field = plainFields(formId, result?.reply);
  return (
    <>
      <p>Enter your password to continue. This is valid for 15 minutes.</p>
      <Form method="post" action={props.action} className="grid gap-4">
        <Hidden {...props} />
        <TextInput
          field={{ ...field('password'), key: result?.attempt }}
          label="Password"
          type="password"
          autoComplete="current-password"
          required
        />
        <p>
          <SubmitButton name="intent" value="confirmPassword" busy="Confirming…">
            Confirm
          </SubmitButton>
        </p>
      </Form>
      <p className="hint">No password? Sign out, then sign in again with a code by email.</p>
      <GoBack page={props.page} />
    </>
  );
}

function VerifyStep(props: StepProps) {
  const { page, action, result } = props;
  return (
    <>
      {page.kinds.includes('totp') ? (
        <Form method="post" action={action} className="grid gap-4">
          <Hidden {...props} />
          <CodeInput result={result} label="Code of your authenticator app" hint="6 digits" />
          {page.sandboxCode ? (
            <p className="hint">
              In the sandbox the app would show <output className="font-mono">{page.sandboxCode}</output> now.
            </p>
          ) : null}
          <p>
            <SubmitButton name="intent" value="verifyApp" busy="Verifying…">
              Verify
            </SubmitButton>
          </p>
        </Form>
      ) : null}
      {page.kinds.includes('passkey') ? (
        <Form method="post" action={action}>
          <Hidden {...props} />
          <SubmitButton
            name="intent"
            value="startPasskeyCheck"
            variant={page.kinds.includes('totp') ? 'secondary' : 'primary'}
            busy="Starting…"
          >
            Use a passkey
          </SubmitButton>
        </Form>
      ) : null}
      <details>
        <summary>Use a recovery code instead</summary>
        <div className="mt-3">
          <RecoveryForm {...props} result={undefined} />
        </div>
      </details>
      {isProofAgain(action) ? <GoBack page={page} /> : null}
    </>
  );
}

function RecoveryForm(props: StepProps) {
  return (
    <Form method="post" action={props.action} className="grid gap-4">
      <Hidden {...props} />
      <CodeInput
        result={props.result}
        label="Recovery code"
        hint="Such as k7xm2-9pqra. Each works once."
        isRecovery
      />
      <p>
        <SubmitButton name="intent" value="verifyRecovery" variant="secondary" busy="Verifying…">
          Use recovery code
        </SubmitButton>
      </p>
    </Form>
  );
}

function RecoveryStep(props: StepProps) {
  return (
    <>
      <RecoveryForm {...props} />
      <p>
        <a href={props.action}>Use another way</a>
      </p>
    </>
  );
}

/** Whether the person is signed in, and proves again that it is them. */
const isProofAgain = (action: string) => new URLSearchParams(action.split('?')[1]).has('again');

/** To the page that the person came from, where the step is not required. */
function GoBack({ page }: Pick<StepProps, 'page'>) {
  return (
    <p>
      <a href={page.onward}>Go back</a>
    </p>
  );
}

function EnrolStep(props: StepProps) {
  const { page, action, result } = props;
  const field = plainFields(formId, result?.reply);
  return (
    <>
      {page.isRequired ? <p>Your sign-in needs a second factor besides your password.</p> : null}
      {page.hasApp ? null : (
        <Form method="post" action={action} className="grid gap-3">
          <Hidden {...props} />
          <p>An authenticator app on your phone shows a new code every 30 seconds.</p>
          <p>
            <SubmitButton name="intent" value="startApp" busy="Starting…">
              Set up an authenticator app
            </SubmitButton>
          </p>
        </Form>
      )}
      <Form method="post" action={action} className="grid gap-3">
        <Hidden {...props} />
        <p>A passkey is your device’s fingerprint, face or PIN, or a security key. It needs JavaScript.</p>
        <TextInput
          field={{ ...field('label'), key: result?.attempt }}
          label="Name of the passkey"
          hint="Such as Work laptop"
          autoComplete="off"
          maxLength={60}
          required
        />
        <p>
          <SubmitButton name="intent" value="startPasskey" variant="secondary" busy="Starting…">
            Add a passkey
          </SubmitButton>
        </p>
      </Form>
      {page.isRequired ? null : <GoBack page={page} />}
    </>
  );
}

/** The browser's dialog about a passkey: creates one, or proves one. */
function PasskeyStep(props: StepProps) {
  const passkey = props.result?.passkey;
  if (passkey === undefined) return null;
  const isNew = passkey.label !== undefined;
  return (
    <>
      <PasskeyDialog
        passkey={passkey}
        action={props.action}
        intent={isNew ? 'confirmPasskey' : 'verifyPasskey'}
      >
        <Hidden {...props} />
        {isNew ? <input type="hidden" name="label" value={passkey.label} /> : null}
      </PasskeyDialog>
      <p>
        <a href={props.action}>Use another way</a>
      </p>
    </>
  );
}

function AppStep(props: StepProps) {
  const { action, result } = props;
  const app = result?.app;
  if (app === undefined) return null;
  return (
    <>
      {app.isRenewal ? (
        <p>
          Your code was right. Set the app up again to sign in: its earlier key could be replaced by anyone
          who learned your password, and the new one cannot. Then delete the earlier entry in the app.
        </p>
      ) : null}
      <ol className="grid list-decimal gap-3 pl-5">
        <li>
          Scan this code with your authenticator app.
          <svg
            role="img"
            aria-label="QR code of the key below"
            viewBox={`0 0 ${app.qr.size} ${app.qr.size}`}
            className="mt-2 size-48 bg-code"
            shapeRendering="crispEdges"
          >
            <path d={app.qr.path} className="fill-on-code" />
          </svg>
        </li>
        <li>
          Or enter this key in the app: <code className="font-mono wrap-anywhere">{app.key}</code>
        </li>
        <li>Enter the code that the app shows.</li>
      </ol>
      <Form method="post" action={action} className="grid gap-4">
        <Hidden {...props} />
        <input type="hidden" name="setUpId" value={app.setUpId} />
        <input type="hidden" name="key" value={app.key} />
        <input type="hidden" name="url" value={app.url} />
        <CodeInput result={result} label="Code of your authenticator app" hint="6 digits" />
        <p>
          <SubmitButton name="intent" value={app.isRenewal ? 'confirmRenewal' : 'confirmApp'} busy="Saving…">
            Confirm
          </SubmitButton>
        </p>
      </Form>
      <p className="hint">
        The app counts once you have confirmed a code. Until then you can start again with a new key.
      </p>
      <p>
        <a href={action}>Use another way</a>
      </p>
      {props.page.isRequired || app.isRenewal ? null : <GoBack page={props.page} />}
    </>
  );
}

function CodesStep({ result, page }: StepProps) {
  return (
    <>
      <RecoveryCodes codes={result?.codes ?? []} />
      <p>
        <ButtonLink href={page.onward} variant="primary">
          I have saved them
        </ButtonLink>
      </p>
    </>
  );
}

/** Shown on a reload after the last form. */
function DoneStep({ page }: StepProps) {
  return (
    <p>
      <ButtonLink href={page.onward} variant="primary">
        Continue
      </ButtonLink>
    </p>
  );
}

interface HeldForm {
  isDownload: boolean;
  entries: readonly unknown[];
}

/** What became of the form so far. */
function whatIsHeld({ isDownload, entries }: HeldForm): string {
  if (isDownload) return 'Your download is ready to start. This page stays open.';
  if (entries.length > 0) return 'Nothing has been saved yet. What you entered is held:';
  return 'Nothing has been changed yet.';
}

/** Sends the form that waited for the proof, with everything that was entered. */
function ResumeStep({ page }: StepProps) {
  const form = 'heldForm' in page ? page.heldForm : undefined;
  if (form === undefined) return null;
  return (
    <>
      <p>{whatIsHeld(form)}</p>
      <DescriptionList
        facts={form.entries.map(({ label, value }) => ({
          label,
          value: <span className="break-words whitespace-pre-line">{value}</span>,
        }))}
      />
      <form method="post" action={form.action} className="flex flex-wrap gap-3">
        {form.fields.map(([name, value], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names repeat, and the list never changes
          <input key={index} type="hidden" name={name} value={value} />
        ))}
        <Button variant="primary">{form.act}</Button>
        <ButtonLink href={page.onward}>Go back</ButtonLink>
      </form>
    </>
  );
}

function SignOut({ realm }: { realm: 'member' | 'admin' }) {
  return (
    <Form method="post" action="/logout">
      <input type="hidden" name="realm" value={realm} />
      <Button variant="neutral">Sign out</Button>
    </Form>
  );
}

const steps = {
  password: PasswordStep,
  verify: VerifyStep,
  recovery: RecoveryStep,
  passkeyCheck: PasskeyStep,
  enrol: EnrolStep,
  app: AppStep,
  passkey: PasskeyStep,
  codes: CodesStep,
  done: DoneStep,
  resume: ResumeStep,
};
