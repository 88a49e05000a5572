import type { SubmissionResult } from '@conform-to/react';
import type { FormField } from './field.tsx';

function valueAt(values: unknown, name: string): unknown {
  return name
    .split(/[.[\]]+/)
    .filter((segment) => segment !== '')
    .reduce<unknown>(
      (value, segment) => (value as Record<string, unknown> | null | undefined)?.[segment],
      values,
    );
}

/**
 * Fields of a form that does not need conform in the browser: no repeated rows, no live validation. They read only the action's reply,
 * and cost no JavaScript.
 * @param formId the form's `id`; ids of fields are `{formId}-{name}`, as in conform
 * @param reply from `submission.reply()`; undefined before the first post
 * @param values initial values by name
 */
export function plainFields(
  formId: string,
  reply: SubmissionResult | null | undefined,
  values: Record<string, unknown> = {},
): (name: string) => FormField {
  return (name) => ({
    id: `${formId}-${name}`,
    name,
    errors: reply?.error?.[name] ?? undefined,
    initialValue: reply ? valueAt(reply.initialValue, name) : valueAt(values, name),
  });
}
