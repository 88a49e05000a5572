import { type Entries, openedField } from './three-way-merge.ts';

/**
 * Carries the fields as the form was opened along, to merge them with what someone else saves meanwhile. `posted`: as the form posted it
 * before.
 */
export function OpenedInput({ entries, posted }: { entries: Entries; posted: unknown }) {
  return (
    <input
      type="hidden"
      name={openedField}
      value={typeof posted === 'string' ? posted : JSON.stringify(entries)}
    />
  );
}
