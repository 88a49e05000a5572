import { Form, Link } from '@remix-run/react';
import { type PasswordPolicy, policyInWords } from '../password-policy.ts';
import type { SignInAnswer } from '../sign-in.server.ts';
import type { SignInStep } from '../sign-in-steps.ts';
import { OutboxLink } from './demo-sign-ins.tsx';
import { ErrorSummary } from './forms/error-summary.tsx';
import { plainFields } from './forms/plain-fields.ts';
import { SubmitButton } from './forms/submit.tsx';
import { TextInput } from './forms/text-input.tsx';

export interface SignInProps {
  step: SignInStep;
  /** `/login` or `/admin/login`. */
  page: string;
  answer: SignInAnswer | undefined;
  redirectTo?: string | undefined;
  token?: string | undefined;
  policy?: PasswordPolicy | undefined;
  isSandbox: boolean;
}

export const signInTitles: Record<SignInStep, string> = {
  password: 'Sign in',
  code: 'Enter the code from the email',
  forgotten: 'Forgotten password',
  resetSent: 'Look in your mailbox',
  newPassword: 'Choose a new password',
};

const formId = 'sign-in';

/** The form of the step that signing in has come to. */
export function SignInForms(props: SignInProps) {
  const Step = steps[props.step];
  return (
    <>
      <ErrorSummary formId={formId} errors={props.answer?.reply?.error ?? {}} reply={props.answer} />
      <Step {...props} />
    </>
  );
}

function RedirectTo({ redirectTo }: SignInProps) {
  return redirectTo === undefined ? null : <input type="hidden" name="redirectTo" value={redirectTo} />;
}

function Email({ answer }: SignInProps) {
  const field = plainFields(formId, answer?.reply, { loginId: answer?.sentTo });
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
  const field = plainFields(formId, props.answer?.reply);
  return (
    <Form method="post" action={props.page} className="grid gap-4">
      <RedirectTo {...props} />
      <Email {...props} />
      <TextInput
        field={{ ...field('password'), key: props.answer?.attempt }}
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
        <SubmitButton name="intent" value="sendCode" look="secondary" formNoValidate>
          Email me a code instead
        </SubmitButton>
      </p>
      <p>
        <Link to={`${props.page}?view=forgotten`}>Forgotten your password?</Link>
      </p>
    </Form>
  );
}

function CodeStep(props: SignInProps) {
  const { page, answer, isSandbox } = props;
  const field = plainFields(formId, answer?.reply);
  return (
    <>
      <p>
        If there is an account for <strong className="font-semibold">{answer?.sentTo}</strong>, a code is on
        its way to it. It works once, and not for long.
        {isSandbox ? (
          <>
            {' '}
            <OutboxLink /> has it.
          </>
        ) : null}
      </p>
      <Form method="post" action={page} className="grid gap-4">
        <RedirectTo {...props} />
        <input type="hidden" name="loginId" value={answer?.sentTo ?? ''} />
        <TextInput
          field={field('code')}
          label="Code"
          hint="Six digits"
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
          <SubmitButton name="intent" value="sendCode" look="secondary" formNoValidate>
            Send another code
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
      <p>
        We send a link with which you can choose a new password. Your present one stays as it is until then.
      </p>
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

function ResetSentStep({ answer, page, isSandbox }: SignInProps) {
  return (
    <>
      <p role="status">
        If there is an account for <strong className="font-semibold">{answer?.sentTo}</strong>, a link is on
        its way to it. Open it soon to choose a new password: it works once, and not for long.
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

function NewPasswordStep({ answer, page, policy, token }: SignInProps) {
  const field = plainFields(formId, answer?.reply);
  return (
    <>
      <p>After this you are signed in, and the link in the email works no more.</p>
      <Form method="post" action={page} className="grid gap-4">
        <input type="hidden" name="token" value={token ?? String(answer?.reply?.initialValue?.token ?? '')} />
        <TextInput
          field={{ ...field('password'), key: answer?.attempt }}
          label="New password"
          hint={policy ? policyInWords(policy) : undefined}
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

function BackToSignIn({ page }: { page: string }) {
  return (
    <p>
      <Link to={page}>Back to signing in</Link>
    </p>
  );
}

const steps = {
  password: PasswordStep,
  code: CodeStep,
  forgotten: ForgottenStep,
  resetSent: ResetSentStep,
  newPassword: NewPasswordStep,
};
