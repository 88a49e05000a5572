import type { MetaFunction } from '@remix-run/node';
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react';
import { pageTitle } from '#app/document/page-title.ts';
import { clientSectionUrl } from '#rules/clients/client-tabs.ts';
import { BlockerList } from '../../components/activities/blocker-list.tsx';
import { DescriptionList } from '../../components/description-list.tsx';
import { CheckboxList, Fieldset, Select } from '../../components/forms/choices.tsx';
import { ErrorSummary } from '../../components/forms/error-summary.tsx';
import { plainFields } from '../../components/forms/form-fields.ts';
import { RequestKeyInput, SubmitButton } from '../../components/forms/submit.tsx';
import { TextArea, TextInput } from '../../components/forms/text-input.tsx';
import { Panel } from '../../components/panel.tsx';
import { SanctionsBanner } from '../../components/sanctions/sanctions-banner.tsx';
import { asMember } from '../../session/session.server.ts';
import { handlePermits, loadPermits } from './permits.server.ts';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: pageTitle(data ? `Permits: ${data.client.name}` : 'Permits', 'Clients') },
];

export const loader = asMember(loadPermits);
export const action = asMember(handlePermits);

/** Permits that allow dealing with a listed client, and the reports that the match requires. */
export default function Permits() {
  const { client, sanctions, reports, permits, mayRecord } = useLoaderData<typeof loader>();
  return (
    <>
      <h1>Permits and reports: {client.name}</h1>
      <p className="mt-1 text-ink-soft">
        <Link to={`/clients/${client.id}`}>Back to the client</Link>
      </p>
      <SanctionsBanner lines={sanctions} />
      {reports.length > 0 ? (
        <Panel
          headingId="reports-heading"
          title="Reports to authorities"
          about="For compliance officers only. These duties cannot be snoozed."
          className="mt-6 max-w-form"
        >
          <ul className="grid gap-3">
            {reports.map(({ key, text, due, working }) => (
              <li key={key}>
                <p>
                  <strong className="font-semibold">{due}.</strong> {text}.
                </p>
                <p className="hint">{working}</p>
              </li>
            ))}
          </ul>
        </Panel>
      ) : null}
      <section aria-labelledby="permits-heading" className="mt-6 grid max-w-form gap-4">
        <h2 id="permits-heading">Permits and authorisations</h2>
        {permits.length === 0 ? <p className="text-ink-soft">None recorded</p> : null}
        {permits.map((permit) => (
          <PermitPanel key={permit.id} permit={permit} />
        ))}
      </section>
      {mayRecord ? <RecordForm /> : null}
    </>
  );
}

type PermitLine = ReturnType<typeof useLoaderData<typeof loader>>['permits'][number];

function PermitPanel({ permit }: { permit: PermitLine }) {
  return (
    <Panel headingId={`permit-${permit.id}`} level={3} title={`${permit.number}: ${permit.state}`}>
      <DescriptionList
        facts={[
          { label: 'Authority', value: permit.authority },
          { label: 'Law', value: `${permit.country}: ${permit.laws}` },
          { label: 'Allows', value: permit.acts },
          { label: 'Scope and conditions', value: permit.scope },
          { label: 'In effect', value: permit.days },
          { label: 'Document', value: permit.fileName },
          {
            label: 'History',
            value: permit.history.map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            )),
          },
        ]}
      />
      <PermitDecision permit={permit} />
    </Panel>
  );
}

function PermitDecision({ permit }: { permit: PermitLine }) {
  const { client, mayDecide, requestKey } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const result = answer?.about === permit.id ? answer : undefined;
  const formId = `permit-${permit.id}-form`;
  if (!mayDecide || permit.isWithdrawn) return null;
  const field = plainFields(formId, result?.reply);
  return (
    <Form method="post" id={formId} className="grid gap-3" preventScrollReset>
      <RequestKeyInput value={`${requestKey}-${permit.id}`} />
      <input type="hidden" name="permitId" value={permit.id} />
      <input type="hidden" name="version" value={permit.version} />
      <ErrorSummary formId={formId} errors={result?.reply.error ?? {}} reply={result} />
      {permit.approvalBlockers.length > 0 ? (
        <BlockerList blockers={permit.approvalBlockers} page={{ kind: 'client', id: client.id }} />
      ) : null}
      {permit.isApproved || permit.approvalBlockers.length > 0 ? null : (
        <p>
          <SubmitButton name="intent" value="approve" busy="Approving…">
            Approve permit
          </SubmitButton>
        </p>
      )}
      <TextInput
        field={field('reason')}
        label="Reason to withdraw"
        maxLength={500}
        autoComplete="off"
        optional
      />
      <p>
        <SubmitButton name="intent" value="withdraw" variant="danger" busy="Withdrawing…">
          Withdraw permit
        </SubmitButton>
      </p>
    </Form>
  );
}

function RecordForm() {
  const { countries, laws, acts, documents, requestKey, client } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const result = answer?.about === null ? answer : undefined;
  const field = plainFields('permit', result?.reply);
  return (
    <Form method="post" id="permit" className="mt-8 grid max-w-form gap-6" preventScrollReset>
      <RequestKeyInput value={`${requestKey}-record`} />
      <ErrorSummary formId="permit" errors={result?.reply.error ?? {}} reply={result} />
      <Fieldset
        legend="Record a permit or authorisation"
        hint="Once approved, it lifts the prohibition for the actions it allows, between its dates."
      >
        <Select
          field={field('country')}
          label="Country"
          choices={countries}
          empty="Select a country"
          required
        />
        <CheckboxList field={field('regimes')} label="Law" choices={laws} />
        <TextInput field={field('authority')} label="Authority" maxLength={200} autoComplete="off" required />
        <TextInput field={field('number')} label="Number" maxLength={80} autoComplete="off" required />
        <Select
          field={field('documentId')}
          label="Document"
          hint="A document of this client"
          choices={documents}
          empty="Select a document"
          required
        />
        <p className="hint">
          Not there yet? <Link to={clientSectionUrl(client.id, 'documents')}>Upload it to the client</Link>
        </p>
        <CheckboxList field={field('acts')} label="What it allows" choices={acts} />
        <TextArea field={field('scope')} label="Scope and conditions" maxLength={1000} required />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextInput field={field('validFrom')} label="In effect from" type="date" required />
          <TextInput field={field('validTo')} label="In effect until" type="date" required />
        </div>
      </Fieldset>
      <p className="border-t border-line pt-4">
        <SubmitButton name="intent" value="record" busy="Recording…">
          Record permit
        </SubmitButton>
      </p>
    </Form>
  );
}
