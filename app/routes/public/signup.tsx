import { type MetaFunction, redirect } from '@remix-run/node';
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react';
import { AuthPage } from '../../components/auth-page.tsx';
import { OutboxLink } from '../../components/demo-sign-ins.tsx';
import { RadioGroup } from '../../components/forms/choices.tsx';
import { ErrorSummary } from '../../components/forms/error-summary.tsx';
import { plainFields } from '../../components/forms/plain-fields.ts';
import { SubmitButton } from '../../components/forms/submit.tsx';
import { TextInput } from '../../components/forms/text-input.tsx';
import { appEnv } from '../../env.server.ts';
import { type PasswordPolicy, policyInWords } from '../../password-policy.ts';
import { asAnyone } from '../../session.server.ts';
import { type SignUpAnswer, signUpAction } from '../../sign-up.server.ts';

export const meta: MetaFunction = () => [{ title: 'Sign up – Assay' }];

export const loader = asAnyone(async ({ identity, sessionOf }) => {
  if (await sessionOf('member')) throw redirect('/home');
  const asked = await identity.passwordPolicy();
  return { isSandbox: appEnv().isSandbox, policy: asked.ok ? asked.policy : undefined };
});

export const action = asAnyone(signUpAction);

const formId = 'sign-up';

export default function SignUp() {
  const { isSandbox, policy } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const isSecond = answer?.step === 'confirm';
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
      <ErrorSummary formId={formId} errors={answer?.reply?.error ?? {}} reply={answer} />
      {answer?.hasAccount ? (
        <p>
          <Link to="/login">Sign in</Link> with it. Its password was not changed.
        </p>
      ) : null}
      {isSecond ? (
        <Confirm answer={answer} policy={policy} isSandbox={isSandbox} />
      ) : (
        <Details answer={answer} />
      )}
    </AuthPage>
  );
}

function Details({ answer }: { answer: SignUpAnswer | undefined }) {
  const field = plainFields(formId, answer?.reply, { billingCountryCode: 'AUS' });
  return (
    <Form method="post" className="grid gap-4">
      <TextInput field={field('name')} label="Your name" autoComplete="name" maxLength={120} required />
      <TextInput
        field={field('loginId')}
        label="Email address"
        hint="You sign in with it. We send a code to it first."
        type="email"
        inputMode="email"
        autoComplete="username"
        maxLength={254}
        required
      />
      <TextInput
        field={field('companyName')}
        label="Name of your company"
        autoComplete="organization"
        maxLength={200}
        required
      />
      <RadioGroup
        field={field('billingCountryCode')}
        label="Country your company is billed in"
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
  answer,
  policy,
  isSandbox,
}: {
  answer: SignUpAnswer;
  policy: PasswordPolicy | undefined;
  isSandbox: boolean;
}) {
  const field = plainFields(formId, answer.reply);
  const details = answer.details ?? { name: '', loginId: '', companyName: '', billingCountryCode: '' };
  return (
    <>
      <p>
        A code is on its way to <strong className="font-semibold">{details.loginId}</strong>. It works once,
        and not for long.
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
        <TextInput
          field={field('code')}
          label="Code from the email"
          hint="Six digits"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
          required
          className="[&_input]:max-w-40"
        />
        <TextInput
          field={{ ...field('password'), key: answer.attempt }}
          label="Choose a password"
          hint={policy ? policyInWords(policy) : undefined}
          type="password"
          autoComplete="new-password"
          required
        />
        <p className="flex flex-wrap gap-2">
          <SubmitButton name="intent" value="confirm" busy="Creating the account…">
            Create the account
          </SubmitButton>
          <SubmitButton name="intent" value="details" look="secondary" formNoValidate>
            Send another code
          </SubmitButton>
          <SubmitButton name="intent" value="change" look="secondary" formNoValidate>
            Change the details
          </SubmitButton>
        </p>
      </Form>
    </>
  );
}
