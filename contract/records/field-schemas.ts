import { z } from 'zod';
import { calendarDate, checkedText, countryCode, optionalText, requiredText } from '#contract/fields.ts';
import { type ClientIdentifierType, checkClientIdentifier } from '#rules/identifiers/identifiers.ts';
import {
  type DescribedField,
  type FieldsOf,
  fieldsOf,
  isRequired,
  type RecordFields,
} from '#rules/records/fields.ts';

/** List of short texts: an array, or one per line from a text area. */
function severalTexts(noun: string, maxItems: number, maxLength: number) {
  return z.preprocess(
    (value) =>
      typeof value === 'string' ? value.split(/\r?\n/).filter((line) => line.trim() !== '') : value,
    z
      .array(requiredText(`Enter ${noun}`, { max: maxLength }), { error: `Enter ${noun}` })
      .max(maxItems, { error: `Enter at most ${maxItems}` })
      .default([]),
  );
}

/** Selected countries, without blanks and duplicates. */
const severalCountries = (maxItems: number) =>
  z
    .array(z.string().optional())
    .max(maxItems, { error: `Select at most ${maxItems} countries` })
    .default([])
    .transform((codes) => [...new Set(codes.filter((code) => code !== undefined && code !== ''))])
    .pipe(z.array(countryCode));

type Choices<V> = z.ZodEnum<{ [K in V & string]: K }>;

/** Schema of a field as it is entered. */
type InputSchema<F> = F extends { kind: 'name'; required: string }
  ? ReturnType<typeof requiredText>
  : F extends { kind: 'name' | 'text' }
    ? ReturnType<typeof optionalText>
    : F extends { kind: 'texts' }
      ? ReturnType<typeof severalTexts>
      : F extends { kind: 'countries' }
        ? ReturnType<typeof severalCountries>
        : F extends { kind: 'date' }
          ? z.ZodOptional<typeof calendarDate>
          : F extends { kind: 'country'; isRequired: true }
            ? typeof countryCode
            : F extends { kind: 'country' }
              ? z.ZodOptional<typeof countryCode>
              : F extends { kind: 'choice'; values: readonly (infer V)[] }
                ? z.ZodOptional<Choices<V>>
                : F extends { kind: 'flag' }
                  ? z.ZodDefault<z.ZodBoolean>
                  : F extends { kind: 'identifier' }
                    ? ReturnType<typeof checkedText>
                    : never;

/** Schema of a field as a response has it. */
type OutputSchema<F> = F extends { kind: 'texts' | 'countries' }
  ? z.ZodArray<z.ZodString>
  : F extends { kind: 'flag' }
    ? z.ZodBoolean
    : F extends { kind: 'choice'; values: readonly (infer V)[] }
      ? z.ZodNullable<Choices<V>>
      : F extends { required: string } | { isRequired: true }
        ? z.ZodString
        : z.ZodNullable<z.ZodString>;

function inputSchema(name: string, field: DescribedField): z.ZodType {
  switch (field.kind) {
    case 'name':
    case 'text': {
      const options = { max: field.max, multiline: field.kind === 'text' && field.isMultiline === true };
      const message = field.kind === 'name' ? field.required : undefined;
      return message === undefined ? optionalText(options) : requiredText(message, options);
    }
    case 'texts':
      return severalTexts(field.noun, field.items, field.max);
    case 'countries':
      return severalCountries(field.items);
    case 'date':
      return calendarDate.optional();
    case 'country':
      return field.isRequired ? countryCode : countryCode.optional();
    case 'choice':
      return z.enum(field.values, { error: field.unlisted }).optional();
    case 'flag':
      return z.boolean().default(false);
    case 'identifier':
      return checkedText((text) => checkClientIdentifier(name as ClientIdentifierType, text));
  }
}

function outputSchema(field: DescribedField): z.ZodType {
  switch (field.kind) {
    case 'texts':
    case 'countries':
      return z.array(z.string());
    case 'flag':
      return z.boolean();
    case 'choice':
      return z.enum(field.values).nullable();
    default:
      return isRequired(field) ? z.string() : z.string().nullable();
  }
}

/** Schemas of the fields of a part as they are entered; `none`: of the record's own. */
export function inputShape<T extends RecordFields, P extends string>(fields: T, part: P) {
  const shape = fieldsOf(fields, part).map(([name, field]) => [name, inputSchema(name, field)]);
  return Object.fromEntries(shape) as { [K in keyof FieldsOf<T, P>]: InputSchema<FieldsOf<T, P>[K]> };
}

/** Schemas of the fields of a part as responses have them. */
export function outputShape<T extends RecordFields, P extends string>(fields: T, part: P) {
  const shape = fieldsOf(fields, part).map(([name, field]) => [name, outputSchema(field)]);
  return Object.fromEntries(shape) as { [K in keyof FieldsOf<T, P>]: OutputSchema<FieldsOf<T, P>[K]> };
}
