import { Form, Link, useActionData, useLoaderData } from '@remix-run/react';
import { RadioGroup } from '../../components/forms/choices.tsx';
import { ErrorSummary } from '../../components/forms/error-summary.tsx';
import { plainFields } from '../../components/forms/plain-fields.ts';
import { RequestKeyInput, SubmitButton } from '../../components/forms/submit.tsx';
import type { action, loader } from './onboard.tsx';

const formId = 'officer';

/** Who looks after compliance: the owner herself, or somebody who was invited. */
export function OfficerStep() {
  const { people, person, requestKey } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const named = people.find(({ isComplianceOfficer }) => isComplianceOfficer);
  const field = plainFields(formId, answer?.reply, { memberId: named?.id ?? person.id });
  return (
    <>
      <h2 id="step-heading">Compliance officer</h2>
      <p className="mt-1 text-ink-soft">
        The law wants one person named: the AML/CFT Act 2009 of New Zealand (section 56) and the AML/CTF Act
        2006 of Australia (section 26J). Working alone, that is you.
      </p>
      <Form method="post" action="/onboard?step=officer" className="mt-4 grid gap-5">
        <RequestKeyInput value={requestKey} />
        <ErrorSummary formId={formId} errors={answer?.reply.error ?? {}} reply={answer} />
        <RadioGroup
          field={field('memberId')}
          label="Who is the compliance officer"
          required
          choices={people.map(({ id, name, hasJoined }) => ({
            value: id,
            label: id === person.id ? `${name} (you)` : name,
            ...(hasJoined ? {} : { hint: 'Invited, has not joined yet' }),
          }))}
        />
        <p className="hint">
          Somebody else? <Link to="/onboard?step=team">Invite them to your team</Link> first.
        </p>
        <p className="border-t border-line pt-4">
          <SubmitButton busy="Saving…">Save and go on</SubmitButton>
        </p>
      </Form>
    </>
  );
}
