import { Form } from '@remix-run/react';
import type { ReactNode } from 'react';
import { ErrorSummary } from '../../components/forms/error-summary.tsx';
import type { FormField } from '../../components/forms/field.tsx';
import { plainFields } from '../../components/forms/form-fields.ts';
import { RequestKeyInput } from '../../components/forms/submit.tsx';
import type { VerificationResult } from './actions.server.ts';

/** Fields submitted by every form of the page. */
export interface FormContext {
  version: number;
  requestKey: string;
  result: VerificationResult | undefined;
  /** URL of the tab that is shown, without what it opens. */
  tabHref: string;
}

/**
 * One form of the page, with its errors at the top. `name` is unique among the forms of the page: the result of a post returns to its
 * form, with all input.
 */
export function PageForm({
  name,
  intent,
  context,
  values = {},
  className = 'grid gap-4',
  children,
}: {
  name: string;
  intent: string;
  context: FormContext;
  values?: Record<string, unknown>;
  className?: string;
  children: (field: (name: string) => FormField) => ReactNode;
}) {
  const { version, requestKey } = context;
  const result = context.result?.form === name ? context.result : undefined;
  return (
    <Form method="post" id={name} className={className} preventScrollReset>
      <ErrorSummary formId={name} errors={result?.reply.error ?? {}} reply={result} />
      <RequestKeyInput value={`${requestKey}-${name}`.slice(0, 64)} />
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="form" value={name} />
      <input type="hidden" name="version" value={version} />
      {children(plainFields(name, result?.reply, values))}
    </Form>
  );
}
