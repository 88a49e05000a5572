import { Fragment } from 'react';
import { clientFields } from '#rules/clients/client-fields.ts';
import type { ClientType } from '#rules/clients/client-types.ts';
import { type CountriesField, fieldsOf } from '#rules/records/fields.ts';
import { Button } from '../../../components/button.tsx';
import { Checkbox, Fieldset, Select } from '../../../components/forms/choices.tsx';
import { countryChoices } from '../../../components/forms/country-choices.ts';
import { fieldFrom, OptionalBadge } from '../../../components/forms/field.tsx';
import { RecordInput } from '../../../components/forms/record-input.tsx';
import { type ClientFormMetadata, type PartField, rowKey } from './client-form-values.ts';
import { fieldShower } from './shown-fields.ts';

/** Personal details of an individual: a sole trader's trading names and business numbers too; of others, only where they have a value or an error. */
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
  const residence = fields.residenceCountry.initialValue;
  const shows = fieldShower('individual', type, typeof residence === 'string' ? residence : '');
  return (
    <Fieldset legend="Personal details" field={fieldFrom(individual)}>
      {fieldsOf(clientFields, 'individual').map(([name, described]) =>
        described.kind === 'countries' ? (
          <Countries key={name} form={form} field={fields.citizenships} described={described} />
        ) : shows(name, described, fields[name]) ? (
          <Fragment key={name}>
            {/* Needed unless the person has one name. */}
            <RecordInput
              field={fieldFrom(fields[name])}
              described={described}
              isMarked={name !== 'givenNames'}
            />
            {name === 'familyName' ? (
              <Checkbox
                field={fieldFrom(fields.hasOneName)}
                label="This person has a single name"
                hint="Enter it as the family name and leave the other name fields blank"
              />
            ) : null}
          </Fragment>
        ) : null,
      )}
    </Fieldset>
  );
}

/** Several countries; rows are added and removed by buttons of the form, with and without script. */
function Countries({
  form,
  field,
  described: { label, noun, items },
}: {
  form: ClientFormMetadata;
  field: ReturnType<PartField<'individual'>['getFieldset']>['citizenships'];
  described: CountriesField;
}) {
  const rows = field.getFieldList();
  return (
    <Fieldset
      legend={
        <>
          {label}
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
              <span className={index === 0 ? 'sr-only' : undefined}>
                Country of {noun} {index + 1}
              </span>
            }
            choices={countryChoices}
            empty="Not provided"
          />
          {rows.length > 1 ? (
            <Button {...form.remove.getButtonProps({ name: field.name, index })}>
              Remove
              <span className="sr-only">
                {' '}
                {noun} {index + 1}
              </span>
            </Button>
          ) : null}
        </div>
      ))}
      {rows.length < items ? (
        <div>
          <Button {...form.insert.getButtonProps({ name: field.name, defaultValue: '' })} variant="neutral">
            Add another {noun}
          </Button>
        </div>
      ) : null}
    </Fieldset>
  );
}
