import { type Entries, mergeThreeWays, openedField } from './three-way-merge.ts';
import type { VersionRow } from './version-conflict.tsx';

/** The fields as the form was opened, which it carries along; none in a form that was tampered with. */
function openedEntries(form: FormData): Entries {
  const text = form.get(openedField);
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

function toForm(entries: Entries): FormData {
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  return form;
}

const notMerged = new Set([openedField, 'version', 'overwriteVersion']);

/** A merged form, and the form as it was opened. */
interface MergedForm {
  merged: FormData;
  opened: FormData;
}

/**
 * A form whose record someone else saved first, merged with what they saved: it has their changes where I changed nothing, and mine
 * elsewhere.
 * @param saved the fields of the form for the record as saved
 */
export function mergeForm(form: FormData, saved: Entries): MergedForm {
  const mine = [...form].filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && !notMerged.has(entry[0]),
  );
  const opened = openedEntries(form);
  const { merged } = mergeThreeWays({ opened, mine, saved });
  const version: Entries = [['version', String(form.get('version') ?? '')]];
  return {
    merged: toForm([...merged, ...version, [openedField, JSON.stringify(saved)]]),
    opened: toForm([...opened, ...version]),
  };
}

/** The fields of a merged form beside the saved ones, each also as it was opened. `rowsOf` compares a form with the saved record. */
export function mergedRows(
  { merged, opened }: MergedForm,
  rowsOf: (form: FormData) => readonly VersionRow[],
): VersionRow[] {
  const before = new Map(rowsOf(opened).map(({ label, mine }) => [label, mine]));
  return rowsOf(merged).map((row) => ({ ...row, opened: before.get(row.label) ?? '' }));
}
