import type { MetaFunction } from '@remix-run/node';
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react';
import {
  finishOnboarding,
  onboardingInput,
  readOnboarding,
  sectorLabels,
  sectors,
} from '#contract/onboarding.ts';
import { mayAct } from '#rules/access.ts';
import { addressLookup } from '../../address-lookup-service.server.ts';
import { AddressFields } from '../../components/address-fields.tsx';
import { Checkbox, Fieldset, Select } from '../../components/forms/choices.tsx';
import { ErrorSummary } from '../../components/forms/error-summary.tsx';
import { FieldErrors, type FormField } from '../../components/forms/field.tsx';
import { parseForm, readForm, requestKeyOf } from '../../components/forms/parse-form.server.ts';
import { plainFields } from '../../components/forms/plain-fields.ts';
import { newRequestKey } from '../../components/forms/reply.server.ts';
import { StaleRecord } from '../../components/forms/stale-record.tsx';
import { RequestKeyInput, SubmitButton } from '../../components/forms/submit.tsx';
import { TextInput } from '../../components/forms/text-input.tsx';
import { redirectWithFlash } from '../../flash.server.ts';
import { asMember } from '../../session.server.ts';
import { answerIntent, settleProviders } from '../clients/client-form-lookup.server.ts';
import { addressRow } from './address-row.ts';
import { answerInvalid, answerRefusal, asContract } from './onboard-form.server.ts';

export const meta: MetaFunction = () => [{ title: 'Set up your company – Assay' }];

export const loader = asMember(async ({ api, me }) => {
  const [{ member, company }, onboarding] = await Promise.all([me(), api.call(readOnboarding, {})]);
  return {
    ...onboarding,
    // Here and not in the page: the contract would bring zod along.
    sectorChoices: sectors.map((value) => ({ value, label: sectorLabels[value] })),
    memberName: member.name,
    billingCountry: company.billingCountryCode,
    maySetUp: mayAct({ kind: 'member', ...member }, 'onboarding.write', company, new Date().toISOString())
      .allowed,
    requestKey: newRequestKey(),
  };
});

export const action = asMember(async ({ api, request }) => {
  const form = await readForm(request);
  const looked = await answerIntent(form, addressLookup());
  if (looked) return looked;
  settleProviders(form);
  const overwritten = form.get('overwriteVersion');
  if (overwritten !== null) form.set('version', overwritten);
  const submission = parseForm(asContract(form), onboardingInput);
  if (submission.status !== 'success') return answerInvalid(form, submission);
  const sent = await api.submit(finishOnboarding, { body: submission.value, requestKey: requestKeyOf(form) });
  if (!sent.ok) return answerRefusal(form, submission, submission.value, sent.problem);
  return redirectWithFlash('/home', { kind: 'success', text: 'Your company is set up.' });
});

const formId = 'onboard';

export default function Onboard() {
  const { done, maySetUp, complianceOfficers } = useLoaderData<typeof loader>();
  return (
    <>
      <h1>Set up your company</h1>
      {done ? <AlreadyDone officers={complianceOfficers} /> : maySetUp ? <SetUpForm /> : <OwnersOnly />}
    </>
  );
}

function AlreadyDone({ officers }: { officers: { id: string; name: string }[] }) {
  return (
    <section className="panel mt-4 max-w-form px-6 py-6">
      <h2>Your company is set up</h2>
      {officers.length > 0 ? (
        <p className="mt-2">Compliance officer: {officers.map(({ name }) => name).join(', ')}.</p>
      ) : null}
      <p className="mt-4">
        <Link to="/home" className="button button-primary">
          Go to the home page
        </Link>
      </p>
    </section>
  );
}

function OwnersOnly() {
  return (
    <p className="notice notice-attention mt-4 max-w-form">
      An owner of your company has to do this. <Link to="/home">Back to the home page</Link>
    </p>
  );
}

function SetUpForm() {
  const { company, billingCountry, memberName, requestKey, sectorChoices } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const field = plainFields(formId, answer?.reply, {
    ...company,
    addresses: [company.address ?? { countryCode: billingCountry }],
  });
  return (
    <>
      <p className="mt-1 mb-6 max-w-form text-ink-soft">
        When this is finished, you and your team can add clients. You can change all of it later.
      </p>
      <Form method="post" className="grid max-w-form gap-6" preventScrollReset>
        {/* Enter in a text field presses the first button of a form; without this one that would be the look-up's. */}
        <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true">
          Finish
        </button>
        <RequestKeyInput value={answer?.requestKey ?? requestKey} />
        <input type="hidden" name="version" value={company.version} />
        <ErrorSummary formId={formId} errors={answer?.reply.error ?? {}} reply={answer} />
        {answer?.stale ? (
          <StaleRecord
            {...answer.stale}
            keptBy="Somebody else"
            keptAt="in the meantime"
            reloadHref="/onboard"
          />
        ) : null}
        <Fieldset legend="Company">
          <TextInput
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
          <Countries field={field('regulatedIn')} />
          <div className="grid gap-4 sm:grid-cols-2">
            <TextInput field={field('nzbn')} label="NZBN" hint="13 digits" optional autoComplete="off" />
            <TextInput field={field('abn')} label="ABN" hint="11 digits" optional autoComplete="off" />
          </div>
        </Fieldset>
        <Fieldset legend="Address" field={field(addressRow)}>
          <AddressFields
            name={addressRow}
            field={(part) => field(`${addressRow}.${part}`)}
            defaultCountry={billingCountry}
            found={answer?.found}
          />
        </Fieldset>
        <Fieldset
          legend="Who looks after compliance"
          hint="The law wants one person named: the AML/CFT Act 2009 of New Zealand (section 56) and the AML/CTF Act 2006 of Australia (section 26J)."
        >
          <Checkbox
            field={field('actsAsComplianceOfficer')}
            label={`I, ${memberName}, am the compliance officer`}
            hint="Until others have joined, that is you."
          />
        </Fieldset>
        <div className="flex flex-wrap items-center gap-4 border-t border-line pt-4">
          <SubmitButton busy="Saving…">Finish the set-up</SubmitButton>
          <Link to="/home">Later</Link>
        </div>
      </Form>
    </>
  );
}

/** The countries whose law the company works under: one or both. */
function Countries({ field }: { field: FormField }) {
  const given = [field.initialValue ?? []].flat();
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1">Countries whose anti-money-laundering law applies to it</legend>
      {[
        { value: 'AUS', label: 'Australia' },
        { value: 'NZL', label: 'New Zealand' },
      ].map(({ value, label }, index) => (
        <label key={value} className="grid grid-cols-[18px_1fr] items-start gap-2 py-0.5 font-normal">
          <input
            type="checkbox"
            id={index === 0 ? field.id : undefined}
            name={field.name}
            value={value}
            defaultChecked={given.includes(value)}
            aria-invalid={field.errors ? true : undefined}
          />
          {label}
        </label>
      ))}
      <FieldErrors field={field} />
    </fieldset>
  );
}
