import { AddressFields } from '../../components/address/address-fields.tsx';
import type { FormField } from '../../components/forms/field.tsx';
import { plainFields } from '../../components/forms/form-fields.ts';
import { TextInput } from '../../components/forms/text-input.tsx';
import { SaveButton } from './item-save-button.tsx';
import type { Item, RecipientRequestView } from './request.server.ts';
import type { ItemAnswer } from './tally.server.ts';

/** The detail fields of an item: name, date of birth, document, address. */
export function DetailFields({
  item: { id, detailFields, status, label },
  request: { here, countryCode },
  result,
}: {
  item: Item;
  request: RecipientRequestView;
  result: ItemAnswer | undefined;
}) {
  const formId = `give-${id}`;
  const own = plainFields(formId, result?.reply);
  // All items share one form, so field names are prefixed with the item's id.
  const field = (name: string) => ({ ...own(name), name: `${id}.${name}` });
  const asks = (name: (typeof detailFields)[number]) => detailFields.includes(name);
  return (
    // biome-ignore lint/a11y/useSemanticElements: the card's heading is its legend
    <div role="group" id={formId} className="grid gap-4" aria-label={`Upload ${label}`}>
      {status === 'given' ? (
        <p className="hint">Your answers are saved and hidden. Re-enter them only to make a change.</p>
      ) : null}
      {asks('name') ? (
        <TextInput
          field={field('name')}
          label="Full name"
          hint="As shown on your passport or licence"
          autoComplete="name"
          maxLength={200}
        />
      ) : null}
      {asks('dateOfBirth') ? (
        <TextInput field={field('dateOfBirth')} label="Date of birth" type="date" autoComplete="bday" />
      ) : null}
      <DocumentFields asks={asks} field={field} />
      {asks('address') ? (
        <AddressFields
          // Remounts the fields to show the address that was looked up.
          key={result?.found ? JSON.stringify(result.reply?.initialValue ?? '') : 'first'}
          name={`${id}.address`}
          field={(part) => field(`address.${part}`)}
          defaultCountry={countryCode}
          lookupHref={`${here}/address-lookup`}
          {...(result?.found ? { found: result.found } : {})}
        />
      ) : null}
      <SaveButton id={id} label={label} here={here} busy="Saving…">
        Save
      </SaveButton>
    </div>
  );
}

function DocumentFields({
  asks,
  field,
}: {
  asks: (name: 'documentNumber' | 'documentExpiry') => boolean;
  field: (name: string) => FormField;
}) {
  return (
    <>
      {asks('documentNumber') ? (
        <TextInput
          field={field('documentNumber')}
          label="Document number"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
        />
      ) : null}
      {asks('documentExpiry') ? (
        <TextInput field={field('documentExpiry')} label="Expiry date" type="date" autoComplete="off" />
      ) : null}
    </>
  );
}
