import {
  type ClientIdentifierType,
  clientIdentifierHints,
  clientIdentifierLabels,
} from '#rules/identifiers/identifiers.ts';
import type { FormField } from '../../../components/forms/field.tsx';
import { TextInput } from '../../../components/forms/text-input.tsx';

/** A registration number of a client, such as its NZBN. */
export function IdentifierInput({ field, type }: { field: FormField; type: ClientIdentifierType }) {
  return (
    <TextInput
      className="[&_input]:max-w-52"
      field={field}
      label={clientIdentifierLabels[type]}
      hint={clientIdentifierHints[type]}
      optional
      inputMode="numeric"
      autoComplete="off"
    />
  );
}
