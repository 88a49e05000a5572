import { Form, Link, useActionData, useLoaderData } from '@remix-run/react';
import { ErrorSummary } from '../../components/forms/error-summary.tsx';
import { plainFields } from '../../components/forms/plain-fields.ts';
import { RequestKeyInput, SubmitButton } from '../../components/forms/submit.tsx';
import { InvitationFields } from '../settings/team-rights.tsx';
import type { action, loader } from './onboard.tsx';

const formId = 'invite';

/** Who else works here; can wait. */
export function TeamStep() {
  const { people, person, requestKey } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const field = plainFields(formId, answer?.reply, { role: 'member' });
  return (
    <>
      <h2 id="step-heading">Team</h2>
      <p className="mt-1 text-ink-soft">
        Seats are free. Whoever you invite gets an email with a link that works once, for 72 hours.
      </p>
      <ul className="panel mt-3 grid gap-1 px-4 py-3">
        {people.map(({ id, name, hasJoined }) => (
          <li key={id}>
            {name}
            <span className="hint"> {id === person.id ? 'you' : hasJoined ? 'has joined' : 'invited'}</span>
          </li>
        ))}
      </ul>
      <Form method="post" action="/onboard?step=team" className="mt-5 grid gap-5">
        <RequestKeyInput value={requestKey} />
        <ErrorSummary formId={formId} errors={answer?.reply.error ?? {}} reply={answer} />
        <InvitationFields field={field} />
        <p className="flex flex-wrap items-center gap-4 border-t border-line pt-4">
          <SubmitButton look="secondary" busy="Sending the invitation…">
            Send the invitation
          </SubmitButton>
          <Link to="/onboard?step=plan" preventScrollReset>
            Next step
          </Link>
        </p>
      </Form>
    </>
  );
}
