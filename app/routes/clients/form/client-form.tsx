import { useForm } from '@conform-to/react';
import { Form, Link } from '@remix-run/react';
import { type ReactNode, useState } from 'react';
import { addressKindsFor } from '#rules/clients/address-kinds.ts';
import { clientFields } from '#rules/clients/client-fields.ts';
import {
  type ClientType,
  clientTypeLabels,
  clientTypes,
  getClientKind,
} from '#rules/clients/client-types.ts';
import { Button, EnterButton } from '../../../components/button.tsx';
import { Checkbox, Fieldset, Select } from '../../../components/forms/choices.tsx';
import { ConfirmationQuestions } from '../../../components/forms/confirmation-checks.tsx';
import { ErrorSummary } from '../../../components/forms/error-summary.tsx';
import { fieldFrom } from '../../../components/forms/field.tsx';
import { OpenedInput } from '../../../components/forms/opened-input.tsx';
import { RequestKeyInput, SubmitButton } from '../../../components/forms/submit.tsx';
import { TextInput } from '../../../components/forms/text-input.tsx';
import { toEntries } from '../../../components/forms/three-way-merge.ts';
import { useScripted } from '../../../components/forms/use-hydrated.ts';
import { WarningBox } from '../../../components/forms/warning-box.tsx';
import type { MemberChoice } from '../../../components/team/member-choices.ts';
import type { ClientFormResult } from './client-form-answer.ts';
import { BusinessSection } from './client-form-business.tsx';
import { AddressesSection, ContactSection } from './client-form-contact.tsx';
import { RelationshipSection } from './client-form-details.tsx';
import { IndividualSection } from './client-form-individual.tsx';
import type { ClientFieldset, ClientFormValues } from './client-form-values.ts';

interface ClientFormProps {
  values: ClientFormValues;
  result?: ClientFormResult;
  members: readonly MemberChoice[];
  requestKey: string;
  /** Of a new address. */
  defaultCountry: string;
  /** Labels of the save button, at rest and while saving. */
  save: { label: string; busy: string };
  cancelHref: string;
  /** Of the client that is edited. */
  version?: number;
  /** What others changed in it meanwhile. */
  versions?: ReactNode;
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
  versions,
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

  // Offered with the question, and kept while what was entered in it is refused.
  const offersSpelling =
    result?.questions?.some(({ mayBeSpelling }) => mayBeSpelling) ||
    result?.reply.initialValue?.spellingCorrection !== undefined;

  return (
    <Form method="post" id={form.id} className="grid max-w-form gap-8" preventScrollReset data-refreshable>
      <EnterButton>{save.label}</EnterButton>
      <RequestKeyInput value={result?.requestKey ?? requestKey} />
      {isNew ? (
        <input type="hidden" name="clientType" value={type} />
      ) : (
        // The version that was opened, not the one rendered after a post without script.
        <>
          <input
            type="hidden"
            name="version"
            value={String(result?.reply.initialValue?.version ?? version)}
          />
          <OpenedInput entries={toEntries(values)} posted={result?.reply.initialValue?.opened} />
        </>
      )}
      <ErrorSummary formId={form.id} errors={form.allErrors} reply={result} />
      {result?.sentBefore ? <SentBefore {...result.sentBefore} isNew={isNew} save={save.label} /> : null}
      {versions}
      <ConfirmationQuestions
        formId={form.id}
        questions={result?.questions ?? []}
        agreed={agreed}
        recordHref={(id) => `/clients/${id}`}
        saveLabel={save.label}
      />
      {offersSpelling ? <SpellingCorrection fields={fields} /> : null}
      {isNew ? null : <ClientTypeField field={fieldFrom(fields.clientType)} type={type} onChange={setType} />}
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

/** Instead of confirming: the name is written differently, and the client is the same. */
function SpellingCorrection({ fields }: { fields: ClientFieldset }) {
  return (
    <Fieldset legend="Spelling correction" quiet>
      <Checkbox
        field={fieldFrom(fields.spellingCorrection)}
        label="Correct the spelling of the same client’s name"
        hint="Identity evidence still counts. Sanctions screening must be run again."
      />
      <TextInput
        field={fieldFrom(fields.spellingReason)}
        label="Reason for the correction"
        optional
        hint="Where the right spelling was read, such as the passport"
      />
    </Fieldset>
  );
}

/** Another type of the same kind; an individual never becomes a business. */
function ClientTypeField({
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
        label={clientFields.clientType.label}
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
        . Your later changes are below and not saved.{' '}
        {isNew
          ? `To change that client, open it. To save the details below as another client, select ${save} again.`
          : `To save them, open the saved record, then select ${save} again.`}
      </p>
    </WarningBox>
  );
}
