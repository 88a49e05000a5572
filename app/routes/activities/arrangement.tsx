import type { MetaFunction } from '@remix-run/node';
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react';
import { pageTitle } from '#app/document/page-title.ts';
import { propertyArrangementProvision } from '#rules/firm/property-arrangement.ts';
import { activityNounIn } from '../../components/activities/activity-noun.ts';
import { DescriptionList } from '../../components/description-list.tsx';
import { Fieldset } from '../../components/forms/choices.tsx';
import { ErrorSummary } from '../../components/forms/error-summary.tsx';
import type { FormField } from '../../components/forms/field.tsx';
import { plainFields } from '../../components/forms/form-fields.ts';
import { SubmitButton } from '../../components/forms/submit.tsx';
import { TextArea, TextInput } from '../../components/forms/text-input.tsx';
import { Panel } from '../../components/panel.tsx';
import { asMember } from '../../session/session.server.ts';
import { handleArrangement, loadArrangement } from './arrangement.server.ts';
import { PartyRecordInputs, WithdrawRecordForm } from './party-record-forms.tsx';

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  {
    title: pageTitle(
      data ? `Participants’ arrangement: ${data.party.name}` : 'Participants’ arrangement',
      activityNounIn(matches).pluralTitle,
    ),
  },
];

export const loader = asMember(loadArrangement);
export const action = asMember(handleArrangement);

/** The arrangement with another participant of a sale about one party, or the form for it. */
export default function Arrangement() {
  const { activity, party, record } = useLoaderData<typeof loader>();
  return (
    <>
      <p className="mb-2 text-sm">
        <Link to={`/activities/${activity.id}`}>{activity.name}</Link>
      </p>
      <h1>Participants’ arrangement: {party.name}</h1>
      <p className="mt-1 max-w-form text-ink-soft">
        Where another participant of a sale does CDD under a written arrangement, you need not establish again
        on whose behalf the party acts, its beneficial owners and PEP status. Verify its identity and
        representatives, record its purpose and screen it yourself.{' '}
        <span className="whitespace-nowrap max-xs:whitespace-normal">({propertyArrangementProvision})</span>
      </p>
      {record ? <Recorded /> : <RecordForm />}
    </>
  );
}

/** The arrangement, and its withdrawal. */
function Recorded() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { record, mayWithdraw } = page;
  if (record === null) return null;
  return (
    <Panel headingId="record-heading" title="Arrangement" className="mt-6 max-w-form">
      {record.problem === null ? null : (
        <p className="notice notice-warning">This arrangement does not apply: {record.problem}.</p>
      )}
      <DescriptionList
        facts={[
          { label: 'Other participant', value: record.participant },
          {
            label: 'Responsibilities',
            value: <span className="whitespace-pre-line">{record.responsibilities}</span>,
          },
          { label: 'Arrangement made', value: record.agreed },
          { label: 'CDD done by the other participant', value: record.cddDone },
          { label: 'Data received', value: record.received },
          { label: 'Recorded', value: record.recorded },
        ]}
      />
      {mayWithdraw ? <WithdrawRecordForm page={page} result={result} label="Withdraw arrangement" /> : null}
    </Panel>
  );
}

function RecordForm() {
  const page = useLoaderData<typeof loader>();
  const { activity, isAllowed, hasDates, mayRecord } = page;
  const result = useActionData<typeof action>();
  const field = plainFields('arrangement', result?.reply);
  if (!isAllowed) return <p className="mt-6">Complete CDD on this party. No arrangement can replace it.</p>;
  if (!mayRecord) {
    return (
      <p className="mt-6">
        No arrangement yet. An owner, compliance officer or senior manager can record one.
      </p>
    );
  }
  if (!hasDates) {
    return (
      <p className="mt-6">
        <Link to={`/activities/${activity.id}/edit#activity-exchangeOn`}>
          Enter the dates of exchange and settlement
        </Link>{' '}
        first. The last days for CDD and for its data are counted from them.
      </p>
    );
  }
  return (
    <Form method="post" id="arrangement" className="mt-6 grid max-w-form gap-6">
      <PartyRecordInputs page={page} of="record" />
      <ErrorSummary formId="arrangement" errors={result?.reply.error ?? {}} reply={result} />
      <ArrangementFields field={field} />
      <p className="border-t border-line pt-4">
        <SubmitButton name="intent" value="record" busy="Recording…">
          Record arrangement
        </SubmitButton>
      </p>
    </Form>
  );
}

function ArrangementFields({ field }: { field: (name: string) => FormField }) {
  return (
    <Fieldset legend="Record participants’ arrangement">
      <TextInput
        field={field('participant')}
        label="Other participant"
        hint="The real estate agent, lawyer or conveyancer who does CDD"
        maxLength={200}
        required
      />
      <TextArea
        field={field('responsibilities')}
        label="Responsibilities"
        hint="Which participant is responsible for what, as the written arrangement states"
        rows={4}
        maxLength={4000}
        required
      />
      <TextInput field={field('agreedOn')} label="Arrangement made" type="date" required />
      <TextInput
        field={field('cddDoneOn')}
        label="CDD done by the other participant"
        hint="At most 28 days after exchange"
        type="date"
        required
      />
      <TextInput
        field={field('receivedOn')}
        label="Data received"
        hint="At least 3 days before settlement as first agreed"
        type="date"
        required
      />
    </Fieldset>
  );
}
