import { AddressFields } from '../../components/address-fields.tsx';
import { Fieldset } from '../../components/forms/choices.tsx';
import { fieldFrom } from '../../components/forms/field.tsx';
import { TextInput } from '../../components/forms/text-input.tsx';
import type { ClientFormAnswer } from './client-form.tsx';
import { type ClientFields, type ClientFormMetadata, rowKey } from './client-form-values.ts';

/** As many addresses as the contract takes. */
const mostAddresses = 5;

export function ContactSection({ fields }: { fields: ClientFields }) {
  return (
    <Fieldset legend="Contact">
      <TextInput field={fieldFrom(fields.email)} label="Email" optional type="email" autoComplete="off" />
      <TextInput
        field={fieldFrom(fields.phone)}
        label="Phone"
        hint="With the country code when it is not clear, such as +64 21 123 456"
        optional
        type="tel"
        autoComplete="off"
      />
    </Fieldset>
  );
}

/** The client's addresses; rows are added and removed by buttons of the form, with and without script. */
export function AddressesSection({
  form,
  fields,
  answer,
  defaultCountry,
}: {
  form: ClientFormMetadata;
  fields: ClientFields;
  answer?: ClientFormAnswer;
  defaultCountry: string;
}) {
  const rows = fields.addresses.getFieldList();
  const intent = answer?.reply.intent;
  const changed = intent?.type === 'insert' || intent?.type === 'remove' ? intent : undefined;
  const isOurs = changed?.payload.name === fields.addresses.name;
  return (
    <Fieldset
      legend="Addresses"
      field={fieldFrom(fields.addresses)}
      hint={
        rows.length === 0
          ? 'None given'
          : 'The first is the main one: where the person lives or the business is registered'
      }
    >
      {rows.map((row, index) => {
        const parts = row.getFieldset();
        return (
          <fieldset
            key={rowKey(row.key, index, rows.length)}
            id={row.id}
            tabIndex={-1}
            className="panel grid gap-4 p-4"
          >
            <legend className="sr-only">{index === 0 ? 'Main address' : `Address ${index + 1}`}</legend>
            <div className="flex items-center justify-between gap-2">
              <p aria-hidden="true" className="font-semibold">
                {index === 0 ? 'Main address' : `Address ${index + 1}`}
              </p>
              <button
                {...form.remove.getButtonProps({ name: fields.addresses.name, index })}
                className="button button-plain"
              >
                Remove<span className="sr-only"> address {index + 1}</span>
              </button>
            </div>
            <AddressFields
              name={row.name}
              field={(part) => fieldFrom(parts[part as keyof typeof parts])}
              defaultCountry={defaultCountry}
              found={answer?.found}
              autoFocus={isOurs && changed?.type === 'insert' && index === rows.length - 1}
            />
            {row.errors ? <p className="field-error">{row.errors.join(' ')}</p> : null}
          </fieldset>
        );
      })}
      {rows.length < mostAddresses ? (
        <div>
          <button
            // Made anew when a row goes, so that it takes the focus that went with the row.
            key={rows.length}
            {...form.insert.getButtonProps({
              name: fields.addresses.name,
              defaultValue: { countryCode: defaultCountry },
            })}
            className="button"
            // biome-ignore lint/a11y/noAutofocus: the focus was on the row that was removed
            autoFocus={isOurs && changed?.type === 'remove'}
          >
            {rows.length === 0 ? 'Add an address' : 'Add another address'}
          </button>
        </div>
      ) : null}
    </Fieldset>
  );
}
