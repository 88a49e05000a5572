import { getFields } from '#rules/clients/client-fields.ts';
import type { ClientType } from '#rules/clients/client-types.ts';
import { countryChoices } from '../../../components/address/address-fields.tsx';
import { Button } from '../../../components/button.tsx';
import { Checkbox, Fieldset, Select } from '../../../components/forms/choices.tsx';
import { fieldFrom, OptionalBadge } from '../../../components/forms/field.tsx';
import { TextArea, TextInput } from '../../../components/forms/text-input.tsx';
import { IdentifierInput } from './client-form-identifier.tsx';
import { type ClientFormMetadata, type PartField, rowKey } from './client-form-values.ts';

const maxCitizenships = 5;

/** Personal details of an individual. */
export function IndividualSection({
  form,
  individual,
  type,
}: {
  form: ClientFormMetadata;
  individual: PartField<'individual'>;
  type: ClientType;
}) {
  const fields = individual.getFieldset();
  return (
    <Fieldset legend="Personal details" field={fieldFrom(individual)}>
      <TextInput field={fieldFrom(fields.givenNames)} label="Given names" autoComplete="off" />
      <TextInput field={fieldFrom(fields.middleNames)} label="Middle names" optional autoComplete="off" />
      <TextInput field={fieldFrom(fields.familyName)} label="Family name" required autoComplete="off" />
      <Checkbox
        field={fieldFrom(fields.hasOneName)}
        label="This person has a single name"
        hint="Enter it as the family name and leave the other name fields blank"
      />
      <TextArea
        field={fieldFrom(fields.otherNames)}
        label="Other names"
        hint="Former, preferred or other names, one per line"
        optional
        rows={2}
      />
      <TextInput
        className="[&_input]:max-w-52"
        field={fieldFrom(fields.dateOfBirth)}
        label="Date of birth"
        optional
        type="date"
      />
      <Citizenships form={form} field={fields.citizenships} />
      <Select
        field={fieldFrom(fields.residenceCountry)}
        label="Country of residence"
        optional
        choices={countryChoices}
        empty="Not provided"
      />
      <TextInput field={fieldFrom(fields.occupation)} label="Occupation" optional autoComplete="off" />
      <TradeFields fields={fields} type={type} />
    </Fieldset>
  );
}

type IndividualFields = ReturnType<PartField<'individual'>['getFieldset']>;

/** Countries of citizenship; rows are added and removed by buttons of the form, with and without script. */
function Citizenships({
  form,
  field,
}: {
  form: ClientFormMetadata;
  field: IndividualFields['citizenships'];
}) {
  const rows = field.getFieldList();
  return (
    <Fieldset
      legend={
        <>
          Citizenship
          <OptionalBadge />
        </>
      }
      field={fieldFrom(field)}
      quiet
    >
      {rows.map((row, index) => (
        <div key={rowKey(row.key, index, rows.length)} className="flex items-end gap-3">
          <Select
            className="grow"
            field={fieldFrom(row)}
            label={
              <span className={index === 0 ? 'sr-only' : undefined}>Country of citizenship {index + 1}</span>
            }
            choices={countryChoices}
            empty="Not provided"
          />
          {rows.length > 1 ? (
            <Button {...form.remove.getButtonProps({ name: field.name, index })}>
              Remove<span className="sr-only"> citizenship {index + 1}</span>
            </Button>
          ) : null}
        </div>
      ))}
      {rows.length < maxCitizenships ? (
        <div>
          <Button {...form.insert.getButtonProps({ name: field.name, defaultValue: '' })} variant="neutral">
            Add another citizenship
          </Button>
        </div>
      ) : null}
    </Fieldset>
  );
}

/** A sole trader's trading names and business numbers; for others only fields with a value or an error. */
function TradeFields({ fields, type }: { fields: IndividualFields; type: ClientType }) {
  const residence = fields.residenceCountry.initialValue;
  const applies = new Set<string>(getFields(type, typeof residence === 'string' ? residence : ''));
  const shows = (name: 'tradingNames' | 'nzbn' | 'abn') =>
    applies.has(name) || Boolean(fields[name].initialValue) || fields[name].errors !== undefined;
  return (
    <>
      {shows('tradingNames') ? (
        <TextArea
          field={fieldFrom(fields.tradingNames)}
          label="Trading names"
          hint="One per line, if different from the person’s name"
          optional
          rows={2}
        />
      ) : null}
      {(['nzbn', 'abn'] as const).filter(shows).map((name) => (
        <IdentifierInput key={name} field={fieldFrom(fields[name])} type={name} />
      ))}
    </>
  );
}
