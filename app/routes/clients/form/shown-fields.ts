import type { ClientPart } from '#rules/clients/client-fields.ts';
import type { ClientType } from '#rules/clients/client-types.ts';
import { getFields, isConditional } from '#rules/clients/fields-by-type.ts';
import type { RecordField } from '#rules/records/fields.ts';
import type { FormField } from '../../../components/forms/field.tsx';

/**
 * Whether the form shows a field of a part: where the client's type has it, or it has a value or an error.
 * @param country of registration or residence, alpha-3; blank if none is selected
 */
export function fieldShower(part: ClientPart, type: ClientType, country: string) {
  const applies = new Set(getFields(type, country));
  return (name: string, described: RecordField, field: FormField): boolean =>
    !isConditional(part, name, described) ||
    applies.has(name) ||
    Boolean(field.initialValue) ||
    field.errors !== undefined;
}
