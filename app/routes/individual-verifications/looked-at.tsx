import type { VerificationMethod } from '#rules/verification/evidence.ts';
import { refereeTypeNames, refereeTypes } from '#rules/verification/referees.ts';
import { Checkbox, Fieldset, Select } from '../../components/forms/choices.tsx';
import type { FormField } from '../../components/forms/field.tsx';
import { TextInput } from '../../components/forms/text-input.tsx';

type FieldOf = (name: string) => FormField;

/** What somebody saw, or who certified a copy. */
export function LookedAt({
  method,
  of: field,
  prefix = '',
  isAsked = true,
}: {
  method: VerificationMethod;
  of: FieldOf;
  /** What the names of the fields begin with. */
  prefix?: string;
  /** False where the method does not rest on it here. */
  isAsked?: boolean;
}) {
  const of = (name: string) => field(`${prefix}${name}`);
  if (method === 'documentCertified') {
    return (
      <Fieldset legend="Certification">
        {isAsked ? <input type="hidden" name={`${prefix}asksCertified`} value="1" /> : null}
        <TextInput field={of('certified.refereeName')} label="Name of who certified it" maxLength={200} />
        <Select
          field={of('certified.refereeType')}
          label="What the referee is"
          empty="Choose"
          choices={refereeTypeNames.map((value) => ({ value, label: refereeTypes[value] }))}
        />
        <TextInput field={of('certified.certifiedOn')} label="Certified on" type="date" />
        <Checkbox
          field={of('certified.statesLikeness')}
          label="It states that the copy is true and shows the person’s likeness"
        />
        <Checkbox
          field={of('certified.independent')}
          label="The referee is no relative, partner or flatmate, and not involved in the business"
        />
      </Fieldset>
    );
  }
  return (
    <Fieldset
      legend="What you saw"
      hint={method === 'documentSighted' ? undefined : 'Leave empty where nobody saw it'}
    >
      {method === 'documentSighted' ? <input type="hidden" name={`${prefix}asksSighted`} value="1" /> : null}
      <Checkbox
        field={of('sighted.originalSighted')}
        label="I saw the original, with the person in front of me"
      />
      <Checkbox field={of('sighted.showsName')} label="It shows the name as recorded" />
      <Checkbox field={of('sighted.showsDateOfBirth')} label="It shows the date of birth as recorded" />
    </Fieldset>
  );
}
