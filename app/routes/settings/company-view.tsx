import { Form, useActionData, useLoaderData } from '@remix-run/react';
import { settingsUrl } from '#rules/pages/settings-pages.ts';
import { AddressFields } from '../../components/address/address-fields.tsx';
import { addressRow } from '../../components/address/address-row.ts';
import { AffectedClients } from '../../components/affected-clients/affected-clients.tsx';
import { EnterButton } from '../../components/button.tsx';
import { CompanyFactFields } from '../../components/company-facts/company-fact-fields.tsx';
import { DescriptionList } from '../../components/description-list.tsx';
import { ErrorInLayout } from '../../components/error-page.tsx';
import { Fieldset, Select } from '../../components/forms/choices.tsx';
import { ConfirmationQuestions } from '../../components/forms/confirmation-checks.tsx';
import { ErrorSummary } from '../../components/forms/error-summary.tsx';
import type { FormField } from '../../components/forms/field.tsx';
import { plainFields } from '../../components/forms/form-fields.ts';
import { RegulatedIn } from '../../components/forms/regulated-countries-field.tsx';
import { RequestKeyInput, SubmitButton } from '../../components/forms/submit.tsx';
import { TextInput } from '../../components/forms/text-input.tsx';
import { VersionConflict } from '../../components/forms/version-conflict.tsx';
import { asMember } from '../../session/session.server.ts';
import { handleCompanySettings, loadCompany } from './company.server.ts';
import { FirmDuties, MissingFacts } from './firm-panels.tsx';
import { OwnersChange } from './owner-only-note.tsx';
import { settingsMeta } from './settings-meta.ts';
import { settingsLoader } from './settings-route.server.ts';

export const meta = settingsMeta('company');

export const loader = settingsLoader('company', loadCompany);

export const action = asMember(handleCompanySettings);

export const ErrorBoundary = ErrorInLayout;

const formId = 'company';

/** The company's details: editable for owners, read-only for everyone else. */
export default function CompanyView() {
  const { rows, warning, mayWrite, missing, supervisors, duties } = useLoaderData<typeof loader>();
  return (
    <>
      {warning ? <p className="notice notice-warning mb-4 max-w-form">{warning}</p> : null}
      <MissingFacts missing={missing} />
      {mayWrite ? (
        <CompanyForm />
      ) : (
        <section aria-labelledby="company-heading" className="max-w-form">
          <h2 id="company-heading">Company</h2>
          <DescriptionList
            card
            className="mt-3"
            facts={rows.map(({ label, text }) => ({ label, value: text || '–' }))}
          />
          <OwnersChange what="these details" />
        </section>
      )}
      <FirmDuties supervisors={supervisors} duties={duties} />
    </>
  );
}

type CompanyData = Awaited<ReturnType<typeof loadCompany>>;

function CompanyForm() {
  const view = useLoaderData<typeof loader>();
  const { profile, billingCountry, requestKey } = view;
  const result = useActionData<typeof action>();
  const field = plainFields(formId, result?.reply, {
    ...profile,
    addresses: [profile.address ?? { countryCode: billingCountry }],
  });
  return (
    <Form method="post" className="group/company grid max-w-form gap-6" preventScrollReset>
      <EnterButton>Save changes</EnterButton>
      <RequestKeyInput value={result?.requestKey ?? requestKey} />
      <input type="hidden" name="version" value={profile.version} />
      <ErrorSummary formId={formId} errors={result?.reply.error ?? {}} reply={result} />
      {result?.stale ? (
        <VersionConflict {...result.stale} keptBy="Someone else" reloadHref={settingsUrl('company')} />
      ) : null}
      <ConfirmationQuestions
        formId={formId}
        questions={result?.questions ?? []}
        agreed={[]}
        recordHref={(id) => `/clients/${id}`}
        saveLabel="Save changes"
      />
      <CompanyFields
        field={field}
        sectorChoices={view.sectorChoices}
        timeZoneChoices={view.timeZoneChoices}
      />
      <CompanyFactFields field={field} />
      <Fieldset legend="Address" field={field(addressRow)}>
        <AddressFields
          name={addressRow}
          field={(part) => field(`${addressRow}.${part}`)}
          defaultCountry={billingCountry}
          found={result?.found}
        />
      </Fieldset>
      <AffectedClients affected={result?.affected} />
      <div className="flex flex-wrap items-center gap-4 border-t border-line pt-4">
        <SubmitButton busy="Saving…">Save changes</SubmitButton>
        <SubmitButton variant="secondary" name="intent" value="preview" busy="Checking clients…">
          Preview affected clients
        </SubmitButton>
        <span className="hint">Last updated {view.changed}</span>
      </div>
    </Form>
  );
}

function CompanyFields({
  field,
  sectorChoices,
  timeZoneChoices,
}: Pick<CompanyData, 'sectorChoices' | 'timeZoneChoices'> & { field: (name: string) => FormField }) {
  return (
    <Fieldset legend="Company">
      <TextInput
        field={field('name')}
        label="Name"
        hint="Shown in Assay and to recipients of document requests"
        maxLength={200}
        autoComplete="organization"
        required
      />
      <TextInput
        field={field('legalName')}
        label="Legal name"
        hint="As registered"
        maxLength={200}
        optional
        autoComplete="off"
      />
      <Select
        field={field('sector')}
        label="Sector"
        choices={sectorChoices}
        empty="Select a sector"
        required
      />
      <RegulatedIn
        field={field('regulatedIn')}
        countries={['NZL', 'AUS']}
        hint="Adding a country adds its starter templates and minimum retention period (NZ 5 years, AU 7 years). Both countries’ rules then apply to all clients."
      />
      <div className="grid gap-4 sm:grid-cols-3">
        <TextInput field={field('nzbn')} label="NZBN" hint="13 digits" optional autoComplete="off" />
        <TextInput field={field('abn')} label="ABN" hint="11 digits" optional autoComplete="off" />
        <TextInput field={field('acn')} label="ACN" hint="9 digits" optional autoComplete="off" />
      </div>
      <Select
        field={field('timeZone')}
        label="Time zone"
        hint="Used for due dates and displayed times"
        choices={timeZoneChoices}
        required
      />
    </Fieldset>
  );
}
