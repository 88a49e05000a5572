import { Form, useActionData, useLoaderData } from '@remix-run/react';
import { AddressFields } from '../../components/address-fields.tsx';
import { Fieldset, Select } from '../../components/forms/choices.tsx';
import { ErrorSummary } from '../../components/forms/error-summary.tsx';
import type { FormField } from '../../components/forms/field.tsx';
import { plainFields } from '../../components/forms/plain-fields.ts';
import { StaleRecord } from '../../components/forms/stale-record.tsx';
import { RequestKeyInput, SubmitButton } from '../../components/forms/submit.tsx';
import { TextInput } from '../../components/forms/text-input.tsx';
import { RegulatedIn } from '../../components/regulated-in.tsx';
import { addressRow } from './address-row.ts';
import type { CompanyAnswer } from './company-step.server.ts';
import type { loader } from './onboard.tsx';

const formId = 'onboard';

/** Who the company is: by its number from the register, or by hand. */
export function CompanyStep() {
  const { company, billingCountry, requestKey, sectorChoices } = useLoaderData<typeof loader>();
  const answer = useActionData() as CompanyAnswer | undefined;
  const field = plainFields(formId, answer?.reply, {
    ...company,
    addresses: [company.address ?? { countryCode: billingCountry }],
  });
  return (
    <>
      <h2 id="step-heading">Company</h2>
      <Form method="post" action="/onboard?step=company" className="mt-3 grid gap-6" preventScrollReset>
        {/* Enter in a text field presses the first button of a form; without this one that would be a look-up's. */}
        <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true">
          Save and go on
        </button>
        <RequestKeyInput value={answer?.requestKey ?? requestKey} />
        <input type="hidden" name="version" value={company.version} />
        <ErrorSummary formId={formId} errors={answer?.reply.error ?? {}} reply={answer} />
        {answer?.stale ? (
          <StaleRecord
            {...answer.stale}
            keptBy="Somebody else"
            keptAt="in the meantime"
            reloadHref="/onboard?step=company"
          />
        ) : null}
        <Fieldset
          legend="From the register"
          hint="Look your company up by its number to fill the form in, or leave this out and type."
        >
          {answer?.register ? (
            <p className="notice notice-settled" role="status">
              <strong className="font-semibold">Found.</strong> {answer.register}
            </p>
          ) : null}
          <div className="grid gap-4 sm:grid-cols-2">
            <RegisterField field={field('nzbn')} label="NZBN" hint="13 digits" register="nzbn" />
            <RegisterField field={field('abn')} label="ABN" hint="11 digits" register="abr" />
          </div>
        </Fieldset>
        <Fieldset legend="Details">
          <TextInput
            key={answer?.register}
            field={field('legalName')}
            label="Legal name"
            hint={`As it is registered; “${company.name}” stays the name shown here`}
            maxLength={200}
            autoComplete="organization"
            required
          />
          <Select
            field={field('sector')}
            label="What your company does"
            choices={sectorChoices}
            empty="Choose one"
            required
          />
          <RegulatedIn field={field('regulatedIn')} countries={['AUS', 'NZL']} />
        </Fieldset>
        <Fieldset legend="Address" field={field(addressRow)} key={`address ${answer?.register}`}>
          <AddressFields
            name={addressRow}
            field={(part) => field(`${addressRow}.${part}`)}
            defaultCountry={billingCountry}
            found={answer?.found}
          />
        </Fieldset>
        <p className="border-t border-line pt-4">
          <SubmitButton busy="Saving…">Save and go on</SubmitButton>
        </p>
      </Form>
    </>
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
  const given = typeof field.initialValue === 'string' ? field.initialValue : '';
  return (
    <div className="grid content-start gap-2">
      <TextInput
        key={given}
        field={field}
        label={label}
        hint={hint}
        optional
        autoComplete="off"
        inputMode="numeric"
      />
      <div>
        <SubmitButton
          look="secondary"
          busy="Looking it up…"
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
