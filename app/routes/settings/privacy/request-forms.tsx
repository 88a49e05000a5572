import { Form, Link, useActionData, useLoaderData } from '@remix-run/react';
import { privacyRequestKindLabels, privacyRequestKinds } from '#rules/privacy/requests.ts';
import { Select } from '../../../components/forms/choices.tsx';
import { ErrorSummary } from '../../../components/forms/error-summary.tsx';
import { plainFields } from '../../../components/forms/form-fields.ts';
import { RequestKeyInput, SubmitButton } from '../../../components/forms/submit.tsx';
import { TextArea, TextInput } from '../../../components/forms/text-input.tsx';
import { Panel } from '../../../components/panel.tsx';
import type { loadPrivacy } from './privacy.server.ts';
import type { handlePrivacyAction } from './privacy-actions.server.ts';

const kindChoices = privacyRequestKinds.map((value) => ({ value, label: privacyRequestKindLabels[value] }));

/** Records a person’s request about their record. */
export function NewRequestForm({ clientId }: { clientId: string }) {
  const { today, requestKey } = useLoaderData<typeof loadPrivacy>();
  const answer = useActionData<typeof handlePrivacyAction>();
  const result = answer?.form === 'recordRequest' ? answer : undefined;
  const field = plainFields('request', result?.reply, { receivedOn: today });
  return (
    <Panel
      headingId="new-request-heading"
      title="Record a request for access or correction"
      className="max-w-form"
    >
      <Form method="post" className="grid gap-4" preventScrollReset>
        <RequestKeyInput value={requestKey} />
        <input type="hidden" name="id" value={clientId} />
        <ErrorSummary formId="request" errors={result?.reply.error ?? {}} reply={result} />
        <Select
          field={field('kind')}
          label="Kind of request"
          choices={kindChoices}
          empty="Select a kind"
          className="max-w-64"
          required
        />
        <TextInput
          field={field('receivedOn')}
          label="Received on"
          type="date"
          max={today}
          className="max-w-48"
          required
        />
        <TextInput
          field={field('requestedBy')}
          label="Requested by"
          hint="Who made the request, and how you confirmed their identity or authority"
          maxLength={500}
          autoComplete="off"
          required
        />
        <TextArea
          field={field('details')}
          label="What is requested"
          hint="For a correction: what is wrong, and what it should be"
          maxLength={5000}
          required
        />
        <p className="flex flex-wrap items-center gap-4">
          <SubmitButton name="intent" value="recordRequest" busy="Recording…">
            Record request
          </SubmitButton>
          <Link to={`/clients/${clientId}`}>Cancel</Link>
        </p>
      </Form>
    </Panel>
  );
}
