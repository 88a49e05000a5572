import { Form } from '@remix-run/react';
import { ErrorSummary } from '../forms/error-summary.tsx';
import { plainFields } from '../forms/plain-fields.ts';
import { RequestKeyInput, SubmitButton } from '../forms/submit.tsx';
import { TextArea, TextInput } from '../forms/text-input.tsx';
import type { PlanAnswer } from './plan-actions.server.ts';

const formId = 'enterprise';

/** The plan that is agreed in person: a form that people read. */
export function EnterpriseRequest({
  requestKey,
  answer,
  person,
  asked,
}: {
  requestKey: string;
  answer: PlanAnswer | undefined;
  /** Who is signed in, to start the form with. */
  person: { name: string; loginId: string };
  /** The day on which somebody asked last. */
  asked: string | null;
}) {
  const mine = answer?.form === 'enterprise' ? answer : undefined;
  const field = plainFields(formId, mine?.reply, { contactName: person.name, contactEmail: person.loginId });
  return (
    <details className="panel px-4 py-3" open={mine !== undefined}>
      <summary className="font-semibold">Enterprise: on request</summary>
      <p className="mt-2">
        For many offices, agreed volumes or an invoice instead of a card. Say what you need; somebody of ours
        answers.
      </p>
      {asked === null ? null : <p className="notice mt-3">You asked on {asked}. We answer by email.</p>}
      <Form method="post" className="mt-4 grid gap-4" preventScrollReset>
        <RequestKeyInput value={mine?.requestKey ?? `${requestKey}-enterprise`} />
        <ErrorSummary formId={formId} errors={mine?.reply.error ?? {}} reply={mine} />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextInput
            field={field('contactName')}
            label="Who we ask for"
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
        <p>
          <SubmitButton name="intent" value="enterprise" look="secondary" busy="Sending…">
            Ask for the enterprise plan
          </SubmitButton>
        </p>
      </Form>
    </details>
  );
}
