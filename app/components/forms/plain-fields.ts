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
 * Fields of a form that needs nothing of conform in the browser: no repeated rows, no live validation. They
 * read from the action's reply alone, which costs no script.
 * @param formId the form's `id`; ids of fields are `{formId}-{name}`, as conform makes them
 * @param reply what `submission.reply()` returned, or undefined before the first post
 * @param values what the fields start with, by name
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
