import { Form, Link, useActionData } from '@remix-run/react';
import { ErrorSummary } from '../../components/forms/error-summary.tsx';
import { plainFields } from '../../components/forms/plain-fields.ts';
import { SubmitButton } from '../../components/forms/submit.tsx';
import { TextInput } from '../../components/forms/text-input.tsx';
import type { JoinPage, joinAction } from '../../join.server.ts';
import { policyInWords } from '../../password-policy.ts';

const formId = 'join';

/** The form with which an invited person joins. */
export function OpenInvitation({ page }: { page: Extract<JoinPage, { state: 'open' }> }) {
  const answer = useActionData<typeof joinAction>();
  const field = plainFields(formId, answer?.reply);
  return (
    <>
      <p>
        You are invited to join <strong className="font-semibold">{page.companyName}</strong> on Assay as{' '}
        <strong className="font-semibold wrap-anywhere">{page.loginId}</strong>.
      </p>
      {page.signedInAs === undefined ? null : (
        <p className="notice notice-attention">
          You are signed in as {page.signedInAs} in this browser. Joining signs you out there.
        </p>
      )}
      <ErrorSummary formId={formId} errors={answer?.reply.error ?? {}} reply={answer} />
      <Form method="post" className="grid gap-4">
        <input type="hidden" name="invite" value={page.invite} />
        <input type="hidden" name="t" value={page.t} />
        <TextInput field={field('name')} label="Your name" autoComplete="name" maxLength={120} required />
        <TextInput
          field={{ ...field('password'), key: answer?.attempt }}
          label="Choose a password"
          hint={page.policy ? policyInWords(page.policy) : undefined}
          type="password"
          autoComplete="new-password"
          required
        />
        <p>
          <SubmitButton busy="Joining…">Join {page.companyName}</SubmitButton>
        </p>
      </Form>
    </>
  );
}

/** Said where a link leads to nothing any more. */
export function ClosedInvitation({ sentence }: { sentence: string }) {
  return (
    <>
      <p>{sentence}</p>
      <p>
        <Link className="button" to="/login">
          Sign in
        </Link>
      </p>
    </>
  );
}
