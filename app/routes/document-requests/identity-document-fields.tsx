import { countries as allCountries, australianStates } from '#rules/countries.ts';
import type { VerificationMethod } from '#rules/identity-verification/evidence.ts';
import { type Choice, Fieldset, Select } from '../../components/forms/choices.tsx';
import type { FormField } from '../../components/forms/field.tsx';
import { TextInput } from '../../components/forms/text-input.tsx';
import { LookedAt } from '../../components/identity-verification/sighting-fields.tsx';

/** Initial values and choices for recording the identity document that a file shows. */
export interface DocumentToRecord {
  method: VerificationMethod;
  kinds: readonly Choice[];
  values: { type: string; fields: Record<string, string> };
  needsIssuer: boolean;
  needsState: boolean;
}

const countries = allCountries.map(({ code, name }) => ({ value: code, label: name }));

/** How a submitted identity document is recorded in the verification when the item is accepted. */
export function IdentityDocumentFields({
  record: { method, kinds, needsIssuer, needsState },
  of,
}: {
  record: DocumentToRecord;
  of: (name: string) => FormField;
}) {
  return (
    <Fieldset
      legend="Add to verification"
      quiet
      hint="Added when you accept. Check the number and expiry against the file. The number is stored masked."
    >
      <Select
        field={of('document.type')}
        label="Document type"
        choices={[...kinds, { value: 'file', label: 'Do not add' }]}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <TextInput
          field={of('document.fields.number')}
          label="Number"
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
        />
        <TextInput field={of('document.fields.expiresOn')} label="Expiry date" optional type="date" />
        {needsIssuer ? (
          <Select
            field={of('document.fields.issuer')}
            label="Issued by"
            hint="If the document type does not state it"
            choices={countries}
            empty="Select"
            optional
          />
        ) : null}
        {needsState ? (
          <Select
            field={of('document.fields.state')}
            label="State of issue"
            hint="Of an Australian licence or card"
            choices={australianStates.map((value) => ({ value, label: value }))}
            empty="Select"
            optional
          />
        ) : null}
      </div>
      <SightingDetails method={method} of={of} />
    </Fieldset>
  );
}

/** The certifier of the copy, or that the original was sighted. */
function SightingDetails({ method, of }: { method: VerificationMethod; of: (name: string) => FormField }) {
  const isCertified = method === 'documentCertified';
  return (
    <details open={isCertified}>
      <summary className="hint">{isCertified ? 'Who certified the copy' : 'Original sighted'}</summary>
      <div className="mt-2 grid gap-3">
        <LookedAt
          method={isCertified ? method : 'electronicRemote'}
          of={of}
          prefix="document."
          isQueried={false}
        />
      </div>
    </details>
  );
}
