import { formatInstant } from '../format-instant.server.ts';
import type { Merged, MergedRecord, MergedRow } from './merged-versions.tsx';
import { applyOverwriteVersion, textIn } from './parse-form.server.ts';
import {
  type Entries,
  entriesOf,
  type MergedField,
  mergeThreeWays,
  openedField,
  withFields,
} from './three-way-merge.ts';

/** Entries that the form carries along; none in a form that was tampered with. */
function carriedEntries(form: FormData, field: string): Entries {
  const text = form.get(field);
  try {
    const entries: unknown = JSON.parse(typeof text === 'string' ? text : '');
    return Array.isArray(entries)
      ? entries.filter(
          (entry): entry is [string, string] =>
            Array.isArray(entry) && entry.length === 2 && entry.every((part) => typeof part === 'string'),
        )
      : [];
  } catch {
    return [];
  }
}

interface SavedRecord {
  version: number;
  updatedBy: { name: string };
  updatedAt: string;
}

function toForm(entries: Entries): FormData {
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  return form;
}

const textEntries = (form: FormData): Entries =>
  [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string');

const listIn = (form: FormData, name: string): string[] => textIn(form, name).split(',').filter(Boolean);

const ofConflict = /^(?:opened|overwriteVersion|savedVersion|savedValues|collided|theirs|keep:.*)$/;

const chosenIn = (form: FormData, { names }: MergedField): MergedRow['chosen'] => {
  const choice = form.get(`keep:${names[0]}`);
  return choice === 'mine' || choice === 'theirs' ? choice : null;
};

/**
 * Applies the choices made in a conflict: a form with a choice for each field that both changed becomes one that was opened at the version
 * that it was merged with. Without all choices it remains at the version that was opened, which the API refuses as stale.
 */
export function applyVersionChoices(form: FormData): void {
  const savedVersion = form.get('savedVersion');
  if (typeof savedVersion !== 'string') {
    applyOverwriteVersion(form);
    return;
  }
  const collided = listIn(form, 'collided').map((names): MergedField => ({ names: names.split(' ') }));
  if (collided.some((field) => chosenIn(form, field) === null)) return;
  const savedValues = carriedEntries(form, 'savedValues');
  const opened = withFields(carriedEntries(form, openedField), collided, savedValues);
  const theirs = collided.filter((field) => chosenIn(form, field) === 'theirs');
  const decided = withFields(textEntries(form), theirs, savedValues);
  for (const name of [...form.keys()]) form.delete(name);
  for (const [name, value] of decided) form.append(name, value);
  form.set(openedField, JSON.stringify(opened));
  form.set('version', savedVersion);
}

/**
 * A form whose record someone else saved first, merged with what they saved: it has their changes where I changed nothing, and mine
 * elsewhere.
 * @param saved the record as saved: the fields that its form would post, and its version
 * @param rows all fields of the form, in both versions
 */
export function mergeForm(
  form: FormData,
  saved: { entries: Entries; version: number },
  rows: readonly MergedRow[],
): { form: FormData; merged: Merged } {
  const mine = textEntries(form).filter(([name]) => !ofConflict.test(name));
  const versions = { opened: carriedEntries(form, openedField), mine, saved: saved.entries };
  const { merged, opened, both, onlyMine, onlyTheirs } = mergeThreeWays(versions, rows);
  // Shown in the same conflict before, and part of what the form was opened with since.
  const isSameConflict = form.get('savedVersion') === String(saved.version);
  const shown = isSameConflict ? listIn(form, 'theirs') : [];
  return {
    form: toForm([...merged, [openedField, JSON.stringify(opened)]]),
    merged: {
      both: both.map((row) => (isSameConflict ? { ...row, chosen: chosenIn(form, row) } : row)),
      onlyMine,
      onlyTheirs: rows.filter((row) => onlyTheirs.includes(row) || shown.includes(row.names[0] ?? '')),
      savedVersion: saved.version,
      savedValues: JSON.stringify(both.flatMap((row) => entriesOf(row, saved.entries))),
    },
  };
}

/**
 * The same for a record that tells who saved it, and when.
 * @param saved.entries the fields that its form would post
 * @param timeZone of the company
 */
export function mergeRecord(
  form: FormData,
  { record, entries }: { record: SavedRecord; entries: Entries },
  rows: readonly MergedRow[],
  timeZone: string,
): { form: FormData; stale: MergedRecord } {
  const { form: both, merged } = mergeForm(form, { entries, version: record.version }, rows);
  return {
    form: both,
    stale: {
      ...merged,
      keptBy: record.updatedBy.name,
      savedAt: formatInstant(record.updatedAt, timeZone),
    },
  };
}
