/** The field of a form with its fields as it was opened, as JSON. */
export const openedField = 'opened';

/** A form's fields as posted, in order. */
export type Entries = readonly (readonly [name: string, value: string])[];

/** Rows of a list count as one field: numbered rows of two versions need not be the same rows. */
const getUnit = (name: string) => name.replace(/\[.*$/, '');

/** Texts alike but for line breaks and blank fields are the same. */
function byUnit(entries: Entries): Map<string, [string, string][]> {
  const units = new Map<string, [string, string][]>();
  for (const [name, text] of entries) {
    const value = text.replaceAll('\r\n', '\n').trim();
    if (value === '') continue;
    const unit = getUnit(name);
    units.set(unit, [...(units.get(unit) ?? []), [name, value]]);
  }
  return units;
}

const same = (one: Entries = [], other: Entries = []): boolean =>
  one.length === other.length &&
  [...one].every(([name, value]) => other.some((entry) => entry[0] === name && entry[1] === value));

/**
 * Merges two changes of one form, field by field: a field that I did not change takes the other's value, and a field that both changed
 * keeps mine.
 * @param opened the fields as both opened them
 * @param mine as posted, with technical fields, which are kept
 * @param saved as someone else saved them meanwhile
 * @returns the merged fields, and the names of those that both changed to different values
 */
export function mergeThreeWays({ opened, mine, saved }: { opened: Entries; mine: Entries; saved: Entries }): {
  merged: [string, string][];
  conflicts: string[];
} {
  const [before, here, there] = [byUnit(opened), byUnit(mine), byUnit(saved)];
  const conflicts: string[] = [];
  const taken = new Set<string>();
  for (const unit of new Set([...before.keys(), ...there.keys()])) {
    const theyChanged = !same(before.get(unit), there.get(unit));
    if (!theyChanged) continue;
    if (same(before.get(unit), here.get(unit))) taken.add(unit);
    else if (!same(here.get(unit), there.get(unit))) conflicts.push(unit);
  }
  const merged: [string, string][] = [
    ...mine
      .filter(([name]) => !taken.has(getUnit(name)))
      .map(([name, value]): [string, string] => [name, value]),
    ...[...taken].flatMap((unit) => there.get(unit) ?? []),
  ];
  return { merged, conflicts };
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
