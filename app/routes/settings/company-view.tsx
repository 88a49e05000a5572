import { Form } from '@remix-run/react';
import { Fragment } from 'react';
import { AddressFields } from '../../components/address-fields.tsx';
import { Fieldset, Select } from '../../components/forms/choices.tsx';
import { ErrorSummary } from '../../components/forms/error-summary.tsx';
import { plainFields } from '../../components/forms/plain-fields.ts';
import { StaleRecord } from '../../components/forms/stale-record.tsx';
import { RequestKeyInput, SubmitButton } from '../../components/forms/submit.tsx';
import { TextInput } from '../../components/forms/text-input.tsx';
import { RegulatedIn } from '../../components/regulated-in.tsx';
import type { answerCompany, loadCompany } from './company.server.ts';
import { OwnersChange } from './owners-change.tsx';
import { useAnswer, useShown } from './view-data.ts';

const formId = 'company';

/** Who the company is: to change for an owner, to read for everybody else. */
export default function CompanyView() {
  const { rows, warning, mayWrite } = useShown<typeof loadCompany>();
  return (
    <>
      {warning ? <p className="notice notice-attention mb-4 max-w-form">{warning}</p> : null}
      {mayWrite ? (
        <CompanyForm />
      ) : (
        <section aria-labelledby="company-heading" className="max-w-form">
          <h2 id="company-heading">Company</h2>
          <dl className="panel mt-3 grid gap-x-4 gap-y-2 p-4 sm:grid-cols-[200px_1fr]">
            {rows.map(({ label, text }) => (
              <Fragment key={label}>
                <dt className="font-semibold">{label}</dt>
                <dd className="whitespace-pre-line">{text || '–'}</dd>
              </Fragment>
            ))}
          </dl>
          <OwnersChange what="these details" />
        </section>
      )}
    </>
  );
}

function CompanyForm() {
  const shown = useShown<typeof loadCompany>();
  const { profile, addressRow, billingCountry, requestKey } = shown;
  const answer = useAnswer<typeof answerCompany>();
  const field = plainFields(formId, answer?.reply, {
    ...profile,
    addresses: [profile.address ?? { countryCode: billingCountry }],
  });
  return (
    <Form method="post" className="grid max-w-form gap-6" preventScrollReset>
      {/* Enter in a text field presses the first button of a form; without this one that would be the look-up's. */}
      <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true">
        Save changes
      </button>
      <RequestKeyInput value={answer?.requestKey ?? requestKey} />
      <input type="hidden" name="version" value={profile.version} />
      <ErrorSummary formId={formId} errors={answer?.reply.error ?? {}} reply={answer} />
      {answer?.stale ? (
        <StaleRecord {...answer.stale} keptBy="Somebody else" reloadHref="/settings?view=company" />
      ) : null}
      <Fieldset legend="Company">
        <TextInput
          field={field('name')}
          label="Name"
          hint="Shown in Assay and to clients who are asked for documents"
          maxLength={200}
          autoComplete="organization"
          required
        />
        <TextInput
          field={field('legalName')}
          label="Legal name"
          hint="As it is registered"
          maxLength={200}
          optional
          autoComplete="off"
        />
        <Select
          field={field('sector')}
          label="What your company does"
          choices={shown.sectorChoices}
          empty="Choose one"
          required
        />
        <RegulatedIn
          field={field('regulatedIn')}
          countries={['NZL', 'AUS']}
          hint="A country that you add brings its starter templates, and its least years of keeping records: 5 in New Zealand, 7 in Australia. Clients are judged by the rules of both from then on."
        />
        <div className="grid gap-4 sm:grid-cols-3">
          <TextInput field={field('nzbn')} label="NZBN" hint="13 digits" optional autoComplete="off" />
          <TextInput field={field('abn')} label="ABN" hint="11 digits" optional autoComplete="off" />
          <TextInput field={field('acn')} label="ACN" hint="9 digits" optional autoComplete="off" />
        </div>
        <Select
          field={field('timeZone')}
          label="Time zone"
          hint="Decides which day it is: when reviews and requests fall due, and the times that pages show"
          choices={shown.timeZoneChoices}
          required
        />
      </Fieldset>
      <Fieldset legend="Address" field={field(addressRow)}>
        <AddressFields
          name={addressRow}
          field={(part) => field(`${addressRow}.${part}`)}
          defaultCountry={billingCountry}
          found={answer?.found}
        />
      </Fieldset>
      <div className="flex flex-wrap items-center gap-4 border-t border-line pt-4">
        <SubmitButton busy="Saving…">Save changes</SubmitButton>
        <span className="hint">Last changed {shown.changed}</span>
      </div>
    </Form>
  );
}
