import { useRef, useState } from 'react';
import { australianStateNames, australianStates, countries, isBillingCountry } from '#rules/countries.ts';
import type { AddressDetail, AddressSuggestion } from '../address-lookup.server.ts';
import { AddressFinder } from './address-finder.tsx';
import { foundText } from './address-text.ts';
import { Select } from './forms/choices.tsx';
import { type FormField, fieldClass, Hint } from './forms/field.tsx';
import { useScripted } from './forms/scripted.ts';
import { TextInput } from './forms/text-input.tsx';

/** What the action found for a "Find address" button pressed without script. */
export interface FoundAddresses {
  /** Name of the address that it was pressed for, such as `addresses[0]`. */
  name: string;
  suggestions: AddressSuggestion[];
  problem?: string;
}

/** A field of the address, by its name on the wire. */
export type AddressField = (name: string) => FormField;

const isLocal = (code: string) => code === 'AUS' || code === 'NZL';
const byName = countries.map(({ code, name }) => ({ value: code, label: name }));

/** Every country; Australia and New Zealand stand first as well. */
export const countryChoices = [
  { label: 'Australia and New Zealand', choices: byName.filter(({ value }) => isLocal(value)) },
  { label: 'All countries', choices: byName.filter(({ value }) => !isLocal(value)) },
];

const stateChoices = australianStates.map((state) => ({ value: state, label: australianStateNames[state] }));

/** Puts values into the form's own inputs, as if they had been typed. */
function fill(form: HTMLFormElement | null, values: Record<string, string>): void {
  for (const [name, value] of Object.entries(values)) {
    const input = form?.elements.namedItem(name);
    if (!(input instanceof HTMLInputElement || input instanceof HTMLSelectElement)) continue;
    input.value = value;
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

/**
 * One address: country, look-up where there is one, and the fields, which can always be typed by hand.
 * Without script "Find address" and "Change country" are submit buttons with the intents `find:{name}`,
 * `use:{name}` and `refresh`; everything typed comes back.
 * @param name of the address in the form: `addresses[0]`
 */
export function AddressFields({
  name,
  field,
  defaultCountry,
  found,
  autoFocus = false,
  lookupHref,
}: {
  name: string;
  field: AddressField;
  defaultCountry: string;
  found?: FoundAddresses;
  /** For a row that was just added. */
  autoFocus?: boolean;
  /** Where addresses are looked up, where it is not the members' look-up. */
  lookupHref?: string;
}) {
  const box = useRef<HTMLDivElement>(null);
  const isScripted = useScripted();
  const countryField = field('countryCode');
  const given = countryField.initialValue;
  const [country, setCountry] = useState(typeof given === 'string' ? given : defaultCountry);
  const find = field('find');
  const shown = found?.name === name ? found : undefined;

  function takeOver(address: AddressDetail, id: string) {
    const form = box.current?.closest('form') ?? null;
    const values = { ...address, city: '', provider: 'addy', providerId: id, found: foundText(address) };
    fill(form, Object.fromEntries(Object.entries(values).map(([part, value]) => [`${name}.${part}`, value])));
    form?.querySelector<HTMLElement>(`[name="${CSS.escape(`${name}.addressLine1`)}"]`)?.focus();
  }

  return (
    <div ref={box} className="grid gap-4">
      <div className="flex items-end gap-2">
        <Select
          className="grow"
          field={{ ...countryField, initialValue: country }}
          label="Country"
          choices={countryChoices}
          autoComplete="off"
          autoFocus={autoFocus}
          onChange={(event) => setCountry(event.currentTarget.value)}
        />
        {isScripted ? null : (
          <button type="submit" className="button" name="intent" value="refresh" formNoValidate>
            Change country
          </button>
        )}
      </div>
      {isBillingCountry(country) ? (
        <div className={fieldClass()}>
          <label id={`${find.id}-label`} htmlFor={find.id}>
            Find address
          </label>
          <Hint field={find}>
            Type a street, a PO box or a rural delivery number, or fill in the fields below by hand
          </Hint>
          <div className="flex items-start gap-2">
            <div className="grow">
              <AddressFinder
                key={`${find.key} ${country}`}
                field={find}
                country={country}
                lookupHref={lookupHref}
                onChoose={takeOver}
              />
            </div>
            {isScripted ? null : (
              <button type="submit" className="button" name="intent" value={`find:${name}`} formNoValidate>
                Find address
              </button>
            )}
          </div>
          {shown ? <FoundChoice name={name} id={find.id} found={shown} /> : null}
        </div>
      ) : null}
      <TextInput field={field('addressLine1')} label="Address line 1" autoComplete="off" />
      <TextInput field={field('addressLine2')} label="Address line 2" optional autoComplete="off" />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextInput
          field={field('suburb')}
          label={country === 'NZL' ? 'Suburb' : 'Suburb or locality'}
          optional
          autoComplete="off"
        />
        <LocalityFields country={country} field={field} />
        <TextInput
          field={field('postcode')}
          label="Postcode"
          optional={!isLocal(country)}
          inputMode={isLocal(country) ? 'numeric' : undefined}
          autoComplete="off"
        />
      </div>
      {['provider', 'providerId', 'found'].map((part) => {
        const { key, initialValue } = field(part);
        return (
          <input
            key={`${part} ${key}`}
            type="hidden"
            name={`${name}.${part}`}
            defaultValue={typeof initialValue === 'string' ? initialValue : ''}
          />
        );
      })}
    </div>
  );
}

/** The larger place: a state in Australia, a town or city in New Zealand, elsewhere both as the country writes them. */
function LocalityFields({ country, field }: { country: string; field: AddressField }) {
  if (country === 'AUS') {
    return (
      <Select
        key="AUS"
        field={field('state')}
        label="State or territory"
        choices={stateChoices}
        empty="Choose a state"
      />
    );
  }
  if (country === 'NZL') {
    return <TextInput key="NZL" field={field('state')} label="Town or city" autoComplete="off" />;
  }
  return (
    <>
      <TextInput field={field('city')} label="Town or city" optional autoComplete="off" />
      <TextInput field={field('state')} label="State, province or region" optional autoComplete="off" />
    </>
  );
}

/** The suggestions that a "Find address" button brought, to choose one of. */
function FoundChoice({ name, id, found }: { name: string; id: string; found: FoundAddresses }) {
  if (found.problem) {
    return (
      <p className="field-error" role="alert">
        {found.problem}
      </p>
    );
  }
  if (found.suggestions.length === 0) {
    return (
      <p className="notice notice-attention" role="alert">
        No address found. Try fewer words, or fill in the fields below by hand.
      </p>
    );
  }
  return (
    <fieldset className="panel mt-1 grid gap-1 p-3">
      <legend className="px-1">Choose the address</legend>
      {found.suggestions.map((suggestion, index) => (
        <div key={suggestion.id} className="grid grid-cols-[18px_1fr] gap-2">
          <input
            type="radio"
            id={`${id}-${suggestion.id}`}
            name={`${name}.choice`}
            value={suggestion.id}
            defaultChecked={index === 0}
          />
          <label className="font-normal" htmlFor={`${id}-${suggestion.id}`}>
            {suggestion.text}
          </label>
        </div>
      ))}
      <div className="mt-2">
        <button
          type="submit"
          className="button"
          name="intent"
          value={`use:${name}`}
          formNoValidate
          // biome-ignore lint/a11y/noAutofocus: the answer to "Find address" without script must start at what it found
          autoFocus
        >
          Use this address
        </button>
      </div>
    </fieldset>
  );
}
