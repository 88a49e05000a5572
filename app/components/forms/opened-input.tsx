import type { SubmissionResult } from '@conform-to/react';
import { type Entries, openedField } from './three-way-merge.ts';

/** Carries the fields as the form was opened along, to merge them with what someone else saves meanwhile. */
export function OpenedInput({ entries, reply }: { entries: Entries; reply: SubmissionResult | undefined }) {
  const posted = reply?.initialValue?.[openedField];
  return (
    <input
      type="hidden"
      name={openedField}
      value={typeof posted === 'string' ? posted : JSON.stringify(entries)}
    />
  );
}
