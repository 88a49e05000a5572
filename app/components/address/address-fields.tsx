import { useEffect, useRef, useState } from 'react';
import { australianStateNames, australianStates, isBillingCountry } from '#rules/countries.ts';
import type { AddressDetail } from '../../address-lookup/address-lookup.server.ts';
import type { AddressSuggestion } from '../../address-lookup/suggestion-cache.server.ts';
import { Button } from '../button.tsx';
import { Select, Tick } from '../forms/choices.tsx';
import { countryChoices } from '../forms/country-choices.ts';
import { type FormField, fieldClass, Hint, initialText } from '../forms/field.tsx';
import { TextInput } from '../forms/text-input.tsx';
import { useScripted } from '../forms/use-hydrated.ts';
import { Card } from '../panel.tsx';
import { formatFoundAddress } from './address-text.ts';

/** The action’s result for the "Find address" button without script. */
export interface FoundAddresses {
  /** Name of the address for which it was pressed, such as `addresses[0]`. */
  name: string;
  suggestions: AddressSuggestion[];
  problem?: string;
}

/** A field of the address, by its name on the wire. */
type AddressField = (name: string) => FormField;

const stateChoices = australianStates.map((state) => ({ value: state, label: australianStateNames[state] }));

type Finder = typeof import('./address-finder.tsx').default;

/** The search with suggestions, which is heavier than the rest of a form, once it has loaded; before that the page has a plain input. */
function useAddressFinder(isWanted: boolean): Finder | undefined {
  const [loaded, setLoaded] = useState<{ Finder: Finder }>();
  useEffect(() => {
    let isOver = false;
    if (isWanted)
      void import('./address-finder.tsx').then(
        ({ default: Finder }) => {
          if (!isOver) setLoaded({ Finder });
        },
        // Without it the plain input remains.
        () => undefined,
      );
    return () => {
      isOver = true;
    };
  }, [isWanted]);
  return loaded?.Finder;
}

/** Puts values into the form's own inputs, as if they had been typed. */
function fill(form: HTMLFormElement | null, values: Record<string, string>): void {
  for (const [name, value] of Object.entries(values)) {
    const input = form?.elements.namedItem(name);
    if (!(input instanceof HTMLInputElement || input instanceof HTMLSelectElement)) continue;
    input.value = value;
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

/** A look-up result as values of the form, by the names of its inputs. */
function toInputValues(name: string, address: AddressDetail, providerId: string): Record<string, string> {
  const values = { ...address, city: '', provider: 'addy', providerId, found: formatFoundAddress(address) };
  return Object.fromEntries(Object.entries(values).map(([part, value]) => [`${name}.${part}`, value]));
}

interface AddressFieldsProps {
  /** Of the address in the form: `addresses[0]`. */
  name: string;
  field: AddressField;
  defaultCountry: string;
  found?: FoundAddresses;
  /** For a row that was just added. */
  autoFocus?: boolean;
  /** On a page without React in the browser, whose script suggests nothing while one types. */
  isPlain?: boolean;
  /** The person enters their own address, which their browser may fill in (WCAG 1.3.5). Never so where staff enter another's. */
  isOwn?: boolean;
}

/** The `autocomplete` of a part of the address. */
const autoCompleteOf = (isOwn: boolean, part: string) => (isOwn ? part : 'off');

/**
 * One address: country, look-up if available, and the fields, which can always be entered manually. Without script
 * "Find address" and "Change country" are submit buttons with the intents `find:{name}`, `use:{name}` and `refresh`;
 * all input is returned.
 */
export function AddressFields({
  name,
  field,
  defaultCountry,
  found,
  autoFocus = false,
  isPlain = false,
  isOwn = false,
}: AddressFieldsProps) {
  const box = useRef<HTMLDivElement>(null);
  const countryField = field('countryCode');
  const initialCountry = countryField.initialValue;
  const [country, setCountry] = useState(
    typeof initialCountry === 'string' ? initialCountry : defaultCountry,
  );

  function fillIn(address: AddressDetail, id: string) {
    const form = box.current?.closest('form') ?? null;
    fill(form, toInputValues(name, address, id));
    form?.querySelector<HTMLElement>(`[name="${CSS.escape(`${name}.addressLine1`)}"]`)?.focus();
  }

  return (
    <div ref={box} className="grid gap-4">
      <CountrySelect
        field={{ ...countryField, initialValue: country }}
        autoComplete={autoCompleteOf(isOwn, 'country')}
        autoFocus={autoFocus}
        onChange={setCountry}
      />
      {isBillingCountry(country) ? (
        <AddressSearch
          name={name}
          field={field('find')}
          country={country}
          found={found?.name === name ? found : undefined}
          isPlain={isPlain}
          onChoose={fillIn}
        />
      ) : null}
      <TextInput
        field={field('addressLine1')}
        label="Address line 1"
        autoComplete={autoCompleteOf(isOwn, 'address-line1')}
      />
      <TextInput
        field={field('addressLine2')}
        label="Address line 2"
        optional
        autoComplete={autoCompleteOf(isOwn, 'address-line2')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextInput
          field={field('suburb')}
          label={country === 'NZL' ? 'Suburb' : 'Suburb or locality'}
          optional
          // An Australian suburb or locality is the address's town.
          autoComplete={autoCompleteOf(isOwn, country === 'AUS' ? 'address-level2' : 'address-level3')}
        />
        <LocalityFields country={country} field={field} isOwn={isOwn} />
        <TextInput
          field={field('postcode')}
          label="Postcode"
          optional={!isBillingCountry(country)}
          inputMode={isBillingCountry(country) ? 'numeric' : undefined}
          autoComplete={autoCompleteOf(isOwn, 'postal-code')}
        />
      </div>
      <LookupInputs name={name} field={field} />
    </div>
  );
}

function CountrySelect({
  field,
  autoComplete,
  autoFocus,
  onChange,
}: {
  field: FormField;
  autoComplete: string;
  autoFocus: boolean;
  onChange: (country: string) => void;
}) {
  const isScripted = useScripted();
  return (
    <div className="flex items-end gap-2">
      <Select
        className="grow"
        field={field}
        label="Country"
        choices={countryChoices}
        autoComplete={autoComplete}
        autoFocus={autoFocus}
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

/**
 * The address search of a country that has one. Without script its button posts the text, and the suggestions appear below it.
 */
function AddressSearch({
  name,
  field,
  country,
  found,
  isPlain,
  onChoose,
}: {
  name: string;
  field: FormField;
  country: string;
  found: FoundAddresses | undefined;
  isPlain: boolean;
  onChoose: (address: AddressDetail, id: string) => void;
}) {
  const isScripted = useScripted();
  const AddressFinder = useAddressFinder(!isPlain);
  // What is typed while the suggestions load; null while the input lacks the focus.
  const typedBefore = useRef<string | null>(null);
  const plainInput = (
    <input
      id={field.id}
      name={field.name}
      type="text"
      autoComplete="off"
      aria-describedby={`${field.id}-hint`}
      defaultValue={initialText(field)}
      onFocus={({ currentTarget }) => {
        typedBefore.current = currentTarget.value;
      }}
      onInput={({ currentTarget }) => {
        typedBefore.current = currentTarget.value;
      }}
      onBlur={() => {
        typedBefore.current = null;
      }}
    />
  );
  return (
    <div className={fieldClass()}>
      <label id={`${field.id}-label`} htmlFor={field.id}>
        Find address
      </label>
      <Hint field={field}>
        {isPlain
          ? 'Enter a street, PO Box or RD number, or enter the address manually'
          : 'Start typing a street, PO Box or RD number, or enter the address manually'}
      </Hint>
      <div className="flex items-start gap-2">
        <div className="grow">
          {AddressFinder === undefined ? (
            plainInput
          ) : (
            <AddressFinder
              key={`${field.key} ${country}`}
              field={field}
              country={country}
              typedBefore={typedBefore}
              onChoose={onChoose}
            />
          )}
        </div>
        {isScripted ? null : (
          <Button name="intent" value={`find:${name}`} formNoValidate>
            Find address
          </Button>
        )}
      </div>
      {found ? <FoundChoice name={name} found={found} /> : null}
    </div>
  );
}

/** Hidden inputs with the look-up result that filled in the address. */
function LookupInputs({ name, field }: { name: string; field: AddressField }) {
  return ['provider', 'providerId', 'found'].map((part) => {
    const { key, initialValue } = field(part);
    return (
      <input
        key={`${part} ${key}`}
        type="hidden"
        name={`${name}.${part}`}
        defaultValue={typeof initialValue === 'string' ? initialValue : ''}
      />
    );
  });
}

/** The locality: a state in Australia, a town or city in New Zealand, elsewhere both as the country writes them. */
function LocalityFields({ country, field, isOwn }: { country: string; field: AddressField; isOwn: boolean }) {
  const town = autoCompleteOf(isOwn, 'address-level2');
  const state = autoCompleteOf(isOwn, 'address-level1');
  if (country === 'AUS') {
    return (
      <Select
        key="AUS"
        field={field('state')}
        label="State or territory"
        choices={stateChoices}
        empty="Select a state"
        autoComplete={state}
      />
    );
  }
  if (country === 'NZL') {
    return <TextInput key="NZL" field={field('state')} label="Town or city" autoComplete={town} />;
  }
  return (
    <>
      <TextInput field={field('city')} label="Town or city" optional autoComplete={town} />
      <TextInput field={field('state')} label="State, province or region" optional autoComplete={state} />
    </>
  );
}

/** Suggestions of a "Find address" button, to select one. */
function FoundChoice({ name, found }: { name: string; found: FoundAddresses }) {
  if (found.problem) {
    return (
      <p className="field-error" role="alert">
        {found.problem}
      </p>
    );
  }
  if (found.suggestions.length === 0) {
    return (
      <p className="notice notice-warning" role="alert">
        No address found. Try fewer words, or enter the address manually.
      </p>
    );
  }
  return (
    <Card as="fieldset" pad="tight" className="mt-1 grid gap-1">
      <legend className="px-1">Select an address</legend>
      {found.suggestions.map((suggestion, index) => (
        <Tick
          key={suggestion.id}
          type="radio"
          name={`${name}.choice`}
          value={suggestion.id}
          defaultChecked={index === 0}
        >
          {suggestion.text}
        </Tick>
      ))}
      <div className="mt-2">
        <Button
          name="intent"
          value={`use:${name}`}
          formNoValidate
          // Without script the response to "Find address" must start at the suggestions
          autoFocus
        >
          Use this address
        </Button>
      </div>
    </Card>
  );
}
