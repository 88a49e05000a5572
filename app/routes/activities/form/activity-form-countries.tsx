import { useState } from 'react';
import { activityFields } from '#rules/activity-record/activity-fields.ts';
import { Button } from '../../../components/button.tsx';
import { Fieldset, Select } from '../../../components/forms/choices.tsx';
import { countryChoices } from '../../../components/forms/country-choices.ts';
import type { FormField } from '../../../components/forms/field.tsx';
import { useScripted } from '../../../components/forms/use-hydrated.ts';
import type { ActivityFormResult } from './activity-form-values.ts';

const { label, hint, items: maxCountries } = activityFields.fundsCountries;

const rowsOf = (countries: string[]): string[] => (countries.length === 0 ? [''] : countries);

/** Countries that the funds come from or go to; one more select than are selected. */
export function CountriesSection({
  field,
  initial,
  result,
}: {
  field: (name: string) => FormField;
  initial: string[];
  result?: ActivityFormResult;
}) {
  const isScripted = useScripted();
  const [rows, setRows] = useState(() => rowsOf(result?.countries ?? initial));
  const [answered, setAnswered] = useState(result);
  if (result !== answered) {
    setAnswered(result);
    if (result) setRows(rowsOf(result.countries));
  }
  const base = field('fundsCountries');
  return (
    <Fieldset legend={label} hint={hint} quiet>
      {rows.map((code, index) => (
        <Select
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are only added, at the end
          key={index}
          field={{
            id: index === 0 ? base.id : `${base.id}-${index}`,
            name: 'fundsCountries',
            initialValue: code,
            errors: field(`fundsCountries[${index}]`).errors ?? (index === 0 ? base.errors : undefined),
          }}
          label={<span className="font-normal">Country {index + 1}</span>}
          empty="Select a country"
          choices={countryChoices}
          autoComplete="off"
          autoFocus={result?.changed === 'countries' && index === rows.length - 1}
        />
      ))}
      {rows.length < maxCountries ? (
        <div>
          <Button
            name="intent"
            value="addCountry"
            formNoValidate
            onClick={(event) => {
              if (!isScripted) return;
              event.preventDefault();
              setRows([...rows, '']);
            }}
          >
            Add another country
          </Button>
        </div>
      ) : null}
    </Fieldset>
  );
}
