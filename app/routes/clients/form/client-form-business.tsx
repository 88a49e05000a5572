import { useState } from 'react';
import { getFields, registrationCountryLabel } from '#rules/clients/client-fields.ts';
import { type ClientType, type TrustType, trustTypeLabels, trustTypes } from '#rules/clients/client-types.ts';
import { clientIdentifierTypes } from '#rules/identifiers.ts';
import { countryChoices } from '../../../components/address/address-fields.tsx';
import { Checkbox, Fieldset, Select } from '../../../components/forms/choices.tsx';
import { type FormField, fieldFrom } from '../../../components/forms/field.tsx';
import { RefreshButton } from '../../../components/forms/refresh-button.tsx';
import { TextArea, TextInput } from '../../../components/forms/text-input.tsx';
import { IdentifierInput } from './client-form-identifier.tsx';
import type { PartField } from './client-form-values.ts';

const trustChoices = trustTypes.map((value: TrustType) => ({ value, label: trustTypeLabels[value] }));

type BusinessFields = ReturnType<PartField<'business'>['getFieldset']>;

/** Business details, by type and country of registration. */
export function BusinessSection({ business, type }: { business: PartField<'business'>; type: ClientType }) {
  const fields = business.getFieldset();
  const initialCountry = fields.registrationCountry.initialValue;
  const [country, setCountry] = useState(typeof initialCountry === 'string' ? initialCountry : '');
  const applies = new Set<string>(getFields(type, country));
  // Fields with a value or an error stay visible, whether or not they apply.
  const shows = (name: keyof BusinessFields) =>
    applies.has(name) || Boolean(fields[name].initialValue) || fields[name].errors !== undefined;
  return (
    <Fieldset legend="Business" field={fieldFrom(business)}>
      <TextInput field={fieldFrom(fields.legalName)} label="Legal name" required autoComplete="off" />
      <TextArea
        field={fieldFrom(fields.tradingNames)}
        label="Trading names"
        hint="One per line, if different from the legal name"
        optional
        rows={2}
      />
      <CountrySelect field={fieldFrom(fields.registrationCountry)} type={type} onChange={setCountry} />
      {clientIdentifierTypes.filter(shows).map((name) => (
        <IdentifierInput key={name} field={fieldFrom(fields[name])} type={name} />
      ))}
      <EntityFields fields={fields} shows={shows} />
    </Fieldset>
  );
}

function CountrySelect({
  field,
  type,
  onChange,
}: {
  field: FormField;
  type: ClientType;
  onChange: (country: string) => void;
}) {
  return (
    <div className="flex items-end gap-2">
      <Select
        className="grow"
        field={field}
        label={registrationCountryLabel(type)}
        choices={countryChoices}
        empty="Choose a country"
        required
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <RefreshButton>Change country</RefreshButton>
    </div>
  );
}

/** Fields of only some types of entity. */
function EntityFields({
  fields,
  shows,
}: {
  fields: BusinessFields;
  shows: (name: keyof BusinessFields) => boolean;
}) {
  return (
    <>
      {shows('trustType') ? (
        <Select
          field={fieldFrom(fields.trustType)}
          label="Trust type"
          optional
          choices={trustChoices}
          empty="Not provided"
        />
      ) : null}
      {shows('beneficiaryClassDescription') ? (
        <TextArea
          field={fieldFrom(fields.beneficiaryClassDescription)}
          label="Beneficiaries"
          hint="If not individually named, describe the class, for example the settlor’s grandchildren"
          optional
        />
      ) : null}
      {shows('incorporatedOn') ? (
        <TextInput
          className="[&_input]:max-w-52"
          field={fieldFrom(fields.incorporatedOn)}
          label="Date of formation"
          optional
          type="date"
        />
      ) : null}
      {shows('hasNomineeShareholders') ? (
        <Checkbox field={fieldFrom(fields.hasNomineeShareholders)} label="Has nominee shareholders" />
      ) : null}
      {shows('hasBearerShares') ? (
        <Checkbox field={fieldFrom(fields.hasBearerShares)} label="Has shares in bearer form" />
      ) : null}
    </>
  );
}
