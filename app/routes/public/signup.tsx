import { type MetaFunction, redirect } from '@remix-run/node';
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react';
import { pageTitle } from '#app/document/page-title.ts';
import { RadioGroup } from '../../components/forms/choices.tsx';
import { ErrorSummary } from '../../components/forms/error-summary.tsx';
import { plainFields } from '../../components/forms/form-fields.ts';
import { SubmitButton } from '../../components/forms/submit.tsx';
import { TextInput } from '../../components/forms/text-input.tsx';
import { AuthPage } from '../../components/sign-in/auth-page.tsx';
import { OutboxLink } from '../../components/sign-in/demo-sign-ins.tsx';
import { appEnv } from '../../env.server.ts';
import { formatPasswordPolicy, type PasswordPolicy } from '../../services/password-policy.ts';
import { documentHeaders } from '../../session/complete-sign-in.server.ts';
import { asAnyone } from '../../session/session.server.ts';
import { type SignUpResult, signUpAction } from '../../session/sign-up.server.ts';

export const meta: MetaFunction = () => [{ title: pageTitle('Sign up') }];

export const headers = documentHeaders;

export const loader = asAnyone(async ({ identity, getSession }) => {
  if (await getSession('member')) throw redirect('/home');
  const passwordPolicy = await identity.passwordPolicy();
  return { isSandbox: appEnv().isSandbox, policy: passwordPolicy.ok ? passwordPolicy.policy : undefined };
});

export const action = asAnyone(signUpAction);

const formId = 'sign-up';

export default function SignUp() {
  const { isSandbox, policy } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const isSecond = result?.step === 'confirm';
  return (
    <AuthPage
      title={isSecond ? 'Confirm your email address' : 'Sign up'}
      area={isSecond ? 'Step 2 of 2' : 'Step 1 of 2'}
      aside={
        <p>
          Your company has an account already? <Link to="/login">Sign in</Link>
        </p>
      }
    >
      <ErrorSummary formId={formId} errors={result?.reply?.error ?? {}} reply={result} />
      {result?.hasAccount ? (
        <p>
          <Link to="/login">Sign in</Link> with it. Its password was not changed.
        </p>
      ) : null}
      {isSecond ? (
        <Confirm result={result} policy={policy} isSandbox={isSandbox} />
      ) : (
        <Details result={result} />
      )}
    </AuthPage>
  );
}

function Details({ result }: { result: SignUpResult | undefined }) {
  const field = plainFields(formId, result?.reply, { billingCountryCode: 'AUS' });
  return (
    <Form method="post" className="grid gap-4">
      <TextInput field={field('name')} label="Your name" autoComplete="name" maxLength={120} required />
      <TextInput
        field={field('loginId')}
        label="Email address"
        hint="You will use this to sign in. We’ll send a code to confirm it."
        type="email"
        inputMode="email"
        autoComplete="username"
        maxLength={254}
        required
      />
      <TextInput
        field={field('companyName')}
        label="Company name"
        autoComplete="organization"
        maxLength={200}
        required
      />
      <RadioGroup
        field={field('billingCountryCode')}
        label="Billing country"
        required
        choices={[
          { value: 'AUS', label: 'Australia' },
          { value: 'NZL', label: 'New Zealand' },
        ]}
      />
      <p>
        <SubmitButton name="intent" value="details">
          Send me a code
        </SubmitButton>
      </p>
    </Form>
  );
}

function Confirm({
  result,
  policy,
  isSandbox,
}: {
  result: SignUpResult;
  policy: PasswordPolicy | undefined;
  isSandbox: boolean;
}) {
  const field = plainFields(formId, result.reply);
  const details = result.details ?? { name: '', loginId: '', companyName: '', billingCountryCode: '' };
  return (
    <>
      <p>
        We’ve sent a code to <strong className="font-semibold">{details.loginId}</strong>. It expires soon and
        works once.
        {isSandbox ? (
          <>
            {' '}
            <OutboxLink /> has it.
          </>
        ) : null}
      </p>
      <Form method="post" className="grid gap-4">
        {Object.entries(details).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <input type="hidden" name="step" value="confirm" />
        <TextInput
          field={field('code')}
          label="Code from the email"
          hint="6 digits"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
          required
          className="[&_input]:max-w-40"
        />
        <TextInput
          field={{ ...field('password'), key: result.attempt }}
          label="Choose a password"
          hint={policy ? formatPasswordPolicy(policy) : undefined}
          type="password"
          autoComplete="new-password"
          required
        />
        <ConfirmButtons />
      </Form>
    </>
  );
}

function ConfirmButtons() {
  return (
    <p className="flex flex-wrap gap-2">
      <SubmitButton name="intent" value="confirm" busy="Creating the account…">
        Create the account
      </SubmitButton>
      <SubmitButton name="intent" value="details" variant="secondary" formNoValidate>
        Resend code
      </SubmitButton>
      <SubmitButton name="intent" value="change" variant="secondary" formNoValidate>
        Change the details
      </SubmitButton>
    </p>
  );
}
