import { type DescribedField, isRequired } from '#rules/records/fields.ts';
import { Checkbox, Select } from './choices.tsx';
import { countryChoices } from './country-choices.ts';
import type { FormField } from './field.tsx';
import { TextArea, TextInput } from './text-input.tsx';

const shortClass = '[&_input]:max-w-52';

interface RecordInputProps {
  field: FormField;
  described: DescribedField;
  /** Whether a field that may be blank is marked so. */
  isMarked?: boolean;
}

/** The input of a described field, by its kind. Its limit is checked when it is sent: a browser counts other characters than people do. */
export function RecordInput({ field, described, isMarked = true }: RecordInputProps) {
  const { label, hint } = described;
  if (described.kind === 'flag') return <Checkbox {...{ field, label, hint }} />;
  const required = isRequired(described);
  const labelled = { field, label, hint, optional: isMarked && !required, required };
  switch (described.kind) {
    case 'country':
      return <Select {...labelled} choices={countryChoices} empty="Not provided" />;
    case 'choice':
      return (
        <Select
          {...labelled}
          choices={described.values.map((value) => ({ value, label: described.labels[value] ?? value }))}
          empty="Not provided"
        />
      );
    case 'date':
      return <TextInput {...labelled} className={shortClass} type="date" />;
    case 'identifier':
      return <TextInput {...labelled} className={shortClass} inputMode="numeric" autoComplete="off" />;
    case 'texts':
      return <TextArea {...labelled} rows={2} />;
    case 'text':
      return described.isMultiline ? (
        <TextArea {...labelled} />
      ) : (
        <TextInput {...labelled} autoComplete="off" />
      );
    default:
      return <TextInput {...labelled} autoComplete="off" />;
  }
}
