import { Form, useActionData, useLoaderData } from '@remix-run/react';
import { AddressFields } from '../../components/address/address-fields.tsx';
import { addressRow } from '../../components/address/address-row.ts';
import { EnterButton } from '../../components/button.tsx';
import { CompanyFactFields } from '../../components/company-facts/company-fact-fields.tsx';
import { Fieldset, Select } from '../../components/forms/choices.tsx';
import { ConfirmationQuestions } from '../../components/forms/confirmation-checks.tsx';
import { ErrorSummary } from '../../components/forms/error-summary.tsx';
import type { FormField } from '../../components/forms/field.tsx';
import { plainFields } from '../../components/forms/form-fields.ts';
import { RegulatedIn } from '../../components/forms/regulated-countries-field.tsx';
import { RequestKeyInput, SubmitButton } from '../../components/forms/submit.tsx';
import { TextInput } from '../../components/forms/text-input.tsx';
import { VersionConflict } from '../../components/forms/version-conflict.tsx';
import type { CompanyResult } from './company-step.server.ts';
import type { loadOnboarding } from './onboard.server.ts';

const formId = 'onboard';

/** The company's details, prefilled from a register by company number or typed. */
export function CompanyStep() {
  const { company, billingCountry, requestKey } = useLoaderData<typeof loadOnboarding>();
  const result = useActionData() as CompanyResult | undefined;
  const field = plainFields(formId, result?.reply, {
    ...company,
    addresses: [company.address ?? { countryCode: billingCountry }],
  });
  return (
    <>
      <h2 id="step-heading">Company</h2>
      <Form
        method="post"
        action="/onboard?step=company"
        className="group/company mt-3 grid gap-6"
        preventScrollReset
      >
        <EnterButton>Save and continue</EnterButton>
        <RequestKeyInput value={result?.requestKey ?? requestKey} />
        <input type="hidden" name="version" value={company.version} />
        <ErrorSummary formId={formId} errors={result?.reply.error ?? {}} reply={result} />
        {result?.stale ? (
          <VersionConflict
            {...result.stale}
            keptBy="Someone else"
            savedAt="in the meantime"
            reloadHref="/onboard?step=company"
          />
        ) : null}
        <ConfirmationQuestions
          formId={formId}
          questions={result?.questions ?? []}
          agreed={[]}
          recordHref={(id) => `/clients/${id}`}
          saveLabel="Save and continue"
        />
        <RegisterLookup field={field} found={result?.register} />
        <CompanyDetails field={field} found={result?.register} />
        <CompanyFactFields field={field} />
        <Fieldset legend="Address" field={field(addressRow)} key={`address ${result?.register}`}>
          <AddressFields
            name={addressRow}
            field={(part) => field(`${addressRow}.${part}`)}
            defaultCountry={billingCountry}
            found={result?.found}
          />
        </Fieldset>
        <p className="border-t border-line pt-4">
          <SubmitButton busy="Saving…">Save and continue</SubmitButton>
        </p>
      </Form>
    </>
  );
}

interface FieldsProps {
  field: (name: string) => FormField;
  /** Result of the register lookup, as text; its details are in the fields. */
  found: string | undefined;
}

function RegisterLookup({ field, found }: FieldsProps) {
  return (
    <Fieldset
      legend="Look up in the register"
      hint="Enter your company number to prefill the form, or skip and type the details."
    >
      {found ? (
        <p className="notice notice-success" role="status">
          <strong className="font-semibold">Found.</strong> {found}
        </p>
      ) : null}
      <div className="grid gap-4 sm:grid-cols-2">
        <RegisterField field={field('nzbn')} label="NZBN" hint="13 digits" register="nzbn" />
        <RegisterField field={field('abn')} label="ABN" hint="11 digits" register="abr" />
      </div>
    </Fieldset>
  );
}

function CompanyDetails({ field, found }: FieldsProps) {
  const { company, sectorChoices } = useLoaderData<typeof loadOnboarding>();
  return (
    <Fieldset legend="Details">
      <TextInput
        key={found}
        field={field('legalName')}
        label="Legal name"
        hint={`As registered. “${company.name}” stays the display name`}
        maxLength={200}
        autoComplete="organization"
        required
      />
      <Select
        field={field('sector')}
        label="Sector"
        choices={sectorChoices}
        empty="Select a sector"
        required
      />
      <RegulatedIn field={field('regulatedIn')} countries={['AUS', 'NZL']} />
    </Fieldset>
  );
}

function RegisterField({
  field,
  label,
  hint,
  register,
}: {
  field: FormField;
  label: string;
  hint: string;
  register: 'nzbn' | 'abr';
}) {
  const initialText = typeof field.initialValue === 'string' ? field.initialValue : '';
  return (
    <div className="grid content-start gap-2">
      <TextInput
        key={initialText}
        field={field}
        label={label}
        hint={hint}
        optional
        autoComplete="off"
        inputMode="numeric"
      />
      <div>
        <SubmitButton
          variant="secondary"
          busy="Searching…"
          name="intent"
          value={`register:${register}`}
          formNoValidate
        >
          Look up by {label}
        </SubmitButton>
      </div>
    </div>
  );
}
