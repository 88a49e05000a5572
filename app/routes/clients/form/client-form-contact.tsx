import type { ReactNode } from 'react';
import { type AddressKind, addressKindLabels, maxAddresses } from '#rules/clients/address-kinds.ts';
import { clientFields } from '#rules/clients/client-fields.ts';
import { AddressFields, type FoundAddresses } from '../../../components/address/address-fields.tsx';
import { Button } from '../../../components/button.tsx';
import { Fieldset, Select } from '../../../components/forms/choices.tsx';
import { fieldFrom } from '../../../components/forms/field.tsx';
import { TextInput } from '../../../components/forms/text-input.tsx';
import { Card } from '../../../components/panel.tsx';
import type { ClientFormResult } from './client-form-answer.ts';
import { type ClientFieldset, type ClientFormMetadata, rowKey } from './client-form-values.ts';

export function ContactSection({ fields }: { fields: ClientFieldset }) {
  return (
    <Fieldset legend="Contact">
      <TextInput
        field={fieldFrom(fields.email)}
        label={clientFields.email.label}
        optional
        inputMode="email"
        autoComplete="off"
      />
      <TextInput
        field={fieldFrom(fields.phone)}
        label={clientFields.phone.label}
        hint="Include the country code if overseas, for example +64 21 123 456"
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
  result,
  kinds,
  defaultCountry,
}: {
  form: ClientFormMetadata;
  fields: ClientFieldset;
  result?: ClientFormResult;
  /** Kinds of address that the client can have. */
  kinds: readonly AddressKind[];
  defaultCountry: string;
}) {
  const rows = fields.addresses.getFieldList();
  const intent = result?.reply.intent;
  const changed = intent?.type === 'insert' || intent?.type === 'remove' ? intent : undefined;
  const isOurs = changed?.payload.name === fields.addresses.name;
  return (
    <Fieldset
      legend="Addresses"
      field={fieldFrom(fields.addresses)}
      hint={
        rows.length === 0
          ? 'No addresses'
          : kinds.length === 0
            ? 'The first address is the main one (residential)'
            : 'The first address is the main one. Select the kind of each address.'
      }
    >
      {rows.map((row, index) => (
        <AddressCard
          key={rowKey(row.key, index, rows.length)}
          row={row}
          kinds={kinds}
          title={index === 0 ? 'Main address' : `Address ${index + 1}`}
          removeButton={
            <Button {...form.remove.getButtonProps({ name: fields.addresses.name, index })} variant="neutral">
              Remove<span className="sr-only"> address {index + 1}</span>
            </Button>
          }
          defaultCountry={defaultCountry}
          found={result?.found}
          autoFocus={isOurs && changed?.type === 'insert' && index === rows.length - 1}
        />
      ))}
      {rows.length < maxAddresses ? (
        <div>
          <Button
            // Remounted when a row is removed, to take over the focus of the row.
            key={rows.length}
            {...form.insert.getButtonProps({
              name: fields.addresses.name,
              defaultValue: { countryCode: defaultCountry },
            })}
            // The focus was on the row that was removed
            autoFocus={isOurs && changed?.type === 'remove'}
          >
            {rows.length === 0 ? 'Add an address' : 'Add another address'}
          </Button>
        </div>
      ) : null}
    </Fieldset>
  );
}

function AddressCard({
  row,
  kinds,
  title,
  removeButton,
  ...address
}: {
  row: ReturnType<ClientFieldset['addresses']['getFieldList']>[number];
  kinds: readonly AddressKind[];
  title: string;
  removeButton: ReactNode;
  defaultCountry: string;
  found: FoundAddresses | undefined;
  autoFocus: boolean;
}) {
  const parts = row.getFieldset();
  return (
    <Card as="fieldset" id={row.id} tabIndex={-1} className="grid gap-4">
      <legend className="sr-only">{title}</legend>
      <div className="flex items-center justify-between gap-2">
        <p aria-hidden="true" className="font-semibold">
          {title}
        </p>
        {removeButton}
      </div>
      {kinds.length === 0 ? null : (
        <Select
          field={fieldFrom(parts.kind)}
          label="Address type"
          choices={kinds.map((kind) => ({ value: kind, label: addressKindLabels[kind] }))}
          empty="Not stated"
        />
      )}
      <AddressFields
        name={row.name}
        field={(part) => fieldFrom(parts[part as keyof typeof parts])}
        {...address}
      />
      {row.errors ? <p className="field-error">{row.errors.join(' ')}</p> : null}
    </Card>
  );
}
