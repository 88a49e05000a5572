import { Form, Link, useActionData, useLoaderData } from '@remix-run/react';
import { ErrorSummary } from '../../components/forms/error-summary.tsx';
import { plainFields } from '../../components/forms/form-fields.ts';
import { RequestKeyInput, SubmitButton } from '../../components/forms/submit.tsx';
import { Card } from '../../components/panel.tsx';
import { InvitationFields } from '../../components/team/permission-fields.tsx';
import type { handleOnboardingAction, loadOnboarding } from './onboard.server.ts';

const formId = 'invite';

/** Invites the team; optional. */
export function TeamStep() {
  const { people, person, requestKey } = useLoaderData<typeof loadOnboarding>();
  const result = useActionData<typeof handleOnboardingAction>();
  const field = plainFields(formId, result?.reply, { role: 'member' });
  return (
    <>
      <h2 id="step-heading">Team</h2>
      <p className="mt-1 text-ink-soft">Users are free. Invitations are emailed and expire after 72 hours.</p>
      <Card as="ul" className="mt-3 grid gap-1">
        {people.map(({ id, name, hasJoined }) => (
          <li key={id}>
            {name}
            <span className="hint"> {id === person.id ? 'you' : hasJoined ? 'has joined' : 'invited'}</span>
          </li>
        ))}
      </Card>
      <Form method="post" action="/onboard?step=team" className="mt-5 grid gap-5">
        <RequestKeyInput value={requestKey} />
        <ErrorSummary formId={formId} errors={result?.reply.error ?? {}} reply={result} />
        <InvitationFields field={field} />
        <p className="flex flex-wrap items-center gap-4 border-t border-line pt-4">
          <SubmitButton variant="secondary" busy="Sending the invitation…">
            Send invitation
          </SubmitButton>
          <Link to="/onboard?step=plan">Next step</Link>
        </p>
      </Form>
    </>
  );
}
