import { useState } from 'react';
import { clientFields } from '#rules/clients/client-fields.ts';
import type { ClientType } from '#rules/clients/client-types.ts';
import { getClientFieldLabel } from '#rules/clients/fields-by-type.ts';
import { type DescribedField, fieldsOf } from '#rules/records/fields.ts';
import { Button } from '../../../components/button.tsx';
import { Fieldset, Select } from '../../../components/forms/choices.tsx';
import { countryChoices } from '../../../components/forms/country-choices.ts';
import { type FormField, fieldFrom } from '../../../components/forms/field.tsx';
import { RecordInput } from '../../../components/forms/record-input.tsx';
import { useScripted } from '../../../components/forms/use-hydrated.ts';
import type { PartField } from './client-form-values.ts';
import { fieldShower } from './shown-fields.ts';

/** Business details, by type and country of registration. */
export function BusinessSection({ business, type }: { business: PartField<'business'>; type: ClientType }) {
  const fields = business.getFieldset();
  const initialCountry = fields.registrationCountry.initialValue;
  const [country, setCountry] = useState(typeof initialCountry === 'string' ? initialCountry : '');
  const shows = fieldShower('business', type, country);
  const toInput = (name: keyof typeof fields, described: DescribedField) => {
    const field = fieldFrom(fields[name]);
    if (name === 'registrationCountry') {
      const label = getClientFieldLabel(name, described, type);
      return <CountrySelect key={name} field={field} label={label} onChange={setCountry} />;
    }
    return <RecordInput key={name} field={field} described={described} />;
  };
  return (
    <Fieldset legend="Business" field={fieldFrom(business)}>
      {fieldsOf(clientFields, 'business').map(([name, described]) =>
        shows(name, described, fields[name]) ? toInput(name, described) : null,
      )}
    </Fieldset>
  );
}

function CountrySelect({
  field,
  label,
  onChange,
}: {
  field: FormField;
  label: string;
  onChange: (country: string) => void;
}) {
  const isScripted = useScripted();
  return (
    <div className="flex items-end gap-2">
      <Select
        className="grow"
        field={field}
        label={label}
        choices={countryChoices}
        empty="Select a country"
        required
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {isScripted ? null : (
        <Button name="intent" value="refresh" formNoValidate>
          Change country
        </Button>
      )}
    </div>
  );
}
