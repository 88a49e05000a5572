import { secretNames } from '../../secret-names.ts';

/** Values of a form's fields, by name. */
export type FieldValues = ReadonlyMap<string, readonly string[]>;

/** Fields that differ from the form as it was opened: their values by name, none for a field that was removed. */
export type ChangedValues = Readonly<Record<string, readonly string[]>>;

type FieldElement = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isField = (element: Element): element is FieldElement =>
  element instanceof HTMLInputElement ||
  element instanceof HTMLTextAreaElement ||
  element instanceof HTMLSelectElement;

/**
 * Whether a person enters the field, or it belongs to a row that they added. Keys and versions are hidden and in no row. The text of a
 * look-up fills other fields in.
 */
function isEntered(field: FieldElement): boolean {
  if (field.name === '' || field.disabled || field.role === 'combobox') return false;
  if (field.type === 'hidden') return field.name.includes('[');
  return field.type !== 'submit' && field.type !== 'button' && field.type !== 'reset';
}

/** The fields of a form in the order of the document; a field outside it that names it as its form counts too. */
const enteredFields = (form: HTMLFormElement): FieldElement[] =>
  [...form.elements].filter(isField).filter(isEntered);

const isChoice = ({ type }: FieldElement): boolean => type === 'checkbox' || type === 'radio';

/** Whether a field counts with its value: every one but a choice that is not ticked. */
const isTicked = (field: FieldElement): boolean =>
  !isChoice(field) || (field instanceof HTMLInputElement && field.checked);

/** Whether a value can be stored: a file cannot, and a secret must not. */
const isStorable = ({ type, name }: FieldElement): boolean =>
  type !== 'file' && type !== 'password' && !secretNames.test(name);

function readValues(form: HTMLFormElement, read: (field: FieldElement) => string): FieldValues {
  const values = new Map<string, string[]>();
  for (const field of enteredFields(form)) {
    if (!isTicked(field)) continue;
    values.set(field.name, [...(values.get(field.name) ?? []), read(field)]);
  }
  return values;
}

/** The values that a form has now. */
export const currentValues = (form: HTMLFormElement): FieldValues => readValues(form, ({ value }) => value);

/** The values that a form had before its text was changed. Of other fields the values of now: to be read before a choice changes. */
export const openedValues = (form: HTMLFormElement): FieldValues =>
  readValues(form, (field) =>
    field instanceof HTMLSelectElement || isChoice(field) ? field.value : field.defaultValue,
  );

/** Whether the text of a form differs from what it was opened with. */
export const isTextChanged = (form: HTMLFormElement): boolean =>
  enteredFields(form).some(
    (field) =>
      !(field instanceof HTMLSelectElement) &&
      !isChoice(field) &&
      field.type !== 'file' &&
      field.value !== field.defaultValue,
  );

/** The fields whose values differ, those that were added and removed included. */
export function changedValues(opened: FieldValues, now: FieldValues): ChangedValues {
  const changed: Record<string, readonly string[]> = {};
  for (const name of new Set([...opened.keys(), ...now.keys()])) {
    const before = opened.get(name) ?? [];
    const after = now.get(name) ?? [];
    const isSame = before.length === after.length && before.every((value, index) => value === after[index]);
    if (!isSame) changed[name] = after;
  }
  return changed;
}

/** Changed values without files and secrets. */
export function storableValues(form: HTMLFormElement, changed: ChangedValues): ChangedValues {
  const unstorable = new Set(enteredFields(form).flatMap((field) => (isStorable(field) ? [] : [field.name])));
  return Object.fromEntries(Object.entries(changed).filter(([name]) => !unstorable.has(name)));
}

/** Enters a value as a person would, so that scripts of the page follow. */
function enter(field: FieldElement, value: string): void {
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {};
  set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Fills changed values in where the form has their fields, and returns those that it has no field for, or has a field too many for. */
export function fillIn(form: HTMLFormElement, changed: ChangedValues): ChangedValues {
  const unplaced: Record<string, readonly string[]> = {};
  for (const [name, values] of Object.entries(changed)) {
    const fields = enteredFields(form).filter((field) => field.name === name && isStorable(field));
    const [first] = fields;
    if (first !== undefined && isChoice(first)) {
      for (const field of fields) {
        if (isTicked(field) !== values.includes(field.value)) field.click();
      }
      continue;
    }
    for (const [index, field] of fields.entries()) {
      const value = values[index];
      if (value !== undefined && field.value !== value) enter(field, value);
    }
    const isPlaced =
      fields.length === values.length && fields.every(({ value }, index) => value === values[index]);
    if (!isPlaced) unplaced[name] = values;
  }
  return unplaced;
}

/** The form's own entries with changed values in their place, as the form would send them. */
export function withChanges(form: HTMLFormElement, changed: ChangedValues): FormData {
  const entries = new FormData(form);
  for (const [name, values] of Object.entries(changed)) {
    entries.delete(name);
    for (const value of values) entries.append(name, value);
  }
  return entries;
}
