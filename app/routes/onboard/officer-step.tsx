import { Form, Link, useActionData, useLoaderData } from '@remix-run/react';
import { RadioGroup } from '../../components/forms/choices.tsx';
import { ErrorSummary } from '../../components/forms/error-summary.tsx';
import { plainFields } from '../../components/forms/form-fields.ts';
import { RequestKeyInput, SubmitButton } from '../../components/forms/submit.tsx';
import type { handleOnboardingAction, loadOnboarding } from './onboard.server.ts';

const formId = 'officer';

/** Designates the compliance officer: the owner, or an invited member. */
export function OfficerStep() {
  const { people, person, officerProvisions, requestKey } = useLoaderData<typeof loadOnboarding>();
  const result = useActionData<typeof handleOnboardingAction>();
  const named = people.find(({ isComplianceOfficer }) => isComplianceOfficer);
  const field = plainFields(formId, result?.reply, { memberId: named?.id ?? person.id });
  return (
    <>
      <h2 id="step-heading">Compliance officer</h2>
      <p className="mt-1 text-ink-soft">
        {officerProvisions.length === 0
          ? 'No law requires a compliance officer of your company (AU s26T). In Assay one person still has this role.'
          : `You must appoint an AML/CFT compliance officer: ${officerProvisions.join('; ')}.`}{' '}
        If you work alone, that is you.
      </p>
      <Form method="post" action="/onboard?step=officer" className="mt-4 grid gap-5">
        <RequestKeyInput value={requestKey} />
        <ErrorSummary formId={formId} errors={result?.reply.error ?? {}} reply={result} />
        <RadioGroup
          field={field('memberId')}
          label="Compliance officer"
          required
          choices={people.map(({ id, name, hasJoined }) => ({
            value: id,
            label: id === person.id ? `${name} (you)` : name,
            ...(hasJoined ? {} : { hint: 'Invited, has not joined yet' }),
          }))}
        />
        <p className="hint">
          Not listed? <Link to="/onboard?step=team">Invite them to your team</Link> first.
        </p>
        <p className="border-t border-line pt-4">
          <SubmitButton busy="Saving…">Save and continue</SubmitButton>
        </p>
      </Form>
    </>
  );
}
