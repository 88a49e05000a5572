import type { MetaFunction } from '@remix-run/node';
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react';
import { pageTitle } from '#app/document/page-title.ts';
import { nonCooperationProvision } from '#rules/firm/non-cooperation.ts';
import { activityNounIn } from '../../components/activities/activity-noun.ts';
import { DescriptionList } from '../../components/description-list.tsx';
import { Checkbox, Fieldset } from '../../components/forms/choices.tsx';
import { ErrorSummary } from '../../components/forms/error-summary.tsx';
import { plainFields } from '../../components/forms/form-fields.ts';
import { SubmitButton } from '../../components/forms/submit.tsx';
import { TextArea } from '../../components/forms/text-input.tsx';
import { Panel } from '../../components/panel.tsx';
import { asMember } from '../../session/session.server.ts';
import { handleNonCooperation, loadNonCooperation } from './non-cooperation.server.ts';
import { PartyRecordInputs, WithdrawRecordForm } from './party-record-forms.tsx';

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  {
    title: pageTitle(
      data ? `Non-cooperation: ${data.party.name}` : 'Non-cooperation',
      activityNounIn(matches).pluralTitle,
    ),
  },
];

export const loader = asMember(loadNonCooperation);
export const action = asMember(handleNonCooperation);

const considered = 'Whether to report a suspicious matter was considered';

/** The record of another party who does not cooperate with CDD, or the form for it. */
export default function NonCooperation() {
  const { activity, party, record } = useLoaderData<typeof loader>();
  return (
    <>
      <p className="mb-2 text-sm">
        <Link to={`/activities/${activity.id}`}>{activity.name}</Link>
      </p>
      <h1>Non-cooperation: {party.name}</h1>
      <p className="mt-1 max-w-form text-ink-soft">
        Where the other party of a sale that you broker does not cooperate with CDD, this record replaces it.
        Screening is still required.{' '}
        <span className="whitespace-nowrap max-xs:whitespace-normal">({nonCooperationProvision})</span>
      </p>
      {record ? <Recorded /> : <RecordForm />}
    </>
  );
}

/** The record, and its withdrawal. */
function Recorded() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { record, mayWithdraw } = page;
  if (record === null) return null;
  return (
    <Panel headingId="record-heading" title="Record" className="mt-6 max-w-form">
      {record.counts ? null : (
        <p className="notice notice-warning">
          This record does not apply: the party is no longer the other party of a brokered sale.
        </p>
      )}
      <DescriptionList
        facts={[
          { label: 'Steps taken', value: <span className="whitespace-pre-line">{record.steps}</span> },
          {
            label: 'Difficulties',
            value: <span className="whitespace-pre-line">{record.difficulties}</span>,
          },
          { label: considered, value: 'Yes' },
          { label: 'Recorded', value: record.recorded },
        ]}
      />
      {mayWithdraw ? <WithdrawRecordForm page={page} result={result} label="Withdraw record" /> : null}
    </Panel>
  );
}

function RecordForm() {
  const page = useLoaderData<typeof loader>();
  const { isAllowed, mayRecord } = page;
  const result = useActionData<typeof action>();
  const field = plainFields('refusal', result?.reply);
  if (!isAllowed) return <p className="mt-6">Complete CDD on this party. No record can replace it.</p>;
  if (!mayRecord) {
    return (
      <p className="mt-6">No record yet. An owner, compliance officer or senior manager can make one.</p>
    );
  }
  return (
    <Form method="post" id="refusal" className="mt-6 grid max-w-form gap-6">
      <PartyRecordInputs page={page} of="record" />
      <ErrorSummary formId="refusal" errors={result?.reply.error ?? {}} reply={result} />
      <Fieldset
        legend="Record non-cooperation"
        hint="Everyone who sees this record can read it. Do not state whether there is a suspicion."
      >
        <TextArea
          field={field('steps')}
          label="Steps taken"
          hint="Each step taken to complete CDD, with its date"
          rows={5}
          maxLength={4000}
          required
        />
        <TextArea
          field={field('difficulties')}
          label="Difficulties"
          hint="Why the steps did not lead to completed CDD"
          rows={4}
          maxLength={4000}
          required
        />
        <Checkbox
          field={field('reportConsidered')}
          label={considered}
          hint="By you or your compliance officer. The result is not recorded here."
        />
      </Fieldset>
      <p className="border-t border-line pt-4">
        <SubmitButton name="intent" value="record" busy="Recording…">
          Record non-cooperation
        </SubmitButton>
      </p>
    </Form>
  );
}
