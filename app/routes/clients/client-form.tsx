import { type SubmissionResult, useForm } from '@conform-to/react';
import { Form, Link } from '@remix-run/react';
import { useState } from 'react';
import type { ConfirmationQuestion } from '#contract/errors.ts';
import { type ClientType, clientKindOf, clientTypeLabels, clientTypes } from '#rules/client-types.ts';
import type { FoundAddresses } from '../../components/address-fields.tsx';
import { AttentionBox } from '../../components/forms/attention-box.tsx';
import { Select } from '../../components/forms/choices.tsx';
import { ConfirmationQuestions } from '../../components/forms/confirmation-questions.tsx';
import { ErrorSummary } from '../../components/forms/error-summary.tsx';
import { fieldFrom } from '../../components/forms/field.tsx';
import { useScripted } from '../../components/forms/scripted.ts';
import { StaleRecord, type VersionRow } from '../../components/forms/stale-record.tsx';
import { RequestKeyInput, SubmitButton } from '../../components/forms/submit.tsx';
import { AddressesSection, ContactSection } from './client-form-contact.tsx';
import { BusinessSection, IndividualSection, RelationshipSection } from './client-form-details.tsx';
import type { ClientFormValues } from './client-form-values.ts';

/** What the action answers when nothing was saved. */
export interface ClientFormAnswer {
  reply: SubmissionResult;
  questions?: ConfirmationQuestion[];
  found?: FoundAddresses;
  /** Somebody else saved first: both versions, and who and when in words. */
  stale?: { rows: VersionRow[]; keptBy: string; keptAt: string; keptVersion: number };
  /** The same form was sent before with other details, which made or changed this client. */
  sentBefore?: { id: string; name: string };
  /** Replaces the request key that is used up. */
  requestKey?: string;
}

export interface MemberChoice {
  id: string;
  name: string;
}

/**
 * The form of a client, to create and to edit one. Which fields it has follows from the type of client and
 * the country of registration; a field that holds something is always shown.
 */
export function ClientForm({
  values,
  answer,
  members,
  requestKey,
  defaultCountry,
  save,
  cancelHref,
  version,
}: {
  values: ClientFormValues;
  answer?: ClientFormAnswer;
  members: readonly MemberChoice[];
  requestKey: string;
  /** Of a new address. */
  defaultCountry: string;
  /** Words on the button that saves, and while it does. */
  save: { label: string; busy: string };
  cancelHref: string;
  /** Of the client that is edited. */
  version?: number;
}) {
  const [form, fields] = useForm<ClientFormValues>({
    id: 'client',
    defaultValue: values,
    lastResult: answer?.reply,
  });
  const given = answer?.reply.initialValue?.clientType;
  const [type, setType] = useState<ClientType>(
    clientTypes.find((known) => known === given) ?? values.clientType,
  );
  const isNew = version === undefined;
  const agreed = [answer?.reply.initialValue?.confirmations ?? []]
    .flat()
    .filter((code) => typeof code === 'string');

  return (
    <Form method="post" id={form.id} className="grid max-w-form gap-8" preventScrollReset>
      {/* Enter in a text field presses the first button of a form; without this one that would be another's. */}
      <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true">
        {save.label}
      </button>
      <RequestKeyInput value={answer?.requestKey ?? requestKey} />
      {isNew ? (
        <input type="hidden" name="clientType" value={type} />
      ) : (
        // The version that was opened, not the one that the page was made with after a post without script.
        <input type="hidden" name="version" value={String(answer?.reply.initialValue?.version ?? version)} />
      )}
      <ErrorSummary formId={form.id} errors={form.allErrors} reply={answer} />
      {answer?.sentBefore ? <SentBefore {...answer.sentBefore} isNew={isNew} save={save.label} /> : null}
      {answer?.stale ? <StaleRecord {...answer.stale} reloadHref="" /> : null}
      <ConfirmationQuestions
        formId={form.id}
        questions={answer?.questions ?? []}
        agreed={agreed}
        recordHref={(id) => `/clients/${id}`}
        saveLabel={save.label}
      />
      {isNew ? null : <TypeOfClient field={fieldFrom(fields.clientType)} type={type} onChange={setType} />}
      {clientKindOf(type) === 'individual' ? (
        <IndividualSection form={form} individual={fields.individual} type={type} />
      ) : (
        <BusinessSection business={fields.business} type={type} />
      )}
      <ContactSection fields={fields} />
      <AddressesSection form={form} fields={fields} answer={answer} defaultCountry={defaultCountry} />
      <RelationshipSection fields={fields} members={members} />
      <div className="flex flex-wrap items-center gap-4 border-t border-line pt-4">
        <SubmitButton busy={save.busy}>{save.label}</SubmitButton>
        <Link to={cancelHref}>Cancel</Link>
      </div>
    </Form>
  );
}

/** Another type of the same kind; an individual never becomes a business. */
function TypeOfClient({
  field,
  type,
  onChange,
}: {
  field: ReturnType<typeof fieldFrom>;
  type: ClientType;
  onChange: (type: ClientType) => void;
}) {
  const isScripted = useScripted();
  const choices = clientTypes
    .filter((other) => clientKindOf(other) === clientKindOf(type))
    .map((value) => ({ value, label: clientTypeLabels[value] }));
  return (
    <div className="flex items-end gap-2">
      <Select
        className="grow"
        field={field}
        label="Type of client"
        choices={choices}
        onChange={(event) => onChange(event.currentTarget.value as ClientType)}
      />
      {isScripted ? null : (
        <button type="submit" className="button" name="intent" value="refresh" formNoValidate>
          Change type
        </button>
      )}
    </div>
  );
}

function SentBefore({ id, name, isNew, save }: { id: string; name: string; isNew: boolean; save: string }) {
  return (
    <AttentionBox
      id="sent-before"
      kind="attention"
      heading="This form was already saved with other details"
      reply={id}
    >
      <p>
        What was saved is{' '}
        <a href={`/clients/${id}`} target="_blank" rel="noreferrer">
          {name}
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
        . What you typed since is in the form below and is not saved.{' '}
        {isNew
          ? `To change that client, open it. To keep what is below as another client, choose ${save} again.`
          : `Open it to see how it is now, then choose ${save} again to save what is below.`}
      </p>
    </AttentionBox>
  );
}
