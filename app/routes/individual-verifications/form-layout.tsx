import { Form, Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { ErrorSummary } from '../../components/forms/error-summary.tsx';
import type { FormField } from '../../components/forms/field.tsx';
import { plainFields } from '../../components/forms/form-fields.ts';
import { RequestKeyInput, SubmitButton } from '../../components/forms/submit.tsx';
import type { VerificationResult } from './actions.server.ts';

/** Props shared by all forms of the page. */
export interface FormFrame {
  version: number;
  requestKey: string;
  href: string;
  result: VerificationResult | undefined;
}

/** A form of the page: heading, errors, fields and a link back. */
export function ActionForm({
  frame,
  intent,
  heading,
  about,
  button,
  variant = 'primary',
  values,
  backText = 'Cancel',
  backTo = `${frame.href}#act`,
  headingLevel: Heading = 'h2',
  children,
}: {
  frame: FormFrame;
  intent: string;
  heading: string;
  about?: ReactNode;
  button: string;
  variant?: 'primary' | 'secondary' | 'danger';
  values?: Record<string, unknown>;
  backText?: string;
  /** The page without the form. */
  backTo?: string;
  /** `h3` below another heading. */
  headingLevel?: 'h2' | 'h3';
  children?: (field: (name: string) => FormField) => ReactNode;
}) {
  const result = frame.result?.intent === intent ? frame.result : undefined;
  const formId = `verification-${intent}`;
  const field = plainFields(formId, result?.reply, values);
  return (
    <section className="grid max-w-form gap-3 print:hidden" aria-labelledby={`${formId}-heading`}>
      <Heading id={`${formId}-heading`} className="font-semibold">
        {heading}
      </Heading>
      {about ? <div className="grid gap-2">{about}</div> : null}
      <ErrorSummary formId={formId} errors={result?.reply.error ?? {}} reply={result} />
      <Form method="post" id={formId} className="grid gap-4" preventScrollReset>
        <RequestKeyInput value={`${frame.requestKey}-${intent}`} />
        <input type="hidden" name="version" value={frame.version} />
        {children?.(field)}
        <div className="flex flex-wrap items-center gap-4">
          <SubmitButton name="intent" value={intent} variant={variant}>
            {button}
          </SubmitButton>
          <Link to={backTo} preventScrollReset>
            {backText}
          </Link>
        </div>
      </Form>
    </section>
  );
}
