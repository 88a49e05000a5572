import { Form, Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { ErrorSummary } from '../../components/forms/error-summary.tsx';
import type { FormField } from '../../components/forms/field.tsx';
import { plainFields } from '../../components/forms/plain-fields.ts';
import { RequestKeyInput, SubmitButton } from '../../components/forms/submit.tsx';
import type { VerificationAnswer } from './actions.server.ts';

/** What every form of the page needs to know. */
export interface FormFrame {
  version: number;
  requestKey: string;
  href: string;
  answer: VerificationAnswer | undefined;
}

/** A form of the page: its heading, what is wrong with it, its fields, and the way back. */
export function ActForm({
  frame,
  intent,
  heading,
  about,
  button,
  look = 'primary',
  values,
  backText = 'Not now',
  headingLevel: Heading = 'h2',
  children,
}: {
  frame: FormFrame;
  intent: string;
  heading: string;
  about?: ReactNode;
  button: string;
  look?: 'primary' | 'secondary' | 'danger';
  values?: Record<string, unknown>;
  /** Left out where the form always stands there. */
  backText?: string | null;
  /** By where the form stands: in a section of its own, or below another heading. */
  headingLevel?: 'h2' | 'h3';
  children?: (field: (name: string) => FormField) => ReactNode;
}) {
  const answer = frame.answer?.intent === intent ? frame.answer : undefined;
  const formId = `verification-${intent}`;
  const field = plainFields(formId, answer?.reply, values);
  return (
    <section className="grid max-w-form gap-3 print:hidden" aria-labelledby={`${formId}-heading`}>
      <Heading id={`${formId}-heading`} className="font-semibold">
        {heading}
      </Heading>
      {about ? <div className="grid gap-2">{about}</div> : null}
      <ErrorSummary formId={formId} errors={answer?.reply.error ?? {}} reply={answer} />
      <Form method="post" id={formId} className="grid gap-4" preventScrollReset>
        <RequestKeyInput value={`${frame.requestKey}-${intent}`} />
        <input type="hidden" name="version" value={frame.version} />
        {children?.(field)}
        <div className="flex flex-wrap items-center gap-4">
          <SubmitButton name="intent" value={intent} look={look}>
            {button}
          </SubmitButton>
          {backText === null ? null : (
            <Link to={frame.href} preventScrollReset>
              {backText}
            </Link>
          )}
        </div>
      </Form>
    </section>
  );
}
