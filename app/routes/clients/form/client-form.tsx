import { useForm } from '@conform-to/react';
import { Form, Link } from '@remix-run/react';
import { useState } from 'react';
import type { ConfirmationQuestion } from '#contract/errors.ts';
import { addressKindsFor } from '#rules/clients/address-kinds.ts';
import {
  type ClientType,
  clientTypeLabels,
  clientTypes,
  getClientKind,
} from '#rules/clients/client-types.ts';
import type { AddressFormAnswer } from '../../../components/address/address-form.server.ts';
import { Button, EnterButton } from '../../../components/button.tsx';
import { Select } from '../../../components/forms/choices.tsx';
import { ConfirmationQuestions } from '../../../components/forms/confirmation-checks.tsx';
import { ErrorSummary } from '../../../components/forms/error-summary.tsx';
import { fieldFrom } from '../../../components/forms/field.tsx';
import { RequestKeyInput, SubmitButton } from '../../../components/forms/submit.tsx';
import { useScripted } from '../../../components/forms/use-hydrated.ts';
import { VersionConflict, type VersionRow } from '../../../components/forms/version-conflict.tsx';
import { WarningBox } from '../../../components/forms/warning-box.tsx';
import type { MemberChoice } from '../../../components/team/member-choices.ts';
import { BusinessSection } from './client-form-business.tsx';
import { AddressesSection, ContactSection } from './client-form-contact.tsx';
import { RelationshipSection } from './client-form-details.tsx';
import { IndividualSection } from './client-form-individual.tsx';
import type { ClientFormValues } from './client-form-values.ts';

/** The action’s result when nothing was saved. */
export interface ClientFormAnswer extends AddressFormAnswer {
  questions?: ConfirmationQuestion[];
  /** Another user saved first: both versions, with the user and time. */
  stale?: { rows: VersionRow[]; keptBy: string; savedAt: string; savedVersion: number };
  /** The same form was submitted before with other details, which created or changed this client. */
  sentBefore?: { id: string; name: string };
  /** Replaces the request key, which has been used. */
  requestKey?: string;
}

interface ClientFormProps {
  values: ClientFormValues;
  result?: ClientFormAnswer;
  members: readonly MemberChoice[];
  requestKey: string;
  /** Of a new address. */
  defaultCountry: string;
  /** Labels of the save button, at rest and while saving. */
  save: { label: string; busy: string };
  cancelHref: string;
  /** Of the client that is edited. */
  version?: number;
}

/**
 * The form to create and to edit a client. The client type and country of registration determine its fields; a field
 * with a value is always shown.
 */
export function ClientForm({
  values,
  result,
  members,
  requestKey,
  defaultCountry,
  save,
  cancelHref,
  version,
}: ClientFormProps) {
  const [form, fields] = useForm<ClientFormValues>({
    id: 'client',
    defaultValue: values,
    lastResult: result?.reply,
  });
  const postedType = result?.reply.initialValue?.clientType;
  const [type, setType] = useState<ClientType>(
    clientTypes.find((known) => known === postedType) ?? values.clientType,
  );
  const isNew = version === undefined;
  const agreed = [result?.reply.initialValue?.confirmations ?? []]
    .flat()
    .filter((code) => typeof code === 'string');

  return (
    <Form method="post" id={form.id} className="grid max-w-form gap-8" preventScrollReset>
      <EnterButton>{save.label}</EnterButton>
      <RequestKeyInput value={result?.requestKey ?? requestKey} />
      {isNew ? (
        <input type="hidden" name="clientType" value={type} />
      ) : (
        // The version that was opened, not the one rendered after a post without script.
        <input type="hidden" name="version" value={String(result?.reply.initialValue?.version ?? version)} />
      )}
      <ErrorSummary formId={form.id} errors={form.allErrors} reply={result} />
      {result?.sentBefore ? <SentBefore {...result.sentBefore} isNew={isNew} save={save.label} /> : null}
      {result?.stale ? <VersionConflict {...result.stale} reloadHref="" /> : null}
      <ConfirmationQuestions
        formId={form.id}
        questions={result?.questions ?? []}
        agreed={agreed}
        recordHref={(id) => `/clients/${id}`}
        saveLabel={save.label}
      />
      {isNew ? null : <TypeOfClient field={fieldFrom(fields.clientType)} type={type} onChange={setType} />}
      {getClientKind(type) === 'individual' ? (
        <IndividualSection form={form} individual={fields.individual} type={type} />
      ) : (
        <BusinessSection business={fields.business} type={type} />
      )}
      <ContactSection fields={fields} />
      <AddressesSection
        form={form}
        fields={fields}
        result={result}
        kinds={addressKindsFor(type)}
        defaultCountry={defaultCountry}
      />
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
    .filter((other) => getClientKind(other) === getClientKind(type))
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
        <Button name="intent" value="refresh" formNoValidate>
          Change type
        </Button>
      )}
    </div>
  );
}

function SentBefore({ id, name, isNew, save }: { id: string; name: string; isNew: boolean; save: string }) {
  return (
    <WarningBox
      id="sent-before"
      kind="warning"
      heading="You already saved this form with different details"
      reply={id}
    >
      <p>
        Saved as{' '}
        <a href={`/clients/${id}`} target="_blank" rel="noreferrer">
          {' '}
          {name}
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
        . What you typed since is in the form below and is not saved.{' '}
        {isNew
          ? `To change that client, open it. To save the details below as another client, choose ${save} again.`
          : `Open it to see how it is now, then choose ${save} again to save what is below.`}
      </p>
    </WarningBox>
  );
}
