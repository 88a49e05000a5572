import { CheckboxList } from './choices.tsx';
import type { FormField } from './field.tsx';

const labels = { AUS: 'Australia', NZL: 'New Zealand' } as const;

/** The countries that regulate the company: one or both. */
export function RegulatedIn({
  field,
  countries,
  hint,
}: {
  field: FormField;
  /** In display order. */
  countries: readonly (keyof typeof labels)[];
  hint?: string;
}) {
  return (
    <CheckboxList
      field={field}
      label="Regulated under the AML/CFT law of"
      hint={hint}
      choices={countries.map((country) => ({ value: country, label: labels[country] }))}
    />
  );
}
