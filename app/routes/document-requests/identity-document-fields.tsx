import { countries as allCountries, australianStates } from '#rules/countries.ts';
import type { VerificationMethod } from '#rules/verification/evidence.ts';
import { type Choice, Fieldset, Select } from '../../components/forms/choices.tsx';
import type { FormField } from '../../components/forms/field.tsx';
import { TextInput } from '../../components/forms/text-input.tsx';
import { LookedAt } from '../individual-verifications/looked-at.tsx';

/** What the form starts with and offers for the identity document that a file shows. */
export interface DocumentToRecord {
  method: VerificationMethod;
  kinds: readonly Choice[];
  values: { type: string; fields: Record<string, string> };
  needsIssuer: boolean;
  needsState: boolean;
}

const countries = allCountries.map(({ code, name }) => ({ value: code, label: name }));

/** How an identity document that was given is recorded in the verification once it is accepted. */
export function IdentityDocumentFields({
  record: { method, kinds, needsIssuer, needsState },
  of,
}: {
  record: DocumentToRecord;
  of: (name: string) => FormField;
}) {
  return (
    <Fieldset
      legend="Record it in the verification"
      quiet
      hint="Once you accept it. Compare number and date with the file; the number is kept masked."
    >
      <Select
        field={of('document.type')}
        label="Kind of document"
        choices={[...kinds, { value: 'file', label: 'Keep the file alone' }]}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <TextInput
          field={of('document.fields.number')}
          label="Number"
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
        />
        <TextInput field={of('document.fields.expiresOn')} label="Valid to" optional type="date" />
        {needsIssuer ? (
          <Select
            field={of('document.fields.issuer')}
            label="Issued by"
            hint="Where the kind does not say it"
            choices={countries}
            empty="Choose"
            optional
          />
        ) : null}
        {needsState ? (
          <Select
            field={of('document.fields.state')}
            label="State of issue"
            hint="Of an Australian licence or card"
            choices={australianStates.map((value) => ({ value, label: value }))}
            empty="Choose"
            optional
          />
        ) : null}
      </div>
      <details open={method === 'documentCertified'}>
        <summary className="hint">
          {method === 'documentCertified' ? 'Who certified the copy' : 'Whether you also saw the original'}
        </summary>
        <div className="mt-2 grid gap-3">
          <LookedAt
            method={method === 'documentCertified' ? method : 'electronicRemote'}
            of={of}
            prefix="document."
            isAsked={false}
          />
        </div>
      </details>
    </Fieldset>
  );
}
