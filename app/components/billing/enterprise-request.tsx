import { Form } from '@remix-run/react';
import { ErrorSummary } from '../forms/error-summary.tsx';
import type { FormField } from '../forms/field.tsx';
import { plainFields } from '../forms/form-fields.ts';
import { RequestKeyInput, SubmitButton } from '../forms/submit.tsx';
import { TextArea, TextInput } from '../forms/text-input.tsx';
import { Card } from '../panel.tsx';
import type { PlanResult } from './plan-actions.server.ts';

const formId = 'enterprise';

/** Contact form for the enterprise plan, which has an individual agreement. */
export function EnterpriseRequest({
  requestKey,
  result,
  person,
  contactedOn,
}: {
  requestKey: string;
  result: PlanResult | undefined;
  /** The signed-in user; prefills the form. */
  person: { name: string; loginId: string };
  /** The date of the last request. */
  contactedOn: string | null;
}) {
  const mine = result?.form === 'enterprise' ? result : undefined;
  const field = plainFields(formId, mine?.reply, { contactName: person.name, contactEmail: person.loginId });
  return (
    <Card as="details" open={mine !== undefined}>
      <summary className="font-semibold">Enterprise – contact us</summary>
      <p className="mt-2">
        For multiple offices, volume pricing or invoicing. Tell us what you need and we will reply by email.
      </p>
      {contactedOn === null ? null : (
        <p className="notice mt-3">You contacted us on {contactedOn}. We will reply by email.</p>
      )}
      <Form method="post" className="mt-4 grid gap-4" preventScrollReset>
        <RequestKeyInput value={mine?.requestKey ?? `${requestKey}-enterprise`} />
        <ErrorSummary formId={formId} errors={mine?.reply.error ?? {}} reply={mine} />
        <ContactFields field={field} />
        <p>
          <SubmitButton name="intent" value="enterprise" variant="secondary" busy="Sending…">
            Contact sales
          </SubmitButton>
        </p>
      </Form>
    </Card>
  );
}

function ContactFields({ field }: { field: (name: string) => FormField }) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextInput
          field={field('contactName')}
          label="Contact name"
          maxLength={120}
          autoComplete="name"
          required
        />
        <TextInput
          field={field('contactEmail')}
          label="Email address"
          type="email"
          maxLength={254}
          autoComplete="email"
          required
        />
      </div>
      <TextInput
        field={field('contactPhone')}
        label="Phone"
        type="tel"
        maxLength={40}
        autoComplete="tel"
        optional
      />
      <TextArea field={field('message')} label="What your company needs" maxLength={2000} required />
    </>
  );
}
