import type { MetaFunction } from '@remix-run/node';
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react';
import { pageTitle } from '#app/document/page-title.ts';
import { nonCooperationProvision } from '#rules/firm/non-cooperation.ts';
import { activityNounIn } from '../../components/activities/activity-noun.ts';
import { DescriptionList } from '../../components/description-list.tsx';
import { Checkbox, Fieldset } from '../../components/forms/choices.tsx';
import { ErrorSummary } from '../../components/forms/error-summary.tsx';
import { plainFields } from '../../components/forms/form-fields.ts';
import { RequestKeyInput, SubmitButton } from '../../components/forms/submit.tsx';
import { TextArea } from '../../components/forms/text-input.tsx';
import { Panel } from '../../components/panel.tsx';
import { asMember } from '../../session/session.server.ts';
import { handleNonCooperation, loadNonCooperation } from './non-cooperation.server.ts';

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
        Screening is still required. <span className="whitespace-nowrap">({nonCooperationProvision})</span>
      </p>
      {record ? <Recorded /> : <RecordForm />}
    </>
  );
}

/** The record, and its withdrawal. */
function Recorded() {
  const { record, mayWithdraw } = useLoaderData<typeof loader>();
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
      {mayWithdraw ? <WithdrawForm /> : null}
    </Panel>
  );
}

/** Fields posted by both forms. */
function HiddenInputs({ of }: { of: string }) {
  const { activity, party, requestKey } = useLoaderData<typeof loader>();
  return (
    <>
      <RequestKeyInput value={`${requestKey}-${of}`} />
      <input type="hidden" name="version" value={activity.version} />
      <input type="hidden" name="clientId" value={party.id} />
    </>
  );
}

function WithdrawForm() {
  const result = useActionData<typeof action>();
  const field = plainFields('withdrawal', result?.reply);
  return (
    <Form method="post" id="withdrawal" className="grid gap-3 border-t border-line pt-4 print:hidden">
      <HiddenInputs of="withdraw" />
      <ErrorSummary formId="withdrawal" errors={result?.reply.error ?? {}} reply={result} />
      <TextArea field={field('reason')} label="Reason to withdraw" rows={2} maxLength={500} required />
      <p>
        <SubmitButton name="intent" value="withdraw" variant="danger" busy="Withdrawing…">
          Withdraw record
        </SubmitButton>
      </p>
    </Form>
  );
}

function RecordForm() {
  const { isAllowed, mayRecord } = useLoaderData<typeof loader>();
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
      <HiddenInputs of="record" />
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
