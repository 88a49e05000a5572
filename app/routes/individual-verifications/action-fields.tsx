import { creditReportingBody } from '#rules/identity-verification/au-credit-bureau.ts';
import { dataSourceCodes, verificationSources } from '#rules/identity-verification/sources.ts';
import { IdentityCheckCost } from '../../components/billing/check-cost.tsx';
import { Checkbox, Fieldset, RadioGroup, Tick } from '../../components/forms/choices.tsx';
import type { FormField } from '../../components/forms/field.tsx';
import { TextArea, TextInput } from '../../components/forms/text-input.tsx';

type FieldGetter = (name: string) => FormField;

/** How consent was given. */
export function ConsentFields({ of, prefix = '' }: { of: FieldGetter; prefix?: string }) {
  return (
    <>
      <Checkbox
        field={of(`${prefix}given`)}
        label="The person consents to checks with document issuers, registers and credit bureaus"
        hint="Their details are matched against the source’s records. Consent is required under the Privacy Act 2020 (NZ) and Privacy Act 1988 (AU)"
      />
      <RadioGroup
        field={of(`${prefix}how`)}
        label="How consent was given"
        choices={[
          { value: 'inPerson', label: 'In person' },
          { value: 'inWriting', label: 'In writing' },
          { value: 'byPhone', label: 'By phone' },
          { value: 'byEmail', label: 'By email' },
        ]}
      />
      <TextArea field={of(`${prefix}note`)} label="Note" optional rows={2} maxLength={500} />
    </>
  );
}

/** Data sources, which are queried by name, date of birth and address. */
export function SourceFields({
  countries,
  chosen,
  isRemote = false,
}: {
  countries: readonly string[];
  chosen: readonly string[];
  /**
   * Sources are checked as soon as the person consents, before a member could record the statements for a credit
   * reporting body.
   */
  isRemote?: boolean;
}) {
  const offered = dataSourceCodes.filter(
    (code) =>
      countries.includes(verificationSources[code].country) && !(isRemote && code === creditReportingBody),
  );
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1">
        Data sources (no document) <span className="font-normal text-ink-soft">(optional)</span>
      </legend>
      <p className="hint">By name, date of birth and address.</p>
      <IdentityCheckCost />
      {offered.map((code) => (
        <Tick
          key={code}
          id={`source-${code}`}
          name="dataSources"
          value={code}
          defaultChecked={chosen.includes(code)}
        >
          {verificationSources[code].label} <span className="hint">{verificationSources[code].keptBy}</span>
        </Tick>
      ))}
    </fieldset>
  );
}

/** Statements made to the person before the Australian credit bureau is queried. AU s35A. */
export function BureauFields({ of }: { of: FieldGetter }) {
  return (
    <Fieldset legend="Australian credit bureau" hint="Only if you select it above. AU s35A" quiet>
      <input type="hidden" name="usesCreditBureau" value="1" />
      <Checkbox
        field={of('bureau.informed')}
        label="The person was told what the bureau receives, why, and its name"
      />
      <Checkbox field={of('bureau.agreed')} label="The person agreed expressly" />
      <Checkbox field={of('bureau.alternativeOffered')} label="Another way to be verified was offered" />
    </Fieldset>
  );
}

/** How the link is sent. */
export function ChannelFields({ of }: { of: FieldGetter }) {
  return (
    <>
      <RadioGroup
        field={of('channel')}
        label="Send link by"
        choices={[
          { value: 'email', label: 'By email' },
          { value: 'sms', label: 'By text message' },
          {
            value: 'link',
            label: 'Copy link',
            hint: 'The link is shown on the verification page',
          },
        ]}
      />
      <TextInput
        field={of('email')}
        label="Email address"
        hint="Where the link goes by email"
        inputMode="email"
      />
      <TextInput
        field={of('phone')}
        label="Mobile number"
        hint="Where the link goes by text message"
        type="tel"
      />
    </>
  );
}
