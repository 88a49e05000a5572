import { type Blocker, formatOutstanding } from '#rules/alerts/resolution-targets.ts';
import { apiError } from './api-error.ts';

/**
 * Rejects a transition with `request.invalid` and all blockers with their provisions; returns if there are none.
 * `label`: text of its button. `fieldOf`: the field that resolves a blocker, '' for the form as a whole.
 */
export function rejectBlocked(
  label: string,
  blockers: readonly Blocker[],
  fieldOf: (blocker: Blocker) => string = () => '',
): void {
  if (blockers.length === 0) return;
  const fields: Record<string, string[]> = {};
  for (const blocker of blockers) {
    const field = fieldOf(blocker);
    fields[field] = [...(fields[field] ?? []), blocker.text];
  }
  throw apiError('request.invalid', {
    detail: `${formatOutstanding(blockers.length)} before “${label}”.`,
    fields,
    blockers: [...blockers],
  });
}
