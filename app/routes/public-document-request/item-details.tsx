import { AddressFields } from '../../components/address/address-fields.tsx';
import type { FormField } from '../../components/forms/field.tsx';
import { plainFields } from '../../components/forms/form-fields.ts';
import { TextInput } from '../../components/forms/text-input.tsx';
import type { Item, RecipientRequestView } from './request.server.ts';
import type { ItemAnswer } from './tally.server.ts';
import { en as texts } from './texts/en.ts';

/** The detail fields of an item: name, date of birth, document, address. */
export function DetailFields({
  item: { id, detailFields, status, label },
  request: { countryCode },
  result,
}: {
  item: Item;
  request: RecipientRequestView;
  result: ItemAnswer | undefined;
}) {
  const formId = `give-${id}`;
  const own = plainFields(formId, result?.reply);
  // A form can hold several items, so field names are prefixed with the item's id.
  const field = (name: string) => ({ ...own(name), name: `${id}.${name}` });
  const asks = (name: (typeof detailFields)[number]) => detailFields.includes(name);
  return (
    // biome-ignore lint/a11y/useSemanticElements: the page's heading is its legend
    <div role="group" id={formId} className="grid gap-4" aria-label={label}>
      {status === 'given' ? <p className="hint">{texts.item.hidden}</p> : null}
      {asks('name') ? (
        <TextInput
          field={field('name')}
          label={texts.item.name}
          hint={texts.item.nameHint}
          autoComplete="name"
          maxLength={200}
        />
      ) : null}
      {asks('dateOfBirth') ? (
        <TextInput
          field={field('dateOfBirth')}
          label={texts.item.dateOfBirth}
          type="date"
          autoComplete="bday"
        />
      ) : null}
      <DocumentFields asks={asks} field={field} />
      {asks('address') ? (
        <AddressFields
          name={`${id}.address`}
          field={(part) => field(`address.${part}`)}
          defaultCountry={countryCode}
          isPlain
          isOwn
          {...(result?.found ? { found: result.found } : {})}
        />
      ) : null}
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
          label={texts.item.documentNumber}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
        />
      ) : null}
      {asks('documentExpiry') ? (
        <TextInput
          field={field('documentExpiry')}
          label={texts.item.documentExpiry}
          type="date"
          autoComplete="off"
        />
      ) : null}
    </>
  );
}
