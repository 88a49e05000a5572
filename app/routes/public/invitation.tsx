import { Form, useActionData } from '@remix-run/react';
import { ButtonLink } from '../../components/button.tsx';
import { ErrorSummary } from '../../components/forms/error-summary.tsx';
import { plainFields } from '../../components/forms/form-fields.ts';
import { SubmitButton } from '../../components/forms/submit.tsx';
import { TextInput } from '../../components/forms/text-input.tsx';
import { formatPasswordPolicy } from '../../services/password-policy.ts';
import type { JoinPage, joinAction } from '../../session/accept-invitation.server.ts';

const formId = 'join';

/** The form to join a company by invitation. */
export function OpenInvitation({ page }: { page: Extract<JoinPage, { state: 'open' }> }) {
  const result = useActionData<typeof joinAction>();
  return (
    <>
      <p>
        You are invited to join <strong className="font-semibold">{page.companyName}</strong> on Assay as{' '}
        <strong className="font-semibold wrap-anywhere">{page.loginId}</strong>.
      </p>
      {page.signedInAs === undefined ? null : (
        <p className="notice notice-warning">
          You are signed in as {page.signedInAs}. Accepting will sign you out of that account.
        </p>
      )}
      <ErrorSummary formId={formId} errors={result?.reply.error ?? {}} reply={result} />
      {page.isKnown ? <KnownAccount page={page} /> : null}
      <Form method="post" className="grid gap-4">
        <input type="hidden" name="invite" value={page.invite} />
        <input type="hidden" name="t" value={page.t} />
        {page.isKnown ? null : <NewAccountFields page={page} />}
        <p>
          <SubmitButton busy="Joining…">Join {page.companyName}</SubmitButton>
        </p>
      </Form>
    </>
  );
}

/** What joining means for a person who has an account. */
function KnownAccount({ page }: { page: Extract<JoinPage, { state: 'open' }> }) {
  const back = `/login?redirectTo=${encodeURIComponent(`/welcome?invite=${page.invite}`)}`;
  return (
    <p>
      You already have an Assay account with this address. Your password stays the same, and you can switch
      between your companies.
      {page.isSignedIn || page.signedInAs !== undefined ? null : (
        <>
          {' '}
          If the link no longer works, <a href={back}>sign in to join</a>.
        </>
      )}
    </p>
  );
}

function NewAccountFields({ page }: { page: Extract<JoinPage, { state: 'open' }> }) {
  const result = useActionData<typeof joinAction>();
  const field = plainFields(formId, result?.reply);
  return (
    <>
      <TextInput field={field('name')} label="Your name" autoComplete="name" maxLength={120} required />
      <TextInput
        field={{ ...field('password'), key: result?.attempt }}
        label="Choose a password"
        hint={page.policy ? formatPasswordPolicy(page.policy) : undefined}
        type="password"
        autoComplete="new-password"
        required
      />
    </>
  );
}

/** Shown for a link that is no longer valid. */
export function ClosedInvitation({ message }: { message: string }) {
  return (
    <>
      <p>{message}</p>
      <p>
        <ButtonLink to="/login">Sign in</ButtonLink>
      </p>
    </>
  );
}
