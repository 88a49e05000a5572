/** The field of a form with its fields as it was opened, as JSON. */
export const openedField = 'opened';

/** A form's fields as posted, in order. */
export type Entries = readonly (readonly [name: string, value: string])[];

/**
 * A field as its user sees it. `names`: of the inputs that belong to it, such as an amount and its currency, first the one that names the
 * field; `addresses` stands for all inputs of its rows.
 */
export interface MergedField {
  names: readonly string[];
}

/** Rows of a list count as one field: numbered rows of two versions need not be the same rows. */
const getUnit = (name: string) => name.replace(/\[.*$/, '');

/** The entries of a field. */
export const entriesOf = ({ names }: MergedField, entries: Entries): Entries =>
  entries.filter(([name]) => names.includes(getUnit(name)));

/** Texts alike but for line breaks, blank fields and the order of ticks are the same. */
const canonical = (entries: Entries): string =>
  JSON.stringify(
    entries
      .map(([name, value]) => [name, value.replaceAll('\r\n', '\n').trim()] as const)
      .filter(([, value]) => value !== '')
      .map((entry) => JSON.stringify(entry))
      .sort(),
  );

/** A form with the fields of `from` instead of its own. */
export function withFields(entries: Entries, fields: readonly MergedField[], from: Entries): Entries {
  const names = new Set(fields.flatMap((field) => field.names));
  return [
    ...entries.filter(([name]) => !names.has(getUnit(name))),
    ...fields.flatMap((field) => entriesOf(field, from)),
  ];
}

/** Two changes of one form, merged. */
interface Merge<Field> {
  /** Mine, with the other's value of each field that I did not change, and with technical fields as posted. */
  merged: Entries;
  /**
   * What the merged form was opened with: the saved values, but those opened first of the fields that both changed. So merging it again
   * finds the same collisions, until each is decided.
   */
  opened: Entries;
  /** Fields that both changed, to different values. */
  both: Field[];
  /** Fields that only I changed. */
  onlyMine: Field[];
  /** Fields that only the other changed. */
  onlyTheirs: Field[];
}

/**
 * Merges two changes of one form, field by field.
 * @param versions.opened the fields as both opened them
 * @param versions.mine as posted
 * @param versions.saved as someone else saved them meanwhile
 * @param fields all fields of the form
 */
export function mergeThreeWays<Field extends MergedField>(
  { opened, mine, saved }: { opened: Entries; mine: Entries; saved: Entries },
  fields: readonly Field[],
): Merge<Field> {
  const compared = fields.map((field) => {
    const [before, here, there] = [opened, mine, saved].map((side) => canonical(entriesOf(field, side)));
    return { field, isMine: here !== before, isTheirs: there !== before, differs: here !== there };
  });
  const pick = (matches: (row: (typeof compared)[number]) => boolean): Field[] =>
    compared.filter(matches).map(({ field }) => field);
  const both = pick(({ isMine, isTheirs, differs }) => isMine && isTheirs && differs);
  const onlyTheirs = pick(({ isMine, isTheirs }) => isTheirs && !isMine);
  return {
    merged: withFields(mine, onlyTheirs, saved),
    opened: withFields(saved, both, opened),
    both,
    onlyMine: pick(({ isMine, isTheirs }) => isMine && !isTheirs),
    onlyTheirs,
  };
}

/**
 * The initial values of a form as the fields that it would post: nested values under names such as `individual.citizenships[0]`, `true` as
 * a ticked checkbox, and nothing for blanks.
 */
export function toEntries(values: unknown, name = ''): [string, string][] {
  if (values === null || values === undefined || values === false) return [];
  if (Array.isArray(values)) return values.flatMap((value, index) => toEntries(value, `${name}[${index}]`));
  if (typeof values === 'object') {
    return Object.entries(values).flatMap(([key, value]) =>
      toEntries(value, name === '' ? key : `${name}.${key}`),
    );
  }
  return [[name, values === true ? 'on' : String(values)]];
}
