import {
  copyDeliveries,
  copyDeliveryLabels,
  type VerificationMethod,
} from '#rules/identity-verification/evidence.ts';
import { refereeTypeNames, refereeTypes } from '#rules/identity-verification/referees.ts';
import { Checkbox, Fieldset, RadioGroup, Select } from '../forms/choices.tsx';
import { type FormField, fieldFrom } from '../forms/field.tsx';
import { TextInput } from '../forms/text-input.tsx';

type FieldGetter = (name: string) => FormField;

/** What a member compared on the original or the copy: nothing until they say so. */
function ComparedWithRecord({ of }: { of: FieldGetter }) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Comparison field={of('sighted.showsName')} label="Name" />
      <Comparison field={of('sighted.showsDateOfBirth')} label="Date of birth" />
    </div>
  );
}

function Comparison({ field, label }: { field: FormField; label: string }) {
  return (
    <RadioGroup
      field={{ ...fieldFrom(field), initialValue: field.initialValue ?? 'notCompared' }}
      label={label}
      choices={[
        { value: 'matches', label: `${label} matches the record` },
        { value: 'differs', label: `${label} does not match` },
        { value: 'notCompared', label: `${label} not compared` },
      ]}
    />
  );
}

/** Fields of a sighting, or of a copy's certification. */
export function LookedAt({
  method,
  of: field,
  prefix = '',
  isQueried = true,
}: {
  method: VerificationMethod;
  of: FieldGetter;
  /** Prefix of the field names. */
  prefix?: string;
  /** False if the method does not require it. */
  isQueried?: boolean;
}) {
  const of = (name: string) => field(`${prefix}${name}`);
  if (method === 'documentCertified') {
    return (
      <Fieldset legend="Certification">
        {isQueried ? <input type="hidden" name={`${prefix}needsCertification`} value="1" /> : null}
        <TextInput field={of('certified.refereeName')} label="Certifier’s name" maxLength={200} />
        <Select
          field={of('certified.refereeType')}
          label="Referee type"
          empty="Select"
          choices={refereeTypeNames.map((value) => ({ value, label: refereeTypes[value] }))}
        />
        <TextInput field={of('certified.certifiedOn')} label="Certified on" type="date" />
        <Checkbox field={of('certified.statesLikeness')} label="States true copy and true likeness" />
        <Checkbox
          field={of('certified.independent')}
          label="Referee is independent (not related, not living together, not party to the transaction)"
        />
        <Select
          field={of('certified.delivery')}
          label="How the copy was received"
          hint="Required from 1 July 2027: NZ IVCOP 2026, paragraphs 1.4.3 to 1.4.5, to be confirmed"
          optional
          empty="Select"
          choices={copyDeliveries.map((value) => ({ value, label: copyDeliveryLabels[value] }))}
        />
        <ComparedWithRecord of={of} />
      </Fieldset>
    );
  }
  return (
    <Fieldset
      legend="Sighting"
      hint={method === 'documentSighted' ? undefined : 'Leave blank if not sighted'}
    >
      {method === 'documentSighted' ? (
        <input type="hidden" name={`${prefix}needsSighting`} value="1" />
      ) : null}
      <Checkbox field={of('sighted.originalSighted')} label="Original sighted with the person present" />
      <ComparedWithRecord of={of} />
      <Checkbox field={of('sighted.likenessConfirmed')} label="Photo matches the person" />
      <TextInput
        field={of('sighted.metBy')}
        label="Met by"
        optional={method !== 'documentSighted'}
        maxLength={200}
      />
      <TextInput
        field={of('sighted.metOn')}
        label="Met on"
        optional={method !== 'documentSighted'}
        type="date"
      />
    </Fieldset>
  );
}
