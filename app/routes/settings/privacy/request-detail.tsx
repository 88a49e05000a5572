import { Form, Link, useActionData, useLoaderData } from '@remix-run/react';
import { privacyDecisionLabels, privacyDecisions } from '#rules/privacy/requests.ts';
import { DescriptionList } from '../../../components/description-list.tsx';
import { RadioGroup } from '../../../components/forms/choices.tsx';
import { ErrorSummary } from '../../../components/forms/error-summary.tsx';
import { plainFields } from '../../../components/forms/form-fields.ts';
import { RequestKeyInput, SubmitButton } from '../../../components/forms/submit.tsx';
import { TextArea, TextInput } from '../../../components/forms/text-input.tsx';
import { Panel } from '../../../components/panel.tsx';
import type { loadPrivacy } from './privacy.server.ts';
import type { handlePrivacyAction } from './privacy-actions.server.ts';

type Request = NonNullable<Awaited<ReturnType<typeof loadPrivacy>>['request']>;

/** One request: its facts, its decision, and the statement of a correction that was not made. */
export function RequestDetail({ request }: { request: Request }) {
  const { mayManage, mayRecord } = useLoaderData<typeof loadPrivacy>();
  const isOpen = request.decided === null;
  return (
    <Panel
      headingId="request-heading"
      title={`${request.kind}: ${request.client.name}`}
      action={<Link to={`/clients/${request.client.id}`}>Client</Link>}
      className="max-w-form"
    >
      <DescriptionList
        facts={[
          { label: 'Received', value: request.received },
          { label: 'Requested by', value: request.requestedBy },
          { label: 'Requested', value: <span className="whitespace-pre-line">{request.details}</span> },
          {
            label: 'Decide by',
            value: (
              <>
                <span className={isOpen && request.isOverdue ? 'text-danger' : ''}>{request.due}</span>
                <span className="hint block">{request.working}</span>
              </>
            ),
          },
          { label: 'Extended', value: request.extended },
          { label: 'Decision', value: request.decided?.text },
          { label: 'Reason', value: request.decided?.reason },
          { label: 'Statement of correction', value: request.statement },
        ]}
      />
      {request.kind === 'Access' ? (
        <p>
          <Link to={request.packHref}>Make the subject access pack</Link>
          <span className="hint block">
            Everything on record about the person. Leaves out other people’s information, your own
            assessments, and what the law requires to be withheld.
          </span>
        </p>
      ) : null}
      {isOpen && mayManage ? <DecideForm request={request} /> : null}
      {isOpen && mayManage && request.extended === null && !request.isOverdue ? (
        <ExtendForm request={request} />
      ) : null}
      {request.canAttach && mayRecord ? <AttachForm request={request} /> : null}
    </Panel>
  );
}

function useForm(name: string) {
  const answer = useActionData<typeof handlePrivacyAction>();
  const result = answer?.form === name ? answer : undefined;
  return { result, field: plainFields(name, result?.reply) };
}

function OfRequest({ request, form }: { request: Request; form: string }) {
  const { requestKey } = useLoaderData<typeof loadPrivacy>();
  return (
    <>
      <RequestKeyInput value={`${requestKey}-${form}`} />
      <input type="hidden" name="id" value={request.id} />
      <input type="hidden" name="version" value={request.version} />
    </>
  );
}

const decisionChoices = privacyDecisions.map((value) => ({ value, label: privacyDecisionLabels[value] }));

function DecideForm({ request }: { request: Request }) {
  const { result, field } = useForm('decide');
  return (
    <Form method="post" className="grid gap-3" preventScrollReset>
      <OfRequest request={request} form="decide" />
      <ErrorSummary formId="decide" errors={result?.reply.error ?? {}} reply={result} />
      <RadioGroup field={field('decision')} label="Decision" choices={decisionChoices} required />
      <TextArea
        field={field('reason')}
        label="What was done, or why it is refused"
        hint="As you told the person. Never mention reports to a regulator."
        maxLength={2000}
        required
      />
      <p>
        <SubmitButton name="intent" value="decide" busy="Saving…">
          Record decision
        </SubmitButton>
      </p>
    </Form>
  );
}

function ExtendForm({ request }: { request: Request }) {
  const { result, field } = useForm('extend');
  return (
    <details open={result !== undefined}>
      <summary className="w-fit py-1">Extend the time</summary>
      <Form method="post" className="mt-2 grid gap-3" preventScrollReset>
        <OfRequest request={request} form="extend" />
        <ErrorSummary formId="extend" errors={result?.reply.error ?? {}} reply={result} />
        <TextInput field={field('until')} label="Extended until" type="date" className="max-w-48" required />
        <TextArea
          field={field('reason')}
          label="Reason in the response to the person"
          maxLength={1000}
          required
        />
        <p>
          <SubmitButton name="intent" value="extend" variant="secondary" busy="Saving…">
            Extend
          </SubmitButton>
        </p>
      </Form>
    </details>
  );
}

function AttachForm({ request }: { request: Request }) {
  const { result, field } = useForm('attach');
  return (
    <Form method="post" className="grid gap-3" preventScrollReset>
      <OfRequest request={request} form="attach" />
      <ErrorSummary formId="attach" errors={result?.reply.error ?? {}} reply={result} />
      <TextArea
        field={field('text')}
        label="Statement of correction"
        hint="In the person’s words. It is shown on the client’s page and in evidence packs."
        maxLength={5000}
        required
      />
      <p>
        <SubmitButton name="intent" value="attach" busy="Attaching…">
          Attach statement
        </SubmitButton>
      </p>
    </Form>
  );
}
