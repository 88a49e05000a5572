/**
 * Description of a record's fields, from which its schemas, forms, lists, files and packs are derived. A description holds values alone: what
 * needs the caller, the database or another field is a function of the record's area.
 */

interface Described {
  /** The one label that people read. */
  label: string;
  /** Shown with the input. */
  hint?: string;
  /** Parts of the record that have the field; without it, the record itself. */
  parts?: readonly string[];
  /** Types of the record that have the field; without it, all. */
  types?: readonly string[];
  /** Key by which questions of templates are answered. Stored in templates: it never changes. */
  prefill?: string;
}

/** What is derived as a column of CSV files too. */
interface Column extends Described {
  /** Heading of the column. Published: it stays when the label changes. */
  csv: string;
}

/** Text by which a person or business is called. */
interface NameField extends Column {
  kind: 'name';
  /** User-perceived characters. */
  max: number;
  /** Message where it is missing; without it the name is optional. */
  required?: string;
}

/** Text in the words of who enters it. */
interface TextField extends Column {
  kind: 'text';
  /** User-perceived characters. */
  max: number;
  isMultiline?: true;
}

/** Several short texts, one a line. */
interface TextsField extends Column {
  kind: 'texts';
  /** One of them, with its article: "a tag". */
  noun: string;
  /** How many at most. */
  items: number;
  /** User-perceived characters of each. */
  max: number;
}

/** Day as `YYYY-MM-DD`. */
interface DateField extends Column {
  kind: 'date';
}

/** ISO 3166-1 alpha-3. */
interface CountryField extends Column {
  kind: 'country';
  isRequired?: true;
}

export interface CountriesField extends Column {
  kind: 'countries';
  /** One of them, as its input is called. */
  noun: string;
  /** How many at most. */
  items: number;
}

/** One of a list. */
interface ChoiceField extends Column {
  kind: 'choice';
  values: readonly [string, ...string[]];
  labels: Readonly<Record<string, string>>;
  /** Message for a value that is not of the list. */
  unlisted: string;
}

interface FlagField extends Column {
  kind: 'flag';
}

/** Number in a register, in the form that the register checks. */
interface IdentifierField extends Column {
  kind: 'identifier';
}

/** A field with a shape of its own: it shares label and heading, and all else is written where it is used. */
interface OwnField extends Described {
  kind: 'own';
  /** Heading of its column, where it has one. */
  csv?: string;
}

/** A field from whose description all is derived. */
export type DescribedField =
  | NameField
  | TextField
  | TextsField
  | DateField
  | CountryField
  | CountriesField
  | ChoiceField
  | FlagField
  | IdentifierField;

export type RecordField = DescribedField | OwnField;

/** A record's fields by their names on the wire, in the order in which people read them. */
export type RecordFields = Readonly<Record<string, RecordField>>;

/** Fields that a part of the record has; `none`: those of the record itself. */
export type FieldsOf<T extends RecordFields, P extends string> = {
  [K in keyof T as T[K] extends { kind: 'own' }
    ? never
    : T[K] extends { parts: readonly (infer Q)[] }
      ? P extends Q
        ? K
        : never
      : P extends 'none'
        ? K
        : never]: T[K];
};

/** Names of all fields of some kinds. */
export type NamesOfKind<T extends RecordFields, Kind extends RecordField['kind']> = {
  [K in keyof T]: T[K]['kind'] extends Kind ? K : never;
}[keyof T] &
  string;

/** Value of a field as a record has it; null where none is recorded. */
type FieldValue<F extends RecordField> = F extends { kind: 'texts' | 'countries' }
  ? string[]
  : F extends { kind: 'flag' }
    ? boolean
    : F extends { kind: 'choice'; values: readonly (infer V)[] }
      ? V | null
      : F extends { required: string } | { isRequired: true }
        ? string
        : string | null;

/** Values of a part as a record has them. */
export type PartValues<T extends RecordFields, P extends string> = {
  [K in keyof FieldsOf<T, P>]: FieldsOf<T, P>[K] extends RecordField ? FieldValue<FieldsOf<T, P>[K]> : never;
};

/** Whether a part has a field; `none`: the record itself. */
const isOf = ({ parts }: RecordField, part: string): boolean =>
  parts === undefined ? part === 'none' : parts.includes(part);

/** The described fields with their names, in their order. */
export const describedFields = (fields: RecordFields) =>
  Object.entries(fields).filter((entry): entry is [string, DescribedField] => entry[1].kind !== 'own');

/** The label of each field, by its name. */
export const labelsOf = (fields: RecordFields): ReadonlyMap<string, string> =>
  new Map(Object.entries(fields).map(([name, { label }]) => [name, label]));

/** The described fields of a part with their names, in their order; `none`: those of the record itself. */
export const fieldsOf = <T extends RecordFields, P extends string>(fields: T, part: P) =>
  describedFields(fields).filter(([, field]) => isOf(field, part)) as [
    name: keyof FieldsOf<T, P> & string,
    field: DescribedField,
  ][];

/** Whether every record has a value. */
export const isRequired = (field: RecordField): boolean =>
  (field.kind === 'name' && field.required !== undefined) ||
  (field.kind === 'country' && field.isRequired === true);

/** What a record without a value of the field has. */
export function emptyValue(field: RecordField): null | false | [] {
  if (field.kind === 'texts' || field.kind === 'countries') return [];
  return field.kind === 'flag' ? false : null;
}

/** Whether a value is as good as none: of a flag, no. */
export const isEmptyValue = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  value === false ||
  (Array.isArray(value) && value.length === 0);

/** A value of a record or a part by its name; undefined where it has none. */
const getValue = (record: object, name: string) => (record as Readonly<Record<string, unknown>>)[name];

/** Value of a field as it is entered: undefined where none is recorded. */
type EnteredValue<V> = null extends V ? Exclude<V, null> | undefined : V;

/** Values of a part as a form without changes enters them; `none`: of the record's own fields. */
export function toEntered<T extends RecordFields, P extends string>(
  fields: T,
  part: P,
  recorded: PartValues<T, P>,
) {
  const entered = fieldsOf(fields, part).map(([name]) => [name, getValue(recorded, name) ?? undefined]);
  return Object.fromEntries(entered) as {
    [K in keyof PartValues<T, P>]: EnteredValue<PartValues<T, P>[K]>;
  };
}

/** Values of a part by those on record: one that an older record lacks is empty, and what is no field of the part is dropped. */
export function readPart<T extends RecordFields, P extends string>(fields: T, part: P, recorded: object) {
  const read = fieldsOf(fields, part).map(([name, field]) => [
    name,
    getValue(recorded, name) ?? emptyValue(field),
  ]);
  return Object.fromEntries(read) as PartValues<T, P>;
}

/** The part in which a record has a field; undefined if it is one of its own, or of a part that the record lacks. */
const partWith = (record: object, { parts = [] }: RecordField) =>
  parts.find((part) => (getValue(record, part) ?? null) !== null);

/** A field's value in a record or in the part that has it; undefined where the record has no such part. */
export function valueIn(record: object, name: string, field: RecordField): unknown {
  if (field.parts === undefined) return getValue(record, name);
  const part = partWith(record, field);
  return part === undefined ? undefined : getValue(getValue(record, part) as object, name);
}

/** A field with its name and its value, which is undefined or null where there is none. */
export interface FieldEntry {
  name: string;
  field: DescribedField;
  /** Where the record has the field, as forms and questions name it: `individual.occupation`. */
  path: string;
  value: unknown;
}

/** The described fields that a record has, its own and those of its parts that it has, in their order. */
export const entriesOf = (fields: RecordFields, record: object): FieldEntry[] =>
  describedFields(fields).flatMap(([name, field]) => {
    const part = partWith(record, field);
    if (field.parts !== undefined && part === undefined) return [];
    const path = part === undefined ? name : `${part}.${name}`;
    return [{ name, field, path, value: valueIn(record, name, field) }];
  });

/** The same, those of the record's parts apart from its own. */
export function entriesByPlace(fields: RecordFields, record: object): Record<'part' | 'own', FieldEntry[]> {
  const entries = entriesOf(fields, record);
  return {
    part: entries.filter(({ field }) => field.parts !== undefined),
    own: entries.filter(({ field }) => field.parts === undefined),
  };
}

/** Names of the fields of some kinds, in their order. */
export const namesOfKind = <T extends RecordFields, K extends RecordField['kind']>(
  fields: T,
  ...kinds: K[]
) =>
  Object.entries(fields)
    .filter(([, { kind }]) => kinds.some((one) => one === kind))
    .map(([name]) => name) as NamesOfKind<T, K>[];
