import { Form, Link } from '@remix-run/react';
import { useEffect } from 'react';
import { formatPasswordPolicy, type PasswordPolicy } from '../../services/password-policy.ts';
import type { SignInResult } from '../../session/sign-in.server.ts';
import type { SignInStep } from '../../session/sign-in-steps.ts';
import { ButtonLink } from '../button.tsx';
import { ErrorSummary } from '../forms/error-summary.tsx';
import { plainFields } from '../forms/form-fields.ts';
import { SubmitButton } from '../forms/submit.tsx';
import { TextInput } from '../forms/text-input.tsx';
import { OutboxLink } from './demo-sign-ins.tsx';

export interface SignInProps {
  step: SignInStep;
  /** `/login` or `/admin/login`. */
  page: string;
  result: SignInResult | undefined;
  redirectTo?: string | undefined;
  token?: string | undefined;
  policy?: PasswordPolicy | undefined;
  isSandbox: boolean;
}

export const signInTitles: Record<SignInStep, string> = {
  password: 'Sign in',
  code: 'Enter the code from the email',
  sso: 'Continue to your company’s sign-in',
  forgotten: 'Reset your password',
  resetSent: 'Check your email',
  newPassword: 'Choose a new password',
  usedLink: 'This link was used or has expired',
};

const formId = 'sign-in';

/** The form of the current sign-in step. */
export function SignInForms(props: SignInProps) {
  const Step = steps[props.step];
  return (
    <>
      <ErrorSummary formId={formId} errors={props.result?.reply?.error ?? {}} reply={props.result} />
      <Step {...props} />
    </>
  );
}

function RedirectTo({ redirectTo }: SignInProps) {
  return redirectTo === undefined ? null : <input type="hidden" name="redirectTo" value={redirectTo} />;
}

function Email({ result }: SignInProps) {
  const field = plainFields(formId, result?.reply, { loginId: result?.sentTo });
  return (
    <TextInput
      field={field('loginId')}
      label="Email address"
      type="email"
      autoComplete="username"
      inputMode="email"
      maxLength={254}
      required
    />
  );
}

function PasswordStep(props: SignInProps) {
  const field = plainFields(formId, props.result?.reply);
  return (
    <Form method="post" action={props.page} className="grid gap-4">
      <RedirectTo {...props} />
      <Email {...props} />
      <TextInput
        field={{ ...field('password'), key: props.result?.attempt }}
        label="Password"
        type="password"
        autoComplete="current-password"
        maxLength={256}
        required
      />
      <p className="flex flex-wrap gap-2">
        <SubmitButton name="intent" value="password" busy="Signing in…">
          Sign in
        </SubmitButton>
        <SubmitButton name="intent" value="sendCode" variant="secondary" formNoValidate>
          Email me a code instead
        </SubmitButton>
      </p>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Link to={`${props.page}?view=forgotten`}>Forgotten your password?</Link>
        {props.page === '/login' ? (
          <SubmitButton name="intent" value="sso" variant="secondary" size="small" formNoValidate>
            Use single sign-on
          </SubmitButton>
        ) : null}
      </p>
    </Form>
  );
}

function CodeStep(props: SignInProps) {
  const { page, result, isSandbox } = props;
  const field = plainFields(formId, result?.reply);
  return (
    <>
      <p>
        If <strong className="font-semibold">{result?.sentTo}</strong> has an account, we have sent it a code.
        It expires soon and works once.
        {isSandbox ? (
          <>
            {' '}
            <OutboxLink /> has it.
          </>
        ) : null}
      </p>
      <Form method="post" action={page} className="grid gap-4">
        <RedirectTo {...props} />
        <input type="hidden" name="loginId" value={result?.sentTo ?? ''} />
        <input type="hidden" name="step" value="code" />
        <TextInput
          field={field('code')}
          label="Code"
          hint="6 digits"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
          required
          className="[&_input]:max-w-40"
        />
        <p className="flex flex-wrap gap-2">
          <SubmitButton name="intent" value="verifyCode" busy="Signing in…">
            Sign in
          </SubmitButton>
          <SubmitButton name="intent" value="sendCode" variant="secondary" formNoValidate>
            Resend code
          </SubmitButton>
        </p>
      </Form>
      <BackToSignIn page={page} />
    </>
  );
}

function ForgottenStep(props: SignInProps) {
  return (
    <>
      <p>We’ll email you a link to reset your password. Your current password works until you do.</p>
      <Form method="post" action={props.page} className="grid gap-4">
        <Email {...props} />
        <p>
          <SubmitButton name="intent" value="sendReset">
            Send the link
          </SubmitButton>
        </p>
      </Form>
      <BackToSignIn page={props.page} />
    </>
  );
}

function ResetSentStep({ result, page, isSandbox }: SignInProps) {
  return (
    <>
      <p role="status">
        If <strong className="font-semibold">{result?.sentTo}</strong> has an account, we have sent it a link
        to choose a new password. It expires soon and works once.
      </p>
      {isSandbox ? (
        <p>
          <OutboxLink /> has it.
        </p>
      ) : null}
      <BackToSignIn page={page} />
    </>
  );
}

function NewPasswordStep({ result, page, policy, token }: SignInProps) {
  const field = plainFields(formId, result?.reply);
  return (
    <>
      <p>You will be signed in here and signed out everywhere else, and the link will stop working.</p>
      <Form method="post" action={page} className="grid gap-4">
        <input type="hidden" name="token" value={token ?? String(result?.reply?.initialValue?.token ?? '')} />
        <TextInput
          field={{ ...field('password'), key: result?.attempt }}
          label="New password"
          hint={policy ? formatPasswordPolicy(policy) : undefined}
          type="password"
          autoComplete="new-password"
          required
        />
        <p>
          <SubmitButton name="intent" value="newPassword" busy="Saving…">
            Save and sign in
          </SubmitButton>
        </p>
      </Form>
      <BackToSignIn page={page} />
    </>
  );
}

function UsedLinkStep({ page }: SignInProps) {
  return (
    <>
      <p role="status">
        Each link works once, and for a short time. Request a new link to choose a password.
      </p>
      <p>
        <ButtonLink to={`${page}?view=forgotten`} variant="primary">
          Request new link
        </ButtonLink>
      </p>
      <BackToSignIn page={page} />
    </>
  );
}

/** With script the browser goes on by itself. */
function SsoStep({ result, page }: SignInProps) {
  const url = result?.providerUrl ?? page;
  useEffect(() => {
    if (url !== page) window.location.assign(url);
  }, [url, page]);
  return (
    <>
      <p>
        Sign in as <strong className="font-semibold wrap-anywhere">{result?.sentTo}</strong> there. You then
        return to Assay.
      </p>
      <p>
        <ButtonLink href={url} variant="primary">
          Continue
        </ButtonLink>
      </p>
      <BackToSignIn page={page} />
    </>
  );
}

function BackToSignIn({ page }: { page: string }) {
  return (
    <p>
      <Link to={page}>Back to sign in</Link>
    </p>
  );
}

const steps = {
  password: PasswordStep,
  code: CodeStep,
  sso: SsoStep,
  forgotten: ForgottenStep,
  resetSent: ResetSentStep,
  newPassword: NewPasswordStep,
  usedLink: UsedLinkStep,
};
