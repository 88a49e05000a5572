import { Form, Link, useActionData, useLoaderData } from '@remix-run/react';
import { ErrorSummary } from '../../../components/forms/error-summary.tsx';
import { plainFields } from '../../../components/forms/form-fields.ts';
import { QuestionBox } from '../../../components/forms/question-box.tsx';
import { RequestKeyInput, SubmitButton } from '../../../components/forms/submit.tsx';
import { TextArea } from '../../../components/forms/text-input.tsx';
import type { handleRetentionAction, loadRetention } from './retention.server.ts';

/** Places or releases the legal hold of the client named in the URL. */
export function HoldForm() {
  const { client, requestKey } = useLoaderData<typeof loadRetention>();
  const result = useActionData<typeof handleRetentionAction>();
  const mine = result?.form === 'hold' ? result : undefined;
  if (client === null) return null;
  const field = plainFields('hold', mine?.reply);
  return (
    <QuestionBox
      about={client.id}
      labelledBy="hold-heading"
      isRejected={mine !== undefined}
      look="card"
      className="max-w-form"
    >
      <h2 id="hold-heading">
        {client.isHeld ? 'Release legal hold on' : 'Place a legal hold on'} {client.name}
      </h2>
      <p className="hint">
        {client.isHeld
          ? 'Records are on legal hold until you release it.'
          : 'Records on legal hold cannot be destroyed or listed for destruction, and documents cannot be removed.'}
        {client.keptUntil ? ` They are retained until ${client.keptUntil} in any case.` : ''}
      </p>
      <Form method="post" className="grid gap-3" preventScrollReset>
        <RequestKeyInput value={requestKey} />
        <input type="hidden" name="id" value={client.id} />
        <ErrorSummary formId="hold" errors={mine?.reply.error ?? {}} reply={mine} />
        <TextArea
          field={field('reason')}
          label="Reason"
          hint="Visible only to members who can place or release legal holds"
          maxLength={1000}
          required
        />
        <p className="flex flex-wrap items-center gap-4">
          <SubmitButton name="intent" value={client.isHeld ? 'lift' : 'hold'} busy="Saving…">
            {client.isHeld ? 'Release legal hold' : 'Place legal hold'}
          </SubmitButton>
          <Link to={`/clients/${client.id}`}>Back to the client</Link>
        </p>
      </Form>
    </QuestionBox>
  );
}
